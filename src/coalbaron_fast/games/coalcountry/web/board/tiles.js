/** Mine tiles as pictures: rock, shafts with rails, cubes in the corners, coal by influence. */

import { svg } from "../../../static/js/dom.js";
import { facts } from "../facts.js";
import { cubeAt } from "./pieces.js";

/** @typedef {import("../types.js").Tile} Tile */

/** How a shaft that leads north is turned. @type {Record<string, number>} */
const TURN = { N: 0, E: 90, S: 180, W: 270 };

/** Seams in the rock: one of them lies on a tile. */
const SEAMS = ["M4 30q18-9 34 0M62 86q16-10 34-2", "M4 78q16 9 30 2M66 18q14-8 30 0", "M6 20q14 8 28 0M64 74q16 9 32 2", "M4 66q14-9 30-3M64 28q15 9 32 0"];

/** Where the cube of each utility lies. @type {Record<string, [number, number]>} */
const CORNERS = { w: [5, 2], a: [69, 2], e: [5, 67] };

/**
 * A tile as it lies.
 *
 * @param {object} tile
 * @param {string} tile.kind
 * @param {string} tile.openings
 * @param {string} [tile.utilities]
 * @param {boolean} [tile.connected]
 * @param {number[]} [tile.coal]
 * @param {object} [look]
 * @param {string} [look.open] openings whose tunnel is unfinished
 * @param {number|null} [look.influence] whose coal is shown brightly
 */
export function tileFace({ kind, openings, utilities = "", connected = true, coal }, { open = "", influence = null } = {}) {
  const isEntrance = kind === "entrance";
  const yields = coal ?? facts.all.tiles[kind]?.coal ?? facts.all.entrance.coal;
  const seam = SEAMS[(kind.charCodeAt(0) + kind.charCodeAt(kind.length - 1)) % SEAMS.length];
  return svg(
    "svg",
    { class: `tile-face${connected ? "" : " cut-off"}${isEntrance ? " is-entrance" : ""}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("rect", { class: "rock", x: 1, y: 1, width: 98, height: 98, rx: 7 }),
    svg("path", { class: "seam", d: seam }),
    [...openings].map((one) => shaft(one, "shaft")),
    svg("circle", { class: "shaft", cx: 50, cy: 50, r: 21 }),
    [...openings].map((one) => rails(one)),
    isEntrance ? headframe() : svg("path", { class: "chamber", d: "M38 57l4-10 9-6 9 4 3 10-5 7-13 1z" }),
    [...openings].map((one) => mouth(one, open.includes(one))),
    facts.utilities.map((type) => cubeAt(type, !utilities.includes(type), CORNERS[type][0], CORNERS[type][1], 1.12)),
    plate(yields, influence),
  );
}

/** @param {string} direction @param {string} kind */
const shaft = (direction, kind) => svg("rect", { class: kind, x: 37, y: 1, width: 26, height: 50, transform: `rotate(${TURN[direction]} 50 50)` });

/** @param {string} direction */
const rails = (direction) =>
  svg("g", { class: "rails", transform: `rotate(${TURN[direction]} 50 50)` }, svg("path", { class: "sleepers", d: "M43 6h14M43 13h14M43 20h14M43 27h14" }), svg("path", { d: "M46 1v31M54 1v31" }));

/**
 * The timber of a shaft's mouth; a barrier where its tunnel is unfinished.
 *
 * @param {string} direction
 * @param {boolean} isOpen
 */
const mouth = (direction, isOpen) =>
  svg(
    "g",
    { transform: `rotate(${TURN[direction]} 50 50)` },
    svg("path", { class: "timber", d: "M35 1h4v12h-4zM61 1h4v12h-4z" }),
    isOpen ? [svg("rect", { class: "barrier", x: 35, y: 3, width: 30, height: 7, rx: 2 }), svg("path", { class: "barrier-stripes", d: "M40 3l-3 7M48 3l-3 7M56 3l-3 7M64 3l-3 7" })] : null,
  );

/** The winding tower over the entrance. */
const headframe = () =>
  svg("g", { class: "headframe" }, svg("path", { d: "M40 66L48 34h4l8 32M43 54h14M45 46h10" }), svg("circle", { cx: 50, cy: 33, r: 8 }), svg("path", { d: "M50 25v16M42 33h16" }));

/**
 * The coal of each influence, from 0 to 4.
 *
 * @param {number[]} yields
 * @param {number|null} influence
 */
const plate = (yields, influence) =>
  svg(
    "g",
    { class: "plate" },
    svg("rect", { class: "plate-body", x: 33, y: 76, width: 65, height: 18, rx: 4 }),
    yields.map((n, at) => [
      at === influence ? svg("rect", { class: "plate-now", x: 33.5 + 12.8 * at, y: 73.5, width: 12.8, height: 23, rx: 3 }) : null,
      svg("text", { class: `plate-number${at === influence ? " now" : ""}`, x: 39.9 + 12.8 * at, y: 89.6 }, String(n)),
    ]),
  );
