// Small pictures of numbers that several panels show alike.

import { badge } from "../seats.js";
import { html } from "../dom.js";

/** @typedef {import("../types.js").App} App */

/**
 * The seats of the table with the sign that stands for each in bars and graphs.
 *
 * @param {App} app
 * @param {number} players
 */
export function seatLegend(app, players) {
  const seats = Array.from({ length: players }, (_, seat) =>
    html("li", { class: `legend-seat seat-${seat}` }, badge(seat), app.seatName(seat)),
  );
  return html("ul", { class: "legend" }, seats);
}

/**
 * Every seat's share of the win as one bar; its label also tells the errors of sampling.
 *
 * @param {App} app
 * @param {number[]} win
 * @param {number[]} errors
 * @param {number | null} mover the seat that decides, which stands out
 */
export function winBar(app, win, errors, mover) {
  const share = (/** @type {number} */ part) => `${app.i18n.number(100 * part)} %`;
  const told = win
    .map(
      (part, seat) =>
        `${app.seatName(seat)} ${share(part)} ±${app.i18n.number(100 * (errors[seat] ?? 0), 1)}`,
    )
    .join(", ");
  const parts = win.map((part, seat) => {
    const wide = part >= 0.13;
    const element = html(
      "span",
      { class: `win-part seat-${seat}${seat === mover ? " mover" : ""}` },
      wide && share(part),
    );
    element.style.flexGrow = String(Math.max(part, 0.004));
    return element;
  });
  const label = app.t("analyse.win_bar", { shares: told });
  return html("div", { class: "win-bar", role: "img", "aria-label": label, title: told }, parts);
}

/**
 * Every seat's expected points, with the band in which 8 games of 10 end, in one line.
 *
 * @param {App} app
 * @param {number[]} vp
 * @param {[number, number][] | null} bands
 * @param {number | null} mover the seat that decides, which stands out
 */
export function expectedPoints(app, vp, bands, mover) {
  const band = (/** @type {number} */ seat) => {
    const [low, high] = (bands?.[seat] ?? []).map((end) => app.i18n.number(end));
    return low === high ? "" : ` (${low}–${high})`;
  };
  const parts = vp.map((points, seat) =>
    html(
      "span",
      { class: `expected${seat === mover ? " mover" : ""}` },
      badge(seat),
      html("span", { class: "unseen" }, `${app.seatName(seat)}: `),
      app.i18n.number(points, 1),
      html("small", { title: app.t("analyse.band") }, band(seat)),
    ),
  );
  return html("span", { class: "expected-points" }, `${app.t("analyse.vp")} `, parts);
}
