/** What self-play says of first turns: asked for once, and what the numbers are worth. */

/** @typedef {import("../types.js").App} App */

/**
 * A first turn, as `/v1/openings` tells of it. `offered` and `taken` count games at first sight in
 * which it was legal, and chosen. Of the games in which it was drawn at random there are `tries`: with
 * the share of the win of the seat that drew it, and the points over the best other seat.
 *
 * @typedef {object} Opening
 * @property {string} token
 * @property {number} offered
 * @property {number} taken
 * @property {number} tries
 * @property {number} win
 * @property {number} win_error
 * @property {number} lead
 * @property {number} lead_error
 */

/** @typedef {{players: number, phase: string, shift: number}} Moment */
/** @typedef {"lead"|"win"} Quantity */

/** Standard errors to both sides that hold 95 of 100 means. */
const SURE = 1.96;

/** What was tried less often says little. */
const THIN = 100;

/** @type {Map<string, Promise<Opening[]>>} */
const asked = new Map();

/**
 * The first turns of a moment.
 *
 * @param {App} app
 * @param {Moment} moment
 * @returns {Promise<Opening[]>}
 */
export function openingsAt(app, { players, phase, shift }) {
  const path = `/v1/openings?players=${players}&phase=${phase}&shift=${shift}`;
  const known = asked.get(path);
  if (known) return known;
  const answer = app.api.get(path);
  asked.set(path, answer);
  answer.catch(() => asked.delete(path));
  return answer;
}

/** @param {Opening} opening */
export const isThin = ({ tries }) => tries < THIN;

/**
 * How often it was taken where it could be.
 *
 * @param {Opening} opening
 */
export const takenOf = ({ taken, offered }) => (offered ? taken / offered : 0);

/**
 * The mean of all games of some openings: what each is compared with.
 *
 * @param {Opening[]} openings
 * @param {Quantity} quantity
 */
export function meanOf(openings, quantity) {
  const tries = openings.reduce((sum, one) => sum + one.tries, 0);
  return tries ? openings.reduce((sum, one) => sum + one.tries * one[quantity], 0) / tries : 0;
}

/**
 * From where to where the mean lies, in 95 cases of 100.
 *
 * @param {Opening} opening
 * @param {Quantity} quantity
 * @returns {[number, number]}
 */
export function rangeOf(opening, quantity) {
  const half = SURE * opening[`${quantity}_error`];
  return [opening[quantity] - half, opening[quantity] + half];
}

/**
 * Is it beyond the noise that an opening is better or worse than the mean?
 *
 * @param {Opening} opening
 * @param {Quantity} quantity
 * @param {number} mean
 * @returns {"good"|"bad"|"open"|"thin"}
 */
export function gradeOf(opening, quantity, mean) {
  if (isThin(opening)) return "thin";
  const [low, high] = rangeOf(opening, quantity);
  return low > mean ? "good" : high < mean ? "bad" : "open";
}

/**
 * A share or a lead, as the language writes it.
 *
 * @param {App} app
 * @param {number} value
 * @param {Quantity} quantity
 */
export function spell({ i18n }, value, quantity) {
  if (quantity === "win") return `${i18n.number(100 * value)} %`;
  const told = i18n.number(Math.abs(value), 1);
  return `${Number(value.toFixed(1)) === 0 ? "" : value < 0 ? "−" : "+"}${told}`;
}

/**
 * What a mean may be off.
 *
 * @param {App} app
 * @param {Opening} opening
 * @param {Quantity} quantity
 */
export function spellSpread({ i18n }, opening, quantity) {
  const half = SURE * opening[`${quantity}_error`];
  return `± ${quantity === "win" ? i18n.number(100 * half) : i18n.number(half, 1)}`;
}
