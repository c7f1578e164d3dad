// What the engine expected at each turn of the game on the table: the data of its graph.

import { recordParts } from "../share/record.js";

/** @typedef {import("../types.js").App} App */
/**
 * @typedef {object} Estimate
 * @property {number} index tokens of the record before this turn
 * @property {number | null} seat the seat to move
 * @property {number} [shift] the part of the game
 * @property {number[]} win
 * @property {number[]} vp
 * @property {number[]} [win_error]
 * @property {number[]} [vp_error]
 */
/**
 * What a review says was to be expected before a turn, all its searches taken together.
 *
 * @typedef {object} Moment
 * @property {number} turn from 1
 * @property {number} shift
 * @property {number[]} win
 * @property {number[]} vp
 * @property {number[]} win_error
 * @property {number[]} vp_error
 */

/** Estimates by turn; thrown away when the game turns out to be another one. */
export class Timeline {
  /** @type {Map<number, Estimate>} */
  #estimates = new Map();
  /** @type {string[]} */
  #tokens = [];

  /** @type {(() => void)[]} */
  #listeners = [];

  /**
   * Be told when an estimate has come or gone.
   *
   * @param {() => void} listener
   */
  listen(listener) {
    this.#listeners.push(listener);
  }

  #changed() {
    for (const listener of this.#listeners) listener();
  }

  /** @returns {Estimate[]} in the order of the game */
  get estimates() {
    return [...this.#estimates.values()].sort((a, b) => a.index - b.index);
  }

  /** How many tokens the game has now. */
  get length() {
    return this.#tokens.length;
  }

  /**
   * Follow the game: what lies beyond a token that has changed belongs to another game.
   *
   * @param {string} record
   */
  follow(record) {
    const { tokens } = recordParts(record);
    const differs = this.#tokens.findIndex((token, index) => tokens[index] !== token);
    if (differs >= 0)
      for (const index of [...this.#estimates.keys()])
        if (index > differs) this.#estimates.delete(index);
    const moved = differs >= 0 || tokens.length !== this.#tokens.length;
    this.#tokens = tokens;
    if (moved) this.#changed();
  }

  /** Forget everything: another game begins. */
  clear() {
    this.#estimates.clear();
    this.#tokens = [];
    this.#changed();
  }

  /** @param {number} index */
  has(index) {
    return this.#estimates.has(index);
  }

  /** @param {Estimate} estimate */
  put(estimate) {
    this.#estimates.set(estimate.index, estimate);
    this.#changed();
  }
}

/**
 * The estimates of a whole review: what its searches said before a turn and after the one before
 * it, as one.
 *
 * @param {Moment[]} course
 * @param {Estimate[]} turns as they were judged, one by one
 * @param {number} end tokens of the record
 * @returns {Estimate[]}
 */
export function estimatesOf(course, turns, end) {
  return course.map(({ turn: number, shift, win, vp, win_error, vp_error }) => {
    const turn = turns[number - 1];
    return { index: turn?.index ?? end, seat: turn?.seat ?? null, shift, win, vp, win_error, vp_error };
  });
}

/** @type {WeakMap<App, Timeline>} */
const timelines = new WeakMap();

/**
 * The timeline of the page's one game, shared by the panels.
 *
 * @param {App} app
 * @returns {Timeline}
 */
export function timelineOf(app) {
  const known = timelines.get(app);
  if (known) return known;
  const timeline = new Timeline();
  timelines.set(app, timeline);
  timeline.follow(app.game.record);
  app.on("game", () => timeline.clear());
  app.on("position", () => timeline.follow(app.game.record));
  return timeline;
}
