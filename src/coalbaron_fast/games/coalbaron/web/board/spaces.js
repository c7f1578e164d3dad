/** The areas and the bank: every worker space, who stands there, what it takes and brings. */

import { html, svg, unseen } from "../../../static/js/dom.js";
import { facts } from "../facts.js";
import { coin, itemFace, star, vehicle, worker } from "./pieces.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Space} Space */
/** @typedef {import("../types.js").Table} Table */

/** Areas in the order of a turn's flow, and which spaces belong to each. */
const AREAS = [
  { name: "factory", has: (/** @type {string} */ space) => space[0] === "f" },
  { name: "orders", has: (/** @type {string} */ space) => space[0] === "o" },
  { name: "mining", has: (/** @type {string} */ space) => space[0] === "m" },
  { name: "delivery", has: (/** @type {string} */ space) => space[0] === "d" },
  { name: "money", has: (/** @type {string} */ space) => space[0] === "c" || space === "bank" },
];

/**
 * The areas with their spaces.
 *
 * @param {App} app
 * @param {Table} table
 * @param {boolean} choosing may the person at the screen choose a space now?
 */
export function drawAreas(app, table, choosing) {
  return AREAS.map(({ name, has }) => {
    const spaces = table.spaces.filter((space) => has(space.name));
    const title = `area-${name}`;
    return html(
      "section",
      { class: `area area-${name}`, "aria-labelledby": title },
      html("h3", { class: "area-title", id: title }, app.t(`area.${name}`)),
      html("div", { class: "spaces" }, spaces.map((space) => drawSpace(app, table, space, choosing))),
    );
  });
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {Space} space
 * @param {boolean} choosing
 */
function drawSpace(app, table, space, choosing) {
  const can = choosing && space.legal;
  const button = html(
    "button",
    {
      type: "button",
      class: `space space-${space.kind}${space.locked ? " locked" : ""}${can ? " can" : ""}`,
      "data-space": space.name,
      "aria-disabled": String(!can),
      title: tipOf(app, space, choosing),
      tabindex: -1,
    },
    unseen(labelOf(app, table, space, choosing)),
    html("span", { class: "space-face", "aria-hidden": "true" }, faceOf(space), gain(space)),
    space.locked ? lock() : html("span", { class: "space-foot", "aria-hidden": "true" }, standing(table, space), needs(space)),
  );
  if (table.space === space.name) button.classList.add("current");
  return button;
}

/**
 * The picture of a space.
 *
 * @param {Pick<Space, "name"|"kind"|"item"|"locked"|"price">} space
 * @returns {any}
 */
export function faceOf(space) {
  if (space.locked) return null;
  const price = space.price === null || space.price === undefined ? null : html("span", { class: "price" }, coin(space.price, 20));
  switch (space.kind) {
    case "factory":
    case "order":
      return space.item
        ? [itemFace(space.item), price]
        : html("span", { class: `slot slot-${space.kind}` });
    case "look":
      return look(space.name);
    case "mine":
      return pickaxe(Number(space.name.slice(1)));
    case "deliver":
      return vehicle(space.name[1], 52);
    case "money":
      return coin(Number(space.name.slice(1)), 40);
    default:
      return coin(1, 32, true);
  }
}

/**
 * Who stands on a space.
 *
 * @param {Table} table
 * @param {Space} space
 */
function standing(table, space) {
  if (space.kind === "bank")
    return html(
      "span",
      { class: "standing" },
      table.seats.filter((seat) => seat.bank).map((seat) => html("span", { class: "standing-seat" }, worker(seat.seat, 18), html("b", {}, seat.bank))),
    );
  if (space.seat === null || !space.standing) return html("span", { class: "standing" });
  const shown = space.standing > 3 ? 1 : space.standing;
  return html(
    "span",
    { class: "standing" },
    Array.from({ length: shown }, () => worker(/** @type {number} */ (space.seat), 18)),
    space.standing > shown ? html("b", {}, `×${space.standing}`) : null,
  );
}

/**
 * Victory points that a delivery brings now.
 *
 * @param {Space} space
 */
function gain(space) {
  const vp = space.brings?.code === "deliver" ? Number(space.brings.vp) : 0;
  return vp ? html("span", { class: "gain" }, star(13), vp) : null;
}

/** @param {Space} space */
function needs(space) {
  return html(
    "span",
    { class: `needs${space.needs > 1 ? " dear" : ""}` },
    svg("svg", { class: "needs-worker", viewBox: "0 0 20 24", width: 11, height: 13 }, svg("path", { d: "M3 23v-7c0-3 2.5-5 7-5s7 2 7 5v7zM4.5 8C4.5 4 7 1.5 10 1.5S15.5 4 15.5 8a5.5 4 0 0 1-11 0z" })),
    String(space.needs),
  );
}

/** @param {number} steps */
function pickaxe(steps) {
  return svg(
    "svg",
    { class: "piece pick", viewBox: "0 0 56 44", "aria-hidden": "true" },
    svg("path", { class: "pick-handle", d: "M12 39L34 14" }),
    svg("path", { class: "pick-head", d: "M18 9c10-5 21-1 28 11-8-6-14-8-20-8-3 0-6-1-8-3z" }),
    svg("text", { class: "pick-steps", x: 40, y: 40 }, steps),
  );
}

/** @param {string} name fx or ox */
function look(name) {
  const back = name === "fx" ? { width: 26, height: 20 } : { width: 20, height: 26 };
  return svg(
    "svg",
    { class: "piece look", viewBox: "0 0 56 44", "aria-hidden": "true" },
    Array.from({ length: facts.look }, (_, index) =>
      svg("rect", {
        class: "look-card",
        x: 15,
        y: 12,
        ...back,
        rx: 3,
        transform: `rotate(${(index - (facts.look - 1) / 2) * 16} 28 46)`,
      }),
    ),
    svg("text", { class: "look-five", x: 28, y: 30 }, facts.look),
  );
}

function lock() {
  return svg(
    "svg",
    { class: "lock", viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" },
    svg("path", { d: "M7 11V8a5 5 0 0 1 10 0v3h1.5v10h-13V11zm2 0h6V8a3 3 0 0 0-6 0z" }),
  );
}

/**
 * All of a space in words, for who does not see it.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Space} space
 * @param {boolean} choosing
 */
function labelOf(app, table, space, choosing) {
  const { t, words } = app;
  const parts = [words.space(space.name)];
  if (space.locked) return [...parts, t("board.locked")].join(". ");
  if (space.item) parts.push(words.item(space.item));
  if (space.price) parts.push(t("board.price", { n: space.price }));
  if (space.seat !== null && space.standing)
    parts.push(app.tell("board.stands", space.seat, { n: space.standing }));
  parts.push(t("board.needs", { n: space.needs }));
  const gain = gainOf(space);
  if (gain) parts.push(app.spell(gain));
  if (choosing && space.why) parts.push(app.spell(space.why));
  if (table.space === space.name) parts.push(t("board.current"));
  return parts.filter(Boolean).join(". ");
}

/**
 * What a space brings; null where why it cannot be chosen says as much.
 *
 * @param {Space} space
 */
const gainOf = (space) => (space.why?.code === "no_complete_order" ? null : space.brings);

/**
 * @param {App} app
 * @param {Space} space
 * @param {boolean} choosing
 */
function tipOf(app, space, choosing) {
  const { t, words } = app;
  if (space.locked) return t("board.locked");
  const parts = [words.space(space.name), space.item ? words.item(space.item) : "", t("board.needs", { n: space.needs })];
  const gain = gainOf(space);
  if (gain) parts.push(app.spell(gain));
  if (choosing && space.why) parts.push(app.spell(space.why));
  return parts.filter(Boolean).join("\n");
}
