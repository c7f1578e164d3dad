/**
 * A placing while it is thought of: nine foremen go to places and come back as often as one likes.
 *
 * The tokens are written from the highest influence to the lowest, and the last of them would show
 * what others have placed. So the page keeps the placing to itself until all nine have a place,
 * sends eight then, and the ninth when it is confirmed. Where foremen are placed one at a time (in
 * an industry amok, and in the lesson), each is played as he is placed.
 */

import { facts } from "./facts.js";
import { tableOf } from "./table.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {{influence: number, place: string|null}} Man at hand where `place` is null, held back where it is "-" */

/** Held back. */
export const HELD = "-";

/** How many foremen of a seat there is room for. @param {string} place */
const roomOn = (place) => (place === HELD ? Infinity : (facts.all.places[place] ?? 1));

/** The foremen of the person who is placing. */
export class Draft {
  /** @type {Man[]} */
  men = [];
  /** Who goes to the next place that is chosen: his number among `men`. @type {number|null} */
  selected = null;
  /** Who was placed, the last one at the end. @type {number[]} */
  #placed = [];
  /** What is being placed for: the confirmed game, and whose turn it is. */
  #occasion = "";
  /** Where somebody may go at all. @type {Set<string>} */
  #open = new Set();
  #sending = false;
  /** Plays tokens in the turn in progress. @type {(tokens: string[]) => Promise<void>} */
  play = async () => {};

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.on("position", () => this.#follow());
    // Where the lesson stops leading, foremen are placed all at once.
    app.on("step", () => (this.#follow(), app.emit("draft")));
  }

  /** Is the person at the screen placing now? */
  get isOn() {
    const { game } = this.app;
    const table = tableOf(game);
    return Boolean(table && table.phase === "place" && table.turn !== null && table.turn === game.mover && !game.peeking && !game.isEngine(table.turn));
  }

  /** Is each foreman played as he is placed? */
  get isSingle() {
    return Boolean(this.app.lesson?.leads || tableOf(this.app.game)?.amok);
  }

  /** The foremen that are nowhere yet. */
  get atHand() {
    return this.men.filter(({ place }) => place === null).length;
  }

  /** Has everybody his place? */
  get isComplete() {
    return this.men.length > 0 && this.atHand === 0;
  }

  /** The tokens, as they are written down. */
  get tokens() {
    const sorted = this.men.filter(({ place }) => place !== null).sort((one, other) => other.influence - one.influence);
    return sorted.map(({ influence, place }) => `${influence}>${place}`);
  }

  /** What is left to add when the turn is confirmed. */
  get rest() {
    return this.isSingle ? [] : this.tokens.slice(this.app.game.pending.length);
  }

  /** What those who are held back cost, in dollars. */
  get penalty() {
    const seat = this.#seat;
    if (!seat) return 0;
    const least = seat.buildings.includes("tailor") ? 1 : 0;
    const fees = this.men.filter(({ place }) => place === HELD).reduce((sum, { influence }) => sum + Math.max(influence, least), 0);
    return Math.min(fees * seat.fee, seat.money);
  }

  /**
   * The men on a place.
   *
   * @param {string} place
   */
  on(place) {
    return this.men.flatMap((man, at) => (man.place === place ? [at] : []));
  }

  /**
   * Could one more of them be there?
   *
   * @param {string} place
   */
  hasRoom(place) {
    return this.on(place).length < roomOn(place);
  }

  /** Must somebody be sent to the brokers before the placing is done? */
  get lacksSeller() {
    return tableOf(this.app.game)?.round === 1 && !this.on("sell").length;
  }

  /**
   * May a man be put on this place, whoever else of his is there?
   *
   * @param {number} at his number
   * @param {string} place
   */
  suits(at, place) {
    const { influence } = this.men[at];
    if (place === HELD) return !this.isSingle || this.#legal.includes(`${influence}>-`);
    if (this.isSingle) return this.#legal.includes(`${influence}>${place}`);
    return this.#open.has(place) && influence >= (facts.buildings[place]?.least ?? 0);
  }

  /**
   * Why a man cannot be put on this place now; null if he can.
   *
   * @param {number} at
   * @param {string} place
   * @returns {string|null} the key of a text
   */
  refuses(at, place) {
    if (!this.suits(at, place)) return facts.buildings[place] ? "refuse.building" : "refuse.place";
    if (place === "util" && this.on("tandem").some((one) => one !== at)) return "refuse.tandem";
    if (place === "tandem" && this.on("util").some((one) => one !== at)) return "refuse.tandem";
    return null;
  }

  /**
   * Select a man.
   *
   * @param {number} at
   */
  select(at) {
    this.selected = at;
    this.app.emit("draft");
  }

  /**
   * Select a man of this influence who is at hand.
   *
   * @param {number} influence
   */
  selectInfluence(influence) {
    const at = this.men.findIndex((man) => man.influence === influence && man.place === null);
    if (at >= 0) this.select(at);
  }

  /**
   * Put a man on a place. Who has no room there any more comes back to the hand.
   *
   * @param {number} at
   * @param {string} place
   * @returns {string|null} the key of a text that says why not
   */
  put(at, place) {
    if (this.#sending || this.app.game.busy) return null;
    const refusal = this.refuses(at, place);
    if (refusal) return refusal;
    if (this.isSingle) {
      void this.play([`${this.men[at].influence}>${place}`]);
      return null;
    }
    const there = this.on(place).filter((one) => one !== at);
    for (const one of there.slice(0, Math.max(0, there.length - roomOn(place) + 1))) this.#free(one);
    this.men[at].place = place;
    this.#placed = [...this.#placed.filter((one) => one !== at), at];
    this.selected = this.#next(at);
    this.#changed();
    return null;
  }

  /**
   * Take a man up again: he is the one who goes to the next place.
   *
   * @param {number} at
   */
  takeUp(at) {
    if (this.#sending || this.app.game.busy) return;
    if (this.isSingle) {
      this.app.game.undo();
      return;
    }
    this.#free(at);
    this.selected = at;
    this.#changed();
  }

  /** Take back the man who was placed last. */
  takeBack() {
    const last = this.#placed.at(-1);
    if (last !== undefined && !this.isSingle) this.takeUp(last);
  }

  /** Everybody comes back to the hand. */
  clear() {
    if (this.isSingle || this.#sending) return;
    for (const man of this.men) man.place = null;
    this.#placed = [];
    this.selected = 0;
    this.#changed();
  }

  /** Hold back all who are at hand. */
  holdRest() {
    for (const [at, man] of this.men.entries()) {
      if (man.place !== null) continue;
      man.place = HELD;
      this.#placed.push(at);
    }
    this.selected = null;
    this.#changed();
  }

  /**
   * Place all as an engine says.
   *
   * @param {string[]} tokens
   */
  follow(tokens) {
    for (const man of this.men) man.place = null;
    this.#placed = [];
    for (const token of tokens) {
      const at = this.men.findIndex(({ influence, place }) => place === null && influence === Number(token[0]));
      if (at < 0) continue;
      this.men[at].place = token.slice(2);
      this.#placed.push(at);
    }
    this.selected = null;
    this.#changed();
  }

  get #legal() {
    return (this.app.game.answer?.legal ?? []).map(({ token }) => token);
  }

  get #seat() {
    const table = tableOf(this.app.game);
    return table && table.turn !== null ? table.seats[table.turn] : null;
  }

  /** @param {number} at */
  #free(at) {
    this.men[at].place = null;
    this.#placed = this.#placed.filter((one) => one !== at);
  }

  /**
   * Who comes after him among those at hand, nobody when there is none.
   *
   * @param {number} at
   */
  #next(at) {
    const { length } = this.men;
    for (let step = 1; step < length; step++) if (this.men[(at + step) % length].place === null) return (at + step) % length;
    return null;
  }

  /** The placing is another one: what was sent of it is taken back, and what is complete is sent. */
  #changed() {
    const { game } = this.app;
    this.#sending = true;
    while (game.pending.length && game.canUndo) game.undo();
    this.#sending = false;
    this.app.emit("draft");
    if (this.isComplete && !this.lacksSeller) void this.#send();
  }

