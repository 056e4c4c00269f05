// What a person has seen of the game, so that the log can say "since you last looked".

/**
 * The seq that this person had seen when they last looked.
 *
 * Whoever watches sees each move as it comes, and `news` moves along. What came while the page was hidden or closed
 * stays marked until they look away again, or act: who acts has looked.
 * @param {{ news: number, before: number, after: number, visible: boolean, acted: boolean }} facts
 *   `before`, `after`: the game's seq before and after this message
 */
export function look({ news, before, after, visible, acted }) {
  if (after < news) return after; // another game
  if (acted) return after;
  return visible && news >= before ? after : news;
}
