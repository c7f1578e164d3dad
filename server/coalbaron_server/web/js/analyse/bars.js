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
 * Every seat's share of the win as one bar.
 *
 * @param {App} app
 * @param {number[]} win
 * @param {number | null} mover the seat that decides, which stands out
 */
export function winBar(app, win, mover) {
  const share = (/** @type {number} */ part) => `${app.i18n.number(100 * part)} %`;
  const told = win.map((part, seat) => `${app.seatName(seat)} ${share(part)}`).join(", ");
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
 * Every seat's expected points in one line, with the range in which eight games of ten end where
 * the engine knows it.
 *
 * @param {App} app
 * @param {import("../types.js").Line} line
 * @param {number | null} mover the seat that decides, which stands out
 */
export function expectedPoints(app, { vp, vp_band: bands }, mover) {
  const parts = vp.map((points, seat) => {
    const band = bands?.[seat];
    return html(
      "span",
      { class: `expected${seat === mover ? " mover" : ""}` },
      badge(seat),
      html("span", { class: "unseen" }, `${app.seatName(seat)}: `),
      app.i18n.number(points),
      band && html("small", {}, ` ${app.t("analyse.band", { low: app.i18n.number(band[0]), high: app.i18n.number(band[1]) })}`),
    );
  });
  return html("span", { class: "expected-points" }, `${app.t("analyse.vp")} `, parts);
}
