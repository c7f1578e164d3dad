// What it means to lay a piece onto a place of the board while a position is put in.

import { facts } from "../facts.js";
import { sortedSpots, withField } from "./model.js";

/** @typedef {import("./model.js").Position} Position */

/**
 * A piece on the move: a tile or an order by its name, a cube by its colour, a worker by its seat.
 * `from` is the field that it leaves, if it lay on the board.
 *
 * @typedef {{kind: "tile"|"order"|"cube"|"worker", name: string, from?: string}} Piece
 *
 * A place of the board.
 *
 * @typedef {{kind: "space"|"level"|"cage"|"storage"|"order"|"orders"|"delivered"|"draft", name: string, seat: number}} Spot
 */

/**
 * The place of the board that an element belongs to; null for none.
 *
 * @param {Element} element
 * @returns {Spot|null}
 */
export function spotAt(element) {
  const space = /** @type {HTMLElement|null} */ (element.closest("[data-space]"));
  if (space) return { kind: "space", name: space.dataset.space ?? "", seat: 0 };
  if (element.closest(".draft")) return { kind: "draft", name: "", seat: 0 };
  const card = /** @type {HTMLElement|null} */ (element.closest(".seat-card"));
  if (!card) return null;
  const seat = Number(card.dataset.seat);
  /** @param {string} selector @param {string} key */
  const named = (selector, key) => /** @type {HTMLElement|SVGElement|null} */ (element.closest(selector))?.dataset[key];
  const order = named("[data-order]", "order");
  if (order !== undefined) return { kind: "order", name: order, seat };
  if (element.closest(".cage")) return { kind: "cage", name: "", seat };
  const level = named("[data-level]", "level") ?? named("[data-cage]", "cage");
  if (level !== undefined) return level === "0" ? { kind: "cage", name: "", seat } : { kind: "level", name: level, seat };
  if (element.closest("[data-storage]")) return { kind: "storage", name: "", seat };
  if (element.closest(".delivered")) return { kind: "delivered", name: "", seat };
  return { kind: "orders", name: "", seat };
}

/**
 * The position with a piece laid onto a place; null where it cannot lie.
 *
 * @param {Position} position
 * @param {Piece} piece
 * @param {Spot} spot
 * @returns {Position|null}
 */
export function laid(position, piece, spot) {
  const there = laidAnew(position, piece, spot);
  return there && piece.from ? withoutPiece(there, piece, spot) : there;
}

/**
 * @param {Position} position
 * @param {Piece} piece
 * @param {Spot} spot
 */
function laidAnew(position, piece, spot) {
  switch (piece.kind) {
    case "tile":
      return tileOn(position, piece.name, spot);
    case "order":
      return orderOn(position, piece.name, spot);
    case "cube":
      return cubeOn(position, piece.name, spot);
    case "worker":
      return workerOn(position, Number(piece.name), spot);
  }
}

/**
 * @param {Position} position
 * @param {string} tile
 * @param {Spot} spot
 */
function tileOn(position, tile, { kind, name, seat }) {
  if (kind === "space") return name in position.factory ? withField(position, `factory.${name}`, tile) : null;
  if (kind !== "level" && kind !== "orders" && kind !== "cage") return null;
  // Each colour has a level of its own, so anywhere in the pit will do.
  const level = facts.colours.indexOf(facts.tiles.get(tile)?.colour ?? "");
  const field = `seats[${seat}].pit[${level}].tiles`;
  return withField(position, field, [...(position.seats[seat]?.pit[level]?.tiles ?? []), tile]);
}

/**
 * @param {Position} position
 * @param {string} order
 * @param {Spot} spot
 */
function orderOn(position, order, { kind, name, seat }) {
  if (kind === "space") return name in position.row ? withField(position, `row.${name}`, order) : null;
  if (kind === "draft") return withField(position, "draft", [...position.draft, order]);
  const { orders, delivered } = position.seats[seat];
  if (kind === "delivered") return withField(position, `seats[${seat}].delivered`, [...delivered, order]);
  return withField(position, `seats[${seat}].orders`, { ...orders, [order]: [...order.slice(1)].map(() => "-") });
}

/**
 * @param {Position} position
 * @param {string} cube
 * @param {Spot} spot
 */
function cubeOn(position, cube, { kind, name, seat }) {
  const at = `seats[${seat}]`;
  const own = position.seats[seat];
  if (kind === "level") {
    const level = Number(name) - 1;
    return withField(position, `${at}.pit[${level}].cubes`, (own?.pit[level]?.cubes ?? "") + cube);
  }
  if (kind === "cage") return withField(position, `${at}.cage.cubes`, own.cage.cubes + cube);
  if (kind === "storage") return withField(position, `${at}.storage`, own.storage + cube);
  if (kind !== "order") return null;
  const spots = own.orders[name] ?? [];
  const free = spots.findIndex((spot, index) => spot === "-" && name[index + 1] === cube);
  if (free < 0) return null;
  return withField(position, `${at}.orders.${name}`, sortedSpots(name, spots.map((old, index) => (index === free ? cube : old))));
}

/**
 * A worker comes from the hand; one more joins those of the same seat.
 *
 * @param {Position} position
 * @param {number} seat
 * @param {Spot} spot
 */
function workerOn(position, seat, { kind, name }) {
  if (kind !== "space" || (facts.locked[position.players] ?? []).includes(name)) return null;
  const own = position.seats[seat];
  if (!own) return null;
  const drawn = withField(position, `seats[${seat}].workers`, Math.max(0, own.workers - 1));
  if (name === "bank") return withField(drawn, `seats[${seat}].bank`, own.bank + 1);
  const held = position.spaces[name];
  const workers = held?.seat === seat ? held.workers + 1 : 1;
  return withField(drawn, "spaces", { ...position.spaces, [name]: { seat, workers } });
}

/**
 * The position without the piece where it came from.
 *
 * @param {Position} position
 * @param {Piece} piece
 * @param {Spot} spot where it lies now
 */
function withoutPiece(position, { kind, name, from = "" }, spot) {
  if (kind === "tile" && from.startsWith("factory.")) return from === `factory.${spot.name}` ? position : withField(position, from, null);
  if (kind === "order" && from.startsWith("row.")) return from === `row.${spot.name}` ? position : withField(position, from, null);
  if (kind !== "order") return position;
  const seat = Number(/\d+/.exec(from)?.[0]);
  if (spot.seat === seat && spot.kind !== "delivered" && spot.kind !== "space" && spot.kind !== "draft") return position;
  const { [name]: _moved, ...others } = position.seats[seat]?.orders ?? {};
  return withField(position, `seats[${seat}].orders`, others);
}
