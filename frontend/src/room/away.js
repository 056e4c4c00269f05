// Since when somebody is away, in words.

import { t } from "../i18n/i18n.js";

/** @import { SeatView } from "../net/wire" */

/** @param {SeatView | null | undefined} seat @param {number} offset how far the server's clock is ahead */
export function since(seat, offset) {
  const from = seat?.away ? Date.parse(seat.away) : NaN;
  const minutes = Math.floor((Date.now() + offset - from) / 60_000);
  if (!(minutes >= 1)) return t("board.away");
  return minutes < 60 ? t("away.minutes", { n: minutes }) : t("away.hours", { n: Math.floor(minutes / 60) });
}
