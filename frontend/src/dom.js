// The page is a function of the state: components return descriptions of elements, `render` makes the document match
// them. What stays the same is left alone, so focus, scroll, open dialogs and running animations survive an update.
// Text is always set as text; only `art` takes markup, and it is for drawings that this client makes itself.

/**
 * @typedef {{ tag: string, key: string | undefined, props: Props, children: Node_[] }} Element_
 * @typedef {{ art: string }} Art
 * @typedef {Element_ | Art | string} Node_
 * @typedef {Node_ | number | boolean | null | undefined | Child[]} Child
 * @typedef {Record<string, any> & { key?: string, ref?: (element: any) => void, class?: string, style?: Record<string, string | number> }} Props
 */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "open", "indeterminate"]);
/** Attributes for which absent is not the same as false. */
const WORDED = /^(aria-.*|draggable|spellcheck|contenteditable)$/;

/**
 * An element. `tag` may carry classes ("button.card.l2"). Props: `key` names it among its siblings, `ref` is called with
 * the element once it stands in the document, `onclick` and its like are listeners, `style` holds custom properties, all
 * others are attributes (true: present, false or null or undefined: absent; aria-* and their like say "true", "false").
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {Element_}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const given = props ?? {};
  const all = [...classes, given.class].filter(Boolean).join(" ");
  return {
    tag: /** @type {string} */ (name),
    key: given.key,
    props: all ? { ...given, class: all } : given,
    children: flat(children),
  };
}

/** A drawing as SVG text, made by the modules in `art/`; never anything that a person wrote.
 * @param {string} text @returns {Art} */
export const art = (text) => ({ art: text });

/** @param {Child[]} children @returns {Node_[]} */
function flat(children) {
  /** @type {Node_[]} */
  const found = [];
  for (const child of children) {
    if (Array.isArray(child)) found.push(...flat(child));
    else if (typeof child === "boolean" || child === null || child === undefined || child === "") continue;
    else found.push(typeof child === "number" ? String(child) : child);
  }
  return found;
}

/** What an element of the document was last made from. @type {WeakMap<Node, Node_>} */
const made = new WeakMap();
/** Refs of elements made in this render. @type {(() => void)[]} */
let fresh = [];

/** Makes the children of `parent` match. @param {Child | Child[]} children @param {Element} parent */
export function render(children, parent) {
  reconcile(parent, flat([children]));
  const calls = fresh;
  fresh = [];
  for (const call of calls) call();
}

/** @param {Element} parent @param {Node_[]} wanted */
function reconcile(parent, wanted) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const free = [];
  for (const node of parent.childNodes) {
    const key = keyOf(made.get(node));
    // A key that stands twice is a fault of the component; the second must not stay behind for ever.
    if (key === undefined || keyed.has(key)) free.push(node);
    else keyed.set(key, node);
  }
  const nodes = wanted.map((want) => {
    const node = claim(want, keyed, free);
    if (node) update(node, want);
    return node ?? create(want, parent);
  });
  // What goes, goes first: a node that stays is then moved only where the order itself has changed. To move a node is
  // to lose its focus, its animations, and its place in the top layer.
  for (const node of [...keyed.values(), ...free]) node.remove();
  arrange(parent, nodes);
}

/** The node of the document that `want` is to become, taken out of those on offer.
 * @param {Node_} want @param {Map<string, ChildNode>} keyed @param {ChildNode[]} free */
function claim(want, keyed, free) {
  const key = keyOf(want);
  if (key !== undefined) {
    const node = keyed.get(key);
    if (!node || !fits(node, want)) return undefined;
    keyed.delete(key);
    return node;
  }
  const at = free.findIndex((candidate) => fits(candidate, want));
  return at < 0 ? undefined : free.splice(at, 1)[0];
}

/** Puts the nodes in order; those of them that stand in `parent` are all that stands there.
 * @param {Element} parent @param {ChildNode[]} nodes */
function arrange(parent, nodes) {
  let place = parent.firstChild;
  for (const node of nodes) {
    // One that went from here to further down: leave it, its turn comes; all the others then stay where they are.
    if (node !== place && place && node === place.nextSibling) place = node;
    if (node === place) place = node.nextSibling;
    else if (node.parentNode === parent && "moveBefore" in parent) {
      /** @type {any} */ (parent).moveBefore(node, place);
    } else parent.insertBefore(node, place);
  }
}

/** @param {Node_ | undefined} node */
const keyOf = (node) => (typeof node === "object" && "tag" in node ? node.key : undefined);

/** @param {ChildNode} node @param {Node_} want */
function fits(node, want) {
  const was = made.get(node);
  if (was === undefined) return false;
  if (typeof want === "string" || typeof was === "string") return typeof want === typeof was;
  if ("art" in want || "art" in was) return "art" in want && "art" in was && want.art === was.art;
  return want.tag === was.tag && want.key === was.key;
}

/** @param {Node_} want @param {Element} parent @returns {ChildNode} */
function create(want, parent) {
  /** @type {ChildNode} */
  let node;
  if (typeof want === "string") node = document.createTextNode(want);
  else if ("art" in want) {
    const template = document.createElement("template");
    template.innerHTML = want.art;
    node = /** @type {ChildNode} */ (template.content.firstElementChild);
  } else {
    const svg = want.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
    const element = svg ? document.createElementNS(SVG, want.tag) : document.createElement(want.tag);
    for (const [name, value] of Object.entries(want.props)) set(element, name, value, undefined);
    reconcile(element, want.children);
    // A select knows its value only once its options are there.
    if (want.tag === "select" && "value" in want.props) set(element, "value", want.props.value, undefined);
    if (want.props.ref) fresh.push(() => want.props.ref?.(element));
    node = element;
  }
  made.set(node, want);
  return node;
}

/** @param {ChildNode} node @param {Node_} want */
function update(node, want) {
  const was = made.get(node);
  made.set(node, want);
  if (typeof want === "string") {
    if (was !== want) node.textContent = want;
  } else if ("tag" in want && typeof was === "object" && "tag" in was) {
    const element = /** @type {Element} */ (node);
    for (const name of Object.keys(was.props)) if (!(name in want.props)) set(element, name, undefined, was.props[name]);
    reconcile(element, want.children);
    for (const [name, value] of Object.entries(want.props)) set(element, name, value, was.props[name]);
  }
}

/** @param {Element} element @param {string} name @param {any} value @param {any} was */
function set(element, name, value, was) {
  if (name === "key" || name === "ref") return;
  if (name === "style") {
    const style = /** @type {HTMLElement} */ (element).style;
    for (const part of Object.keys(was ?? {})) if (!(part in (value ?? {}))) style.removeProperty(part);
    for (const [part, now] of Object.entries(value ?? {})) if (was?.[part] !== now) style.setProperty(part, String(now));
  } else if (PROPERTIES.has(name)) {
    const target = /** @type {any} */ (element);
    // Compared with the document, not with what was described: a person may have typed since.
    const now = name === "value" ? String(value ?? "") : (value ?? false);
    if (target[name] !== now) target[name] = now;
  } else if (name.startsWith("on")) {
    if (value !== was) /** @type {any} */ (element)[name] = value ?? null;
  } else if (value === null || value === undefined || (value === false && !WORDED.test(name))) {
    element.removeAttribute(name);
  } else {
    const text = value === true && !WORDED.test(name) ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}
