/** Rings over the board, for turns that somebody thinks about. */

import { svg } from "../../../static/js/dom.js";
import { placesOf } from "../targets.js";

/** @typedef {import("../../../static/js/types.js").Mark} Mark */

/** Marks beyond this one look alike. */
const INKS = 5;

/**
 * Draw a ring around every place that a turn means. At a place for foremen it says who goes there,
 * elsewhere how good the turn is.
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
      const rank = mark.rank ?? index + 1;
      const tokens = mark.tokens ?? (mark.token ? [mark.token] : []);
      /** @type {Map<string, string>} */
      const told = new Map();
      for (const token of tokens)
        for (const place of placesOf(token)) told.set(place, token[1] === ">" ? (told.get(place) ?? "") + token[0] : String(rank));
      const rings = [...told].flatMap(([place, text]) => {
        const box = root.querySelector(`[data-place="${CSS.escape(place)}"]`)?.getBoundingClientRect();
        return box?.width && isSeen(root, place, box) ? [drawRing(box, frame, text)] : [];
      });
      if (!rings.length) return [];
      const group = svg("g", { class: "mark" }, rings);
      group.style.setProperty("--mark", mark.colour ?? `var(--mark-${Math.min(rank, INKS) - 1})`);
      return [group];
    }),
  );
}

/**
 * Is a place in sight within the map, if it is a part of it?
 *
 * @param {HTMLElement} root
 * @param {string} place
 * @param {DOMRect} box
 */
function isSeen(root, place, box) {
  const map = root.querySelector(`[data-place="${CSS.escape(place)}"]`)?.closest(".mine-scroll")?.getBoundingClientRect();
  return !map || (box.right > map.left && box.left < map.right && box.bottom > map.top && box.top < map.bottom);
}

/**
 * @param {DOMRect} box
 * @param {DOMRect} frame
 * @param {string} text
 */
function drawRing(box, frame, text) {
  const [x, y] = [box.x - frame.x - 2, box.y - frame.y - 2];
  const width = 12 + 9 * text.length;
  return svg(
    "g",
    {},
    svg("rect", { class: "mark-ring", rx: 9, x, y, width: box.width + 4, height: box.height + 4 }),
    svg("rect", { class: "mark-disc", rx: 10, x: x - 4, y: y - 6, width, height: 20 }),
    svg("text", { class: "mark-rank", x: x - 4 + width / 2, y: y + 8.5 }, text),
  );
}
