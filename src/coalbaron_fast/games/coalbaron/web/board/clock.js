/** The shift clock: the majorities, who leads each, what they are worth and when they score. */

import { html, svg, unseen } from "../../../static/js/dom.js";
import { badge } from "../../../static/js/seats.js";
import { facts } from "../facts.js";
import { elementOf } from "../words.js";
import { cartAt, cubeAt, vehicleAt } from "./pieces.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Majority} Majority */

/**
 * @param {App} app
 * @param {Table} table
 */
export function drawClock(app, table) {
  const { t } = app;
  return html(
    "section",
    { class: "clock", "aria-labelledby": "clock-title" },
    html("h3", { class: "area-title", id: "clock-title" }, t("clock.title")),
    html("div", { class: "clock-parts" }, drawFace(app, table), facts.shiftNumbers.map((shift) => drawQuarter(app, table, shift))),
  );
}

/**
 * The majorities that a shift scores for the first time.
 *
 * @param {App} app
 * @param {Table} table
 * @param {number} shift
 */
function drawQuarter(app, table, shift) {
  const { t } = app;
  const rows = table.majorities.slice(facts.rewardsPerShift * (shift - 1), facts.rewardsPerShift * shift);
  return html(
    "table",
    { class: `quarter${shift <= table.shift ? " due" : ""}` },
    html("caption", {}, t(`clock.quarter${shift}`)),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, unseen(t("clock.element"))),
        table.seats.map(({ seat }) => html("th", { scope: "col", title: app.seatName(seat) }, badge(seat, 13), unseen(app.seatName(seat)))),
        html("th", { scope: "col", title: t("clock.worthLong") }, t("clock.worth")),
      ),
    ),
    html("tbody", {}, rows.map((majority) => drawMajority(app, majority))),
  );
}

/**
 * @param {App} app
 * @param {Majority} majority
 */
function drawMajority(app, majority) {
  const { t } = app;
  const worth = majority.second === null ? String(majority.first) : `${majority.first}/${majority.second}`;
  return html(
    "tr",
    { title: app.words.majority(majority.index), "data-majority": majority.index },
    html("th", { scope: "row" }, elementIcon(majority.index), unseen(app.words.majority(majority.index))),
    majority.counts.map((count, seat) => {
      const first = majority.leaders.includes(seat);
      const second = majority.seconds.includes(seat);
      const place = first ? t("clock.first") : second ? t("clock.second") : "";
      return html(
        "td",
        { class: first ? "lead" : second ? "runner" : "" },
        String(count),
        place && unseen(` ${place}`),
      );
    }),
    html("td", { class: "worth" }, worth),
  );
}

/**
 * The picture of a majority.
 *
 * @param {number} index
 */
export function elementIcon(index) {
  return svg("svg", { class: "piece element", viewBox: "0 0 32 20", width: 29, height: 18, "aria-hidden": "true" }, elementShape(index));
}

/** @param {number} index */
function elementShape(index) {
  const { kind, letter } = elementOf(index);
  if (kind === "coal") return cubeAt(letter, 7, 1, 18);
  if (kind === "orders") return vehicleAt(letter);
  return svg("g", {}, cartAt(null, 2, 1, letter), cubeAt(letter, 21, 5, 11));
}

/**
 * The clock's face: an hour a majority, in the colour of who leads it; the hand shows the shift.
 *
 * @param {App} app
 * @param {Table} table
 */
function drawFace(app, table) {
  return svg(
    "svg",
    { class: "clock-face", viewBox: "-52 -52 104 104", role: "img", "aria-label": app.t("clock.face", { n: table.shift, shifts: facts.shifts }) },
    svg("circle", { class: "face-rim", r: 50 }),
    table.majorities.map((majority) => drawHour(majority, table.shift)),
    svg("circle", { class: "face-middle", r: 21 }),
    hand(table.shift),
    svg("text", { class: "face-shift", x: 0, y: 7 }, String(table.shift)),
  );
}

/**
 * @param {Majority} majority
 * @param {number} shift
 */
function drawHour(majority, shift) {
  const { index, leaders } = majority;
  const due = index < facts.rewardsPerShift * shift;
  const [x, y] = onRing(index + 0.5, 35);
  const hour = svg("g", { class: `hour${due ? " due" : ""}` }, wedge(index, leaders.length === 1 ? `seat-${leaders[0]}` : leaders.length ? "shared" : "nobody"));
  hour.append(svg("g", { transform: `translate(${x - 8} ${y - 5}) scale(0.5)` }, elementShape(index)));
  return hour;
}

/**
 * @param {number} index
 * @param {string} className
 */
function wedge(index, className) {
  const [a, b] = onRing(index, 47);
  const [c, d] = onRing(index + 1, 47);
  const [e, f] = onRing(index + 1, 23);
  const [g, h] = onRing(index, 23);
  return svg("path", { class: `wedge ${className}`, d: `M${a} ${b}A47 47 0 0 1 ${c} ${d}L${e} ${f}A23 23 0 0 0 ${g} ${h}Z` });
}

/** @param {number} shift */
function hand(shift) {
  const [x, y] = onRing(facts.rewardsPerShift * shift, 47);
  const [u, v] = onRing(facts.rewardsPerShift * shift, 21);
  return svg("path", { class: "hand", d: `M${u} ${v}L${x} ${y}` });
}

/**
 * @param {number} hour
 * @param {number} radius
 * @returns {[number, number]}
 */
function onRing(hour, radius) {
  const angle = (hour / facts.majorities) * 2 * Math.PI;
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))];
}

const round = (/** @type {number} */ value) => Math.round(100 * value) / 100;
