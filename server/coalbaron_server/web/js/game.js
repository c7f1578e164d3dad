/**
 * The game on the table: its record, the turn in progress, who sits where. State alone: it asks
 * for nothing and keeps nothing. `requests.js` asks the service and lays its answers here, `shelf/` keeps
 * the game, `address.js` lets the address follow it, and panels and board draw what they read.
 *
 * The record holds what is confirmed. The tokens of the turn in progress stay here until the turn
 * is confirmed: until then each can be taken back. The service keeps nothing of it.
 *
 * Events: `change` when there is something to keep, `game` when another game is there, `position`
 * when something else is shown, `lines` when branches change.
 */

import { Lines, lineRecord, endOf } from "./moves/lines.js";
import { branchTags } from "./share/branches.js";
import { recordOf, recordParts } from "./share/record.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").SeatChoice} SeatChoice */
/** @typedef {import("./moves/lines.js").Place} Place */

/**
 * How a game goes: `draw` lets the service draw for chance, `ask` is a real table, where somebody
 * enters what came up.
 *
 * @typedef {"draw"|"ask"} Chance
 * `curtain` asks for the next person before it shows what that person sees.
 *
 * @typedef {{seats?: SeatChoice[], chance?: Chance, curtain?: boolean, id?: string, pending?: string[]}} Manner
 * @typedef {{record: string, seats: SeatChoice[], pending: string[], chance: Chance, curtain?: boolean, id?: string}} Kept
 *
 * A game that was asked for: `chair` is the seat with whose view its record begins, `begun` what
 * came of its turn in progress.
 *
 * @typedef {{lines: Lines, tags?: Record<string, string>, chair?: number|null, begun?: Answer|null}} Coming
 * A turn that is tried, not played: where the game is, its record there, and who judges it.
 *
 * @typedef {{home: Place, record: string, judge: (tokens: string[]) => void}} Trial
 */

/** The game: what is confirmed, what is being decided, and what the board shows of it. */
export class Game {
  /** The last answer that is shown. @type {Answer|null} */
  answer = null;
  /** @type {SeatChoice[]} */
  seats = [];
  /** @type {Chance} */
  chance = "draw";
  /** Is there a curtain between persons at one screen? */
  curtain = false;
  /** Tokens of the turn in progress. @type {string[]} */
  pending = [];
  /** The seat whose turn is in progress. @type {number|null} */
  mover = null;
  /** Is another position shown, to look at? */
  peeking = false;
  /** Is that one which is being put in? */
  sketching = false;
  /** Counts what was shown to look at: an answer that comes later is not shown. */
  looks = 0;
  /** Is a page open beside the game? Then the address is that of the page, and no engine plays. */
  isAside = false;
  /** Is a request of the game under way? */
  busy = false;
  /** The confirmed game: the line on the table. */
  record = "";
  /** The tags of the game itself. @type {Record<string, string>} */
  tags = {};
  /** The seat with whose view the record begins. @type {number|null} */
  chair = null;
  /** Under which name the browser keeps the game on the table. */
  id = newId();
  /** The last game that began on this page, by that name. */
  begun = "";
  /** The game with its branches. */
  lines = new Lines();
  /** Without it what is played next begins a branch. @type {Trial|null} */
  trial = null;
  /** Which place of the lines is looked at; null where that is none of them. @type {Place|null} */
  looksAt = null;
  /** How the game on the table is confirmed. @type {(game: Game) => import("./types.js").Confirmation|null} */
  confirmation = () => null;

  /** What each choice of the turn in progress came upon, oldest first. @type {{answer: Answer, length: number}[]} */
  #before = [];
  /** The person who was last to decide. @type {number|null} */
  #person = null;
  /** What `unpeek` goes back to. @type {Answer|null} */
  #own = null;

  /**
   * @param {(event: string, ...values: any[]) => void} emit
   * @param {string} [keptAs] under which name the browser keeps it
   */
  constructor(emit, keptAs = "game") {
    this.emit = emit;
    this.keptAs = keptAs;
  }

  // -- what it is

  /** What lies on the table, also while something else is looked at. */
  get laid() {
    return this.peeking ? this.#own : this.answer;
  }

