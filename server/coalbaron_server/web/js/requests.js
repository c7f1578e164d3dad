/**
 * What the game on the table asks of the service: one request at a time, and what comes too late
 * for the game it was for is dropped.
 */

import { Problem } from "./api.js";
import { eyesOf, moverOf, newId, peopleOf } from "./game.js";
import { Lines, lineRecord } from "./moves/lines.js";
import { readLines } from "./share/branches.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").SeatChoice} SeatChoice */
/** @typedef {import("./moves/lines.js").Place} Place */
/** @typedef {import("./game.js").Chance} Chance */
/** @typedef {import("./game.js").Manner} Manner */

/**
 * What is played on from: the seat to move, and whose eyes see the turn of a seat.
 *
 * @typedef {{record: string, chance: Chance, mover: number|null, eyes: (seat: number|null) => number|null}} From
 */

/** The game on the table was to stay there. */
export class Stayed extends Error {}

/** Asks the service for the game, and lays what it answers on the table. */
export class Requests {
  /** May the game on the table be put away? Asked where the browser cannot keep it. @type {() => Promise<boolean>} */
  mayLeave = async () => true;
  /** Answers are shown when there is a board for them. @type {Promise<unknown>} */
  ready = Promise.resolve();
  /** The game that is on its way to the table. @type {string|null} */
  coming = null;
  /** Counts requests, so that an answer that comes too late is known. */
  #number = 0;

  /**
   * @param {import("./api.js").Api} api
   * @param {import("./game.js").Game} game
   * @param {import("./shelf/shelf.js").Shelf} shelf
   */
  constructor(api, game, shelf) {
    this.api = api;
    this.game = game;
    this.shelf = shelf;
  }

