() => {
  const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect(); return { left, top, right, bottom }; };
  const name = (element) => element.dataset.spot ?? element.getAttribute("aria-label") ?? element.className;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const parts = all(".tiers .card, .tiers .back, .tiers .gap, .pile, .noble, .rivals .player, .mine, .table > .side, .bar, .ribbon").map((element) => ({ name: name(element), ...box(element) }));
  const overlaps = [];
  parts.forEach((one, i) => parts.slice(i + 1).forEach((two) => {
    const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (wide > 1 && high > 1) overlaps.push(`${one.name} / ${two.name}: ${Math.round(wide)} x ${Math.round(high)}`);
  }));
  const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const hidden = [];
  for (const card of all(".tiers .card, .noble, .hand .card")) for (const due of all(".due", card)) {
    if (!within(box(due), box(card))) hidden.push(name(card));
    if (due.getBoundingClientRect().height < 12) hidden.push(`${name(card)} tiny`);
  }
  for (const card of all(".tiers .card")) {
    const top = box(card.querySelector(".top .gem")), costs = all(".due", card).map(box);
    if (costs.some((cost) => cost.top < top.bottom - 1 && cost.right > top.left + 1)) hidden.push(`${name(card)}: bonus and cost`);
  }
  const cut = all(".go, .quiet, .mine .who, .bar .turn, .score, .count").filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).textOverflow !== "ellipsis").map(name);
  const outside = all(".tiers .card, .pile, .noble, .mine, .go, .rivals .player").filter((element) => { const { left, right } = element.getBoundingClientRect(); return left < -1 || right > innerWidth + 1; }).map(name);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let small = 0, text = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement, length = node.data.trim().length, size = parseFloat(getComputedStyle(parent).fontSize);
    if (!length || !size || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest(".unseen, svg, noscript, script") || parent.getBoundingClientRect().width <= 1) continue;
    text += length;
    if (size < 12) small += length;
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  return { overlaps, hidden, cut, outside, small, text, scrollWidth, scrollHeight, innerWidth, innerHeight };
}
