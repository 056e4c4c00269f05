// What is behind the figures of a card: generated, and the same on every visit, for the dice are seeded by the card's id.
// Level 1 mines in the hills, level 2 roads and bridges, level 3 cities. A few flat layers that don't compete with what is on top.
/** @import { Colour } from "./gems.js" */

/** @typedef {() => number} Roll */
/** @typedef {[string, string, string, string, string]} Palette sky, far, middle, near, light */

/** @type {Record<Colour, Palette>} */
const PALETTES = {
  diamond: ["#f7f3ea", "#dfe4ea", "#b9c3cf", "#8f9caa", "#fffdf7"],
  sapphire: ["#cfe3f5", "#8db7de", "#4a80b8", "#274f86", "#fff4d6"],
  emerald: ["#d9ecd4", "#9bc9a0", "#4f9769", "#25623f", "#fff1c9"],
  ruby: ["#f8ddcf", "#e6a08c", "#c25a4e", "#86302f", "#ffe9c2"],
  onyx: ["#e2d8cd", "#b39d88", "#7a6655", "#3f342d", "#f7e3bd"],
};
const W = 100;
const H = 140;

/** @param {string} seed @returns {Roll} */
function dice(seed) {
  let h = 2166136261;
  for (const c of seed) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    return ((h ^= h >>> 16) >>> 0) / 4294967296;
  };
}

/** @param {number} x */
const f = (x) => x.toFixed(1);
/** @param {string} d @param {string} fill */
const shape = (d, fill, more = "") => `<path d="${d}" fill="${fill}"${more}/>`;

/** @param {Roll} roll @param {number} y @param {number} rough @param {string} fill */
function ridge(roll, y, rough, fill) {
  let d = `M0 ${H}V${f(y + (roll() - 0.5) * rough)}`;
  for (let x = 0; x < W;) {
    const step = 14 + roll() * 20;
    const top = y + (roll() - 0.5) * 2 * rough - rough * 0.7;
    d += `L${f(x + step / 2)} ${f(top)}L${f(Math.min(W, x + step))} ${f(y + (roll() - 0.5) * rough)}`;
    x += step;
  }
  return shape(`${d}V${H}Z`, fill);
}

/** A few pines along a line. @param {Roll} roll @param {number} y @param {string} fill */
function pines(roll, y, fill) {
  let d = "";
  for (let x = 4 + roll() * 10; x < W; x += 9 + roll() * 26) {
    const tall = 9 + roll() * 9;
    d += `M${f(x)} ${f(y - tall)}l${f(tall * 0.34)} ${f(tall)}h${f(-tall * 0.68)}Z`;
  }
  return shape(d, fill);
}

/** @param {Roll} roll @param {Palette} p */
function mine(roll, p) {
  const x = 28 + roll() * 44;
  const cart = x > 50 ? x - 34 : x + 20;
  return ridge(roll, 66, 15, p[1]) + ridge(roll, 86, 11, p[2]) + pines(roll, 112, p[3]) +
    shape(`M${f(x - 13)} 112V97a13 13 0 0 1 26 0V112Z`, p[3]) + shape(`M${f(x - 8)} 112V99a8 8 0 0 1 16 0V112Z`, "#0007") +
    shape(`M0 ${H}V112H${W}V${H}Z`, p[3]) +
    shape(`M0 116H${W}M0 119H${W}`, "none", ` stroke="${p[2]}" stroke-width="1"`) +
    (roll() > 0.45 ? shape(`M${f(cart)} 106h15l-2.5 8h-10zm3-2 4-3 5 3z`, p[4], ' opacity=".85"') : "");
}

/** @param {Roll} roll @param {Palette} p */
function road(roll, p) {
  const n = 3 + Math.floor(roll() * 2);
  const [span, y] = [W / n, 92];
  let arches = "";
  for (let i = 0; i < n; i++) arches += `M${f(i * span + 4)} ${H}V${y + 20}a${f(span / 2 - 4)} ${f(span / 2 - 2)} 0 0 1 ${f(span - 8)} 0V${H}Z`;
  const [sail, birds] = [16 + roll() * 50, 14 + roll() * 56];
  return ridge(roll, 62, 12, p[1]) + ridge(roll, 80, 8, p[2]) +
    shape(`M0 ${H}V112H${W}V${H}Z`, p[1]) + shape(`M6 120h24M40 126h34M70 118h22M12 132h30`, "none", ` stroke="${p[0]}" stroke-width="1.2" opacity=".7"`) +
    shape(`M0 ${H}V${y}H${W}V${H}Z${arches}`, p[3], ' fill-rule="evenodd"') + shape(`M0 ${y}H${W}v-4H0Z`, p[2]) +
    shape(`M${f(birds)} 50q3-4 6 0q3-4 6 0M${f(birds + 12)} 57q2-3 4 0q2-3 4 0`, "none", ` stroke="${p[3]}" stroke-width="1" opacity=".6"`) +
    (roll() > 0.4 ? shape(`M${f(sail)} ${y - 4}v-12l15 12zM${f(sail - 2)} ${y - 4}v-9l-8 9z`, p[4], ' opacity=".9"') : pines(roll, y - 4, p[3]));
}

/** @param {Roll} roll @param {Palette} p */
function city(roll, p) {
  /** @param {number} y @param {string} fill @param {number} min @param {number} max @param {string} [lit] */
  const row = (y, fill, min, max, lit) => {
    let [d, windows] = ["", ""];
    for (let x = -4; x < W;) {
      const [w, tall, kind] = [min + roll() * (max - min), 16 + roll() * 42, roll()];
      const roof = kind < 0.34 ? `a${f(w / 2)} ${f(w / 2)} 0 0 1 ${f(w)} 0` : kind < 0.67 ? `l${f(w / 2)} ${f(-w * 0.9)}l${f(w / 2)} ${f(w * 0.9)}` : `h${f(w)}`;
      d += `M${f(x)} ${H}V${f(y - tall)}${roof}V${H}Z`;
      for (let at = y - tall + 7; lit && at < y + 2; at += 9) if (roll() > 0.35) windows += `M${f(x + w * 0.3)} ${f(at)}h2v3.5h-2zM${f(x + w * 0.6)} ${f(at)}h2v3.5h-2z`;
      x += w + roll() * 3;
    }
    return shape(d, fill) + (windows ? shape(windows, lit ?? "", ' opacity=".5"') : "");
  };
  return row(96, p[1], 12, 22) + row(112, p[2], 10, 18, p[0]) + row(132, p[3], 14, 26, p[4]);
}

/** @type {Map<string, string>} */
const drawn = new Map();

/** The scene of one card as SVG text, filling its box. @param {string} id @param {1 | 2 | 3} level @param {Colour} colour */
export function scene(id, level, colour) {
  const known = drawn.get(id);
  if (known) return known;
  const [roll, p] = [dice(id), PALETTES[colour]];
  const sun = `<circle cx="${f(20 + roll() * 60)}" cy="${f(36 + roll() * 18)}" r="${f(9 + roll() * 6)}" fill="${p[4]}"/>`;
  const body = level === 1 ? mine(roll, p) : level === 2 ? road(roll, p) : city(roll, p);
  const made = `<svg class="scene" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><path d="M0 0H${W}V${H}H0Z" fill="${p[0]}"/>${sun}${body}</svg>`;
  drawn.set(id, made);
  return made;
}
