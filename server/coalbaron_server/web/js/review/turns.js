// The turns of a reviewed game: the costliest mistakes, the seats, and all of them in a row.

import { html } from "../dom.js";
import { measure, spell } from "../measure.js";
import { historyOf } from "../moves/history.js";
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
 * @property {number[]} [win_error]
 * @property {number[]} [vp_error]
 * @property {import("../teach/reasons.js").Reason[]} [reasons] where the points come from that it gave away
 */
/**
 * A number of points with its standard error.
 *
 * @typedef {{vp: number, error: number}} Amount
 *
 * What a seat's result is made of, in points of its lead over a rival.
 *
 * @typedef {{seat: number, rival: number|null, result: number, start: Amount, deal: Amount, play: Amount, luck: Amount, shifts: {shift: number, play: Amount, luck: Amount, turns: {number: number, play: Amount, luck: Amount}[]}[]}} Balance
 */
/**
 * @typedef {object} Summary
 * @property {number} turns
 * @property {{seat: number, turns: number, mean_loss_win: number, mean_loss_vp: number, costliest: number[]}[]} seats
 * @property {number[]} costliest indices of turns
 * @property {import("../analyse/timeline.js").Moment[]} [course] what was to be expected, turn by turn
 * @property {Balance[]|null} [balances] only of a whole game
 */

/**
 * What a turn gave away, in words and in one measure.
 *
 * @param {App} app
 * @param {Judgement} turn
 */
function loss(app, turn) {
  const name = measure();
  const isWin = name === "win";
  const [lost, error] = isWin ? [turn.loss_win, turn.error] : [turn.loss_vp, turn.error_vp];
  const best = turn[name][turn.seat];
  return app.t(`review.loss_${name}`, {
    played: spell(app, name, best - lost),
    best: spell(app, name, best),
    lost: app.i18n.number(isWin ? 100 * lost : lost, 1),
    error: app.i18n.spread(isWin ? 100 * error : error),
  });
}

/**
 * A turn in words, with what lay on the spaces then.
 *
 * @param {App} app
 * @param {Judgement} turn
 * @param {string[]} tokens
 */
const wordsOf = (app, turn, tokens) => app.words.turn(tokens, historyOf(app).eventsBefore(turn.index));

/** @param {Judgement} turn */
const wasBest = (turn) => turn.played.join(" ") === turn.best.join(" ");

/**
 * One turn as a button that shows it on the board.
 *
 * @param {App} app
 * @param {Judgement} turn
 * @param {(turn: Judgement) => void} onpick
 * @param {boolean} current
 * @param {{account?: string|null, below?: Node|null}} [more] what play and luck made of it, and what is below
 */
export function turnRow(app, turn, onpick, current, { account = null, below = null } = {}) {
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
        app.t(same ? "review.played_best" : "review.played", { turn: wordsOf(app, turn, turn.played) }),
      ),
      !same &&
        html(
          "span",
          { class: "turn-better" },
          app.t("review.better", { turn: wordsOf(app, turn, turn.best) }),
        ),
      !same && html("span", { class: "turn-loss" }, loss(app, turn)),
      account && html("span", { class: "turn-account" }, account),
    ),
    below,
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
  const name = measure();
  const heads = ["review.seat", "review.turns", `review.mean_${name}`];
  const rows = summary.seats.map((seat) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, badge(seat.seat), " ", app.seatName(seat.seat)),
      html("td", {}, String(seat.turns)),
      html("td", {}, name === "win" ? `${app.i18n.number(100 * seat.mean_loss_win, 1)} %` : app.i18n.number(seat.mean_loss_vp, 2)),
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
