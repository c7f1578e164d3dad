/** The pieces as pictures: dice of coal, coins, barges, warehouses, what stands along the river. */

import { svg } from "../../../static/js/dom.js";
import { signOf } from "../../../static/js/seats.js";

/** Where the pips of each value lie, on a die that is 20 wide. */
const PIPS = [
  [],
  [[10, 10]],
  [[6, 6], [14, 14]],
  [[5.5, 5.5], [10, 10], [14.5, 14.5]],
  [[6, 6], [14, 6], [6, 14], [14, 14]],
  [[5.5, 5.5], [14.5, 5.5], [10, 10], [5.5, 14.5], [14.5, 14.5]],
  [[6, 5], [14, 5], [6, 10], [14, 10], [6, 15], [14, 15]],
];

/** What stands on a selling space, on a field of 24. @type {Record<string, string>} */
const HOUSES = {
  city: "M2 22V11l4-4 4 4v3l5-9 2-4 2 4v7h3v10zM5 14v3M8.5 14v3M17 11v3M20 15v3",
  forge: "M3 22V9l6 4V9l6 4V3h5v19zM7 22v-4h4v4",
  hammer: "M3 22h18v-4H3zM5 18l3-8M6 3h9l3 3v4H6zM10 10l-4 8",
  gun: "M2 15L19 6l2 4L6 18zM8 18a3.5 3.5 0 1 1-.1-.1M19 4l4 7",
  port: "M12 8a3 3 0 1 1 .1 0M12 8v13M6 11h12M4 15c1 4 4 6 8 6s7-2 8-6",
  star: "M12 2l3 6.7 7.200.7-5.5 4.800 1.7 7.100L12 17.600l-6.400 3.7 1.7-7.100L1.800 9.400 9 8.7z",
};

/**
 * A picture of so many pixels, 24 units wide.
 *
 * @param {string} kind class of the picture
 * @param {number} size
 * @param {...import("../../../static/js/dom.js").Child} shapes
 */
const picture = (kind, size, ...shapes) =>
  svg("svg", { class: `piece ${kind}`, viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" }, ...shapes);

/**
 * @param {"b"|"w"|string} colour
 * @param {number} value
 * @param {number} [size]
 */
export function die(colour, value, size = 26) {
  return svg(
    "svg",
    { class: `piece die die-${colour}`, viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true" },
    svg("rect", { class: "die-body", x: 1, y: 1, width: 18, height: 18, rx: 4 }),
    (PIPS[value] ?? []).map(([cx, cy]) => svg("circle", { class: "pip", cx, cy, r: 1.9 })),
  );
}

/**
 * Thalers.
 *
 * @param {number|string} amount
 * @param {number} [size]
 */
export const coin = (amount, size = 20) =>
  picture("coin", size, svg("circle", { cx: 12, cy: 12, r: 11 }), svg("text", { x: 12, y: 17 }, String(amount)));

/**
 * What stands on a space: a city, a workshop of a trade, the port; a star for points.
 *
 * @param {string} kind
 * @param {number} [size]
 */
export const house = (kind, size = 26) => picture(`house house-${kind}`, size, svg("path", { d: HOUSES[kind] }));

/**
 * A warehouse of a seat.
 *
 * @param {number|null} seat null for one that has no owner yet
 * @param {number} [size]
 */
export const warehouse = (seat, size = 18) =>
  picture(`warehouse ${seat === null ? "nobody" : `seat-${seat}`}`, size, svg("path", { d: "M2 22V10l10-8 10 8v12z" }), seat === null ? null : sign(seat, 2.5, 13));

/**
 * A barge of a seat, an aak with its sail.
 *
 * @param {number} seat
 * @param {number} [size]
 */
export const barge = (seat, size = 30) =>
  svg(
    "svg",
    { class: `piece barge seat-${seat}`, viewBox: "0 0 32 26", width: size, height: (size * 26) / 32, "aria-hidden": "true" },
    svg("path", { class: "sail", d: "M15 1v15H4C9 12 13 7 15 1zM17 4c5 3 8 7 8 12h-8z" }),
    svg("path", { class: "hull", d: "M1 17h30c-1 5-4 8-8 8H9c-4 0-7-3-8-8z" }),
    sign(seat, 10, 17.5, 0.62),
  );

/**
 * An obstacle, or the lock that was built there.
 *
 * @param {boolean} blocked
 * @param {number} [size]
 */
export const obstacle = (blocked, size = 26) =>
  blocked
    ? picture("rocks", size, svg("path", { d: "M1 20l4-9 4 3 3-9 5 7 2-2 4 10z" }))
    : picture("lock-gate", size, svg("path", { class: "wall", d: "M3 2h4v20H3zM17 2h4v20h-4z" }), svg("path", { class: "gate", d: "M7 6l5 4 5-4M7 13l5 4 5-4" }));

/**
 * The sign of a seat upon a piece: told apart without colour.
 *
 * @param {number} seat
 * @param {number} x of its left edge
 * @param {number} y of its upper edge
 * @param {number} [scale]
 */
function sign(seat, x, y, scale = 1) {
  const shape = signOf(seat);
  shape.setAttribute("class", "piece-sign");
  // Its own middle lies at (10, 17).
  return svg("g", { transform: `translate(${x + 9.5 * scale} ${y + 4 * scale}) scale(${scale}) translate(-10 -17)` }, shape);
}
