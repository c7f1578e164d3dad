/**
 * The game on the table: its record, the turn in progress, who sits where.
 *
 * The record holds what is confirmed. The tokens of the turn in progress stay here until the turn
 * is confirmed: until then each can be taken back. The service keeps nothing of it.
 */

import { Problem } from "./api.js";
import { Shelf } from "./shelf/shelf.js";
import { keep, recall } from "./kept.js";
import { Lines, endOf, tokensTo } from "./moves/lines.js";
import { branchTags, readLines } from "./share/branches.js";
import { fragmentOf, sharedIn } from "./share/link.js";
import { ORIGIN, recordOf, recordParts, withoutResult } from "./share/record.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Source} Source */
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
 * What is played on from: the seat to move, and whose eyes see the turn of a seat.
 *
 * @typedef {{record: string, chance: Chance, mover: number|null, eyes: (seat: number|null) => number|null}} From
 * @typedef {{record: string, seats: SeatChoice[], pending: string[], chance: Chance, curtain?: boolean, id?: string}} Kept
 */

/** The address follows the game after this pause: browsers take time over each change of it. */
const ADDRESS_PAUSE_MS = 300;

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
  /** Is a page open beside the game? Then the address is that of the page, and no engine plays. */
  isAside = false;
  /** Is a request of the game under way? */
  busy = false;
  /** The confirmed game: the line on the table. */
  record = "";
  /** Under which name the browser keeps the game on the table. */
  id = newId();
  /** The last game that began on this page, by that name. */
  begun = "";
  /** May the game on the table be put away? Asked where the browser cannot keep it. @type {() => Promise<boolean>} */
  mayLeave = async () => true;
  /** The game with its branches. */
  lines = new Lines();
  /** A turn that is tried, not played: where the game stands, its record there, and who judges it. @type {{home: Place, record: string, judge: (tokens: string[]) => void}|null} */
  trial = null;
  /** Which place of the lines is looked at; null where that is none of them. @type {Place|null} */
  looksAt = null;
  /** Answers are shown when there is a board for them. @type {Promise<unknown>} */
  ready = Promise.resolve();
  /** How the game on the table is confirmed. @type {(game: Game) => import("./types.js").Confirmation|null} */
  confirmation = () => null;

  /** What each choice of the turn in progress came upon, oldest first. @type {{answer: Answer, length: number}[]} */
  #before = [];
  /** Counts requests of the game, so that an answer that comes too late is known. */
  #requests = 0;
  /** The same for looks at other positions. */
  #looks = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #addressing;
  /** The person who was last to decide. @type {number|null} */
  #person = null;
  /** What `unpeek` goes back to. @type {Answer|null} */
  #own = null;
  /** The tags of the game itself. @type {Record<string, string>} */
  #tags = {};
  /** The seat with whose view the record begins. @type {number|null} */
  #chair = null;
  /** The game that is on its way to the table. @type {string|null} */
  #coming = null;

  /**
   * @param {import("./api.js").Api} api
   * @param {(event: string, ...values: any[]) => void} emit
   * @param {string} [keptAs] under which name the browser keeps it
   */
  constructor(api, emit, keptAs = "game") {
    this.api = api;
    this.emit = emit;
    this.keptAs = keptAs;
    /** The games that the browser keeps. */
    this.shelf = new Shelf(this);
  }

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

  /** The seat whose eyes the table is seen with; null where nobody sits at the screen. */
  get viewer() {
    if (this.chance === "ask") return this.#chair;
    return this.#eyes(this.mover);
  }

  /** Do several persons play at this screen? */
  get isShared() {
    return this.chance === "draw" && this.seats.filter(({ kind }) => kind === "person").length > 1;
  }

  /** The game for a request: what is confirmed, and the tokens of the turn in progress. */
  body() {
    return { record: this.record, moves: this.pending.slice() };
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
      this.begun = newId();
      this.#load(answer, { seats, chance: "draw", curtain, id: this.begun, pending: [] }, new Lines(), null);
    });
  }

  /**
   * Load another game: a record, or a position from which a record then begins.
   *
   * @param {{record: string}|{position: string|object}} source
   * @param {Manner} [manner] seats that are not named are persons; `pending` is a turn in progress
   */
  async replace(source, manner = {}) {
    const known = "record" in source ? this.shelf.findRecord(source.record) : null;
    const seats = manner.seats ?? known?.seats ?? [];
    const id = manner.id ?? known?.id ?? newId();
    let chance = manner.chance ?? this.chance;
    let chair = /** @type {number|null} */ (null);
    const read = "record" in source ? readLines(source.record) : { tags: {}, lines: new Lines() };
    if (id !== this.id) await this.#askToLeave();
    /** @type {Answer|null} */
    let begun = null;
    let refusal = null;
    const open = async () => {
      const asked = "record" in source ? { record: lineRecord(read.tags, read.lines.shown, source.record) } : source;
      const { Players: players, Position: position } = read.tags;
      if ("record" in asked && players && position === undefined) {
        // It begins with the set-up, which is nobody's view.
        chance = manner.chance ?? "draw";
        return this.#open(asked.record, chance, null, peopleOf(seats, Number(players)));
      }
      const there = await this.api.post("/v1/legal", asked);
      const record = "record" in asked ? asked.record : `[Position "${there.position}"]\n\n`;
      chair = there.data.view;
      chance = manner.chance ?? (chair === null ? "draw" : "ask");
      return this.#open(record, chance, chair, peopleOf(seats, there.table.players));
    };
    const { pending = [] } = manner;
    await this.#exchange(async () => {
      this.#coming = id;
      const answer = await open();
      if (!pending.length) return answer;
      // The game comes with its turn in progress or not at all: one that is left meanwhile keeps it.
      const mover = moverOf(answer);
      const people = peopleOf(seats, answer.table.players);
      const from = { record: answer.record ?? "", chance, mover, eyes: (/** @type {number|null} */ seat) => eyesOf(chair, people, seat) };
      begun = await this.#send(pending, "ask", from).catch((error) => {
        if (!(error instanceof Problem)) throw error;
        refusal = error;
        return null;
      });
      return answer;
    }, (answer) => {
      this.#tags = read.tags;
      this.#load(answer, { seats, chance, id, curtain: manner.curtain ?? known?.curtain ?? false, pending }, read.lines, chair, begun);
    });
    if (refusal) throw refusal;
  }

  /**
   * Go on with a game that was kept, the turn in progress included.
   *
   * @param {Kept} kept
   */
  async goOn(kept) {
    await this.replace({ record: kept.record }, kept);
  }

  /** Where the browser keeps nothing, the game on the table would be lost. */
  async #askToLeave() {
    if (this.answer && !this.shelf.isKept && !(await this.mayLeave())) throw new Stayed();
  }

  /**
   * Put a place of the lines on the table; what is played there goes on as a branch.
   *
   * @param {Place} place
   */
  async goTo(place) {
    await this.#lay(place, () => this.lines.goTo(place));
  }

  /**
   * Let a turn be tried at a place: whoever sits there, it is entered on the board, and confirming
   * it has it judged.
   *
   * @param {Place} place
   * @param {(tokens: string[]) => void} judge
   */
  async tryAt(place, judge) {
    const { home, record } = this.trial ?? { home: this.lines.shown, record: this.record };
    const trial = { home, record, judge };
    await this.#lay(place, () => this.lines.goTo(place), trial);
  }

  /** Put the game back on the table after a trial. */
  async endTrial() {
    if (this.trial) await this.goTo(this.trial.home);
  }

  /** Go on from the trial: what is played next begins a branch. */
  keepTrial() {
    this.trial = null;
  }

  /**
   * Take the game back to a place of the line on the table. What lay behind it stays as a branch.
   *
   * @param {number} at
   */
  async takeBack(at) {
    await this.#lay({ line: this.lines.shown.line, at }, () => this.lines.takeBack(at));
  }

  /**
   * Strike the end of the line on the table, as after a slip of the pen.
   *
   * @param {number} at
   */
  async cut(at) {
    await this.#lay({ line: this.lines.shown.line, at }, () => this.lines.cut(at));
  }

  /**
   * Change branches by something that leaves the table as it is.
   *
   * @param {(lines: Lines) => void} change
   */
  rearrange(change) {
    change(this.lines);
    this.#keep();
    this.emit("lines");
  }

  /**
   * Show a place of the lines, to look at, with the eyes that the table is seen with.
   *
   * @param {Place} place
   */
  async look(place) {
    const record = lineRecord(this.#tags, place);
    await this.peek({ record, viewer: this.viewer }, place);
  }

  /** The game with its branches, as a record. */
  get text() {
    const tags = branchTags(this.lines, this.trial?.home);
    if (!Object.keys(tags).length) return this.trial?.record ?? this.record;
    return recordOf({ ...this.#tags, ...tags }, this.lines.game.tokens);
  }

  /**
   * The record of a line, up to its end.
   *
   * @param {import("./moves/lines.js").Line} line
   */
  recordOf(line) {
    return lineRecord(this.#tags, { line, at: endOf(line) });
  }

  /**
   * Play tokens in the turn in progress.
   *
   * @param {string|string[]} tokens
   */
  async play(tokens) {
    const added = [tokens].flat();
    await this.#request(
      () => this.#send([...this.pending, ...added], "ask"),
      (answer) => this.#choose(added, answer),
    );
  }

  /** Can something of the turn in progress be taken back? */
  get canUndo() {
    return this.#before.length > 0 && !this.peeking;
  }

  /** Take back the last choice of the turn in progress. */
  undo() {
    if (this.busy || !this.canUndo) return;
    const before = this.#before.pop();
    if (!before) return;
    this.pending.length = before.length;
    this.#show(before.answer);
  }

  /** What confirming would do now; null where the turn needs another choice first. */
  get confirmable() {
    return this.table && this.pending.length && !this.peeking ? this.confirmation(this) : null;
  }

  /** Confirm the turn in progress: chance answers, and the next seat is asked. */
  async confirm() {
    const { confirmable } = this;
    if (!confirmable) return;
    const tokens = [...this.pending, ...(confirmable.tokens ?? [])];
    if (this.trial) this.trial.judge(tokens);
    else await this.commit(tokens);
  }

  /**
   * Play tokens for good. With nothing to play, chance is asked to go on.
   *
   * @param {string[]} tokens
   */
  async commit(tokens) {
    await this.#request(
      () => this.#send(tokens, this.chance),
      (answer) => {
        this.#follow(answer);
        this.#settle(answer);
        this.emit("commit", answer);
      },
    );
  }

  /**
   * Show another position, to look at, without leaving the game.
   *
   * @param {Source} source
   * @param {Place|null} [place] of the lines, if it is one
   */
  async peek(source, place = null) {
    const look = ++this.#looks;
    const answer = await this.api.post("/v1/legal", source);
    if (look !== this.#looks) return;
    this.looksAt = place;
    this.sketching = false;
    if (!this.peeking) this.#own = this.answer;
    this.peeking = true;
    this.answer = answer;
    this.emit("position", answer);
  }

  /**
   * Show a position of no game at all, before there is one.
   *
   * @param {Answer} answer
   */
  preview(answer) {
    if (this.#own || this.record) return;
    this.peeking = true;
    this.answer = answer;
    this.emit("position", answer);
  }

  /**
   * Show a position that is being put in, without leaving the game, or before there is one.
   *
   * @param {Answer} answer
   */
  sketch(answer) {
    this.#looks++;
    if (!this.peeking) this.#own = this.answer;
    this.peeking = true;
    this.sketching = true;
    this.looksAt = null;
    this.answer = answer;
    this.emit("position", answer);
  }

  /** Go back to the game. */
  unpeek() {
    this.#looks++;
    this.sketching = false;
    if (!this.peeking || !this.#own) return;
    this.peeking = false;
    this.looksAt = null;
    this.answer = this.#own;
    this.emit("position", this.answer);
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
    this.#keep();
    if (this.answer) this.emit("position", this.answer);
  }

  /**
   * Put up or take down the curtain between persons.
   *
   * @param {boolean} curtain
   */
  setCurtain(curtain) {
    this.curtain = curtain;
    this.#keep();
  }

  /** An address that holds the game. */
  async link() {
    const fragment = await fragmentOf({ kind: "record", text: this.text });
    const seats = this.seats.map((seat) => (seat.kind === "person" ? "p" : seat.strength)).join(".");
    return new URL(`${fragment}${seats && `&s=${seats}`}`, document.baseURI).href;
  }

  /**
   * Go on with the game that the address or the browser holds.
   *
   * @returns {Promise<boolean>} whether there was one
   */
  async resume() {
    const [fragment, given] = location.hash.split("&s=");
    const shared = await sharedIn(fragment).catch(() => {
      throw new BrokenLink();
    });
    const kept = readKept(this.keptAs);
    // Back and forward lead from game to game, each as it was left.
    const left = this.shelf.find(history.state?.id);
    const here = this.#coming ?? (this.answer ? this.id : kept?.id);
    if (left && left.id !== here && (!shared || goesOn(left.record, shared))) {
      await this.goOn(left);
      return true;
    }
    // An address that has not changed since is behind: it follows the game after a pause.
    const isBehind =
      kept &&
      (location.hash === recall(this.#addressKey) || (isReload() && goesOn(kept.record, shared)));
    if (shared && shared.text !== kept?.record && !isBehind) {
      const source = shared.kind === "record" ? { record: shared.text } : { position: shared.text };
      await this.replace(source, given ? { seats: seatsFrom(given) } : {});
      return true;
    }
    if (!kept) return false;
    await this.goOn(kept);
    return true;
  }

  /**
   * The seat whose eyes the board shows the game with: the only person, or of several the one to
   * decide, and while an engine does, the one who did before. Null shows everything that is on
   * record. A record that begins with a seat's view knows no more than that.
   *
   * @param {number|null} mover
   */
  #eyes(mover) {
    return this.trial && this.#chair === null ? mover : eyesOf(this.#chair, this.#people, mover);
  }

  /** Who sits at the screen, first the one who was last to decide. */
  get #people() {
    const people = peopleOf(this.seats, this.seats.length);
    return people.sort((one, other) => Number(other === this.#person) - Number(one === this.#person));
  }

  /**
   * The first answer about a record, as the people at the screen may see it. A record that begins
   * with one seat's view is seen by nobody else (`chair`).
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
   * The same answer as a seat may see it.
   *
   * @param {Answer} whole
   * @param {number|null} viewer
   * @returns {Promise<Answer>}
   */
  async #through(whole, viewer) {
    if (viewer === whole.data.view) return whole;
    const seen = await this.api.post("/v1/legal", { record: whole.record, viewer });
    return { ...seen, record: whole.record, tokens: whole.tokens, events: whole.events };
  }

  /** The game on the table, to play on from. @returns {From} */
  get #from() {
    const { record, chance, mover } = this;
    return { record, chance, mover, eyes: (seat) => this.#eyes(seat) };
  }

  /**
   * @param {string[]} tokens
   * @param {Chance} chance
   * @param {From} [from]
   * @returns {Promise<Answer>}
   */
  async #send(tokens, chance, from = this.#from) {
    const request = { record: from.record, tokens, chance };
    if (from.chance === "ask") return this.api.post("/v1/play", request);
    const viewer = from.eyes(from.mover);
    const answer = await this.api.post("/v1/play", { ...request, viewer });
    // Until a turn is confirmed the screen stays with who decides it: the next seat has secrets.
    const seen = await this.#through(answer, chance === "ask" ? viewer : from.eyes(answer.data.active ?? viewer));
    return { ...seen, seenBy: viewer };
  }

  /**
   * One request of the game at a time; what comes too late for the game it was for is dropped.
   *
   * @param {() => Promise<Answer>} ask
   * @param {(answer: Answer) => void} take
   */
  async #request(ask, take) {
    const request = ++this.#requests;
    this.#coming = null;
    this.unpeek();
    this.busy = true;
    this.emit("busy", true);
    try {
      const answer = await ask();
      await this.ready;
      if (request !== this.#requests) return;
      this.busy = false;
      this.unpeek();
      take(answer);
    } finally {
      if (request === this.#requests) {
        this.busy = false;
        this.#coming = null;
        this.emit("busy", false);
      }
    }
  }

  /**
   * A request for another game: whoever thinks about this one stops, and goes on if it stays.
   *
   * @param {() => Promise<Answer>} ask
   * @param {(answer: Answer) => void} take
   */
  async #exchange(ask, take) {
    this.emit("leave");
    try {
      await this.#request(ask, take);
    } catch (error) {
      if (this.answer) this.emit("position", this.answer);
      throw error;
    }
  }

  /**
   * Lay another place of the lines on the table.
   *
   * @param {Place} place
   * @param {() => void} change what becomes of the lines
   * @param {Game["trial"]} [trial]
   */
  async #lay(place, change, trial = null) {
    await this.#exchange(
      () => this.#open(lineRecord(this.#tags, place), this.chance, this.#chair, trial ? peopleOf([], this.seats.length) : this.#people),
      (answer) => {
        this.trial = trial;
        change();
        this.#follow(answer);
        this.#settle(answer);
      },
    );
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
    if (this.lines.shown.line === this.lines.game) this.#tags = tags;
  }

  /**
   * @param {Answer} answer
   * @param {Required<Manner>} manner
   * @param {Lines} lines
   * @param {number|null} chair
   * @param {Answer|null} [begun] what came of the turn in progress
   */
  #load(answer, { seats, chance, curtain, id, pending }, lines, chair, begun = null) {
    const players = answer.table.players;
    this.lines = lines;
    this.trial = null;
    this.#chair = chair;
    this.#follow(answer);
    this.seats = Array.from({ length: players }, (_, seat) => seats[seat] ?? person());
    this.chance = chance;
    this.curtain = curtain;
    this.id = id;
    this.#person = null;
    this.#settle(answer, true);
    if (begun) this.#choose(pending, begun);
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
    this.answer = answer;
    // Whoever hears of it may still say under which name it is kept.
    if (loaded) this.emit("game", answer);
    this.#keep();
    this.emit("position", answer);
  }

  /**
   * @param {string[]} tokens added to the turn in progress
   * @param {Answer} answer what came of them
   */
  #choose(tokens, answer) {
    if (this.answer) this.#before.push({ answer: this.answer, length: this.pending.length });
    this.pending.push(...tokens);
    this.#show({ ...answer, record: this.record });
  }

  /** @param {Answer} answer */
  #show(answer) {
    this.answer = answer;
    this.#keep();
    this.emit("position", answer);
  }

  /**
   * Let the page's address hold the game, if nobody has gone elsewhere meanwhile.
   *
   * @param {string} hash the address when the game was kept
   */
  async #address(hash) {
    const { text } = this;
    const address = await this.link();
    if (text !== this.text || this.isAside || location.hash !== hash) return;
    const { id } = this;
    const before = history.state?.id;
    // Another game is another entry of the browser's history: back leads to the one before.
    if (before === undefined || before === id) history.replaceState({ id }, "", address);
    else history.pushState({ id }, "", address);
    keep(this.#addressKey, location.hash);
  }

  /** Under which name the browser keeps the address that the page had when it kept the game. */
  get #addressKey() {
    return `${this.keptAs}.address`;
  }

  /** Keep the game, if it is one that the browser keeps: it has a name then. */
  #keep() {
    if (!this.keptAs) return;
    const { text: record, seats, chance, curtain, id } = this;
    // A trial is no part of the game.
    const pending = this.trial ? [] : this.pending;
    const kept = { record, seats, pending, chance, curtain, id };
    keep(this.keptAs, JSON.stringify(kept));
    this.shelf.put(kept);
    const { hash } = location;
    keep(this.#addressKey, hash);
    clearTimeout(this.#addressing);
    const isOther = history.state?.id !== undefined && history.state.id !== id;
    this.#addressing = setTimeout(() => void this.#address(hash), isOther ? 0 : ADDRESS_PAUSE_MS);
  }
}

