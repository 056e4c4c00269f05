import assert from "node:assert/strict";
import test from "node:test";
import { moves, root } from "./document.mjs";
import { art, h, render } from "../../frontend/src/dom.js";
import { dice } from "./table.mjs";

const show = (children, parent = root()) => (render(children, parent), parent);
const inside = (parent) => parent.childNodes.join("");

test("elements, classes, attributes, text", () => {
  const page = show(h("a.card.l2", { class: "can", href: "/", title: null, hidden: false, open_: true }, "Level ", 2, [" <b>", false, null, true, ""]));
  assert.equal(inside(page), '<a class="card l2 can" href="/" open_="">Level 2 <b></a>');
});

test("a zero is shown, what is nothing is not", () => {
  assert.equal(inside(show(h("p", null, 0, undefined, false))), "<p>0</p>");
});

test("states that are told to a screen reader are words, not presence", () => {
  const page = show(h("button", { "aria-pressed": false, "aria-hidden": true, "aria-label": null }));
  assert.equal(inside(page), '<button aria-pressed="false" aria-hidden="true"></button>');
});

test("what stays the same is the same node, and is not moved", () => {
  const list = (...keys) => keys.map((key) => h("li", { key }, key));
  const page = show(list("a", "b", "c", "d"));
  const [a, b, c, d] = page.childNodes;
  moves.length = 0;
  render(list("a", "c", "d"), page);
  assert.deepEqual(page.childNodes, [a, c, d]);
  assert.equal(b.parentNode, null);
  assert.equal(moves.length, 0, "what was behind it did not move");
  render(list("x", "a", "c", "d"), page);
  assert.deepEqual(page.childNodes.slice(1), [a, c, d]);
  assert.equal(moves.length, 1);
  moves.length = 0;
  render(list("a", "c", "d", "x"), page);
  assert.equal(moves.length, 1, "first to last is one move");
  moves.length = 0;
  render(list("x", "a", "c", "d"), page);
  assert.equal(moves.length, 1, "last to first is one move");
});

test("a key whose element changed its kind takes the same place", () => {
  const page = show([h("p", { key: "a" }, "1"), h("p", { key: "b" }, "2"), h("p", { key: "c" }, "3")]);
  render([h("h2", { key: "a" }, "1"), h("p", { key: "b" }, "2"), h("p", { key: "c" }, "3")], page);
  assert.equal(inside(page), "<h2>1</h2><p>2</p><p>3</p>");
});

test("a key that stands twice leaves nothing behind", () => {
  const page = show([h("p", { key: "a" }), h("p", { key: "a" })]);
  render([h("p", { key: "a" })], page);
  render([], page);
  assert.equal(inside(page), "");
});

test("any list becomes any other", () => {
  const roll = dice(3);
  const page = root();
  for (let i = 0; i < 300; i++) {
    const keys = [..."abcdefgh"].filter(() => roll() < 0.6).sort(() => roll() - 0.5);
    render(keys.map((key) => (key < "d" ? h("li", { key }, key) : key < "g" ? h("i", null, key) : key)), page);
    assert.equal(inside(page), keys.map((key) => (key < "d" ? `<li>${key}</li>` : key < "g" ? `<i>${key}</i>` : key)).join(""));
  }
});

test("listeners are put, changed and taken away", () => {
  const page = show(h("button", { onclick: "first" }));
  const [button] = page.childNodes;
  assert.equal(button.onclick, "first");
  render(h("button", { onclick: "second" }), page);
  assert.equal(button.onclick, "second");
  render(h("button"), page);
  assert.equal(button.onclick, null);
});

test("properties are compared with the document: a person may have typed since", () => {
  const page = show(h("input", { value: "a" }));
  const [field] = page.childNodes;
  field.value = "typed";
  render(h("input", { value: "a" }), page);
  assert.equal(field.value, "a");
  field.value = "typed";
  render(h("input"), page);
  render(h("input"), page);
  assert.equal(field.value, "");
});

test("custom properties come and go", () => {
  const page = show(h("p", { style: { "--won": 0.5, "--gone": 1 } }));
  const [line] = page.childNodes;
  render(h("p", { style: { "--won": 0.6 } }), page);
  assert.deepEqual(line.style.held, { "--won": "0.6" });
});

test("a ref is called once, when the element stands in the page", () => {
  const page = root();
  const called = [];
  const view = () => h("p", null, h("b", { ref: (element) => called.push(element.parentNode.parentNode === page) }));
  render(view(), page);
  render(view(), page);
  assert.deepEqual(called, [true]);
});

test("a drawing that is the same stays, another takes its place", () => {
  const page = show([art("<svg/>"), "text"]);
  const [first] = page.childNodes;
  render([art("<svg/>"), "text"], page);
  assert.equal(page.childNodes[0], first);
  render([art("<svg id=2/>"), "text"], page);
  assert.equal(inside(page), "<svg id=2/>text");
});

test("what stands within a drawing is a drawing", () => {
  const page = show(h("svg", null, h("g", null, h("path")), h("foreignObject", null, h("p"))));
  const [svg] = page.childNodes;
  const [g, foreign] = svg.childNodes;
  assert.match(g.childNodes[0].namespaceURI, /svg/);
  assert.match(foreign.childNodes[0].namespaceURI, /html/);
});
