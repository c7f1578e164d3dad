/** The river: a winding line from the source to the Rhine, and what lies on each of its spaces. */

import { html, svg, unseen } from "../../../static/js/dom.js";
import { facts } from "../facts.js";
import { barge, coin, die, house, obstacle, warehouse } from "./pieces.js";

/** As wide as the name of a territory may be. */
const NAME_ROOM = 150;

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Space} Space */
/** @typedef {{x: number, y: number}} Point */

/** From the edge of the picture to its first space, for the bends. */
const EDGE = 18;

/**
 * Where the spaces lie on a board of this width.
 *
 * @param {number} width in pixels
 */
export function layOut(width) {
  const columns = width < 560 ? 7 : width < 900 ? 10 : 13;
  const pitch = width < 560 ? 86 : 102;
  const cell = (width - 2 * EDGE) / columns;
  const points = facts.river.map((_, index) => {
    const row = Math.floor(index / columns);
    const column = index % columns;
    // The river winds: every other row runs back.
    const across = row % 2 ? columns - 1 - column : column;
    return { x: EDGE + (across + 0.5) * cell, y: row * pitch + pitch * 0.42 };
  });
  return { width, height: Math.ceil(facts.river.length / columns) * pitch, columns, pitch, cell, points };
}

/** @typedef {ReturnType<typeof layOut>} Layout */

/**
 * A line along the river, from one space to another.
 *
 * @param {Layout} layout
 * @param {number} from
 * @param {number} to
 */
function lineOf({ points, cell, columns }, from, to) {
  const heading = (/** @type {number} */ index) => (Math.floor(index / columns) % 2 ? -1 : 1);
  const start = points[from];
  let line = `M${start.x - (heading(from) * cell) / 2} ${start.y}L${start.x} ${start.y}`;
  for (let index = from + 1; index <= to; index += 1) {
    const [before, { x, y }] = [points[index - 1], points[index]];
    const bend = heading(index - 1) * cell * 0.7;
    line += before.y === y ? `L${x} ${y}` : `C${before.x + bend} ${before.y} ${x + bend} ${y} ${x} ${y}`;
  }
  const end = points[to];
  const isBend = points[to + 1] && points[to + 1].y !== end.y;
  return isBend ? line : `${line}L${end.x + (heading(to) * cell) / 2} ${end.y}`;
}

/**
 * Land and water, behind the spaces.
 *
 * @param {App} app
 * @param {Layout} layout
 */
export function drawWater(app, layout) {
  const { width, height, points, pitch, cell, columns } = layout;
  const last = facts.river.length - 1;
  const lands = facts.territories.map((territory) => {
    const from = facts.river.findIndex((space) => space.territory === territory);
    const to = facts.river.findLastIndex((space) => space.territory === territory);
    return svg("path", { class: `land land-${territory}`, d: lineOf(layout, from, to), "stroke-width": pitch * 0.84, transform: `translate(0 ${pitch * 0.06})` });
  });
  const names = facts.territories.map((territory) => {
    const first = facts.river.findIndex((space) => space.territory === territory);
    const { x, y } = points[first];
    // On a row that runs back the name does too, unless it would leave the board.
    const isBack = Math.floor(first / columns) % 2 === 1 && x > NAME_ROOM;
    const edge = x + (isBack ? cell / 2 - 3 : 3 - cell / 2);
    return svg("text", { class: "land-name", x: edge, y: y - pitch * 0.285, "text-anchor": isBack ? "end" : "start" }, app.words.territory(territory));
  });
  return svg(
    "svg",
    { class: "water", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    lands,
    svg("path", { class: "bank", d: lineOf(layout, 0, last) }),
    svg("path", { class: "stream", d: lineOf(layout, 0, last) }),
    svg("path", { class: "ripple", d: lineOf(layout, 0, last) }),
    svg("circle", { class: "source", cx: EDGE, cy: points[0].y, r: 7 }),
    names,
  );
}

/**
 * All spaces of the river, as buttons over the water.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Layout} layout
 * @param {(place: string) => boolean} mayChoose
 */
export function drawSpaces(app, table, layout, mayChoose) {
  return table.spaces.map((space, index) => {
    const { x, y } = layout.points[index];
    const { type, territory } = facts.river[index];
    const can = mayChoose(space.code);
    const label = labelOf(app, table, space);
    const button = html(
      "button",
      {
        type: "button",
        class: `place place-${type}${territory ? ` in-${territory}` : ""}${can ? " can" : ""}`,
        "data-place": space.code,
        "aria-disabled": String(!can),
        title: label,
      },
      unseen(label),
      html("span", { class: "face" }, faceOf(space, type, facts.river[index].trade)),
      html("span", { class: "place-name", "aria-hidden": "true" }, nameOf(app, space.code, type)),
      type === "city" ? drawSlots(facts.all.city_costs[space.code], space.owners) : null,
      space.thalers ? html("span", { class: "lying" }, coin(space.thalers, 22)) : null,
      space.barges.length ? html("span", { class: "moored" }, space.barges.map((seat) => barge(seat, 30))) : null,
    );
    button.style.left = `${x - layout.cell / 2 + 1}px`;
    button.style.top = `${y - layout.pitch * 0.4}px`;
    button.style.width = `${layout.cell - 2}px`;
    button.style.height = `${layout.pitch - 6}px`;
    return button;
  });
}

/**
 * Prices of warehouses, and who has built there already.
 *
 * @param {number[]} costs
 * @param {number[]} owners
 */
export const drawSlots = (costs, owners) =>
  html(
    "span",
    { class: "slots", "aria-hidden": "true" },
    costs.map((cost, at) => (owners[at] === undefined ? html("span", { class: "slot" }, String(cost)) : warehouse(owners[at], 17))),
  );

/**
 * @param {Space} space
 * @param {string} type
 * @param {string|null} trade
 */
function faceOf(space, type, trade) {
  if (type === "storage") return space.die && space.colour ? die(space.colour, space.die, 30) : html("span", { class: `free free-${space.colour}` });
  if (type === "obstacle") return obstacle(space.blocked, 30);
  return house(trade ?? type, 30);
}

/**
 * The short name below a space; its whole name is its label.
 *
 * @param {App} app
 * @param {string} code
 * @param {string} type
 */
function nameOf(app, code, type) {
  if (type === "city") return app.words.space(code);
  if (type === "port") return facts.spaces.get(code)?.name;
  return code.slice(1);
}

/**
 * A space in words, with all that lies on it.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Space} space
 */
function labelOf(app, table, space) {
  const { t, words } = app;
  const { type, territory } = facts.spaces.get(space.code) ?? {};
  const target = type === "storage" ? facts.standardTarget(space.code) : null;
  const price = type === "city" ? table.prices[space.code] : null;
  const parts = [
    words.space(space.code),
    territory ? words.territory(territory) : "",
    space.die ? t("board.die", { colour: words.colour(space.colour ?? ""), n: space.die }) : "",
    type === "storage" ? (target ? t("board.target", { space: words.space(target) }) : t("board.pilotOnly")) : "",
    type === "obstacle" ? t(space.blocked ? "board.blocked" : "board.open") : "",
    space.thalers ? t("board.lying", { n: space.thalers }) : "",
    price ? t("board.price", { n: price }) : "",
    ...space.owners.map((seat) => app.tell("board.owner", seat)),
    ...space.barges.map((seat) => app.tell("board.barge", seat)),
  ];
  return parts.filter(Boolean).join(". ");
}