  /**
   * Begin a game.
   *
   * @param {SeatChoice[]} seats
   * @param {{seed?: number, start?: number, options?: import("./types.js").Options}} [choices]
   * @param {boolean} [curtain]
   */
  async start(seats, choices = {}, curtain = false) {
    const asked = { players: seats.length, people: peopleOf(seats, seats.length), ...choices };
    await this.#askToLeave();
    await this.#exchange(() => this.api.post("/v1/new", asked), (answer) => {
      const id = (this.game.begun = newId());
      this.game.load(answer, { seats, chance: "draw", curtain, id, pending: [] }, { lines: new Lines() });
    });
  }

  /**
   * Load another game: a record, or a position from which a record then begins. One that was kept is
   * both source and manner.
   *
   * @param {{record: string}|{position: string|object}} source
   * @param {Manner} [manner] seats that are not named are persons; `pending` is a turn in progress
   */
  async replace(source, manner = {}) {
    const known = "record" in source ? this.shelf.findRecord(source.record) : null;
    const { seats = known?.seats ?? [], id = known?.id ?? newId(), curtain = known?.curtain ?? false, pending = [] } = manner;
    const { tags, lines } = "record" in source ? readLines(source.record) : { tags: {}, lines: new Lines() };
    const asked = "record" in source ? { record: lineRecord(tags, lines.shown, source.record) } : source;
    if (id !== this.game.id) await this.#askToLeave();
    /** @type {{chance: Chance, chair: number|null, begun: Answer|null, refusal: Problem|null}} */
    const found = { chance: manner.chance ?? this.game.chance, chair: null, begun: null, refusal: null };
    const open = async () => {
      const { Players: players, Position: position } = tags;
      if ("record" in asked && players && position === undefined) {
        // It begins with the set-up, which is no seat's view.
        found.chance = manner.chance ?? "draw";
        return this.#open(asked.record, found.chance, null, peopleOf(seats, Number(players)));
      }
      const there = await this.api.post("/v1/legal", asked);
      const record = "record" in asked ? asked.record : `[Position "${there.position}"]\n\n`;
      found.chair = there.data.view;
      found.chance = manner.chance ?? (found.chair === null ? "draw" : "ask");
      return this.#open(record, found.chance, found.chair, peopleOf(seats, there.table.players));
    };
    await this.#exchange(async () => {
      this.coming = id;
      const answer = await open();
      if (!pending.length) return answer;
      // The game comes with its turn in progress or not at all: one that is left meanwhile keeps it.
      const people = peopleOf(seats, answer.table.players);
      const eyes = (/** @type {number|null} */ seat) => eyesOf(found.chair, people, seat);
      const from = { record: answer.record ?? "", chance: found.chance, mover: moverOf(answer), eyes };
      found.begun = await this.#send(pending, "ask", from).catch((error) => {
        if (!(error instanceof Problem)) throw error;
        found.refusal = error;
        return null;
      });
      return answer;
    }, (answer) => {
      this.game.load(answer, { seats, chance: found.chance, curtain, id, pending }, { lines, tags, ...found });
    });
    if (found.refusal) throw found.refusal;
  }

  /**
   * Put a place of the lines on the table; what is played there goes on as a branch.
   *
   * @param {Place} place
   */
  async goTo(place) {
    await this.#lay(place, () => this.game.lines.goTo(place));
  }

  /**
   * Let a turn be tried at a place: it is entered on the board, whichever seat it is of, and
   * confirming it has it judged.
   *
   * @param {Place} place
   * @param {(tokens: string[]) => void} judge
   */
  async tryAt(place, judge) {
    const { home, record } = this.game.trial ?? { home: this.game.lines.shown, record: this.game.record };
    await this.#lay(place, () => this.game.lines.goTo(place), { home, record, judge });
  }

  /** Put the game back on the table after a trial. */
  async endTrial() {
    if (this.game.trial) await this.goTo(this.game.trial.home);
  }

  /**
   * Take the game back to a place of the line on the table. What came after it stays as a branch.
   *
   * @param {number} at
   */
  async takeBack(at) {
    await this.#lay({ line: this.game.lines.shown.line, at }, () => this.game.lines.takeBack(at));
  }

  /**
   * Strike the end of the line on the table, as after a slip of the pen.
   *
   * @param {number} at
   */
  async cut(at) {
    await this.#lay({ line: this.game.lines.shown.line, at }, () => this.game.lines.cut(at));
  }

  /**
   * Play tokens in the turn in progress.
   *
   * @param {string|string[]} tokens
   */
  async play(tokens) {
    const added = [tokens].flat();
    await this.#request(
      () => this.#send([...this.game.pending, ...added], "ask"),
      (answer) => this.game.choose(added, answer),
    );
  }

  /** Confirm the turn in progress: chance answers, and the next seat is asked. */
  async confirm() {
    const { confirmable, pending, trial } = this.game;
    if (!confirmable) return;
    const tokens = [...pending, ...(confirmable.tokens ?? [])];
    if (trial) trial.judge(tokens);
    else await this.commit(tokens);
  }

  /**
   * Play tokens for good. With nothing to play, chance is asked to go on.
   *
   * @param {string[]} tokens
   */
  async commit(tokens) {
    await this.#request(
      () => this.#send(tokens, this.game.chance),
      (answer) => {
        this.game.played(answer);
        this.game.emit("commit", answer);
      },
    );
  }

  /**
   * Show another position, to look at, without leaving the game.
   *
   * @param {import("./types.js").Source} source
   * @param {Place|null} [place] of the lines, if it is one
   */
  async peek(source, place = null) {
    const look = ++this.game.looks;
    const answer = await this.api.post("/v1/legal", source);
    if (look === this.game.looks) this.game.peek(answer, { place });
  }

  /**
   * Show a place of the lines, to look at, with the eyes that the table is seen with.
   *
   * @param {Place} place
   */
  async look(place) {
    const { tags, viewer } = this.game;
    await this.peek({ record: lineRecord(tags, place), viewer }, place);
  }

  /** Where the browser keeps nothing, the game on the table would be lost. */
  async #askToLeave() {
    if (this.game.answer && !this.shelf.isKept && !(await this.mayLeave())) throw new Stayed();
  }

  /**
   * The first answer about a record, as the people at the screen may see it. A record that begins
   * with one seat's view is seen by no other seat (`chair`).
   *
   * @param {string} record
   * @param {Chance} chance
   * @param {number|null} chair
   * @param {number[]} people
   * @returns {Promise<Answer>}
   */
  async #open(record, chance, chair, people) {
    return this.api.post("/v1/play", { record, tokens: [], chance, people: chair === null ? people : [] });
  }

  /**
   * @param {string[]} tokens
   * @param {Chance} chance
   * @param {From} [from] by default the game on the table
   * @returns {Promise<Answer>}
   */
  async #send(tokens, chance, from) {
    const { game } = this;
    const { record, mover, ...is } = from ?? { record: game.record, chance: game.chance, mover: game.mover, eyes: (seat) => game.eyes(seat) };
    const request = { record, tokens, chance };
    if (is.chance === "ask") return this.api.post("/v1/play", request);
    const viewer = is.eyes(mover);
    const whole = await this.api.post("/v1/play", { ...request, viewer });
    // Until a turn is confirmed the screen stays with the seat that decides it: the next one has secrets.
    const next = chance === "ask" ? viewer : is.eyes(whole.data.active ?? viewer);
    if (next === whole.data.view) return { ...whole, seenBy: viewer };
    // The seat that is next sees something else.
    const seen = await this.api.post("/v1/legal", { record: whole.record, viewer: next });
    return { ...seen, record: whole.record, tokens: whole.tokens, events: whole.events, seenBy: viewer };
  }

  /**
   * @param {() => Promise<Answer>} ask
   * @param {(answer: Answer) => void} take
   */
  async #request(ask, take) {
    const { game } = this;
    const number = ++this.#number;
    this.coming = null;
    game.unpeek();
    game.setBusy(true);
    try {
      const answer = await ask();
      await this.ready;
      if (number !== this.#number) return;
      game.busy = false;
      game.unpeek();
      take(answer);
    } finally {
      if (number === this.#number) {
        this.coming = null;
        game.setBusy(false);
      }
    }
  }

  /**
   * A request for another game: those who think about this one stop, and go on if it stays.
   *
   * @param {() => Promise<Answer>} ask
   * @param {(answer: Answer) => void} take
   */
  async #exchange(ask, take) {
    const { game } = this;
    game.emit("leave");
    try {
      await this.#request(ask, take);
    } catch (error) {
      if (game.answer) game.emit("position", game.answer);
      throw error;
    }
  }

  /**
   * Lay another place of the lines on the table.
   *
   * @param {Place} place
   * @param {() => void} change what becomes of the lines
   * @param {import("./game.js").Trial|null} [trial]
   */
  async #lay(place, change, trial = null) {
    const { game } = this;
    await this.#exchange(
      () => this.#open(lineRecord(game.tags, place), game.chance, game.chair, trial ? peopleOf([], game.seats.length) : game.people),
      (answer) => game.lay(answer, change, trial),
    );
  }
}
