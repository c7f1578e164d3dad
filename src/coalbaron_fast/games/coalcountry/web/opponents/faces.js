/** The faces of the opponents, drawn of a few strokes each. */

import { bust, DARK, dot, drawFace, eyes, mouth, nose, path } from "../../../static/js/opponents/strokes.js";

const COAL = "#332b28";

/** A soft miner's cap with its oil lamp. @param {string} colour */
const cap = (colour) => [
  path("M17 25c0-10 6-15 15-15s15 5 15 15c-9-4-21-4-30 0z", { fill: colour }),
  path("M16 25.5c10-5 22-5 32 0l3 3c-12-5-26-5-38 0z", { fill: COAL }),
  path("M29 20h6l-1-6h-4z", { fill: "#b08d4a" }),
  path("M32 14c-3-3-1-6 1-9 1 3 3 5-1 9z", { fill: "#ffb52e" }),
];

/** Each opponent by its name. @type {Record<string, () => SVGElement[]>} */
const FACES = {
  // A straw hat, a gap between his teeth, a shovel over the shoulder.
  clem: () => [
    ...bust("#dbe9c3", "#44658c", "#efc49c"),
    path("M50 62L58 30", { line: "#8a5a2b", width: 3 }),
    path("M53 31l9 2c2-7 1-13-2-16-4 2-7 7-7 14z", { fill: "#7d858c" }),
    path("M20 21c1-9 5-13 12-13s11 4 12 13z", { fill: "#e3c168" }),
    path("M9 22.5c14-4 32-4 46 0", { line: "#cfa544", width: 5 }),
    ...eyes(31),
    nose(),
    path("M26 38.5c3 5 9 5 12 0z", { fill: "#7b2d22" }),
    path("M28.5 39h2.6v2h-2.6zM33 39h2.6v2H33z", { fill: "#ffffff" }),
  ],
  // A bonnet, round cheeks, a jar of coins.
  mabel: () => [
    ...bust("#f3d9d6", "#7a5a86", "#f2d2b6"),
    path("M15 34c-3-16 5-25 17-25s20 9 17 25c-3-4-3-15-17-15s-14 11-17 15z", { fill: "#ffffff" }),
    path("M18 30c2-10 8-13 14-13s12 3 14 13", { line: "#c9b6d3", width: 1.6 }),
    ...eyes(31),
    dot(23, 36, 2.6, "#e59a8a"),
    dot(41, 36, 2.6, "#e59a8a"),
    nose(),
    mouth("M29 40c2 1.4 4 1.4 6 0"),
    path("M44 50h12v12H44z", { fill: "#cfe6ee", line: DARK, width: 1.2 }),
    path("M44 49h12", { line: "#7d858c", width: 3 }),
    ...[[47, 59], [52, 59], [49.5, 55.5]].map(([x, y]) => dot(x, y, 2.2, "#d9a521")),
  ],
  // Bald, side whiskers, and a plan of houses under his arm.
  otis: () => [
    ...bust("#f0dfb8", "#5e4a3a", "#8a5637"),
    path("M18.5 27c-2 7 0 15 4 19l2-7c-2-3-3-7-3-12zM45.5 27c2 7 0 15-4 19l-2-7c2-3 3-7 3-12z", { fill: "#d8d3cb" }),
    path("M24 26.5c2-1.5 4-1.5 6-.5M34 26c2-1 4-1 6 .5", { line: "#d8d3cb", width: 2.2 }),
    ...eyes(31),
    nose(),
    mouth("M27 41c3 1.6 7 1.6 10 0"),
    path("M40 51h16v11H40z", { fill: "#3f6fa3" }),
    path("M43 60v-5l4-3 4 3v5z", { line: "#ffffff", width: 1.3 }),
  ],
  // A kerchief knotted on top, brows together, a broom.
  nell: () => [
    ...bust("#cfe3e6", "#9c4a3c", "#eec8a6"),
    path("M10 64L16 40", { line: "#8a5a2b", width: 3 }),
    path("M11 41l11 3 2-13c-5-2-9-2-12 0z", { fill: "#d8b45a" }),
    path("M18 28c-1-12 6-18 14-18s15 6 14 18c-8-7-20-7-28 0z", { fill: "#c9372c" }),
    path("M30 10c-4-6-8-4-8 0 3 2 6 2 9 0 3 2 6 2 9 0 0-4-4-6-8 0z", { fill: "#a92a21" }),
    ...[[25, 19], [32, 16], [39, 19]].map(([x, y]) => dot(x, y, 1.4, "#ffffff")),
    path("M23 26.5l6 1.8M41 26.5l-6 1.8", { line: "#5a3420", width: 1.8 }),
    ...eyes(31.5),
    nose(),
    mouth("M28 41h8"),
  ],
  // A bowler, a pipe, a long coat with three cubes in the pocket.
  virgil: () => [
    ...bust("#e5dccb", "#3d4a3a", "#e2b48e"),
    path("M20 22c0-9 4-14 12-14s12 5 12 14z", { fill: "#3a332e" }),
    path("M14 23c11 3 25 3 36 0", { line: "#241f1b", width: 3.6 }),
    ...eyes(30),
    nose(),
    path("M25 39c3-3 11-3 14 0-3 1.6-11 1.6-14 0z", { fill: "#6a4a2e" }),
    path("M34 42c6 0 9 1 11 4v-4", { line: "#5a3420", width: 2.2 }),
    path("M17 53h7v7h-7z", { fill: "#8a5a2b", line: DARK, width: 1 }),
    path("M24 53h7v7h-7z", { fill: "#3f7fbf", line: DARK, width: 1 }),
    path("M20.5 46h7v7h-7z", { fill: "#f0c93c", line: DARK, width: 1 }),
  ],
  // A miner's cap, dark curls, a steady look.
  cora: () => [
    ...bust("#d5d9ea", "#34495e", "#a9714b"),
    path("M18 25c-4 6-4 14 0 20 3-1 3-4 2-6-1-4-1-9 0-13zM46 25c4 6 4 14 0 20-3-1-3-4-2-6 1-4 1-9 0-13z", { fill: "#241a15" }),
    ...cap("#51606b"),
    path("M23.5 28.5h6M34.5 28.5h6", { line: "#241a15", width: 1.6 }),
    ...eyes(31.5),
    nose(),
    mouth("M27 40.5c3 1.8 7 1.8 10 0"),
    path("M24 48l8 7 8-7", { line: "#e5e8ee", width: 2.4 }),
  ],
  // A grey beard, a miner's cap, a watch on its chain.
  boone: () => [
    ...bust("#cbd0d4", "#20242a", "#e6bd97"),
    path("M18.5 32c0 15 6 23 13.5 23s13.5-8 13.5-23c-3 5-7 6-13.5 6s-10.5-1-13.5-6z", { fill: "#b9bcc0" }),
    ...cap("#5a3b26"),
    path("M22.5 28.6l7-1M41.5 28.6l-7-1", { line: "#8b8f94", width: 2.2 }),
    ...eyes(31.5),
    nose(),
    path("M28 42c2 1 6 1 8 0", { line: "#5c2a20", width: 2 }),
    path("M18 57c5 4 9 4 13 1", { line: "#e0b04a", width: 1.4 }),
    dot(17, 57, 3.4, "#e0b04a"),
    dot(17, 57, 2.2, "#fff6e2"),
  ],
};

/** The face of an opponent, null if there is none. @param {string} name @param {number} size in pixels */
export const faceOf = (name, size) => drawFace(FACES, name, size);
