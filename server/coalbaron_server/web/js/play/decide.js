/** The decision panel: its title, the choices of the game's controls, and the end of a game. */

import { html } from "../dom.js";

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
  if (game.peeking) return t("decide.peeking");
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
  if (table.phase === "over") return drawEnd(app, table);
  if (!app.game.open || (isDone(app, table) && table.phase !== "chance")) return [];
  return controls.draw();
}

/**
 * @param {App} app
 * @param {Table} table
 */
function drawEnd(app, table) {
  const { t } = app;
  if (!table.over) return [];
  const { scores, winners } = table.over;
  const ranked = scores.map((_, seat) => seat).sort((one, other) => scores[other] - scores[one]);
  return [
    html("p", { class: "prompt" }, tellWinners(app, winners)),
    html(
      "ol",
      { class: "final" },
      ranked.map((seat) => html("li", {}, html("span", {}, app.seatName(seat)), html("b", {}, t("end.vp", { n: scores[seat] })))),
    ),
  ];
}

/**
 * @param {App} app
 * @param {number[]} winners
 */
function tellWinners(app, winners) {
  if (winners.length === 1) return app.tell("end.won", winners[0]);
  const seats = new Intl.ListFormat(app.i18n.language).format(winners.map(app.seatName));
  return app.t(winners.some(app.isYou) ? "end.shared.you" : "end.shared", { seats });
}
