// The tables that the home page lists, as the server knows them now.

import * as api from "../net/api.js";

/** @import { Lists } from "../model" */

/** Who one is (null: nobody yet), and the lists. */
export async function fetchLists() {
  const [me, open, playing] = await Promise.all([api.whoAmI(), api.rooms("lobby"), api.rooms("playing")]);
  const mine = me?.rooms ?? [];
  const isOther = (/** @type {{ code: string }} */ room) => !mine.some((own) => own.code === room.code);
  /** @type {Lists} */
  const lists = { mine, open: open.rooms.filter(isOther), playing: playing.rooms.filter(isOther) };
  return { me, lists };
}
