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

/** @typedef {import("./types.js").SeatChoice} SeatChoice */

/**
 * What a seat is called in a sentence about it: as its person typed it, or as the engine there is
 * called. Of engines with the same name the later ones have a number.
 *
 * @param {import("./i18n.js").I18n} i18n
 * @param {SeatChoice[]} seats
 * @param {number} seat
 */
export function seatTitle(i18n, seats, seat) {
  const choice = seats[seat];
  if (choice?.name) return choice.name;
  if (choice?.kind !== "engine") return i18n.t("seat.plain", { n: seat + 1 });
  if (!i18n.has(`strength.${choice.strength}`)) return i18n.t("seat.engine", { n: seat + 1 });
  const name = i18n.t(`strength.${choice.strength}`);
  const before = seats.slice(0, seat).filter(({ kind, strength }) => kind === "engine" && strength === choice.strength).length;
  return before ? `${name} ${before + 1}` : name;
}

/**
 * Is this the only person, who may be spoken to?
 *
 * @param {SeatChoice[]} seats
 * @param {number} seat
 */
export function isYou(seats, seat) {
  const persons = seats.filter(({ kind }) => kind === "person");
  return persons.length === 1 && persons[0] === seats[seat] && !seats[seat].name;
}

/**
 * What a seat is called where the person at the screen may be spoken to: the only person is “you”.
 *
 * @param {import("./i18n.js").I18n} i18n
 * @param {SeatChoice[]} seats
 * @param {number} seat
 */
export const seatName = (i18n, seats, seat) => (isYou(seats, seat) ? i18n.t("seat.you") : seatTitle(i18n, seats, seat));

/**
 * A sentence about a seat. One that speaks to “you” may have words of its own, as the key’s `.you`.
 *
 * @param {import("./i18n.js").I18n} i18n
 * @param {SeatChoice[]} seats
 * @param {string} key
 * @param {number} seat
 * @param {Record<string, any>} [params]
 */
export function tellOfSeat(i18n, seats, key, seat, params = {}) {
  if (isYou(seats, seat) && i18n.has(`${key}.you`)) return i18n.t(`${key}.you`, params);
  return i18n.t(key, { ...params, seat: seatName(i18n, seats, seat) });
}

/**
 * A message in the chosen language, which names the seat that it is about; what the page has no
 * text for keeps the service's.
 *
 * @param {import("./i18n.js").I18n} i18n
 * @param {SeatChoice[]} seats
 * @param {import("./i18n.js").Message} message
 */
export function spell(i18n, seats, { key, params, text = key }) {
  if (!i18n.has(key)) return text;
  return typeof params.seat === "number" ? tellOfSeat(i18n, seats, key, params.seat, params) : i18n.t(key, params);
}

/**
 * Can the best turn be told? Somebody is to move, and what is shown is not the view of another
 * seat, which does not know what the mover knows.
 *
 * @param {import("./types.js").Answer} answer
 */
export function canBeTold({ data, table }) {
  return table.turn !== null && (data.view === null || data.view === table.turn);
}
