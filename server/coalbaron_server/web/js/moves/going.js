/** Ways back and on from a turn that is looked at. */

import { html } from "../dom.js";
import { endOf, startOf } from "./lines.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./lines.js").Place} Place */

/**
 * Put the table where the game was: taken back where it is under way on this line, else as the
 * beginning of a branch.
 *
 * @param {App} app
 * @param {Place} place
 */
export async function goBack({ game, requests }, place) {
  if (takesBack(game, place)) await requests.takeBack(place.at);
  else await requests.goTo(place);
}

/**
 * Is going on from a place a takeback, or does it begin a branch?
 *
 * @param {import("../game.js").Game} game
 * @param {Place} place
 */
function takesBack(game, { line, at }) {
  const { shown } = game.lines;
  const isUnderWay = shown.at === endOf(shown.line) && game.laid?.table.phase !== "over";
  return isUnderWay && line === shown.line && at >= startOf(line) && at < shown.at;
}

/**
 * The button that goes on from the place that is looked at, if it is one of the game's.
 *
 * @param {App} app
 */
export function goOnButton(app) {
  const { game, t } = app;
  const place = game.looksAt;
  if (!place || game.busy) return null;
  const takeBack = takesBack(game, place);
  if (!takeBack && !game.lines.hasRoom) return html("p", { class: "prompt" }, t("moves.full"));
  return html(
    "button",
    { type: "button", class: "button", id: "go-on", onclick: () => void goBack(app, place).catch(app.warn) },
    t(takeBack ? "moves.take_back" : "moves.go_on"),
  );
}
