// The small marks of the table: a noble's device, the starting player's pennant, and the signs on buttons.
/** @import { Colour } from "./gems.js" */

const SHIELD = "M20 8H80V50C80 74 64 86 50 94 36 86 20 74 20 50Z";
/** Where a stripe of the shield ends at the bottom: the outline there, so that no clip path (and so no id) is needed.
 * @param {number} x */
const foot = (x) => 94 - 44 * Math.min(1, Math.abs(x - 50) / 30) ** 2.2;

/** A noble's device: a shield, parted by the colours that it asks for, as SVG text. @param {Colour[]} colours */
export function device(colours) {
  const w = 60 / colours.length;
  const parts = colours.map((colour, i) => {
    const [from, to] = [20 + i * w, 20 + (i + 1) * w];
    const steps = Array.from({ length: 9 }, (_, k) => to - ((to - from) * k) / 8);
    return `<path class="${colour}" d="M${from.toFixed(1)} 8H${to.toFixed(1)}${steps.map((x) => `L${x.toFixed(1)} ${foot(x).toFixed(1)}`).join("")}Z"/>`;
  });
  return `<svg class="device" viewBox="14 2 72 98" aria-hidden="true">${parts.join("")}<path d="${SHIELD}" class="rim"/><path d="M34 44l5-16 11 10 11-10 5 16v9H34z" class="crown"/></svg>`;
}

/** @param {string} name @param {string} inside @param {string} box */
const mark = (name, inside, box = "0 0 24 24") => `<svg class="sign of-${name}" viewBox="${box}" aria-hidden="true">${inside}</svg>`;

export const signs = {
  start: mark("start", '<path d="M6 3v18" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/><path d="M7 4h12l-3.5 4L19 12H7z" fill="currentColor"/>'),
  crown: mark("crown", '<path d="M3 18V7l5 5 4-7 4 7 5-5v11z" fill="currentColor"/>'),
  close: mark("close", '<path d="M6 6l12 12M18 6L6 18" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>'),
  talk: mark("talk", '<path d="M4 5h16v11H11l-4.5 4V16H4z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M8 9.2h8M8 12.2h5" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>'),
  swap: mark("swap", '<path d="M5 9h12l-3.5-3.5M19 15H7l3.5 3.5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>'),
};
