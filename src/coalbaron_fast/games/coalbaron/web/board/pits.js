/** What each seat has: its pit as a shaft, its orders, its money and workers. */

import { html, svg, unseen } from "../../../static/js/dom.js";
import { badge } from "../../../static/js/seats.js";
import { facts } from "../facts.js";
import { cartAt, coin, cube, cubeAt, orderFace, star, worker } from "./pieces.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").SeatView} SeatView */
/** @typedef {import("../types.js").Level} Level */
/** @typedef {import("../types.js").Table} Table */

/** Measures of the shaft's drawing, in its own units. */
const SHAFT = { width: 240, left: 101, right: 139, surface: 44, level: 34, bottom: 180 };

/**
 * A card for every seat.
 *
 * @param {App} app
 * @param {Table} table
 * @param {import("./folds.js").Folds} folds
 */
export function drawSeats(app, table, folds) {
  const mining = table.phase === "mine" && app.game.open;
  return table.seats.map((seat) => drawSeat(app, table, seat, folds, mining && table.turn === seat.seat));
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {SeatView} seat
 * @param {import("./folds.js").Folds} folds
 * @param {boolean} mining does the person at the screen work in this pit?
 */
function drawSeat(app, table, seat, folds, mining) {
  const { t } = app;
  const title = `seat-title-${seat.seat}`;
  const turn = table.turn === seat.seat;
  const marks = { "to-move": turn, mining, unfolded: folds.isOpen(seat.seat, mining) };
  const won = table.over?.winners.includes(seat.seat);
  return html(
    "article",
    { class: ["seat-card", `seat-${seat.seat}`, ...Object.entries(marks).flatMap(([name, is]) => (is ? [name] : []))].join(" "), "data-seat": seat.seat, "aria-labelledby": title },
    html(
      "header",
      { class: "seat-head" },
      app.portrait?.(seat.seat),
      worker(seat.seat, 26),
      html("h3", { class: "seat-name", id: title }, app.seatName(seat.seat)),
      table.start === seat.seat && !table.over ? html("span", { class: "chip", title: t("pit.startLong") }, t("pit.start")) : null,
      turn ? html("span", { class: "chip chip-turn" }, t("pit.turn")) : null,
      won ? html("span", { class: "chip chip-won" }, t("pit.won")) : null,
    ),
    drawCounts(app, table, seat),
    html("div", { class: "strip-storage", "aria-hidden": "true" }, [...seat.storage].map((colour) => cube(colour, 13))),
    folds.button(app, seat.seat, mining),
    html(
      "div",
      { class: "seat-body" },
      html("div", { class: "shaft-frame" }, drawShaft(app, seat)),
      html("div", {}, drawStorage(app, seat), drawOrders(app, seat)),
    ),
  );
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {SeatView} seat
 */
function drawCounts(app, table, seat) {
  const { t } = app;
  const vp = table.over ? table.over.scores[seat.seat] : seat.vp;
  /** @param {string} name @param {Node} icon @param {number} count */
  const count = (name, icon, count) =>
    html(
      "div",
      { class: `count count-${name}`, title: t(`pit.${name}`) },
      html("dt", {}, icon, unseen(t(`pit.${name}`))),
      html("dd", {}, String(count)),
    );
  return html(
    "dl",
    { class: "counts" },
    count("vp", star(), vp),
    count("marks", coin(1, 18, true), seat.marks),
    count("workers", worker(seat.seat, 18), seat.workers),
    count("light", sideIcon("L"), seat.balance.L),
    count("dark", sideIcon("D"), seat.balance.D),
  );
}

/** @param {"L"|"D"} side */
export function sideIcon(side) {
  return svg(
    "svg",
    { class: `piece side-icon side-${side}`, viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
    svg("rect", { x: 1, y: 3, width: 18, height: 14, rx: 3 }),
    side === "L"
      ? svg("circle", { class: "sun", cx: 10, cy: 10, r: 3.5 })
      : svg("path", { class: "moon", d: "M11.5 5.5a5 5 0 1 0 3 7.5 4.5 4.5 0 0 1-3-7.5z" }),
  );
}

/**
 * The pit: light side left, dark side right, the shaft with its cage between.
 *
 * @param {App} app
 * @param {SeatView} seat
 */
function drawShaft(app, seat) {
  const { width, left, right, surface, level, bottom } = SHAFT;
  return svg(
    "svg",
    { class: "shaft", viewBox: `0 0 ${width} ${bottom}`, role: "img", "aria-label": pitInWords(app, seat) },
    svg("path", { class: "ground", d: `M0 ${surface}h${width}V${bottom}H0z` }),
    svg("path", { class: "grass", d: `M0 ${surface}h${width}` }),
    drawTower(),
    seat.levels.map((entry, index) => drawLevel(entry, index)),
    svg("rect", { class: "shaft-hole", x: left, y: surface, width: right - left, height: level * seat.levels.length }),
    svg("path", { class: "rope", d: `M120 14V${cageTop(seat.cage.level)}` }),
    facts.levels.map(hitArea),
    drawCage(seat),
  );
}

function drawTower() {
  return svg(
    "g",
    { class: "tower" },
    svg("path", { d: "M104 44l10-34h12l10 34M108 30h24M111 20h18" }),
    svg("circle", { cx: 120, cy: 12, r: 6 }),
    svg("path", { class: "hut", d: "M150 44V27l14-8 14 8v17zM160 44v-9h8v9" }),
  );
}

/**
 * @param {Level} level
 * @param {number} index
 */
function drawLevel(level, index) {
  const { width, left, right, surface, level: height } = SHAFT;
  const top = surface + index * height;
  const cubes = [...level.cubes];
  const light = level.carts.L + (index % 2 === 0 ? level.carts.printed : 0);
  const dark = level.carts.D + (index % 2 === 1 ? level.carts.printed : 0);
  const carts = light + dark;
  // Cubes are shown from the shaft outwards; which cart holds which has no meaning.
  const order = fillOrder(light, dark);
  /** @type {(string|null)[]} */
  const held = Array(carts).fill(null);
  cubes.forEach((cube, place) => (held[order[place]] = cube));
  return svg(
    "g",
    { class: `level coal-${level.colour}`, "data-level": index + 1 },
    svg("rect", { class: "level-seam", x: 0, y: top + 1.5, width, height: height - 3 }),
    tunnel(0, left, top, light > 0, "side-L"),
    tunnel(right, width, top, dark > 0, "side-D"),
    cubeAt(level.colour, 2, top + 3, 9),
    row(held.slice(0, light), left - 2, -1, top, level.colour),
    svg("g", { class: "side-D" }, row(held.slice(light), right + 2, 1, top, level.colour)),
  );
}

/**
 * The order in which carts show their cubes: alternating sides, innermost first.
 *
 * @param {number} light
 * @param {number} dark
 */
function fillOrder(light, dark) {
  const order = [];
  for (let place = 0; place < Math.max(light, dark); place++) {
    if (place < light) order.push(place);
    if (place < dark) order.push(light + place);
  }
  return order;
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} top
 * @param {boolean} dug
 * @param {string} side
 */
function tunnel(from, to, top, dug, side) {
  if (!dug) return null;
  return svg("rect", { class: `tunnel ${side}`, x: from, y: top + 8, width: to - from, height: 22 });
}

/**
 * Carts of one side of a level, from the shaft outwards, smaller where they are many.
 *
 * @param {(string|null)[]} held
 * @param {number} start
 * @param {1|-1} direction
 * @param {number} top
 * @param {string} colour
 */
function row(held, start, direction, top, colour) {
  const scale = Math.min(1, 96 / (21 * Math.max(held.length, 1)));
  return held.map((cube, place) => {
    const x = start + direction * 21 * scale * (place + (direction < 0 ? 1 : 0));
    const y = top + 30 - 18 * scale;
    return svg("g", { transform: `translate(${x} ${y}) scale(${scale})` }, cartAt(cube, 0, 0, colour));
  });
}

/**
 * Where a cage hangs in the drawing.
 *
 * @param {number} level
 */
export const cageTop = (level) => (level === 0 ? 17 : SHAFT.surface + (level - 1) * SHAFT.level + 3);

/**
 * What the mouse points at to move the cage there.
 *
 * @param {number} level
 */
function hitArea(level) {
  const { width, surface, level: height } = SHAFT;
  const top = level === 0 ? 6 : surface + (level - 1) * height;
  return svg("rect", {
    class: "level-hit",
    "data-cage": level,
    x: level === 0 ? SHAFT.left - 6 : 0,
    y: top,
    width: level === 0 ? SHAFT.right - SHAFT.left + 12 : width,
    height: level === 0 ? surface - 6 : height,
  });
}

/**
 * Where a cube lies in a cage.
 *
 * @param {number} place
 * @param {number} level where the cage hangs
 * @returns {[number, number]}
 */
export function placeInCage(place, level) {
  const places = [[104, 2], [115, 2], [126, 2], [109.5, 14], [120.5, 14]];
  const [x, y] = places[Math.min(place, places.length - 1)];
  return [x, cageTop(level) + y];
}

/** @param {SeatView} seat */
function drawCage(seat) {
  const top = cageTop(seat.cage.level);
  const cubes = [...seat.cage.cubes];
  return svg(
    "g",
    { class: "cage", "data-cage": seat.cage.level },
    svg("rect", { class: "cage-body", x: 102, y: top, width: 36, height: 28, rx: 3 }),
    Array.from({ length: facts.cageRoom }, (_, place) => {
      const [x, y] = placeInCage(place, seat.cage.level);
      return cubes[place]
        ? cubeAt(cubes[place], x, y, 11)
        : svg("rect", { class: "cage-gap", x: x + 1.5, y: y + 1.5, width: 8, height: 8, rx: 1.5 });
    }),
  );
}

/**
 * @param {App} app
 * @param {SeatView} seat
 */
function pitInWords(app, seat) {
  const { t, words } = app;
  const cage = t("pit.cage", { n: seat.cage.level, cubes: words.cubes(seat.cage.cubes) });
  const levels = seat.levels.map((level, index) =>
    t("pit.level", {
      n: index + 1,
      colour: words.colour(level.colour),
      light: level.carts.L,
      dark: level.carts.D,
      cubes: words.cubes(level.cubes),
      empty: level.empty,
    }),
  );
  return [app.tell("pit.pit", seat.seat), cage, ...levels].join(". ");
}

/**
 * @param {App} app
 * @param {SeatView} seat
 */
function drawStorage(app, seat) {
  const { t, words } = app;
  return html(
    "div",
    { class: "storage", "data-storage": seat.seat },
    html("span", { class: "small-title" }, t("pit.storage")),
    unseen(words.cubes(seat.storage)),
    seat.storage ? [...seat.storage].map((colour) => cube(colour, 16)) : html("span", { class: "nothing", "aria-hidden": "true" }, "–"),
  );
}

/**
 * @param {App} app
 * @param {SeatView} seat
 */
function drawOrders(app, seat) {
  const { t, words } = app;
  return html(
    "div",
    { class: "orders" },
    html(
      "ul",
      { class: "order-list", "aria-label": t("pit.orders") },
      seat.orders.map((order) =>
        html(
          "li",
          { class: `order-item${order.complete ? " complete" : ""}`, "data-order": order.name, title: words.item(order.name) },
          orderFace(order.name, order.spots),
          unseen(words.item(order.name), ", ", order.complete ? t("pit.complete") : t("pit.open", { n: order.spots.filter((spot) => !spot.cubes).length })),
          order.complete ? html("span", { class: "tick", "aria-hidden": "true" }, "✓") : null,
        ),
      ),
    ),
    html("p", { class: "delivered" }, badge(seat.seat), " ", t("pit.delivered", { n: seat.delivered.length }), drawDelivered(app, seat.delivered)),
  );
}

/**
 * Delivered cards, small.
 *
 * @param {App} app
 * @param {string[]} cards
 */
function drawDelivered(app, cards) {
  return cards.map((card) =>
    html("span", { class: "delivered-card", title: app.words.item(card) }, orderFace(card), unseen(app.words.item(card), ", ")),
  );
}
