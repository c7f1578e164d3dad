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
 * Does somebody know what lies at the top or at the bottom of a stack, or what was drawn?
 *
 * @param {Table} table
 */
export const hasSecrets = ({ look, stacks }) =>
  look !== null || Object.values(stacks).some(({ top, bottom }) => top.length + bottom.length > 0);

/**
 * Steps of mining that are left and could still do something: coal lies ready, or the cage can go
 * where it does.
 *
 * @param {Game} game
 * @param {Table} table
 */
function stepsOfUse(game, table) {
  const steps = (game.answer?.legal ?? []).map(({ token }) => token).filter((token) => token !== "end");
  const isOfUse = steps.length > 0 && (table.steps > 1 || steps.some((token) => token[0] !== "@"));
  return isOfUse ? table.steps : 0;
}

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
  if (table.phase === "mine") return { name: "end", tokens: ["end"], left: stepsOfUse(game, table) };
  return table.phase === "place" || table.phase === "draft" ? { name: "turn" } : null;
}
