/** Puzzles: the one of the day, all of them by grade, and the one that is solved on the board. */

import { Diary } from "./diary.js";
import { drawOverview } from "./overview.js";
import { Solving } from "./solving.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../pages/pages.js").Page} Page */

/**
 * A puzzle in the list; a higher grade is harder.
 *
 * @typedef {{id: string, kind: "ending"|"far", wins: boolean, grade: number, players: number, shift: number}} Entry
 */

/** A puzzle to solve, with the position as its seat knows it. @typedef {Entry & {seat: number, position: string}} Puzzle */

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** @type {import("../i18n.js").TextSource} */
export const texts = async (language) => (await import(`./lang/${language}.js`)).default;

/**
 * @param {App} app
 * @param {Page} page
 */
export const open = (app, page) => new Puzzles(app, page);

/** The page of puzzles. */
export class Puzzles {
  /** What is drawn now. @type {() => void} */
  #draw = () => {};
  #end = new AbortController();
  /** @type {Solving|null} */
  #solving = null;
  /** @type {Promise<Entry[]>|null} */
  #entries = null;
  /** Counts what was asked for, so that what comes too late is known. */
  #asked = 0;

  /**
   * @param {App} app
   * @param {Page} page
   */
  constructor(app, page) {
    this.app = app;
    this.page = page;
    this.diary = new Diary(`${app.game.keptAs}.puzzles`);
    app.on("language", () => this.#relabel(), this.#end.signal);
  }

  /** All puzzles, in the order of their days. */
  get entries() {
    this.#entries ??= this.app.api.get("/v1/puzzles");
    this.#entries.catch(() => (this.#entries = null));
    return this.#entries;
  }

  /**
   * Show all puzzles, that of a day, or one by its id.
   *
   * @param {string} part
   */
  async show(part) {
    const asked = ++this.#asked;
    const isDay = DAY.test(part);
    /** @type {[Entry[], Puzzle|null]} */
    const [entries, puzzle] = await Promise.all([
      this.entries,
      part ? this.app.api.get(isDay ? `/v1/puzzles/day?date=${part}` : `/v1/puzzles/${part}`) : null,
    ]);
    if (asked !== this.#asked || this.#end.signal.aborted) return;
    if (!puzzle) {
      this.#solving = null;
      this.#draw = () => this.page.element.replaceChildren(drawOverview(this, entries));
      this.#draw();
    } else {
      this.#solving ??= await Solving.open(this);
      this.#draw = () => this.#solving?.draw();
      await this.#solving.begin(puzzle, isDay ? part : null, entries);
    }
    scrollTo(0, 0);
    this.page.element.focus({ preventScroll: true });
  }

  #relabel() {
    this.#solving?.app.emit("language");
    this.#draw();
  }

  /** The page goes. */
  leave() {
    this.#end.abort();
  }
}
