// The table that a position being put in would show: drawn at once, whether it holds together or not.

import { facts } from "../facts.js";

/** @typedef {import("./model.js").Position} Position */
/** @typedef {import("./model.js").Seat} Seat */
/** @typedef {import("./model.js").Stack} Stack */
/** @typedef {import("../types.js").Table} Table */

/**
 * @param {Position} position
 * @param {Table} base a table with as many players: what only the service counts is its
 * @returns {Table}
 */
export function sketchOf(position, base) {
  const { players, phase, space, draw, steps, shift, start, active, draft } = position;
  return {
    ...base,
    players,
    phase: /** @type {Table["phase"]} */ (phase),
    shift,
    start,
    turn: phase === "chance" || phase === "over" ? null : active,
    viewer: position.view,
    space,
    draw,
    steps,
    over: null,
    seats: position.seats.map(seatOf),
    spaces: facts.spaces.map((name) => spaceOf(position, name)),
    draft,
    stacks: { tiles: stackOf(position.tile_stack), orders: stackOf(position.order_stack) },
    look: position.look && { ...position.look, side: /** @type {"top"|"bottom"|null} */ (position.look.side) },
  };
}

/**
 * @param {Seat} seat
 * @param {number} number
 * @returns {import("../types.js").SeatView}
 */
function seatOf(seat, number) {
  const levels = seat.pit.map(({ tiles, cubes }, index) => {
    const on = (/** @type {string} */ side) => tiles.reduce((sum, name) => sum + (facts.tiles.get(name)?.side === side ? (facts.tiles.get(name)?.carts ?? 0) : 0), 0);
    const carts = { printed: 1, L: on("L"), D: on("D") };
    return { colour: facts.colours[index] ?? "", carts, tiles, cubes, empty: Math.max(0, carts.printed + carts.L + carts.D - cubes.length) };
  });
  const tiles = seat.pit.flatMap((level) => level.tiles);
  const lying = (/** @type {string} */ side) => tiles.filter((name) => facts.tiles.get(name)?.side === side).length;
  return {
    seat: number,
    marks: seat.marks,
    vp: seat.vp,
    workers: seat.workers,
    bank: seat.bank,
    cage: seat.cage,
    storage: seat.storage,
    levels,
    balance: { L: lying("L"), D: lying("D") },
    orders: Object.entries(seat.orders).map(([name, spots]) => ({
      name,
      vehicle: name[0] ?? "",
      vp: facts.orders.get(name)?.vp ?? 0,
      spots: spots.map((cubes, index) => ({ colour: name[index + 1] ?? "", cubes: cubes === "-" ? "" : cubes })),
      complete: spots.every((cubes) => cubes !== "-"),
    })),
    delivered: seat.delivered,
  };
}

/**
 * @param {Position} position
 * @param {string} name
 * @returns {import("../types.js").Space}
 */
function spaceOf(position, name) {
  const held = position.spaces[name];
  const item = position.factory[name] ?? position.row[name] ?? null;
  const kind = /** @type {import("../types.js").Space["kind"]} */ (facts.kinds[name]);
  return {
    name,
    kind,
    locked: (facts.locked[position.players] ?? []).includes(name),
    seat: held?.seat ?? null,
    standing: held?.workers ?? 0,
    needs: (held?.workers ?? 0) + 1,
    item,
    price: item ? (facts.tiles.get(item)?.price ?? null) : null,
    legal: false,
    why: null,
    brings: null,
  };
}

/**
 * @param {Stack} stack
 * @returns {import("../types.js").Stack}
 */
function stackOf({ top, middle, middle_size, bottom }) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const item of middle) counts[item] = (counts[item] ?? 0) + 1;
  const [upper, lower] = [top.flat(), bottom.flat()];
  return { size: upper.length + middle_size + lower.length, top: upper, middle: counts, middle_size, bottom: lower };
}
