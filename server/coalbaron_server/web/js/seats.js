/** The seats of a game: what each is called, and the sign that stands for it. */

import { svg } from "./dom.js";

/** The sign of each seat: circle, square, diamond, triangle. Told apart without colour. */
const SIGNS = [
  () => svg("circle", { cx: 10, cy: 17, r: 3 }),
  () => svg("rect", { x: 7.3, y: 14.3, width: 5.4, height: 5.4 }),
  () => svg("path", { d: "M10 13l3.6 4-3.6 4-3.6-4z" }),
  () => svg("path", { d: "M10 13.2l3.8 6.6H6.2z" }),
];

/**
 * The sign of a seat as a shape, around (10, 17).
 *
 * @param {number} seat
 */
export const signOf = (seat) => SIGNS[seat]();

/**
 * The sign of a seat as an image of its own, to stand before its name or count.
 *
 * @param {number} seat
 * @param {number} [size] in pixels
 */
export function badge(seat, size = 12) {
  const shape = signOf(seat);
  shape.setAttribute("class", "seat-mark");
  return svg(
    "svg",
    { class: `piece seat-${seat}`, viewBox: "5.5 12.5 9 9", width: size, height: size, "aria-hidden": "true" },
    shape,
  );
}

/**
 * What a seat is called in a sentence about it.
 *
 * @param {import("./i18n.js").Translate} t
 * @param {import("./types.js").SeatChoice[]} seats
 * @param {number} seat
 */
export function seatTitle(t, seats, seat) {
  const choice = seats[seat];
  return choice?.name || t(choice?.kind === "engine" ? "seat.engine" : "seat.plain", { n: seat + 1 });
}

/**
 * What a seat is called where the person at the screen may be spoken to: the only person is “you”.
 *
 * @param {import("./i18n.js").Translate} t
 * @param {import("./types.js").SeatChoice[]} seats
 * @param {number} seat
 */
export function seatName(t, seats, seat) {
  const persons = seats.filter(({ kind }) => kind === "person");
  const isYou = persons.length === 1 && persons[0] === seats[seat] && !seats[seat].name;
  return isYou ? t("seat.you") : seatTitle(t, seats, seat);
}
