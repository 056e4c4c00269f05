// As much of a document as `dom.js` asks for, and a record of what was done to it.

class FakeNode {
  parentNode = null;
  childNodes = [];
  get nextSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  remove() {
    if (!this.parentNode) return;
    this.parentNode.childNodes.splice(this.parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
  }
}

class FakeText extends FakeNode {
  constructor(text) {
    super();
    this.textContent = text;
  }
  toString() {
    return this.textContent;
  }
}

class FakeElement extends FakeNode {
  attributes = {};
  disabled = false;
  checked = false;
  value = "";
  onclick = null;
  style = {
    held: {},
    setProperty(name, value) {
      this.held[name] = value;
    },
    removeProperty(name) {
      delete this.held[name];
    },
  };
  constructor(tagName, namespaceURI) {
    super();
    this.tagName = tagName;
    this.namespaceURI = namespaceURI;
  }
  setAttribute(name, text) {
    this.attributes[name] = text;
  }
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  insertBefore(node, place) {
    if (place && place.parentNode !== this) throw new Error("the place is elsewhere");
    if (node instanceof FakeElement) moves.push(node);
    node.remove();
    this.childNodes.splice(place ? this.childNodes.indexOf(place) : this.childNodes.length, 0, node);
    node.parentNode = this;
  }
  toString() {
    const attributes = Object.entries(this.attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `<${this.tagName}${attributes.join("")}>${this.childNodes.join("")}</${this.tagName}>`;
  }
}

/** Every element that was inserted or moved, in order. */
export const moves = [];

const HTML = "http://www.w3.org/1999/xhtml";
globalThis.document = {
  createElement: (tag) => {
    const element = new FakeElement(tag, HTML);
    // The one way in which drawings come in: what was set is kept as text.
    if (tag === "template") Object.defineProperty(element, "innerHTML", { set: (text) => (element.content = { firstElementChild: new FakeText(text) }) });
    return element;
  },
  createElementNS: (space, tag) => new FakeElement(tag, space),
  createTextNode: (text) => new FakeText(text),
};

export const root = () => new FakeElement("main", HTML);
