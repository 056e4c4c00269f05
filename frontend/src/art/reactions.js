// The drawings of the quick reactions, in the manner of the table's other signs: line and brass.

const FACE = '<circle cx="16" cy="16" r="12.5" class="skin"/>';
/** @param {string} inside */
const draw = (inside) => `<svg class="reaction" viewBox="0 0 32 32" aria-hidden="true">${inside}</svg>`;
/** @param {string} d */
const line = (d) => `<path d="${d}" class="ink"/>`;
/** @param {number} x @param {number} y @param {number} [r] */
const dot = (x, y, r = 1.7) => `<circle cx="${x}" cy="${y}" r="${r}" class="dot"/>`;

export const drawing = {
  nice: draw('<path d="M16 3.5l3.7 8 8.8 1-6.5 5.9 1.8 8.6L16 22.6 8.2 27l1.8-8.6-6.5-5.9 8.8-1z" class="skin"/>' + line("M12.5 17.500l2.5 2.5 5-5.5")),
  wow: draw(FACE + dot(11.5, 13) + dot(20.5, 13) + '<ellipse cx="16" cy="21" rx="3" ry="3.8" class="dot"/>' + line("M9 8.800q2-1.6 4-.6M19 8.200q2-1 4 .6")),
  laugh: draw(FACE + line("M8.8 13.500q2.2-2.8 4.4 0M18.8 13.500q2.2-2.8 4.4 0") + '<path d="M9.5 18h13q-1 6.5-6.5 6.500T9.5 18z" class="dot"/>'),
  think: draw(FACE + dot(12, 14.5) + dot(20, 14.5) + line("M9.5 10.800l4-1M18.5 9l4 .8M12.5 21.500q3-1.5 6.5-.5")),
  hurry: draw('<path d="M9 5h14q0 7-5.5 11Q23 20 23 27H9q0-7 5.5-11Q9 12 9 5z" class="skin"/>' + line("M7.5 5h17M7.5 27h17") + '<path d="M12 25q1-4 4-5.5 3 1.5 4 5.500z" class="dot"/>' + line("M16 16v2.5")),
  thanks: draw('<path d="M16 27Q4.5 19.5 4.5 12.2 4.5 6 10.3 6q3.7 0 5.7 3.600Q18 6 21.7 6q5.8 0 5.8 6.200Q27.5 19.5 16 27z" class="skin"/>' + line("M9 12q.3-2.2 2.3-2.4")),
};
