/** The decision panel: its title, the choices of the game's controls, and the end of a game. */

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Controls} Controls */

/**
 * Has the seat whose turn is in progress nothing left to decide in it?
 *
 * @param {App} app
 * @param {Table} table
 */
export const isDone = ({ game }, table) => game.pending.length > 0 && table.turn !== game.mover;

/**
 * The title of the decision panel.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Controls} controls
 */
export function titleOf(app, table, controls) {
  const { t, game } = app;
  if (game.peeking) return t(game.sketching ? "decide.sketching" : "decide.peeking");
  if (table.phase === "over") return t("decide.over");
  if (table.turn !== null) {
    if (isDone(app, table)) return t("decide.done");
    if (game.isEngine(table.turn)) return app.tell("decide.engine", table.turn);
  }
  return controls.title();
}

/**
 * What there is to choose besides the board itself.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Controls} controls
 * @returns {Node[]}
 */
export function drawChoices(app, table, controls) {
  if (table.phase === "over") return [drawEnd(app, table)];
  if (!app.game.open || (isDone(app, table) && table.phase !== "chance")) return [];
  return controls.draw();
}

/**
 * The end of a game; what draws it is loaded when one ends.
 *
 * @param {App} app
 * @param {Table} table
 * @returns {Node}
 */
function drawEnd(app, table) {
  const place = document.createElement("div");
  place.className = "end";
  void import("./ending.js").then((ending) => place.replaceChildren(...ending.drawEnd(app, table))).catch(app.warn);
  return place;
}
