// A friendly name for someone who has not chosen one yet.

const FIRST = ["Amber", "Brisk", "Calm", "Clever", "Gentle", "Golden", "Jolly", "Keen", "Lucky", "Merry", "Quiet", "Silver"];
const SECOND = ["Badger", "Fox", "Hare", "Heron", "Lynx", "Magpie", "Marten", "Otter", "Owl", "Robin", "Stoat", "Wren"];

export const NAME_LENGTH = 24;

/** @param {() => number} [roll] from 0 to 1 */
export function someName(roll = Math.random) {
  const pick = (/** @type {string[]} */ words) => words[Math.floor(roll() * words.length)] ?? words[0];
  return `${pick(FIRST)} ${pick(SECOND)}`;
}

/** The name as the server takes it, or "" if nothing visible is left of it. @param {string} text */
export function tidy(text) {
  const line = text.replace(/[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/gu, " ").replace(/\s+/g, " ").trim();
  // Counted by characters, as the server does: half of one is no text.
  const name = [...line].slice(0, NAME_LENGTH).join("").trim();
  return /[^\p{Cc}\p{Cf}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u.test(name) ? name : "";
}

/** The letter that stands for a person. @param {string} name */
export const initial = (name) => [...name.trim()][0]?.toLocaleUpperCase() ?? "?";
