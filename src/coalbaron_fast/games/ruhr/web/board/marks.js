/** Rings and arrows over the board, for turns that somebody thinks about. */

import { svg } from "../../../static/js/dom.js";
import { placesOf } from "../targets.js";

/** @typedef {import("../../../static/js/types.js").Mark} Mark */

/** Marks beyond this one look alike. */
const INKS = 5;

/**
 * Draw a ring around every place that a turn means, and a line from each to the next.
 *
 * @param {HTMLElement} root the board
 * @param {SVGSVGElement} layer
 * @param {Mark[]} marks best first
 */
export function drawMarks(root, layer, marks) {
  const frame = root.getBoundingClientRect();
  layer.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
  layer.replaceChildren(
    ...marks.flatMap((mark, index) => {
      const tokens = mark.tokens ?? (mark.token ? [mark.token] : []);
      const rings = [...new Set(tokens.flatMap(placesOf))].flatMap((place) => {
        const element = root.querySelector(`[data-place="${CSS.escape(place)}"]`);
        return element ? [ringOf(element.getBoundingClientRect(), frame)] : [];
      });
      return rings.length ? [drawMark(rings, mark.rank ?? index + 1, mark.colour)] : [];
    }),
  );
}

/**
 * @param {DOMRect} box
 * @param {DOMRect} frame
 */
const ringOf = (box, frame) => ({ x: box.x - frame.x - 2, y: box.y - frame.y - 2, width: box.width + 4, height: box.height + 4 });

/** @typedef {ReturnType<typeof ringOf>} Ring */

/** @param {Ring} ring */
const middle = ({ x, y, width, height }) => ({ u: x + width / 2, v: y + height / 2 });

/**
 * @param {Ring[]} rings
 * @param {number} rank
 * @param {string} [colour]
 */
function drawMark(rings, rank, colour) {
  const ink = colour ?? `var(--mark-${Math.min(rank, INKS) - 1})`;
  const [first, ...rest] = rings;
  const lines = rest.map((ring, at) => {
    const [from, to] = [middle(rings[at]), middle(ring)];
    return svg("path", { class: "mark-line", d: `M${from.u} ${from.v}Q${(from.u + to.u) / 2} ${Math.min(from.v, to.v) - 30} ${to.u} ${to.v}` });
  });
  const group = svg(
    "g",
    { class: "mark" },
    lines,
    rings.map((ring) => svg("rect", { class: "mark-ring", rx: 10, ...ring })),
    rest.map((ring) => svg("circle", { class: "mark-disc", cx: middle(ring).u, cy: middle(ring).v, r: 5 })),
    svg("g", { transform: `translate(${first.x + 6} ${first.y + 6})` }, svg("circle", { class: "mark-disc", r: 10 }), svg("text", { class: "mark-rank", y: 4 }, String(rank))),
  );
  group.style.setProperty("--mark", ink);
  return group;
}
