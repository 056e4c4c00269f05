() => {
  const enabled = (element) => element.getAttribute("aria-disabled") !== "true";
  const card = (element) => ({ id: element.dataset.card, can: element.classList.contains("can"),
    points: Number(element.querySelector(".points").textContent), mine: Boolean(element.closest(".hand")) });
  return {
    over: Boolean(document.querySelector(".ribbon.end")),
    mine: Boolean(document.querySelector(".bar .turn.yours")),
    nobles: [...document.querySelectorAll(".noble.offered")].map((noble) => noble.dataset.spot),
    give: [...document.querySelectorAll(".token.give")].filter(enabled).map((token) => [token.dataset.spot.slice(5), Number(token.textContent)]),
    excess: Number(document.querySelector(".mine.giving .go")?.textContent.match(/\d+/)?.[0] ?? 0),
    piles: [...document.querySelectorAll(".pile")].map((pile) => [pile.dataset.spot.slice(5), Number(pile.querySelector("b").textContent), enabled(pile)]),
    cards: [...document.querySelectorAll("main.table button[data-card]")].map(card),
    held: Number(document.querySelector(".mine .count b")?.textContent ?? 0),
  };
}
