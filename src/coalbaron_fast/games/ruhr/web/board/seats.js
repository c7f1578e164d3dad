/** The things of each seat: points, Thalers, warehouses, debts, tokens and markers. */

import { html, unseen } from "../../../static/js/dom.js";
import { badge } from "../../../static/js/seats.js";
import { facts } from "../facts.js";
import { barge, coin, house, warehouse } from "./pieces.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Seat} Seat */

/**
 * @param {App} app
 * @param {Table} table
 */
export const drawSeats = (app, table) => table.seats.map((seat) => drawSeat(app, table, seat));

/**
 * @param {App} app
 * @param {Table} table
 * @param {Seat} seat
 */
function drawSeat(app, table, seat) {
  const { t, words } = app;
  const isTurn = table.turn === seat.seat && table.phase !== "over";
  const place = table.order.indexOf(seat.seat);
  return html(
    "section",
    { class: `seat-card seat-${seat.seat}${isTurn ? " to-move" : ""}`, "data-seat": seat.seat, "aria-label": app.seatTitle(seat.seat) },
    html(
      "header",
      { class: "seat-head" },
      badge(seat.seat, 16),
      html("h3", { class: "seat-name" }, app.seatName(seat.seat)),
      table.over?.winners.includes(seat.seat) ? html("span", { class: "chip chip-on" }, t("seat.won")) : null,
      isTurn ? html("span", { class: "chip chip-on" }, t("seat.turn")) : null,
      table.phase !== "over" && place >= 0 ? html("span", { class: "chip", title: t("seat.place_long") }, t("seat.place", { n: place + 1 })) : null,
    ),
    html(
      "dl",
      { class: "counts" },
      count(t("seat.points"), house("star", 19), seat.points),
      count(t("seat.thalers"), coin("T", 20), seat.thalers),
      count(t("seat.pool"), warehouse(seat.seat, 20), seat.pool),
      count(t("seat.debts"), html("span", { class: "debt-sign" }, "§"), seat.debts, seat.debts ? "bad" : ""),
      count(t("seat.locks"), html("span", { class: "lock-sign" }, "≫"), seat.locks),
    ),
    html("p", { class: "where" }, barge(seat.seat, 26), ` ${seat.barge ? words.space(seat.barge) : t("seat.ashore")}`, seat.option ? ` · ${words.token(seat.option)}` : ""),
    html(
      "ul",
      { class: "tokens", "aria-label": t("seat.tokens") },
      facts.areas.map(([area, most]) => {
        const label = t("seat.area", { area: t(`area.${area}`), n: seat.tokens[area], most });
        return html(
          "li",
          { class: `token-area token-${area[0]}`, title: label },
          house({ i: "forge", c: "city" }[area[1]] ?? "port", 16),
          Array.from({ length: most }, (_, at) => html("span", { class: `disc${at < seat.tokens[area] ? " full" : ""}`, "aria-hidden": "true" })),
          unseen(label),
        );
      }),
    ),
    drawMarkers(app, seat),
  );
}

/**
 * @param {string} title
 * @param {Node} sign
 * @param {number} value
 * @param {string} [kind]
 */
const count = (title, sign, value, kind = "") => html("div", { class: `count ${kind}`, title }, html("dt", {}, sign, unseen(title)), html("dd", {}, String(value)));

/**
 * Progress markers that a seat has, and below them those that it may still get.
 *
 * @param {App} app
 * @param {Seat} seat
 */
function drawMarkers(app, { seat, markers, waiting }) {
  const { t, words } = app;
  const own = markers.filter(({ state }) => state === "here" || state === "used");
  const others = markers.filter(({ state }) => state === "waiting");
  const tell = (/** @type {string} */ name) => `${words.progress(name)}: ${t(`use.${name}`)}`;
  return html(
    "div",
    { class: "seat-markers" },
    own.length
      ? html(
          "ul",
          { class: "markers", "aria-label": t("seat.markers") },
          own.map(({ name, state }) =>
            html("li", { class: `marker${facts.progress.get(name)?.white ? " white" : ""}${state === "used" ? " used" : ""}`, title: state === "used" ? `${tell(name)} (${t("seat.used")})` : tell(name) }, words.progress(name), state === "used" ? unseen(` (${t("seat.used")})`) : null),
          ),
        )
      : null,
    waiting.length ? html("p", { class: "small-title" }, t("seat.waiting", { turns: waiting.join(", ") })) : null,
    others.length
      ? html(
          "details",
          { class: `next next-${seat}` },
          html("summary", {}, t("seat.next", { n: others.length })),
          html("ul", { class: "needs" }, others.map(({ name }) => html("li", {}, html("b", {}, words.progress(name)), ` (${words.needs(name)}): ${t(`use.${name}`)}`))),
        )
      : null,
  );
}
