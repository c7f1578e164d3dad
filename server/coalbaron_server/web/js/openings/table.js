/** A table of openings, each with its dot; the columns sort it. */

import { html, unseen } from "../dom.js";
import { gradeOf, isThin, meanOf, spell, spellSpread, takenOf } from "./data.js";
import { Plot } from "./plot.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./data.js").Opening} Opening */
/** @typedef {import("./data.js").Quantity} Quantity */
/** @typedef {"taken"|"tries"|"win"|"lead"} Column */

/**
 * @typedef {object} Look
 * @property {string} caption
 * @property {Column} sorted
 * @property {Quantity} quantity what the picture shows
 * @property {"wide"|"small"} plot
 * @property {(opening: Opening) => Node|null} picture
 * @property {(opening: Opening) => string} name
 * @property {(column: Column) => void} [onsort]
 * @property {(opening: Opening|null) => void} [onpoint] somebody looks at a row, or at none
 * @property {boolean} [isSmall] beside the board: few columns
 */

/** @type {Record<Column, (opening: Opening) => number>} */
const VALUES = { taken: takenOf, tries: ({ tries }) => tries, win: ({ win }) => win, lead: ({ lead }) => lead };

/** @type {Column[]} */
const COLUMNS = ["taken", "tries", "win", "lead"];

/**
 * @param {App} app
 * @param {Opening[]} openings
 * @param {Look} look
 */
export function drawTable(app, openings, look) {
  const { t } = app;
  const value = VALUES[look.sorted];
  // What was hardly tried cannot be ranked.
  const sorted = openings.toSorted((one, other) => Number(isThin(one)) - Number(isThin(other)) || value(other) - value(one) || one.token.localeCompare(other.token));
  const plot = new Plot(app, openings, look.quantity, look.plot);
  const columns = look.isSmall ? COLUMNS.filter((column) => column !== "tries" && (column === "taken" || column === look.quantity)) : COLUMNS;
  /** @param {Column} column */
  const head = (column) =>
    html(
      "th",
      { scope: "col", class: `opening-${column}`, "aria-sort": column === look.sorted ? "descending" : null },
      look.onsort
        ? html("button", { type: "button", class: "opening-sort", "data-sort": column, onclick: () => look.onsort?.(column) }, t(`openings.${column}`), html("span", { "aria-hidden": "true" }, column === look.sorted ? " ▾" : ""))
        : t(`openings.${column}`),
    );
  return html(
    "table",
    { class: `numbers openings-table${look.isSmall ? " small" : ""}` },
    html("caption", { class: "unseen" }, look.caption),
    html("thead", {}, html("tr", {}, html("th", { scope: "col" }, t("openings.what")), columns.map(head), html("td", { class: "opening-picture" }, plot.drawAxis()))),
    html("tbody", {}, sorted.map((opening) => drawRow(app, opening, columns, plot, look))),
  );
}

/**
 * @param {App} app
 * @param {Opening} opening
 * @param {Column[]} columns
 * @param {Plot} plot
 * @param {Look} look
 */
function drawRow(app, opening, columns, plot, look) {
  const { t, i18n } = app;
  const grade = gradeOf(opening, look.quantity, plot.mean);
  /** @type {Record<Column, () => import("../dom.js").Child>} */
  const cells = {
    taken: () => `${i18n.number(100 * takenOf(opening))} %`,
    tries: () => i18n.number(opening.tries),
    win: () => drawMean(app, opening, "win"),
    lead: () => drawMean(app, opening, "lead"),
  };
  return html(
    "tr",
    { class: `opening ${grade}`, "data-token": opening.token, onpointerenter: () => look.onpoint?.(opening), onpointerleave: () => look.onpoint?.(null) },
    html("th", { scope: "row" }, html("span", { class: "opening-name" }, look.picture(opening), html("span", {}, look.name(opening), grade === "thin" ? html("small", {}, " ", t("openings.thin", { n: opening.tries })) : unseen(`: ${t(`openings.grade_${grade}`)}`)))),
    columns.map((column) => html("td", { class: `opening-${column}` }, cells[column]())),
    html("td", { class: "opening-picture" }, plot.drawRow(opening)),
  );
}

/**
 * @param {App} app
 * @param {Opening} opening
 * @param {Quantity} quantity
 */
const drawMean = (app, opening, quantity) => [spell(app, opening[quantity], quantity), " ", html("small", {}, spellSpread(app, opening, quantity))];

/**
 * What the signs mean, and what the mean is.
 *
 * @param {App} app
 * @param {Opening[]} openings
 * @param {Quantity} quantity
 */
export function drawKey(app, openings, quantity) {
  const { t } = app;
  const mean = spell(app, meanOf(openings, quantity), quantity);
  return html(
    "ul",
    { class: "opening-key" },
    html("li", { class: "good" }, html("span", { "aria-hidden": "true" }, "▲"), " ", t("openings.grade_good")),
    html("li", { class: "open" }, html("span", { "aria-hidden": "true" }, "●"), " ", t("openings.grade_open")),
    html("li", { class: "bad" }, html("span", { "aria-hidden": "true" }, "▼"), " ", t("openings.grade_bad")),
    html("li", {}, html("span", { class: "opening-mean-sign", "aria-hidden": "true" }), " ", t("openings.mean", { mean })),
  );
}
