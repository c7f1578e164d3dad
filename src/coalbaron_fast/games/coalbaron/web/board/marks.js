/** Rings and arrows over the board, for turns that somebody thinks about. */

import { svg } from "../../../static/js/dom.js";
import { facts } from "../facts.js";
import { putOf } from "../words.js";

/** @typedef {import("../../../static/js/types.js").Mark} Mark */

const INKS = ["var(--mark-0)", "var(--mark-1)", "var(--mark-2)", "var(--mark-3)", "var(--mark-4)"];

/**
 * Draw marks over the board: a ring around the space that each turn chooses, an arrow from there
 * to where its pieces come to lie.
 *
 * @param {HTMLElement} root the board
 * @param {SVGSVGElement} layer
 * @param {Mark[]} marks best first
 * @param {import("../types.js").Table|null} table
 */
export function drawMarks(root, layer, marks, table) {
  layer.replaceChildren();
  if (!marks.length) return;
  const seat = table?.turn ?? null;
  const lying = new Map((table?.spaces ?? []).flatMap(({ name, item }) => (item === null ? [] : [[name, item]])));
  const frame = root.getBoundingClientRect();
  layer.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
  marks.forEach((mark, index) => {
    const tokens = mark.tokens ?? (mark.token ? [mark.token] : []);
    const from = placeOf(root, tokens[0] ?? "");
    if (!from) return;
    const rank = mark.rank ?? index + 1;
    const group = svg("g", { class: `mark mark-${Math.min(rank, 5)}` });
    const ink = mark.colour ?? INKS[Math.min(rank, INKS.length) - 1];
    group.style.setProperty("--mark", ink);
    const box = boxOf(from, frame);
    group.append(ring(box));
    const target = targetOf(root, tokens, seat, lying);
    const there = target && halfOf(boxOf(target.element, frame), target.half);
    if (there?.width) group.append(...arrow(box, there));
    group.append(label(box, rank));
    layer.append(group);
  });
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * @param {HTMLElement} root
 * @param {string} token the first of a turn
 */
function placeOf(root, token) {
  return (
    root.querySelector(`[data-space="${CSS.escape(token)}"]`) ??
    root.querySelector(`[data-token="${CSS.escape(token)}"]`)
  );
}

/**
 * Where a turn's pieces come to lie: a tile in its level, cubes on an order or in storage, a card
 * among the orders, Marks in the purse.
 *
 * @param {HTMLElement} root
 * @param {string[]} tokens
 * @param {number|null} seat
 * @param {Map<string, string>} lying what lies on the spaces
 * @returns {{element: Element, half?: "L"|"D"}|null}
 */
function targetOf(root, tokens, seat, lying) {
  const card = seat === null ? null : root.querySelector(`.seat-card[data-seat="${seat}"]`);
  if (!card) return null;
  /** @param {string} selector */
  const at = (selector) => {
    const element = card.querySelector(selector);
    return element ? { element } : null;
  };
  const kept = tokens.find((token) => facts.has(token.slice(1)) && token[0] === "+")?.slice(1);
  const item = kept ?? lying.get(tokens[0] ?? "");
  const tile = item === undefined ? undefined : facts.tiles.get(item);
  if (tile) {
    const level = at(`.level[data-level="${facts.colours.indexOf(tile.colour) + 1}"]`);
    return level && { ...level, half: tile.side === "L" ? "L" : "D" };
  }
  if (item !== undefined) return at(".orders");
  switch (facts.kinds[tokens[0] ?? ""]) {
    case "look":
      return null;
    case "deliver":
      return at(".delivered");
    case "money":
    case "bank":
      return at(".count-marks");
    default:
      return at(workOf(tokens));
  }
}

/**
 * Where work steps end: the order or the storage of the last cube, else the cage's last level.
 *
 * @param {string[]} tokens
 */
function workOf(tokens) {
  const last = tokens.findLast((token) => putOf(token) || /^-[a-z]$/.test(token));
  if (!last) {
    const level = Number(tokens.findLast((token) => token[0] === "@")?.[1] ?? 0);
    return level ? `.level[data-level="${level}"]` : ".cage";
  }
  const order = putOf(last)?.order;
  return order ? `[data-order="${CSS.escape(order)}"]` : "[data-storage]";
}

/**
 * @param {Element} element
 * @param {DOMRect} frame
 * @returns {Box}
 */
function boxOf(element, frame) {
  const box = element.getBoundingClientRect();
  return { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height };
}

/** @param {Box} box */
function ring({ x, y, width, height }) {
  return svg("rect", { class: "mark-ring", x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 12 });
}

/**
 * A curve from one box to the middle of another, or to the edge of one that is wide.
 *
 * @param {Box} from
 * @param {Box} to
 */
function arrow(from, to) {
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const [u, v] = [to.x + to.width / 2, to.y + to.height / 2];
  const length = Math.hypot(u - x, v - y);
  if (length < 40) return [];
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const leave = Math.min(reach(from, dx, dy) + 3, length / 2);
  // A card is met at its edge, so that its face stays free.
  const stop = to.width > 90 ? 6 : Math.min(reach(to, dx, dy), length / 3);
  const [a, b] = [x + dx * leave, y + dy * leave];
  const [c, d] = [u - dx * (stop + 9), v - dy * (stop + 9)];
  const bend = Math.min(40, length / 6);
  const [p, q] = [(a + c) / 2 - dy * bend, (b + d) / 2 + dx * bend];
  const angle = (Math.atan2(d + dy * 9 - q, c + dx * 9 - p) * 180) / Math.PI;
  return [
    svg("path", { class: "mark-line", d: `M${a} ${b}Q${p} ${q} ${c} ${d}` }),
    svg("path", { class: "mark-head", transform: `translate(${c} ${d}) rotate(${angle})`, d: "M11 0L-2-7v14z" }),
  ];
}

/**
 * How far it is from the middle of a box to its edge, in this direction.
 *
 * @param {Box} box
 * @param {number} dx
 * @param {number} dy
 */
const reach = ({ width, height }, dx, dy) => Math.min(width / 2 / Math.max(Math.abs(dx), 1e-6), height / 2 / Math.max(Math.abs(dy), 1e-6));

/**
 * The half of a level on which a tile is built.
 *
 * @param {Box} box
 * @param {"L"|"D"|undefined} half
 * @returns {Box}
 */
const halfOf = (box, half) => (half ? { ...box, width: box.width / 2, x: box.x + (half === "D" ? box.width / 2 : 0) } : box);

/**
 * @param {Box} box
 * @param {number} rank
 */
function label({ x, y }, rank) {
  return svg(
    "g",
    { transform: `translate(${x + 4} ${y + 4})` },
    svg("circle", { class: "mark-disc", r: 10 }),
    svg("text", { class: "mark-rank", x: 0, y: 4 }, rank),
  );
}
