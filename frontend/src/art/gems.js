// The six tokens: one silhouette, one letter, one colour each, so that any single one of the three is enough to tell
// them apart. Each is drawn in a box of 100 × 100 from two rings of points: the outline, and the flat facet on top.

/** @typedef {"diamond" | "sapphire" | "emerald" | "ruby" | "onyx"} Colour */
/** @typedef {Colour | "gold"} Token */
/** @typedef {[number, number]} Point */

/** @type {Colour[]} */
export const COLOURS = ["diamond", "sapphire", "emerald", "ruby", "onyx"];
/** @type {Token[]} */
export const TOKENS = [...COLOURS, "gold"];

/** @param {number} n @param {number} r @param {number} turn @returns {Point[]} */
const ring = (n, r, turn = 0) =>
  Array.from({ length: n }, (_, i) => {
    const angle = ((i + turn) / n) * 2 * Math.PI - Math.PI / 2;
    return [50 + r * Math.cos(angle), 50 + r * Math.sin(angle)];
  });

/** @type {Record<Token, { letter: string, outer: Point[], inner: Point[] }>} */
export const GEMS = {
  diamond: {
    letter: "D",
    outer: [[50, 3], [86, 34], [86, 46], [50, 97], [14, 46], [14, 34]],
    inner: [[50, 22], [68, 38], [50, 70], [32, 38]],
  },
  sapphire: { letter: "S", outer: ring(16, 46), inner: ring(8, 25, 0.5) },
  emerald: {
    letter: "E",
    outer: [[30, 5], [70, 5], [86, 21], [86, 79], [70, 95], [30, 95], [14, 79], [14, 21]],
    inner: [[38, 24], [62, 24], [68, 30], [68, 70], [62, 76], [38, 76], [32, 70], [32, 30]],
  },
  ruby: { letter: "R", outer: ring(6, 48, 0.5), inner: ring(6, 25, 0.5) },
  onyx: { letter: "O", outer: [[50, 4], [96, 90], [82, 96], [18, 96], [4, 90]], inner: [[50, 38], [70, 76], [30, 76]] },
  gold: { letter: "G", outer: ring(40, 47), inner: ring(40, 36) },
};

const STAR = "M50 25l7 17 18 1-14 12 5 18-16-10-16 10 5-18-14-12 18-1z";

/** @param {Point[]} ring_ */
const path = (ring_) => ring_.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** @param {Point} from @param {Point[]} among */
const nearest = (from, among) => {
  /** @param {Point} p */
  const far = (p) => (p[0] - from[0]) ** 2 + (p[1] - from[1]) ** 2;
  return among.reduce((best, p) => (far(p) < far(best) ? p : best));
};

/** A facet gets light by the direction it faces; the light comes from the upper left.
 * @param {Point} p @param {Point} q @param {Point[]} inner */
function facet(p, q, inner) {
  const [a, b] = [nearest(p, inner), nearest(q, inner)];
  const [x, y] = [(p[0] + q[0]) / 2 - 50, (p[1] + q[1]) / 2 - 50];
  const light = (-x * 0.6 - y * 0.8) / (Math.hypot(x, y) || 1);
  const fill = light > 0 ? `rgb(255 255 255 / ${(light * 0.42).toFixed(2)})` : `rgb(0 0 0 / ${(-light * 0.34).toFixed(2)})`;
  return `<polygon points="${path(a === b ? [p, q, b] : [p, q, b, a])}" fill="${fill}"/>`;
}

/** @param {Token} token @param {boolean} letter @param {boolean} fine */
function draw(token, letter, fine) {
  const { outer, inner, letter: mark } = GEMS[token];
  const facets = !fine || token === "gold" ? "" : outer.map((p, i) => facet(p, /** @type {Point} */ (outer[(i + 1) % outer.length]), inner)).join("");
  const face = token === "gold"
    ? `<circle cx="50" cy="50" r="35" class="face"/><path d="${STAR}" class="star"/>`
    : `<polygon points="${path(inner)}" class="face"/>`;
  const text = letter ? `<text x="50" y="${token === "onyx" ? 71 : 51}" class="letter">${mark}</text>` : "";
  return `<svg class="gem ${token}" viewBox="0 0 100 100" aria-hidden="true"><polygon points="${path(outer)}" class="body"/>${facets}${face}${text}</svg>`;
}

/** @type {Map<string, string>} */
const drawn = new Map();

/** One token as SVG text; the size is the font's. `fine`: with every facet, for where it is large.
 * @param {Token} token @param {{ letter?: boolean, fine?: boolean }} [how] */
export function gem(token, { letter = false, fine = false } = {}) {
  const key = `${token}${letter}${fine}`;
  const known = drawn.get(key) ?? draw(token, letter, fine);
  drawn.set(key, known);
  return known;
}