  /** The table as it is shown. */
  get table() {
    return this.answer?.table ?? null;
  }

  /** May the seat to decide be played by a click now? */
  get open() {
    return this.answer !== null && !this.peeking && !this.busy && !this.isEngine(this.answer.table.turn);
  }

  /** @param {number|null} seat */
  isEngine(seat) {
    return seat !== null && !this.trial && this.chance === "draw" && this.seats[seat]?.kind === "engine";
  }

  /** The seat whose eyes the table is seen with; null where no person sits at the screen. */
  get viewer() {
    return this.chance === "ask" ? this.chair : this.eyes(this.mover);
  }

  /**
   * The seat whose eyes the board shows a seat's turn with: the only person, or of several the one
   * to decide, and while an engine does, the one who did before. Null shows everything that is on
   * record. A record that begins with a seat's view knows no more than that.
   *
   * @param {number|null} mover
   */
  eyes(mover) {
    return this.trial && this.chair === null ? mover : eyesOf(this.chair, this.people, mover);
  }

  /** Who sits at the screen, first the one who was last to decide. */
  get people() {
    const people = peopleOf(this.seats, this.seats.length);
    return people.sort((one, other) => Number(other === this.#person) - Number(one === this.#person));
  }

  /** Do several persons play at this screen? */
  get isShared() {
    return this.chance === "draw" && this.seats.filter(({ kind }) => kind === "person").length > 1;
  }

  /** Can something of the turn in progress be taken back? */
  get canUndo() {
    return this.#before.length > 0 && !this.peeking;
  }

  /** What confirming would do now; null where the turn needs another choice first. */
  get confirmable() {
    return this.table && this.pending.length && !this.peeking ? this.confirmation(this) : null;
  }

  /** The game for a request: what is confirmed, and the tokens of the turn in progress. */
  body() {
    return { record: this.record, moves: this.pending.slice() };
  }

  /** The game with its branches, as a record. */
  get text() {
    const tags = branchTags(this.lines, this.trial?.home);
    if (!Object.keys(tags).length) return this.trial?.record ?? this.record;
    return recordOf({ ...this.tags, ...tags }, this.lines.game.tokens);
  }

  /**
   * The record of a line, up to its end.
   *
   * @param {import("./moves/lines.js").Line} line
   */
  recordOf(line) {
    return lineRecord(this.tags, { line, at: endOf(line) });
  }

  /** The game as it is kept. @returns {Kept & {id: string}} */
  get kept() {
    const { text: record, seats, chance, curtain, id } = this;
    // A trial is no part of the game.
    return { record, seats, pending: this.trial ? [] : this.pending, chance, curtain, id };
  }

  // -- what becomes of it

  /**
   * Lay another game on the table, its turn in progress included.
   *
   * @param {Answer} answer about what is confirmed
   * @param {Required<Manner>} manner
   * @param {Coming} coming
   */
  load(answer, { seats, chance, curtain, id, pending }, { lines, tags = {}, chair = null, begun = null }) {
    this.tags = tags;
    this.lines = lines;
    this.trial = null;
    this.chair = chair;
    this.#follow(answer);
    this.seats = Array.from({ length: answer.table.players }, (_, seat) => seats[seat] ?? person());
    this.chance = chance;
    this.curtain = curtain;
    this.id = id;
    this.#person = null;
    this.#settle(answer, true);
    if (begun) this.choose(pending, begun);
  }

  /**
   * Lay another place of the lines on the table.
   *
   * @param {Answer} answer about it
   * @param {() => void} change what becomes of the lines
   * @param {Trial|null} trial
   */
  lay(answer, change, trial) {
    this.trial = trial;
    change();
    this.played(answer);
  }

  /**
   * Tokens were played for good.
   *
   * @param {Answer} answer
   */
  played(answer) {
    this.#follow(answer);
    this.#settle(answer);
  }

  /**
   * Go on with the turn in progress.
   *
   * @param {string[]} tokens added to it
   * @param {Answer} answer what came of them
   */
  choose(tokens, answer) {
    if (this.answer) this.#before.push({ answer: this.answer, length: this.pending.length });
    this.pending.push(...tokens);
    this.#show({ ...answer, record: this.record });
  }

  /** Take back the last choice of the turn in progress. */
  undo() {
    const before = this.busy || !this.canUndo ? undefined : this.#before.pop();
    if (!before) return;
    this.pending.length = before.length;
    this.#show(before.answer);
  }

  /**
   * Change branches by something that leaves the table as it is.
   *
   * @param {(lines: Lines) => void} change
   */
  rearrange(change) {
    change(this.lines);
    this.emit("change");
    this.emit("lines");
  }

  /**
   * Sit somebody else down.
   *
   * @param {SeatChoice[]} seats
   */
  reseat(seats) {
    this.seats = seats;
    // An engine begins its turn itself.
    while (this.isEngine(this.mover) && this.canUndo) this.undo();
    this.emit("change");
    if (this.answer) this.emit("position", this.answer);
  }

  /**
   * Put up or take down the curtain between persons.
   *
   * @param {boolean} curtain
   */
  setCurtain(curtain) {
    this.curtain = curtain;
    this.emit("change");
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    this.emit("busy", busy);
  }

  // -- what is looked at

  /**
   * Show another position, to look at, without leaving the game, or before there is one.
   *
   * @param {Answer} answer
   * @param {{place?: Place|null, sketching?: boolean}} [about] the place of the lines, if it is one; whether it is being put in
   */
  peek(answer, { place = null, sketching = false } = {}) {
    this.looks++;
    if (!this.peeking) this.#own = this.answer;
    this.peeking = true;
    this.sketching = sketching;
    this.looksAt = place;
    this.answer = answer;
    this.emit("position", answer);
  }

  /**
   * Show a position of no game at all, before there is one.
   *
   * @param {Answer} answer
   */
  preview(answer) {
    if (!this.#own && !this.record) this.peek(answer);
  }

  /** Go back to the game. */
  unpeek() {
    this.looks++;
    this.sketching = false;
    if (!this.peeking || !this.#own) return;
    this.peeking = false;
    this.looksAt = null;
    this.answer = this.#own;
    this.emit("position", this.answer);
  }

  /**
   * Take over what an answer's record has more than the lines.
   *
   * @param {Answer} answer
   */
  #follow(answer) {
    this.record = answer.record ?? this.record;
    const { tags, tokens } = recordParts(this.record);
    this.lines.grow(tokens.slice(this.lines.tokens.length));
    if (this.lines.shown.line === this.lines.game) this.tags = tags;
  }

  /**
   * @param {Answer} answer
   * @param {boolean} [loaded] another game than before
   */
  #settle(answer, loaded = false) {
    this.peeking = false;
    this.pending = [];
    this.#before = [];
    this.mover = moverOf(answer);
    if (this.mover !== null && this.seats[this.mover]?.kind === "person") this.#person = this.mover;
    // Those who hear of another game may still say under which name it is kept.
    this.answer = answer;
    if (loaded) this.emit("game", answer);
    this.#show(answer);
  }

  /** @param {Answer} answer */
  #show(answer) {
    this.answer = answer;
    this.emit("change");
    this.emit("position", answer);
  }
}

/**
 * Who of a table sits at the screen; seats that are not named are persons.
 *
 * @param {SeatChoice[]} seats
 * @param {number} players
 */
export const peopleOf = (seats, players) => Array.from({ length: players }, (_, seat) => seat).filter((seat) => seats[seat]?.kind !== "engine");

/**
 * The seat whose eyes a seat's turn is seen with: that of the view with which the record begins,
 * the seat itself if it sits at the screen, or the person who was last to decide.
 *
 * @param {number|null} chair
 * @param {number[]} people
 * @param {number|null} mover
 */
export const eyesOf = (chair, people, mover) => chair ?? (mover !== null && people.includes(mover) ? mover : people[0] ?? null);

/**
 * The seat whose turn it is, also while chance answers it.
 *
 * @param {Answer} answer
 */
export const moverOf = ({ data: { active }, table }) => (typeof active === "number" ? active : table.turn);

/** A name that no other game has. */
export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** @returns {SeatChoice} */
export const person = () => ({ kind: "person", strength: "", name: "" });

/**
 * @param {string} strength
 * @returns {SeatChoice}
 */
export const engineSeat = (strength) => ({ kind: "engine", strength, name: "" });
