/** Rings and arrows over the board, for turns that somebody thinks about. */

import { svg } from "../../../static/js/dom.js";

/** @typedef {import("../../../static/js/types.js").Mark} Mark */

const INKS = ["var(--mark-0)", "var(--mark-1)", "var(--mark-2)", "var(--mark-3)", "var(--mark-4)"];

/**
 * Draw marks over the board: a ring around the space that each turn chooses, an arrow from there
 * to where its work is done.
 *
 * @param {HTMLElement} root the board
 * @param {SVGSVGElement} layer
 * @param {Mark[]} marks best first
 * @param {number|null} seat who would play them
 */
export function drawMarks(root, layer, marks, seat) {
  layer.replaceChildren();
  if (!marks.length) return;
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
    const target = targetOf(root, tokens, seat);
    if (target) group.append(...arrow(box, boxOf(target, frame)));
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
 * Where a turn's work shows: the pit, for tiles and mining; the orders, for cards and delivery.
 *
 * @param {HTMLElement} root
 * @param {string[]} tokens
 * @param {number|null} seat
 */
function targetOf(root, tokens, seat) {
  if (seat === null) return null;
  const card = root.querySelector(`.seat-card[data-seat="${seat}"]`);
  const kind = tokens[0]?.[0];
  if (kind === "f" || kind === "m") return card?.querySelector(".shaft") ?? null;
  if (kind === "o" || kind === "d") return card?.querySelector(".orders") ?? null;
  return null;
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
 * @param {Box} from
 * @param {Box} to
 */
function arrow(from, to) {
  const [x, y] = [from.x + from.width / 2, from.y + from.height + 3];
  const [u, v] = [to.x + to.width / 2, to.y - 2];
  if (v < y) return [];
  const bend = (v - y) / 2;
  return [
    svg("path", { class: "mark-line", d: `M${x} ${y}C${x} ${y + bend} ${u} ${v - bend} ${u} ${v - 8}` }),
    svg("path", { class: "mark-head", d: `M${u} ${v}l-7-10h14z` }),
  ];
}

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
