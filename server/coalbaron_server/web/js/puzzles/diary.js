/** What the browser keeps of puzzles: how each was answered, and on which days the one of the day was. */

import { keep, recall } from "../kept.js";

/**
 * How a puzzle was answered: right at the first try, right later, or the answer was shown; `wrong`
 * as long as it was tried in vain.
 *
 * @typedef {"first"|"later"|"shown"|"wrong"} Outcome
 * @typedef {{outcome: Outcome, tries: number, on: string}} Entry
 */

/** @type {readonly Outcome[]} */
const SOLVED = ["first", "later"];

/** @param {Outcome|undefined} outcome */
export const isSolved = (outcome) => outcome !== undefined && SOLVED.includes(outcome);

/**
 * A day as the address and the service write it, by the clock of the person at the screen.
 *
 * @param {Date} date
 */
export const dayOf = (date) =>
  [String(date.getFullYear()).padStart(4, "0"), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** @param {string} day */
export const dateOf = (day) => new Date(`${day}T12:00:00`);

/**
 * The day n days later.
 *
 * @param {string} day
 * @param {number} by
 */
export function dayAfter(day, by = 1) {
  const date = dateOf(day);
  date.setDate(date.getDate() + by);
  return dayOf(date);
}

/** The history of one person in one browser. */
export class Diary {
  /** By puzzle. @type {Record<string, Entry>} */
  #puzzles;
  /** By day. @type {Record<string, Entry>} */
  #days;

  /** @param {string} keptAs */
  constructor(keptAs) {
    this.keptAs = keptAs;
    const { puzzles, days } = read(keptAs);
    this.#puzzles = puzzles;
    this.#days = days;
  }

  /** @param {string} id */
  ofPuzzle(id) {
    return this.#puzzles[id]?.outcome;
  }

  /** @param {string} day */
  ofDay(day) {
    return this.#days[day]?.outcome;
  }

  /**
   * Note an answer. What was solved or shown once stays that.
   *
   * @param {string} id
   * @param {string|null} day whose puzzle it is, if it was opened as that
   * @param {"right"|"wrong"|"shown"} answer
   * @param {string} today
   */
  note(id, day, answer, today) {
    this.#puzzles[id] = noted(this.#puzzles[id], answer, today);
    if (day) this.#days[day] = noted(this.#days[day], answer, today);
    keep(this.keptAs, JSON.stringify({ puzzles: this.#puzzles, days: this.#days }));
  }

  /**
   * Days in a row on which the puzzle of the day was solved, up to now and the most ever. A day
   * counts only if it was solved on that day; today may still come.
   *
   * @param {string} today
   */
  streaks(today) {
    const isKept = (/** @type {string} */ day) => isSolved(this.ofDay(day)) && this.#days[day].on === day;
    const lengthTo = (/** @type {string} */ day) => {
      let length = 0;
      for (; isKept(day); day = dayAfter(day, -1)) length++;
      return length;
    };
    const now = lengthTo(isKept(today) ? today : dayAfter(today, -1));
    const ends = Object.keys(this.#days).filter((day) => isKept(day) && !isKept(dayAfter(day)));
    return { now, most: Math.max(now, ...ends.map(lengthTo)) };
  }
}

/**
 * @param {Entry|undefined} before
 * @param {"right"|"wrong"|"shown"} answer
 * @param {string} on
 * @returns {Entry}
 */
function noted(before, answer, on) {
  if (before && before.outcome !== "wrong") return before;
  const tries = (before?.tries ?? 0) + (answer === "shown" ? 0 : 1);
  const outcome = answer === "right" ? (before ? "later" : "first") : answer;
  return { outcome, tries, on };
}

/**
 * @param {string} name
 * @returns {{puzzles: Record<string, Entry>, days: Record<string, Entry>}}
 */
function read(name) {
  try {
    const { puzzles = {}, days = {} } = JSON.parse(recall(name) ?? "{}");
    return { puzzles, days };
  } catch {
    return { puzzles: {}, days: {} };
  }
}
