// What everybody's result is made of: play and luck, in points of the lead over a rival.

import { html } from "../dom.js";
import { badge } from "../seats.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./turns.js").Amount} Amount */
/** @typedef {import("./turns.js").Balance} Balance */

/**
 * A sentence a seat, and a table of the parts of the game. Nothing where the whole game is not known.
 *
 * @param {App} app
 * @param {Balance[]} balances
 * @returns {HTMLElement[]}
 */
export function drawBalances(app, balances) {
  if (!balances.length) return [];
  const { t, i18n } = app;
  /** @param {number} value @param {number} places */
  const signed = (value, places) => `${value < 0 ? "−" : "+"}${i18n.number(Math.abs(value), places)}`;
  /** @param {Amount} amount */
  const spelled = ({ vp, error }) => `${signed(vp, 1)} ±${i18n.number(error, 1)}`;
  const sentences = balances.map((balance) => {
    const outcome = balance.result > 0 ? "ahead" : balance.result < 0 ? "behind" : "level";
    return html(
      "li",
      {},
      badge(balance.seat),
      " ",
      t(`balance.${balance.rival === null ? "alone" : outcome}`, {
        seat: app.seatName(balance.seat),
        rival: balance.rival === null ? "" : app.seatName(balance.rival),
        result: i18n.number(Math.abs(balance.result)),
        start: spelled(balance.start),
        play: spelled(balance.play),
        luck: spelled(balance.luck),
      }),
    );
  });
  const rows = balances.flatMap((balance) =>
    balance.shifts.map((part) =>
      html(
        "tr",
        {},
        html("th", { scope: "row" }, badge(balance.seat), " ", app.seatName(balance.seat), ", ", t("chart.shift", { n: part.shift })),
        html("td", {}, spelled(part.play)),
        html("td", {}, spelled(part.luck)),
      ),
    ),
  );
  return [
    html("h3", {}, t("balance.title")),
    html("ul", { class: "balances", id: "review-balances" }, sentences),
    html(
      "details",
      { class: "continuation" },
      html("summary", {}, t("balance.parts")),
      html(
        "table",
        { class: "numbers" },
        html("caption", { class: "unseen" }, t("balance.title")),
        html("thead", {}, html("tr", {}, ["review.seat", "balance.play", "balance.luck"].map((key) => html("th", { scope: "col" }, t(key))))),
        html("tbody", {}, rows),
      ),
      html("p", { class: "note" }, t("balance.note")),
    ),
  ];
}
