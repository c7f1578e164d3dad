// Lines that differ in what they do: of those that come to the same, only the best one is shown.

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Line} Line */

/** Lines asked for, for each that is shown: some come to the same. */
const SPARE = 4;

/** The most lines that are asked for. */
const MOST = 24;

/**
 * How many lines to ask for.
 *
 * @param {number} wanted
 */
export const linesFor = (wanted) => Math.min(SPARE * wanted, MOST);

/**
 * The turns of a continuation in words. What is chosen for the first time is as it is now; what
 * lies there afterwards no seat knows.
 *
 * @param {App} app
 * @param {string[][]} turns from the line's own turn on
 * @returns {string[]}
 */
export function continued({ words }, turns) {
  return turns.map((turn, index) => {
    const isTaken = turns.slice(0, index).some(([first]) => first === turn[0]);
    return isTaken ? words.turn(turn, []) : words.turn(turn);
  });
}

/**
 * What a turn comes to: alike for turns that come to the same.
 *
 * @param {App} app
 * @param {string[]} tokens
 */
export const essenceOf = ({ words }, tokens) => words.essence?.(tokens) ?? tokens.join(" ");

/**
 * @param {App} app
 * @param {Line[]} lines best first
 * @param {number} most
 * @returns {Line[]}
 */
export function distinct(app, lines, most) {
  /** @type {Map<string, Line>} */
  const found = new Map();
  for (const line of lines) {
    const essence = essenceOf(app, line.tokens);
    const first = found.get(essence);
    found.set(essence, first ? { ...first, p_best: Math.min(1, first.p_best + line.p_best) } : line);
  }
  return [...found.values()].slice(0, most);
}
