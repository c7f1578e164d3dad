// The turns of a reviewed game: the costliest mistakes, the seats, and all of them in a row.

import { html } from "../dom.js";
import { badge } from "../seats.js";

/** @typedef {import("../types.js").App} App */
/**
 * One turn as `/v1/review` judges it.
 *
 * @typedef {object} Judgement
 * @property {number} index of the turn's first token in the record
 * @property {number} number
 * @property {number} total
 * @property {number} seat
 * @property {number} [shift] the part of the game
 * @property {string} phase
 * @property {string[]} played
 * @property {string[]} best
 * @property {number} loss_win
 * @property {number} error
 * @property {number} loss_vp
 * @property {number} error_vp
 * @property {"blunder" | "mistake" | "slip" | null} grade what a turn is called that lost more than noise
 * @property {number[]} win
 * @property {number[]} vp
 */
/**
 * @typedef {object} Summary
 * @property {number} turns
 * @property {{seat: number, turns: number, mean_loss_win: number, mean_loss_vp: number, costliest: number[]}[]} seats
 * @property {number[]} costliest indices of turns
 */

/**
 * What a turn gave away, in words.
 *
 * @param {App} app
 * @param {Judgement} turn
 */
function loss(app, turn) {
  const { i18n } = app;
  return app.t("review.loss", {
    win: i18n.number(100 * turn.loss_win, 1),
    win_error: i18n.number(100 * turn.error, 1),
    vp: i18n.number(turn.loss_vp, 1),
    vp_error: i18n.number(turn.error_vp, 1),
  });
}

/** @param {Judgement} turn */
const wasBest = (turn) => turn.played.join(" ") === turn.best.join(" ");

/**
 * One turn as a button that shows it on the board.
 *
 * @param {App} app
 * @param {Judgement} turn
 * @param {(turn: Judgement) => void} onpick
 * @param {boolean} current
 */
export function turnRow(app, turn, onpick, current) {
  const { grade } = turn;
  const same = wasBest(turn);
  return html(
    "li",
    { class: `turn ${grade ?? (same ? "best" : "fine")}` },
    html(
      "button",
      {
        type: "button",
        class: "turn-button",
        "data-index": turn.index,
        "aria-current": current ? "true" : null,
        onclick: () => onpick(turn),
      },
      html(
        "span",
        { class: "turn-head" },
        badge(turn.seat),
        html(
          "span",
          {},
          app.t("review.turn", {
            n: turn.number + 1,
            shift: turn.shift,
            seat: app.seatName(turn.seat),
          }),
        ),
        grade && html("span", { class: "grade" }, app.t(`review.${grade}`)),
      ),
      html(
        "span",
        { class: "turn-played" },
        app.t(same ? "review.played_best" : "review.played", { turn: app.words.turn(turn.played) }),
      ),
      !same &&
        html(
          "span",
          { class: "turn-better" },
          app.t("review.better", { turn: app.words.turn(turn.best) }),
        ),
      !same && html("span", { class: "turn-loss" }, loss(app, turn)),
    ),
  );
}

/**
 * The three costliest mistakes.
 *
 * @param {App} app
 * @param {Judgement[]} turns
 * @param {Summary} summary
 * @param {(turn: Judgement) => void} onpick
 */
export function costliest(app, turns, summary, onpick) {
  const worst = summary.costliest.flatMap(
    (index) => turns.find((turn) => turn.index === index && turn.loss_win > 0) ?? [],
  );
  return html(
    "section",
    { class: "costliest", id: "review-costliest" },
    html("h3", {}, app.t("review.costliest")),
    worst.length
      ? html(
          "ol",
          { class: "turns" },
          worst.map((turn) => turnRow(app, turn, onpick, false)),
        )
      : html("p", { class: "note" }, app.t("review.faultless")),
  );
}

/**
 * How each seat played, on average.
 *
 * @param {App} app
 * @param {Summary} summary
 */
export function seatTable(app, summary) {
  const heads = ["review.seat", "review.turns", "review.mean_win", "review.mean_vp"];
  const rows = summary.seats.map((seat) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, badge(seat.seat), " ", app.seatName(seat.seat)),
      html("td", {}, String(seat.turns)),
      html("td", {}, `${app.i18n.number(100 * seat.mean_loss_win, 1)} %`),
      html("td", {}, app.i18n.number(seat.mean_loss_vp, 2)),
    ),
  );
  return html(
    "table",
    { class: "numbers" },
    html("caption", { class: "unseen" }, app.t("review.title")),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        heads.map((key) => html("th", { scope: "col" }, app.t(key))),
      ),
    ),
    html("tbody", {}, rows),
  );
}
