/** Coal Baron's table, and what confirming a turn on it means. */

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("../../static/js/game.js").Game} Game */

/**
 * The table as it is shown.
 *
 * @param {Game} game
 */
export const tableOf = (game) => /** @type {Table|null} */ (game.table);

/**
 * What confirming does: ends the turn, ends mining and with it the turn, or draws for a look. Null
 * where the turn needs another choice first.
 *
 * @param {Game} game
 * @returns {import("../../static/js/types.js").Confirmation|null}
 */
export function confirmationOf(game) {
  const table = tableOf(game);
  if (!table) return null;
  if (table.phase === "over") return { name: "turn" };
  if (table.phase === "chance") {
    if (game.chance === "ask") return null;
    return { name: table.draw === "look" ? "look" : "turn" };
  }
  if (table.turn !== game.mover) return { name: "turn" };
  if (table.phase === "mine") return { name: "end", tokens: ["end"] };
  return table.phase === "place" || table.phase === "draft" ? { name: "turn" } : null;
}
