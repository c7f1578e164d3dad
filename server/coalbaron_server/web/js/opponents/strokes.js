// The strokes that faces of opponents are drawn of. A face is 64 units wide: a ground, the shoulders,
// a head, and what tells this one from the others.

import { svg } from "../dom.js";

/** @typedef {{fill?: string, line?: string, width?: number}} Look */

/** A closed or open stroke. @param {string} d @param {Look} look */
export const path = (d, { fill = "none", line = "none", width = 2 }) => svg("path", { d, fill, stroke: line, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });

/** @param {number} cx @param {number} cy @param {number} r @param {string} fill */
export const dot = (cx, cy, r, fill) => svg("circle", { cx, cy, r, fill });

export const DARK = "#2b2320";

/** What all have: ground, shoulders, neck and head. @param {string} ground @param {string} coat @param {string} skin */
export const bust = (ground, coat, skin) => [
  svg("rect", { width: 64, height: 64, rx: 14, fill: ground }),
  path("M8 64c1-13 9-18 24-18s23 5 24 18z", { fill: coat }),
  path("M25 40h14v9c-4 4-10 4-14 0z", { fill: skin }),
  svg("ellipse", { cx: 32, cy: 31, rx: 13.5, ry: 15.5, fill: skin }),
];

/** @param {number} [y] */
export const eyes = (y = 30) => [dot(26.5, y, 1.8, DARK), dot(37.5, y, 1.8, DARK)];
export const nose = () => path("M32 31l-1.6 5h2.6", { line: "#00000055", width: 1.6 });
/** @param {string} d */
export const mouth = (d) => path(d, { line: DARK, width: 1.8 });

/**
 * A face that fills a square, null if there is none of this name.
 *
 * @param {Record<string, () => SVGElement[]>} faces
 * @param {string} name
 * @param {number} size in pixels
 */
export function drawFace(faces, name, size) {
  const draw = faces[name];
  return draw ? svg("svg", { class: "face-picture", viewBox: "0 0 64 64", width: size, height: size, "aria-hidden": "true" }, draw()) : null;
}