/**
 * Who of a table sits at the screen; seats that are not named are persons.
 *
 * @param {SeatChoice[]} seats
 * @param {number} players
 */
const peopleOf = (seats, players) => Array.from({ length: players }, (_, seat) => seat).filter((seat) => seats[seat]?.kind !== "engine");

/**
 * The seat whose eyes a seat's turn is seen with: that of the view with which the record begins,
 * the seat itself if it sits at the screen, or the person who was last to decide.
 *
 * @param {number|null} chair
 * @param {number[]} people
 * @param {number|null} mover
 */
const eyesOf = (chair, people, mover) => chair ?? (mover !== null && people.includes(mover) ? mover : people[0] ?? null);

/**
 * The seat whose turn it is, also while chance answers it.
 *
 * @param {Answer} answer
 */
const moverOf = ({ data: { active }, table }) => (typeof active === "number" ? active : table.turn);

/**
 * The record of a line up to a place.
 *
 * @param {Record<string, string>} tags of the game
 * @param {Place} place
 * @param {string} [whole] the record of the game, to be left as it is
 * @returns {string}
 */
function lineRecord(tags, { line, at }, whole) {
  const isWhole = !line.from && at === endOf(line);
  if (isWhole && whole !== undefined && !("Branch1" in recordParts(whole).tags)) return whole;
  return recordOf(isWhole ? tags : withoutResult(tags), tokensTo(line, at));
}

