/** The pieces as pictures: foremen, cubes, coal, refuse, money, houses of the village. */

import { svg } from "../../../static/js/dom.js";
import { signOf } from "../../../static/js/seats.js";

/** @typedef {import("../../../static/js/dom.js").Child} Child */

/**
 * A picture of so many pixels, 24 units wide.
 *
 * @param {string} kind class of the picture
 * @param {number} size
 * @param {...Child} shapes
 */
const picture = (kind, size, ...shapes) =>
  svg("svg", { class: `piece ${kind}`, viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" }, ...shapes);

/** @param {string} d @param {string} [kind] */
const path = (d, kind) => svg("path", { d, class: kind });

/**
 * A foreman: helmet and lamp over his influence; the sign of his seat where that is hidden.
 *
 * @param {number} seat
 * @param {number|null} influence
 * @param {number} [size]
 * @param {boolean} [isDown] face down, as his own seat sees him
 */
export function foreman(seat, influence, size = 34, isDown = false) {
  const sign = signOf(seat);
  sign.setAttribute("class", "foreman-sign");
  return svg(
    "svg",
    { class: `piece foreman seat-${seat}${isDown || influence === null ? " down" : ""}`, viewBox: "0 0 36 36", width: size, height: size, "aria-hidden": "true" },
    svg("circle", { class: "foreman-body", cx: 18, cy: 19, r: 15.5 }),
    svg("circle", { class: "foreman-ring", cx: 18, cy: 19, r: 12.8 }),
    influence === null
      ? [path("M10.500 27.500l13-9M25.500 27.500l-13-9", "foreman-picks"), svg("g", { transform: "translate(18 24) scale(1.35) translate(-10 -17)" }, sign)]
      : svg("text", { class: "foreman-number", x: 18, y: 29.5 }, String(influence)),
    path("M7.500 14.500C7.500 7 12 2.500 18 2.500S28.500 7 28.500 14.500z", "foreman-helmet"),
    path("M4.500 13.800h27v2.700h-27z", "foreman-brim"),
    svg("circle", { class: "foreman-lamp", cx: 18, cy: 9.5, r: 3.2 }),
  );
}

/** What is drawn on the front of a cube. @type {Record<string, () => Child>} */
const MARKS = {
  w: () => [path("M6.500 10.500h9M6.500 13.500h9M6.500 16.500h9", "cube-grain")],
  a: () => path("M11 8.700c2.600 3.200 3.600 4.700 3.600 6.300a3.600 3.600 0 0 1-7.200 0c0-1.600 1-3.100 3.600-6.300z", "cube-sign"),
  e: () => path("M12.500 8.200l-5 6.200h3.100l-1.300 4.400 5.200-6.300h-3.200z", "cube-sign"),
};

/**
 * The shapes of a cube of a utility, 24 units wide.
 *
 * @param {string} type
 * @param {boolean} isMissing a place where it is lacking
 */
const cubeShapes = (type, isMissing) =>
  isMissing
    ? [svg("rect", { class: "cube-gap", x: 4, y: 6, width: 14.5, height: 14.5, rx: 2.5 }), MARKS[type]()]
    : [path("M4 7.500l4-4h13l-3.500 4z", "cube-top"), path("M17.500 7.500L21 3.500v13l-3.500 4z", "cube-side"), svg("rect", { class: "cube-front", x: 4, y: 7, width: 14, height: 14, rx: 1.2 }), MARKS[type]()];

/**
 * A cube of a utility.
 *
 * @param {string} type
 * @param {number} [size]
 * @param {boolean} [isMissing]
 */
export const cube = (type, size = 22, isMissing = false) => picture(`cube cube-${type}${isMissing ? " missing" : ""}`, size, ...cubeShapes(type, isMissing));

/**
 * A cube within another picture.
 *
 * @param {string} type
 * @param {boolean} isMissing
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export const cubeAt = (type, isMissing, x, y, scale) =>
  svg("g", { class: `cube cube-${type}${isMissing ? " missing" : ""}`, transform: `translate(${x} ${y}) scale(${scale})` }, ...cubeShapes(type, isMissing));

/** @param {number} [size] */
export const coal = (size = 22) =>
  picture("coal", size, path("M3 17l2.500-7L11 5l7 2 3.500 7-3 6-9 1.500z", "coal-body"), path("M5.500 10l6 3.500L18 7M11.500 13.500l-2 8M11.500 13.500l7 6.500", "coal-edge"));

/** @param {number} [size] */
export const refuse = (size = 22) =>
  picture("refuse", size, path("M1.500 21c2-6 4.500-5 6-9 1.500-4 4.500-5 6.500-1.500 2 3.500 6.500 4.500 8.500 10.500z", "refuse-body"), path("M6 18.500l2-2.500M11 14l2-2M14.500 18.500l2.500-2", "refuse-stone"));

/**
 * Dollars.
 *
 * @param {number|string} amount
 * @param {number} [size]
 */
export const coin = (amount, size = 22) =>
  picture("coin", size, svg("circle", { cx: 12, cy: 12, r: 11 }), svg("circle", { class: "coin-rim", cx: 12, cy: 12, r: 8.8 }), svg("text", { x: 12, y: 16.4 }, String(amount)));

/** @param {string} sign + - or 0 @param {number} [size] */
export const indicator = (sign, size = 22) =>
  picture(`indicator indicator-${{ "+": "up", "-": "down", 0: "even" }[sign]}`, size, path("M4 7.500l4-4h13l-3.500 4z", "cube-top"), path("M17.500 7.500L21 3.500v13l-3.500 4z", "cube-side"), svg("rect", { class: "cube-front", x: 4, y: 7, width: 14, height: 14, rx: 1.2 }), path({ "+": "M11 10v8M7 14h8", "-": "M7 14h8", 0: "M11 10.500a3.500 3.500 0 1 0 .01 0" }[sign] ?? "", "cube-line"));

/** The signs of the areas of a round, on a field of 24. @type {Record<string, string>} */
const SIGNS = {
  place: "M12 3a4.500 4.500 0 0 1 4.500 4.500h1.500V9H6V7.500h1.500A4.500 4.500 0 0 1 12 3zM6 21c0-6 2.500-9 6-9s6 3 6 9z",
  village: "M2.500 21v-9l5-4.500 5 4.500v9zM12.500 21h9V9.500L17 4l-3.500 4M6 15h3v6M16 12.500h2.500M16 16h2.500",
  mining: "M4 20.500L14 9M6.500 5.500C12 3.500 17.500 6.500 20 13c-3.500-3.500-6.500-5.500-13.500-7.500zM3 19.500l2 2",
  brokers: "M12 3v18M16.500 6.800C15.500 5.500 14 5 12 5c-2.600 0-4.500 1.200-4.500 3.300 0 4.600 9.500 2.300 9.500 7.200 0 2.200-2 3.500-5 3.500-2.300 0-4-.7-5-2.200",
  permits: "M5 2.500h11l3.500 3.500v15.500H5zM8.500 8h7M8.500 11.500h7M8.500 15h4M15 16.500a2 2 0 1 0 .01 0",
  market: "M13.500 2L5 13.500h5.500L9 22l9-12h-6z",
  construction: "M4 21V8l8-5 8 5v13zM8 21v-7h8v7M8 10.500h8",
  refuse: "M3 20.500c2.500-6 4-5.500 6-9.500s4-3.500 6-.5 4 4 6 10zM9 17l2-2M13.500 14.500l2-1.500",
  report: "M4 20.500h16M6.500 17v-4M11 17V8.500M15.500 17v-6M20 17V4.500",
  over: "M9.500 3h5M12 3v3M4.500 20.500h15L18 9H6zM8.500 14l2.500 2.500 4.500-5",
};

/** @param {string} name @param {number} [size] */
export const sign = (name, size = 22) => picture(`sign sign-${name}`, size, path(SIGNS[name] ?? SIGNS.report));

/** What a house has besides its wall and its roof, on a field of 48. @type {Record<string, {wall: string, roof: string, more: [string, string][]}>} */
const HOUSES = {
  school: { wall: "M8 24h32v18H8z", roof: "M5 25l19-11 19 11zM20 14V5h8v9z", more: [["M24 7.500a2.200 2.200 0 0 1 2.200 2.700h-4.400A2.200 2.200 0 0 1 24 7.500z", "house-gold"], ["M21 42V32h6v10z", "house-door"], ["M12 29h5v5h-5zM31 29h5v5h-5z", "house-pane"]] },
  tailor: { wall: "M9 20h30v22H9z", roof: "M6 21l5-9h26l5 9z", more: [["M24 42V29h8v13z", "house-door"], ["M13 27h8v9h-8z", "house-pane"], ["M17 14l7 5M24 14l-7 5M15.500 13.200a1.500 1.500 0 1 0 .1 0M25.500 13.200a1.500 1.500 0 1 0 .1 0", "house-line"]] },
  shed: { wall: "M6 22h36v20H6z", roof: "M4 23l6-10h34v10z", more: [["M12 42V28h24v14z", "house-dark"], ["M14 42c1-6 4-5 6-8s4-3 6 0 5 2 8 8z", "house-coal"]] },
  hall: { wall: "M5 23h38v19H5z", roof: "M3 24l8-10h26l8 10z", more: [["M21 42V31h6v11z", "house-door"], ["M9 28h7v6H9zM32 28h7v6h-7z", "house-pane"], ["M33 13V7h4v6M21 18.500h6l-1 3h-4zM24 14c-1.500 1 1.500 2 0 3.500", "house-line"]] },
  shop: { wall: "M7 18h34v24H7z", roof: "M5 9h38v6H5z", more: [["M5 18h38l2 7H3z", "house-awning"], ["M13 18l-1.500 7M24 18v7M35 18l1.500 7", "house-stripe"], ["M27 42V30h8v12z", "house-door"], ["M11 29h12v8H11z", "house-pane"]] },
  doctor: { wall: "M9 21h30v21H9z", roof: "M6 22L24 9l18 13z", more: [["M27 42V31h7v11z", "house-door"], ["M13 30h9v7h-9z", "house-pane"], ["M22.300 13h3.400v2.800h2.800v3.400h-2.800V22h-3.400v-2.800h-2.800v-3.400h2.800z", "house-cross"]] },
  tavern: { wall: "M8 20h32v22H8z", roof: "M5 21l6-10h26l6 10z", more: [["M20 42V30h8v12z", "house-door"], ["M11 26h6v7h-6zM31 26h6v7h-6z", "house-pane"], ["M19 12.500h8V20h-8zM27 14.500c3.500-.5 3.500 4 0 3.500", "house-mug"]] },
  church: { wall: "M12 26h28v16H12z", roof: "M10 27l16-9 16 9zM8 42V18l6-9 6 9v24z", more: [["M14 2v7M11.500 4.500h5", "house-line"], ["M11.500 42v-9a2.500 2.500 0 0 1 5 0v9z", "house-door"], ["M25 42v-8a2 2 0 0 1 4 0v8zM33 38v-4a2 2 0 0 1 4 0v4z", "house-pane"]] },
};

/**
 * A building of the village.
 *
 * @param {string} kind
 * @param {number} [size]
 */
export function house(kind, size = 44) {
  const { wall, roof, more } = HOUSES[kind];
  return svg(
    "svg",
    { class: `piece house house-${kind}`, viewBox: "0 0 48 48", width: size, height: size, "aria-hidden": "true" },
    path("M2 42h44v2.500H2z", "house-ground"),
    path(wall, "house-wall"),
    path(roof, "house-roof"),
    more.map(([d, part]) => path(d, part)),
  );
}
