// The games against opponents that the browser keeps, and which of those under way may count. A game
// counts once, when it is over, if it was played from its beginning without help.

import { forget, keep, recall } from "../kept.js";
import { opponentIn } from "../play/strength.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./rating.js").RatedGame} RatedGame */
/** @typedef {"advice"|"takeback"|"seats"|"begun"} Spoiler why a game does not count */
/** @typedef {{seats: (string|null)[], spoiled: Spoiler|null}} UnderWay */

/** Games that are kept: the oldest go first. */
const MOST_GAMES = 1000;
const MOST_UNDER_WAY = 60;

/** What is kept of the games of one name, as `game`. */
export class Ledger {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.names = { games: `${app.game.keptAs}.rated`, open: `${app.game.keptAs}.rated.open` };
  }

  /** All that count, oldest first. @returns {RatedGame[]} */
  get games() {
    const games = read(this.names.games);
    return Array.isArray(games) ? games.filter((game) => Array.isArray(game?.seats) && Array.isArray(game.scores)) : [];
  }

  /** @returns {Record<string, UnderWay>} */
  get #open() {
    const open = read(this.names.open);
    return open && typeof open === "object" && !Array.isArray(open) ? open : {};
  }

  /**
   * Who sits at the table: null is the player. Null if that is no table of one person and opponents.
   *
   * @returns {(string|null)[]|null}
   */
  get seats() {
    const { seats, chance } = this.app.game;
    const sitting = seats.map(({ kind, strength }) => (kind === "person" ? null : opponentIn(strength)));
    const persons = seats.filter(({ kind }) => kind === "person").length;
    return chance === "draw" && seats.length > 1 && persons === 1 && sitting.filter((name) => name === null).length === 1 ? sitting : null;
  }

  /** Does the game on the table count? Null if it is none against opponents. @returns {{counts: boolean, spoiled: Spoiler|null, isDone: boolean}|null} */
  get state() {
    const { id } = this.app.game;
    if (this.games.some((game) => game.id === id)) return { counts: true, spoiled: null, isDone: true };
    if (!this.seats) return null;
    const { spoiled } = this.#open[id] ?? { spoiled: "begun" };
    return { counts: !spoiled, spoiled, isDone: false };
  }

  /** Look at the table: a game begins, is spoiled, or is over. */
  follow() {
    const { game } = this.app;
    const { laid, id } = game;
    const { seats } = this;
    if (!laid || game.isAside || this.games.some((one) => one.id === id)) return;
    const known = this.#open[id];
    if (!known) {
      if (seats && game.begun === id) this.#write(id, { seats, spoiled: null });
      return;
    }
    if (JSON.stringify(known.seats) !== JSON.stringify(seats)) this.spoil("seats");
    else if (game.lines.takebacks.length || game.lines.branches.length) this.spoil("takeback");
    else if (laid.table.over && !known.spoiled) this.#count(known, laid.table.over);
  }

  /** @param {Spoiler} reason */
  spoil(reason) {
    const { id, laid } = this.app.game;
    const known = this.#open[id];
    if (known && !known.spoiled && !laid?.table.over) this.#write(id, { ...known, spoiled: reason });
  }

  /** Forget all games. */
  clear() {
    forget(this.names.games);
  }

  /**
   * @param {UnderWay} known
   * @param {{scores: number[], winners: number[]}} over
   */
  #count({ seats }, { scores, winners }) {
    const { id } = this.app.game;
    const games = [...this.games, { id, date: new Date().toISOString(), seats, scores, winners }];
    keep(this.names.games, JSON.stringify(games.slice(-MOST_GAMES)));
  }

  /**
   * @param {string} id
   * @param {UnderWay} state
   */
  #write(id, state) {
    const { [id]: _, ...others } = this.#open;
    const all = [...Object.entries(others), [id, state]].slice(-MOST_UNDER_WAY);
    keep(this.names.open, JSON.stringify(Object.fromEntries(all)));
  }
}

/** @param {string} name */
function read(name) {
  try {
    return JSON.parse(recall(name) ?? "null");
  } catch {
    return null;
  }
}
