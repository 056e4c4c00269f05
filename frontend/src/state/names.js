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
export const tidy = (text) =>
  text
    .replace(/[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, NAME_LENGTH)
    .trim();

/** The letter that stands for a person. @param {string} name */
export const initial = (name) => [...name.trim()][0]?.toLocaleUpperCase() ?? "?";