/** Whether the page was loaded again. A browser may then take an address from before the last. */
function isReload() {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}

/**
 * Does a kept game begin as what is shared does? Their texts may differ: the service writes more tags than
 * a link needs.
 *
 * @param {string} record
 * @param {import("./share/link.js").Shared|null} shared
 */
function goesOn(record, shared) {
  if (!shared) return false;
  const kept = recordParts(record);
  if (shared.kind === "position") return kept.tags.Position === shared.text.trim();
  const { tags, tokens } = recordParts(shared.text);
  const isSameStart = ORIGIN.every((name) => !(name in tags) || tags[name] === kept.tags[name]) && tags.Position === kept.tags.Position;
  return isSameStart && tokens.every((token, at) => token === kept.tokens[at]);
}

/** The game on the table was to stay there. */
export class Stayed extends Error {}

/** A name that no other game has. */
const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** The address holds a game that cannot be read. */
export class BrokenLink extends Error {}

/** @returns {SeatChoice} */
export const person = () => ({ kind: "person", strength: "", name: "" });

/**
 * @param {string} strength
 * @returns {SeatChoice}
 */
export const engineSeat = (strength) => ({ kind: "engine", strength, name: "" });

/**
 * @param {string} text as `link` writes seats
 * @returns {SeatChoice[]}
 */
function seatsFrom(text) {
  return text
    .split(".")
    .map((strength) => (strength === "p" ? person() : engineSeat(strength)));
}

/**
 * @param {string} name
 * @returns {Kept|null}
 */
function readKept(name) {
  try {
    const kept = JSON.parse(recall(name) ?? "null");
    return typeof kept?.record === "string" && Array.isArray(kept.seats) ? kept : null;
  } catch {
    return null;
  }
}
