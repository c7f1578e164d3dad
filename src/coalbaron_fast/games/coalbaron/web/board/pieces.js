/** Pieces: cubes, workers, tiles, cards. Each is told apart by its shape as well as its colour. */

import { svg } from "../../../static/js/dom.js";
import { signOf } from "../../../static/js/seats.js";
import { facts } from "../facts.js";

/**
 * A coal cube, 16 units wide: yellow has a dot, brown a bar, gray two bars, black a cross.
 *
 * @param {string} colour y, b, g, k or ? for an unknown one
 * @param {number} [x]
 * @param {number} [y]
 * @param {number} [size]
 */
export function cubeAt(colour, x = 0, y = 0, size = 16) {
  const shape = svg("g", {
    class: `cube coal-${colour === "?" ? "unknown" : colour}`,
    transform: `translate(${x} ${y}) scale(${size / 16})`,
  });
  shape.append(svg("rect", { class: "cube-body", x: 1, y: 1, width: 14, height: 14, rx: 2.5 }));
  for (const mark of cubeMark(colour)) shape.append(mark);
  return shape;
}

/** @param {string} colour */
function cubeMark(colour) {
  const stroke = { class: "cube-mark" };
  switch (colour) {
    case "y":
      return [svg("circle", { class: "cube-dot", cx: 8, cy: 8, r: 2.6 })];
    case "b":
      return [svg("path", { ...stroke, d: "M4.5 8h7" })];
    case "g":
      return [svg("path", { ...stroke, d: "M4.5 6h7M4.5 10h7" })];
    case "k":
      return [svg("path", { ...stroke, d: "M5 5l6 6M11 5l-6 6" })];
    default:
      return [svg("text", { class: "cube-text", x: 8, y: 12 }, "?")];
  }
}

/**
 * A coal cube as an image of its own.
 *
 * @param {string} colour
 * @param {number} [size] in pixels
 */
export function cube(colour, size = 16) {
  return svg(
    "svg",
    { class: "piece", viewBox: "0 0 16 16", width: size, height: size, "aria-hidden": "true" },
    cubeAt(colour),
  );
}

/**
 * A worker with the colour and the sign of a seat.
 *
 * @param {number} seat
 * @param {number} [size] height in pixels
 */
export function worker(seat, size = 24) {
  const badge = signOf(seat);
  badge.setAttribute("class", "worker-badge");
  return svg(
    "svg",
    {
      class: `piece worker seat-${seat}`,
      viewBox: "0 0 20 24",
      width: (size * 20) / 24,
      height: size,
      "aria-hidden": "true",
    },
    svg("path", { class: "worker-body", d: "M3 23v-7c0-3 2.5-5 7-5s7 2 7 5v7z" }),
    svg("circle", { class: "worker-face", cx: 10, cy: 8, r: 4 }),
    svg("path", { class: "worker-helmet", d: "M4.5 7.5c0-4 2.3-6 5.5-6s5.5 2 5.5 6z" }),
    svg("circle", { class: "worker-lamp", cx: 10, cy: 4.6, r: 1.3 }),
    badge,
  );
}

/**
 * A coin with its number of Marks.
 *
 * @param {number} marks
 * @param {number} size in pixels
 * @param {boolean} [bank]
 */
