/** The faces of the opponents, drawn of a few strokes each. */

import { svg } from "../../../static/js/dom.js";
import { bust, DARK, dot, drawFace, eyes, mouth, nose, path } from "../../../static/js/opponents/strokes.js";

const STEEL = "#5a636b";
const LAMP = "#ffd35c";

/** A miner's helmet with its lamp. @param {string} colour */
const helmet = (colour) => [
  path("M16.5 25c0-11 6.5-17 15.5-17s15.5 6 15.5 17z", { fill: colour }),
  path("M14 25.5h36", { line: STEEL, width: 3.4 }),
  dot(32, 16.5, 4.6, STEEL),
  dot(32, 16.5, 3, LAMP),
];

const glasses = () => [
  svg("circle", { cx: 26, cy: 30, r: 5, fill: "#ffffff55", stroke: DARK, "stroke-width": 1.5 }),
  svg("circle", { cx: 38, cy: 30, r: 5, fill: "#ffffff55", stroke: DARK, "stroke-width": 1.5 }),
  path("M31 30h2", { line: DARK, width: 1.5 }),
];

/** Each opponent by its name. @type {Record<string, () => SVGElement[]>} */
const FACES = {
  // Freckles, a cap that is too large, and a grin.
  pip: () => [
    ...bust("#bfe0ee", "#4f7fa6", "#f3cda7"),
    path("M20 26c-2 3-2 5-1 8M44 26c2 3 2 5 1 8", { line: "#c8622c", width: 4 }),
    path("M15 24c1-11 8-15 17-15s16 4 17 15c-9-4-25-4-34 0z", { fill: "#8a4f2a" }),
    path("M30 21c8-2 18 0 23 5", { line: "#6b3b1e", width: 4 }),
    ...eyes(31),
    nose(),
    mouth("M26 39c3 4 9 4 12 0"),
    ...[[23, 35], [26, 36.5], [38, 36.5], [41, 35]].map(([x, y]) => dot(x, y, 0.9, "#c8622c")),
  ],
  // A bun, glasses, lips pressed together, a coin at her collar.
  greta: () => [
    ...bust("#e2d6ee", "#5b4a73", "#f0d0b4"),
    dot(32, 11, 6.5, "#a9a5a0"),
    path("M18 31c-1-12 6-18 14-18s15 6 14 18c-3-6-7-9-14-9s-11 3-14 9z", { fill: "#bdb8b2" }),
    ...eyes(),
    ...glasses(),
    nose(),
    mouth("M28 41h8"),
    dot(32, 53, 5, "#d9a521"),
    path("M32 50.5v5", { line: "#7a5605", width: 1.6 }),
  ],
  // A full beard, and cards in the breast pocket.
  konrad: () => [
    ...bust("#d7e5c5", "#3f6b46", "#e4b48c"),
    path("M18.5 31c0 13 5 19 13.5 19s13.5-6 13.5-19c-3 5-6 6-13.5 6s-10.5-1-13.5-6z", { fill: "#6a4327" }),
    path("M18 28c0-12 6-17 14-17s14 5 14 17c-4-5-7-8-14-8s-10 3-14 8z", { fill: "#6a4327" }),
    ...eyes(29),
    nose(),
    path("M27 40.5c3 2 7 2 10 0", { line: "#f5e6d4", width: 2 }),
    svg("rect", { x: 41, y: 50, width: 7, height: 10, rx: 1.4, fill: "#fff6e2", stroke: DARK, "stroke-width": 1, transform: "rotate(9 44 55)" }),
    svg("rect", { x: 46, y: 51, width: 7, height: 10, rx: 1.4, fill: "#f3c65a", stroke: DARK, "stroke-width": 1, transform: "rotate(20 49 56)" }),
  ],
  // A helmet with a lamp, a plait, coal on the cheek.
  minna: () => [
    ...bust("#f2dcae", "#8a5a2b", "#c98f64"),
    path("M45 28c5 6 3 14 4 22", { line: "#3a2417", width: 5 }),
    ...helmet("#c9372c"),
    ...eyes(31),
    nose(),
    mouth("M26.5 39.5c3 2.6 8 2.6 11 0"),
    path("M22 36l4 2M23 39l3 .5", { line: "#332b28", width: 2 }),
  ],
  // Hair in the wind, brows up, a scarf.
  jost: () => [
    ...bust("#f6cfc0", "#2f5d7c", "#f1c9a0"),
    path("M18 29c-2-9 1-15 6-18l-1 4c4-5 9-7 14-6l-2 3c5 0 9 3 10 7l-3-1c2 3 3 7 2 11-2-5-5-7-8-8-6 3-12 3-18 8z", { fill: "#dba437" }),
    path("M23 25l5-1.5M36 23.5l5 1.5", { line: "#8f6415", width: 1.8 }),
    ...eyes(30),
    nose(),
    svg("ellipse", { cx: 32, cy: 41, rx: 3.2, ry: 2.6, fill: "#7b2d22" }),
    path("M20 49c7 5 17 5 24 0l1 5c-8 5-18 5-26 0zM42 52l5 10", { fill: "#c9372c", line: "#c9372c", width: 3 }),
  ],
  // A hat with a feather, and one eye half shut.
  hedda: () => [
    ...bust("#c9ddd3", "#2f4a3c", "#e9bf98"),
    path("M18 27c-2 8-2 14 1 20M46 27c2 8 2 14-1 20", { line: "#7c3a1d", width: 5 }),
    path("M20 22c1-10 5-14 12-14s11 4 12 14z", { fill: "#3d5a48" }),
    path("M11 23.5c12-4 30-4 42 0", { line: "#2c4335", width: 4 }),
    path("M42 19c6-3 9-9 9-15-5 2-9 7-11 13z", { fill: "#d9542b" }),
    dot(26.5, 31, 1.8, DARK),
    path("M34.5 31h6", { line: DARK, width: 2.2 }),
    path("M23 27.4l7 .6", { line: "#7c3a1d", width: 1.6 }),
    nose(),
    mouth("M27 40c3 1.5 6 1.4 10-1"),
  ],
  // Short grey hair, calm, a pencil behind the ear.
  ruth: () => [
    ...bust("#d6dbe3", "#6b7280", "#8d5a3b"),
    path("M18 30c-1-13 6-19 14-19s15 6 14 19c-1-5-3-8-5-9-6 1-12 1-18 0-2 1-4 4-5 9z", { fill: "#e6e3dd" }),
    path("M23 29.5c2-1.6 5-1.6 7 0M34 29.5c2-1.6 5-1.6 7 0", { line: DARK, width: 2 }),
    nose(),
    mouth("M27.5 40c3 1.6 6 1.6 9 0"),
    path("M44 31l9-9", { line: "#e0a526", width: 3.2 }),
    path("M43 32l2-2", { line: DARK, width: 3.2 }),
  ],
  // A helmet, a moustache, a uniform with two rows of buttons.
  steiger: () => [
    ...bust("#c7ccd2", "#1d1f22", "#ecc8a4"),
    ...helmet("#22262b"),
    path("M22 28.4l7 1M42 28.4l-7 1", { line: "#4a4038", width: 2 }),
    ...eyes(31.5),
    nose(),
    path("M32 38c-3-2-7-1-10 3 4 1 8 0 10-1.6 2 1.6 6 2.6 10 1.6-3-4-7-5-10-3z", { fill: "#4a4038" }),
    ...[52, 58].flatMap((y) => [dot(28, y, 1.6, "#e0b04a"), dot(36, y, 1.6, "#e0b04a")]),
    path("M24 48l8 6 8-6", { line: "#e0b04a", width: 1.6 }),
  ],
};

/** The face of an opponent, null if there is none. @param {string} name @param {number} size in pixels */
export const faceOf = (name, size) => drawFace(FACES, name, size);
