// Which page an address means.

/** @import { Route } from "./model" */

/** A room's code as people type or paste it: a whole link, capitals, spaces. @param {string} text @returns {string | null} */
export function readCode(text) {
  const link = /\/r\/([^/?#\s]+)/.exec(text);
  const code = (link?.[1] ?? text).trim().toLowerCase().replace(/[\s_]+/g, "-").replace(/-+/g, "-");
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(code) ? code : null;
}

/** @param {{ pathname: string, hash: string }} address @returns {Route} */
export function route({ pathname, hash }) {
  if (pathname === "/") return { name: "home" };
  const room = /^\/r\/([^/]+)\/?$/.exec(pathname);
  if (room?.[1]) return { name: "room", code: room[1].toLowerCase() };
  if (pathname === "/claim") {
    // After the code there may stand the name that it leads to.
    const [code = "", who] = hash.slice(1).split("/");
    return { name: "claim", code, who: who ? readable(who) : null };
  }
  return { name: "nowhere" };
}

/** @param {string} part */
function readable(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} code */
export const roomPath = (code) => `/r/${code}`;
