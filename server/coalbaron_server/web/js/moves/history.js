/** What happened in each turn of the lines, as the service tells it to the eyes at the table. */

import { endOf, startOf, tokensTo } from "./lines.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").ToldTurn} ToldTurn */
/** @typedef {import("./lines.js").Line} Line */

/** @typedef {{tokens: string[], turns: ToldTurn[], refused: boolean}} Told of one line to one viewer */

/** Turns that are asked for at a time: a whole game would hold others up. */
const PART = 40;

/** The turns of all lines, each told once; what grows is asked for. */
class History {
  /** By viewer and line. @type {Map<string, Told>} */
  #told = new Map();
  #asking = false;
  #stale = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** Told that turns have come. @type {(() => void)[]} */
    this.listeners = [];
    app.on("game", () => this.#told.clear());
    for (const event of ["position", "lines"]) app.on(event, () => void this.#refresh());
    if (app.game.answer) void this.#refresh();
  }

  /**
   * A line's own turns, as far as they are known.
   *
   * @param {Line} line
   * @returns {ToldTurn[]}
   */
  turnsOf(line) {
    return this.#entryOf(line).turns;
  }

  /**
   * The turns from the beginning of the game to the end of a line.
   *
   * @param {Line} line
   * @returns {{line: Line, turn: ToldTurn}[]}
   */
  pathTo(line, end = endOf(line)) {
    const own = this.turnsOf(line).flatMap((turn) => (turn.index < end ? { line, turn } : []));
    return line.from ? [...this.pathTo(line.from.line, line.from.at), ...own] : own;
  }

  /**
   * What happened on the line on the table before a token.
   *
   * @param {number} index
   */
  eventsBefore(index) {
    return this.pathTo(this.app.game.lines.shown.line, index).flatMap(({ turn }) => turn.events);
  }

  /** Ask for what is not known yet. */
  async #refresh() {
    this.#stale = true;
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#stale) {
        this.#stale = false;
        for (const line of [...this.app.game.lines.all]) await this.#complete(line);
      }
    } catch {
      // Players are told that the service does not answer; the next change asks again.
    } finally {
      this.#asking = false;
    }
  }

  /** @param {Line} line */
  async #complete(line) {
    const { game } = this.app;
    const entry = this.#entryOf(line);
    const { viewer } = game;
    let { start } = entry;
    while (start < endOf(line) && !entry.told.refused) {
      const { tokens } = entry.told;
      const answer = await this.#ask(line, start, viewer, entry.told);
      // What was asked about may have been taken back meanwhile.
      if (!answer || viewer !== game.viewer || entry.told.tokens !== tokens || !game.lines.all.includes(line)) return;
      entry.told.turns.push(...answer.turns);
      for (const listener of this.listeners) listener();
      if (answer.next === null) return;
      start = answer.next;
    }
  }

  /**
   * @param {Line} line
   * @param {number} start
   * @param {number|null} viewer
   * @param {Told} told
   * @returns {Promise<{turns: ToldTurn[], next: number|null}|null>}
   */
  async #ask(line, start, viewer, told) {
    try {
      return await this.app.api.post("/v1/history", { record: this.app.game.recordOf(line), viewer, start, limit: PART });
    } catch (error) {
      const status = /** @type {any} */ (error).status;
      if (!(status >= 400 && status < 500 && status !== 401 && status !== 429)) throw error;
      told.refused = true;
      return null;
    }
  }

  /**
   * What is known of a line, without what no longer belongs to it.
   *
   * @param {Line} line
   */
  #entryOf(line) {
    const key = `${this.app.game.viewer}|${line.id}`;
    const now = tokensTo(line);
    const told = this.#told.get(key) ?? { tokens: now, turns: [], refused: false };
    const differs = told.tokens.findIndex((token, index) => token !== now[index]);
    const common = differs < 0 ? told.tokens.length : differs;
    const last = told.turns.at(-1);
    const isSame = common === now.length && common === told.tokens.length;
    if (!isSame) {
      told.refused = false;
      told.tokens = now;
      told.turns = told.turns.filter(({ index, length, is_done }) => is_done && index + length <= common);
    }
    this.#told.set(key, told);
    const known = isSame ? last : told.turns.at(-1);
    return { told, turns: told.turns, start: known ? known.index + known.length : startOf(line) };
  }
}

/** @type {WeakMap<App, History>} */
const histories = new WeakMap();

/**
 * The history of the page's one game, shared by the panels.
 *
 * @param {App} app
 * @returns {History}
 */
export function historyOf(app) {
  const history = histories.get(app) ?? new History(app);
  histories.set(app, history);
  return history;
}