export function coin(marks, size, bank = false) {
  return svg(
    "svg",
    { class: `piece coin${bank ? " coin-bank" : ""}`, viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
    svg("circle", { class: "coin-body", cx: 12, cy: 12, r: 11 }),
    svg("circle", { class: "coin-rim", cx: 12, cy: 12, r: 8.8 }),
    svg("text", { class: "coin-text", x: 12, y: 16 }, marks),
  );
}

/**
 * A victory point.
 *
 * @param {number} [size] in pixels
 */
export function star(size = 18) {
  return svg(
    "svg",
    { class: "piece star", viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true" },
    svg("path", { d: "M10 1.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L10 15.1 4.7 18l1.1-6L1.4 7.8l6-.8z" }),
  );
}

/**
 * The cage on its rope.
 *
 * @param {number} [size] height in pixels
 */
export function cage(size = 16) {
  return svg(
    "svg",
    { class: "piece cage-icon", viewBox: "0 0 14 18", width: (size * 14) / 18, height: size, "aria-hidden": "true" },
    svg("path", { class: "cage-rope", d: "M7 0v5M3 7l4-3 4 3" }),
    svg("rect", { class: "cage-body", x: 2, y: 7, width: 10, height: 10, rx: 1.5 }),
  );
}

/** Silhouettes of the vehicles, 32 by 20 units. */
const VEHICLES = {
  B: "M3 6h17l-3 8H8zM20 7l9-3M12 14v2",
  C: "M4 6h21v8H4zM25 10h4M4 10H1",
  T: "M2 6h16v8H2zM18 9h7l4 3v2H18z",
  E: "M3 8h15v6H3zM18 3h9v11h-9zM6 8V3h4v5",
};
const WHEELS = { B: [12], C: [9, 20], T: [7, 24], E: [7, 14, 22] };

/**
 * The silhouette of a vehicle.
 *
 * @param {string} vehicle
 * @param {number} [x]
 * @param {number} [y]
 * @param {number} [scale]
 */
export function vehicleAt(vehicle, x = 0, y = 0, scale = 1) {
  const letter = /** @type {keyof typeof VEHICLES} */ (vehicle);
  return svg(
    "g",
    { class: "vehicle", transform: `translate(${x} ${y}) scale(${scale})` },
    svg("path", { d: VEHICLES[letter] }),
    WHEELS[letter].map((cx) => svg("circle", { cx, cy: 16, r: 2.6 })),
  );
}

/**
 * The silhouette of a vehicle as an image of its own.
 *
 * @param {string} vehicle
 * @param {number} [width] in pixels
 */
export function vehicle(vehicle, width = 32) {
  return svg(
    "svg",
    { class: "piece", viewBox: "0 0 32 20", width, height: (width * 20) / 32, "aria-hidden": "true" },
    vehicleAt(vehicle),
  );
}

/**
 * A cart, 20 by 18 units, with or without its cube.
 *
 * @param {string|null} colour
 * @param {number} x
 * @param {number} y
 * @param {string} [level] colour of the level, for an empty cart
 */
export function cartAt(colour, x, y, level = "") {
  return svg(
    "g",
    { class: `cart coal-${level}${colour ? "" : " cart-empty"}`, transform: `translate(${x} ${y})` },
    colour ? cubeAt(colour, 4, 0, 12) : svg("rect", { class: "cart-gap", x: 5, y: 2, width: 10, height: 7, rx: 2 }),
    svg("path", { class: "cart-body", d: "M1.5 8h17l-2 6.5h-13z" }),
    svg("circle", { class: "cart-wheel", cx: 6, cy: 15.8, r: 1.9 }),
    svg("circle", { class: "cart-wheel", cx: 14, cy: 15.8, r: 1.9 }),
  );
}

/**
 * The face of a tunnel tile: a lit or a dark tunnel with its carts.
 *
 * @param {string} name a tile, or "?"
 * @param {string} [className]
 */
export function tileFace(name, className = "") {
  const tile = facts.tiles.get(name);
  const face = svg("svg", {
    class: `piece tile ${className} ${tile ? `coal-${tile.colour} side-${tile.side}` : "hidden-item"}`,
    viewBox: "0 0 56 44",
    "aria-hidden": "true",
  });
  face.append(svg("rect", { class: "tile-body", x: 1, y: 1, width: 54, height: 42, rx: 5 }));
  if (!tile) {
    face.append(svg("text", { class: "hidden-text", x: 28, y: 29 }, "?"));
    return face;
  }
  face.append(svg("path", { class: "tile-tunnel", d: "M6 36V20C6 11 15 6 28 6s22 5 22 14v16z" }));
  face.append(svg("path", { class: "tile-rail", d: "M4 36.5h48" }));
  const left = tile.carts === 1 ? [18] : [7.5, 28.5];
  for (const x of left) face.append(cartAt(tile.colour, x, 18, tile.colour));
  face.append(sideMark(tile.side));
  return face;
}

/**
 * Sun for the light side, moon for the dark one.
 *
 * @param {string} side
 */
function sideMark(side) {
  return side === "L"
    ? svg("g", { class: "side-mark" }, svg("circle", { cx: 28, cy: 11.5, r: 2.6 }), svg("path", { d: "M28 6.6v1.4M28 15v1.4M23.1 11.5h1.4M31.5 11.5h1.4" }))
    : svg("path", { class: "side-mark", d: "M29.5 7.5a4.3 4.3 0 1 0 2.5 6.5 4 4 0 0 1-2.5-6.5z" });
}

/**
 * The face of an order card: vehicle, victory points, its spots with what lies on them.
 *
 * @param {string} name a card, or "?"
 * @param {import("../types.js").Spot[]|null} [spots] null for a card that nobody has begun
 */
export function orderFace(name, spots = null) {
  const order = facts.orders.get(name);
  const face = svg("svg", {
    class: `piece order ${order ? "" : "hidden-item"}`,
    viewBox: "0 0 56 64",
    "aria-hidden": "true",
  });
  face.append(svg("rect", { class: "order-body", x: 1, y: 1, width: 54, height: 62, rx: 5 }));
  if (!order) {
    face.append(svg("text", { class: "hidden-text", x: 28, y: 40 }, "?"));
    return face;
  }
  const shown = spots ?? [...order.spots].map((colour) => ({ colour, cubes: "" }));
  face.append(svg("path", { class: "order-head", d: "M1 6a5 5 0 0 1 5-5h44a5 5 0 0 1 5 5v20H1z" }));
  face.append(vehicleAt(order.vehicle, 4, 4, 0.95));
  face.append(svg("circle", { class: "order-seal", cx: 45, cy: 13.5, r: 8 }));
  face.append(svg("text", { class: "order-vp", x: 45, y: 17.5 }, order.vp));
  shown.forEach((spot, index) => face.append(spotAt(spot, ...spotPlace(shown.length, index))));
  return face;
}

/**
 * @param {number} count
 * @param {number} index
 * @returns {[number, number]}
 */
function spotPlace(count, index) {
  if (count === 4) return [12 + 18 * (index % 2), 28 + 17 * Math.floor(index / 2)];
  return [28 - 8.5 * count + 17 * index + 0.5, 37];
}

/**
 * @param {import("../types.js").Spot} spot
 * @param {number} x
 * @param {number} y
 */
function spotAt(spot, x, y) {
  const shape = svg("g", { class: `spot coal-${spot.colour}`, "data-spot": spot.colour });
  shape.append(svg("rect", { class: "spot-body", x, y, width: 15, height: 15, rx: 3 }));
  if (!spot.cubes) {
    const hint = cubeAt(spot.colour, x + 2.5, y + 2.5, 10);
    hint.classList.add("spot-hint");
    shape.append(hint);
  } else if (spot.cubes.length === 1) shape.append(cubeAt(spot.cubes, x, y, 15));
  else {
    shape.append(cubeAt(spot.cubes[0], x - 0.5, y - 0.5, 10));
    shape.append(cubeAt(spot.cubes[1], x + 5.5, y + 5.5, 10));
  }
  return shape;
}

/**
 * The face of a tile or a card, whichever the name is of.
 *
 * @param {string} name
 */
export function itemFace(name) {
  return facts.tiles.get(name) ? tileFace(name) : orderFace(name);
}
