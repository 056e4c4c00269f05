// The page is a function of the state: components return descriptions of elements, `render` makes the document match
// them. What stays the same is left alone, so focus, scroll, open dialogs and running animations survive an update.
// Text is always set as text; only `art` takes markup, and it is for drawings that this client makes itself.

/**
 * @typedef {{ tag: string, key: string | undefined, props: Props, children: Node_[] }} Element_
 * @typedef {{ art: string }} Art
 * @typedef {Element_ | Art | string} Node_
 * @typedef {Node_ | number | false | null | undefined | Child[]} Child
 * @typedef {Record<string, any> & { key?: string, ref?: (element: any) => void, class?: string, style?: Record<string, string | number> }} Props
 */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "open", "indeterminate"]);

/**
 * An element. `tag` may carry classes ("button.card.l2"). Props: `key` names it among its siblings, `ref` is called with
 * the element when it is made, `onclick` and its like are listeners, `style` holds custom properties, all others are
 * attributes (true: present, false or null or undefined: absent).
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
    else if (child === false || child === null || child === undefined || child === "") continue;
    else found.push(typeof child === "number" ? String(child) : child);
  }
  return found;
}

/** What an element of the document was last made from. @type {WeakMap<Node, Node_>} */
const made = new WeakMap();

/** Makes the children of `parent` match. @param {Child | Child[]} children @param {Element} parent */
export function render(children, parent) {
  reconcile(parent, flat([children]));
}

/** @param {Element} parent @param {Node_[]} wanted */
function reconcile(parent, wanted) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const free = [];
  for (const node of parent.childNodes) {
    const key = keyOf(made.get(node));
    if (key === undefined) free.push(node);
    else keyed.set(key, node);
  }
  /** @type {ChildNode | null} */
  let place = parent.firstChild;
  for (const want of wanted) {
    const key = keyOf(want);
    let node;
    if (key !== undefined) {
      node = keyed.get(key);
      keyed.delete(key);
    } else {
      const at = free.findIndex((candidate) => fits(candidate, want));
      if (at >= 0) [node] = free.splice(at, 1);
    }
    if (node && fits(node, want)) update(node, want);
    else {
      node?.remove();
      node = create(want, parent);
    }
    if (node === place) place = node.nextSibling;
    else parent.insertBefore(node, place?.parentNode === parent ? place : null);
  }
  for (const node of [...keyed.values(), ...free]) node.remove();
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
    want.props.ref?.(element);
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
    const now = value ?? (name === "value" ? "" : false);
    if (target[name] !== now) target[name] = now;
  } else if (name.startsWith("on")) {
    if (value !== was) /** @type {any} */ (element)[name] = value ?? null;
  } else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}
