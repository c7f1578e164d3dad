/** The seats: money, village and mine of each; and the inspection when all is over. */

import { html, unseen } from "../../../static/js/dom.js";
import { badge } from "../../../static/js/seats.js";
import { ITEMS, feesOf } from "../table.js";
import { drawVillage, signed } from "./desk.js";
import { drawSmall } from "./mine.js";
import { coin, foreman } from "./pieces.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("./desk.js").DeskLook} DeskLook */

/**
 * The head of a seat: its name, what it has, whether it is to move.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Seat} seat
 * @param {import("../../../static/js/dom.js").Child} [more]
 */
export function drawHead(app, table, seat, more = null) {
  const { t, words } = app;
  const isTurn = table.turn === seat.seat && table.phase !== "over";
  const place = table.order.indexOf(seat.seat);
  const open = seat.open.length;
  return html(
    "header",
    { class: "seat-head" },
    badge(seat.seat, 16),
    html("h3", { class: "seat-name" }, app.seatName(seat.seat)),
    table.over?.winners.includes(seat.seat) ? html("span", { class: "chip chip-on" }, t("seat.won")) : null,
    isTurn ? html("span", { class: "chip chip-on" }, t("seat.turn")) : null,
    table.phase !== "over" && place >= 0 ? html("span", { class: "chip", title: t("seat.place_long") }, t("seat.place", { n: place + 1 })) : null,
    open && table.phase !== "over" ? html("span", { class: "chip chip-open", title: t("seat.open_long") }, t("seat.open", { n: open })) : null,
    html("span", { class: "seat-money", title: t("seat.money") }, unseen(t("seat.money"), ": "), coin("$", 24), html("b", {}, words.dollars(seat.money))),
    html("span", { class: "seat-fee", title: t("seat.fee_long") }, t("seat.fee", { fee: words.dollars(seat.fee) })),
    more,
  );
}

/**
 * A seat beside the large mine: everything of it, small.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Seat} seat
 * @param {DeskLook} look
 * @param {() => void} enlarge
 */
export function drawSeat(app, table, seat, look, enlarge) {
  const isTurn = table.turn === seat.seat && table.phase !== "over";
  const label = app.t("seat.enlarge", { seat: app.seatTitle(seat.seat) });
  return html(
    "section",
    { class: `part seat-card seat-${seat.seat}${isTurn ? " to-move" : ""}`, "data-seat": seat.seat, "aria-label": app.seatTitle(seat.seat) },
    drawHead(app, table, seat),
    html(
      "div",
      { class: "small-mine" },
      drawSmall(app, table, seat, (place) => look.standing(seat.seat, place)),
      html("button", { type: "button", class: "button icon enlarge", "data-enlarge": seat.seat, title: label, "aria-label": label, onclick: enlarge }, "⤢"),
    ),
    drawVillage(app, table, seat, look, false),
    drawKnown(app, table, seat),
  );
}

/**
 * What is known of a seat's foremen: the influences that are still face down, and those held back.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Seat} seat
 */
export function drawKnown(app, table, seat) {
  const { t } = app;
  const rows = /** @type {[string, number[]][]} */ ([
    ["hidden", table.stage === "place" && !table.amok ? [] : seat.hidden],
    ["held", seat.held],
  ]).filter(([, influences]) => influences.length);
  return rows.map(([name, influences]) => {
    const label = t(`seat.${name}`, { influences });
    return html("p", { class: "known", title: label }, html("span", { class: "small-title", "aria-hidden": "true" }, t(`seat.${name}_short`)), unseen(label), html("span", { class: "known-men", "aria-hidden": "true" }, influences.map((n) => foreman(seat.seat, n, 22, name === "hidden"))));
  });
}

/**
 * The inspection, item by item.
 *
 * @param {App} app
 * @param {Table} table
 */
export function drawInspection(app, table) {
  const { t, words } = app;
  return html(
    "section",
    { class: "part inspection" },
    html("h3", { class: "part-title" }, html("span", {}, t("inspect.title"))),
    html(
      "div",
      { class: "inspection-rows", tabindex: 0, role: "group", "aria-label": t("inspect.title") },
      html(
        "table",
        { class: "numbers" },
        html("thead", {}, html("tr", {}, html("td", {}), table.seats.map(({ seat }) => html("th", { scope: "col" }, badge(seat, 13), html("span", { class: "column-name" }, " ", app.seatName(seat)))))),
        html(
          "tbody",
          {},
          ITEMS.map((item) =>
            html("tr", {}, html("th", { scope: "row" }, t(`inspect.${item}`)), table.seats.map((seat) => html("td", {}, html("small", {}, `${seat.inspection[item]} →`), " ", signed(app, feesOf(table, seat, item))))),
          ),
          html("tr", { class: "sum-row" }, html("th", { scope: "row" }, t("inspect.fees")), table.seats.map((seat) => html("td", {}, signed(app, seat.inspection.fees)))),
          html("tr", {}, html("th", { scope: "row" }, t("inspect.fee")), table.seats.map((seat) => html("td", {}, `× ${words.dollars(seat.fee)}`))),
          html("tr", { class: "sum-row" }, html("th", { scope: "row" }, t(table.over ? "inspect.paid" : "inspect.would")), table.seats.map((seat) => html("td", { class: seat.inspection.dollars > 0 ? "bad" : "good" }, signed(app, -seat.inspection.dollars)))),
        ),
        html("tfoot", {}, html("tr", {}, html("th", { scope: "row" }, t("inspect.money")), table.seats.map((seat) => html("td", {}, words.dollars(table.over ? seat.money : seat.money - seat.inspection.dollars))))),
      ),
    ),
  );
}