  async #send() {
    this.#sending = true;
    try {
      await this.play(this.tokens.slice(0, -1));
    } finally {
      this.#sending = false;
      this.app.emit("draft");
    }
  }

  /** Begin anew where there is something else to place for; else follow what was taken back. */
  #follow() {
    if (!this.isOn) return;
    const { game } = this.app;
    const seat = this.#seat;
    if (!seat) return;
    const hand = seat.hand.filter((one) => one !== null);
    const occasion = `${game.id} ${game.record.length} ${game.mover} ${this.isSingle ? hand.join("") : ""}`;
    if (occasion !== this.#occasion) {
      this.#occasion = occasion;
      this.#placed = [];
      this.men = hand.map((influence) => ({ influence, place: null }));
      this.selected = this.men.length ? 0 : null;
      this.#open = new Set(this.#legal.map((token) => token.slice(2)));
    }
    if (!this.isSingle && game.pending.length && !this.#placed.length && !this.#sending) this.#restore(seat, hand);
    else if (!this.#sending && !this.isSingle && this.isComplete && !this.lacksSeller && !game.pending.length && !game.busy) this.takeBack();
  }

  /**
   * After a reload the turn in progress is there, and the ninth foreman is at hand again.
   *
   * @param {import("./types.js").Seat} seat
   * @param {number[]} hand
   */
  #restore(seat, hand) {
    const placed = [...seat.foremen.map(({ place, influence }) => ({ place, influence })), ...seat.held.map((influence) => ({ place: HELD, influence }))];
    const men = [...placed, ...hand.map((influence) => ({ place: null, influence }))];
    this.men = men.map(({ place, influence }) => ({ place, influence: Number(influence) })).sort((one, other) => other.influence - one.influence);
    this.#placed = this.men.flatMap(({ place }, at) => (place === null ? [] : [at]));
    this.selected = this.men.findIndex(({ place }) => place === null);
  }
}
