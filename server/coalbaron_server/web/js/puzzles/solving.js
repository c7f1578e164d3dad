/** A puzzle on the board: it is played as in a game, and the answer is judged. */

import { html } from "../dom.js";
import { engineSeat, person } from "../game.js";
import { loadGame } from "../loading.js";
import { buildApp } from "../main.js";
import { badge } from "../seats.js";
import { FLIGHT_MS, follow } from "../play/motion.js";
import { Decision } from "../play/play.js";
import { packText } from "../share/link.js";
import { reasonsFor } from "../teach/reasons.js";
import { dateOf, dayOf } from "./diary.js";
import { drawVerdict, isSame } from "./verdict.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./puzzles.js").Puzzles} Puzzles */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./puzzles.js").Entry} Entry */
/** @typedef {import("./verdict.js").Solution} Solution */

/** A turn of which a puzzle says nothing is searched, and may wait for others. */
const PATIENCE_MS = 60000;

/** What finding out why a turn is worse may spend. */
const LIMITS = { nodes: 2000 };

/** The board of puzzles, beside that of the game, and what is asked and said about the one on it. */
export class Solving {
  /** @type {Puzzle|null} */
  puzzle = null;
  /** The day whose puzzle it is. @type {string|null} */
  #day = null;
  /** @type {Entry[]} */
  #entries = [];
  /** What came of the turn that was played last. @type {Solution|null} */
  #solution = null;
  /** Is the answer being judged? */
  #judging = false;
  /** May the answer be seen? */
  #open = false;
  /** Was it shown, and not found? */
  #shown = false;
  /** Why the best turn is better than another one. @type {import("./verdict.js").Why|null} */
  #why = null;
  #request = new AbortController();

  /**
   * @param {Puzzles} puzzles
   * @param {App} app what the board of puzzles gets
   * @param {{board: HTMLElement, decision: HTMLElement}} parts
   */
  constructor(puzzles, app, { board, decision }) {
    this.puzzles = puzzles;
    this.app = app;
    this.panel = html("section", { class: "puzzle", id: "puzzle", "aria-labelledby": "puzzle-title" });
    this.element = html("div", { class: "page puzzling" }, board, html("aside", { class: "side" }, this.panel, decision));
    app.on("position", () => this.#moved());
  }

  /**
   * Build a board beside that of the game, which knows nothing of it.
   *
   * @param {Puzzles} puzzles
   */
  static async open(puzzles) {
    const { app } = puzzles;
    const own = buildApp(app.name, "", app);
    own.about = app.about;
    own.parts = await (await loadGame(app.name)).open(own);
    own.words = own.parts.words;
    own.game.confirmation = own.parts.confirmation;
    const board = html("section", { class: "board", "aria-labelledby": "puzzle-board-title" }, html("h2", { class: "unseen", id: "puzzle-board-title" }, app.t("shell.board")));
    const decision = html("section", { class: "decision", tabindex: -1, "aria-labelledby": "decision-title" });
    own.board = own.parts.board(board);
    const solving = new Solving(puzzles, own, { board, decision });
    new Decision(own, null, decision);
    return solving;
  }

  /**
   * Lay a puzzle on the board.
   *
   * @param {Puzzle} puzzle
   * @param {string|null} day
   * @param {Entry[]} entries
   */
  async begin(puzzle, day, entries) {
    const { game } = this.app;
    this.#forget();
    this.puzzle = puzzle;
    this.#day = day;
    this.#entries = entries;
    const seats = Array.from({ length: puzzle.players }, (_, seat) => (seat === puzzle.seat ? person() : engineSeat("")));
    await this.app.requests.replace({ position: puzzle.position }, { seats, chance: "draw" });
    game.trial = { home: game.lines.shown, record: game.record, judge: (tokens) => void this.#judge(tokens) };
    this.puzzles.page.element.replaceChildren(this.element);
    this.draw();
  }

  /** @returns {string} what is asked, in a sentence */
  get #question() {
    const { kind, wins } = /** @type {Puzzle} */ (this.puzzle);
    return this.app.t(kind === "far" ? "puzzles.ask_far" : wins ? "puzzles.ask_win" : "puzzles.ask_ending");
  }

  /** Draw what is asked, or what came of the answer. */
  draw() {
    const { app, puzzle } = this;
    if (!puzzle) return;
    const { t, i18n } = app;
    const title = this.#day
      ? t("puzzles.of_day", { day: dateOf(this.#day).toLocaleDateString(i18n.language, { day: "numeric", month: "long" }) })
      : t("puzzles.number", { n: this.#siblings.findIndex(({ id }) => id === puzzle.id) + 1 });
    this.element.classList.toggle("answered", this.#solution !== null);
    const held = this.panel.contains(document.activeElement) ? document.activeElement?.id : "";
    this.panel.replaceChildren(
      html(
        "header",
        { class: "puzzle-head" },
        html("nav", { class: "puzzle-ways" }, this.puzzles.page.drawWayBack("small"), html("a", { class: "button small", id: "puzzle-list", href: "#puzzles" }, t("puzzles.all"))),
        html("h2", { id: "puzzle-title" }, title),
        html("span", { class: "puzzle-grade-name" }, t(`puzzles.grade_${puzzle.grade}`)),
      ),
      html("p", { class: "puzzle-question" }, badge(puzzle.seat, 14), " ", html("b", {}, this.#question), " ", html("span", {}, t("puzzles.you_are", { seat: t("seat.plain", { n: puzzle.seat + 1 }) }))),
      ...this.#drawAnswer(),
    );
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
  }

  #drawAnswer() {
    const { app, puzzle } = this;
    const { t } = app;
    if (!puzzle) return [];
    if (this.#judging) return [html("p", { class: "note" }, t("puzzles.judging"))];
    /** @param {string} name @param {() => void} act @param {string} [look] */
    const button = (name, act, look = "") => html("button", { type: "button", class: `button ${look}`, id: `puzzle-${name}`, onclick: act }, t(`puzzles.${name}`));
    const next = this.#next();
    const isRight = this.#solution?.is_right ?? false;
    const on = next ? html("a", { class: `button ${this.#open ? "primary" : ""}`, id: "puzzle-next", href: `#puzzles=${next.id}` }, t("puzzles.next")) : null;
    const again = this.#solution && !isRight ? button("again", () => this.again(), this.#open ? "" : "primary") : null;
    const actions = html(
      "div",
      { class: "actions" },
      this.#open ? [on, again, button("analyse", () => void this.#analyse())] : [again, button("show", () => void this.reveal()), on],
    );
    if (!this.#solution) return [actions];
    return drawVerdict(app, { puzzle, solution: this.#solution, isOpen: this.#open, isShown: this.#shown, why: this.#why }, actions);
  }

  /** Puzzles of the same grade, in the order of the list. */
  get #siblings() {
    return this.#entries.filter(({ grade }) => grade === this.puzzle?.grade);
  }

  /** The next one that is not solved yet: of this grade, else of a harder one, else any. */
  #next() {
    const { puzzle } = this;
    if (!puzzle) return null;
    const sorted = this.#entries.toSorted((one, other) => one.grade - other.grade);
    const here = sorted.findIndex(({ id }) => id === puzzle.id);
    const others = [...sorted.slice(here + 1), ...sorted.slice(0, here)];
    const isNew = (/** @type {Entry} */ { id }) => !this.puzzles.diary.ofPuzzle(id) || this.puzzles.diary.ofPuzzle(id) === "wrong";
    return others.find((entry) => entry.grade === puzzle.grade && isNew(entry)) ?? others.find(isNew) ?? others[0] ?? null;
  }

  /**
   * Judge the turn that was played. The position comes back: another one can be tried.
   *
   * @param {string[]} tokens
   */
  async #judge(tokens) {
    const { app, puzzle } = this;
    if (!puzzle || this.#judging) return;
    const { signal } = this.#request;
    this.#judging = true;
    this.draw();
    try {
      const solution = await this.#ask(tokens, signal);
      if (signal.aborted) return;
      this.#takeBack();
      this.#solution = solution;
      this.#why = null;
      if (!this.#open) this.#note(solution.is_right ? "right" : "wrong");
      if (solution.is_right) this.#open = true;
    } catch (error) {
      if (signal.aborted) return;
      app.warn(Object.assign(/** @type {object} */ (error), { retry: () => this.#judge(tokens) }));
    } finally {
      if (!signal.aborted) this.#judging = false;
    }
    this.draw();
    this.#tell();
    if (this.#open) void this.#explain();
  }

  /**
   * What a turn is worth; without one, what the best one is.
   *
   * @param {string[]|null} tokens
   * @param {AbortSignal} signal
   * @returns {Promise<Solution>}
   */
  #ask(tokens, signal) {
    return this.app.api.post("/v1/answer", { puzzle: this.puzzle?.id, turn: tokens?.join("/") }, { signal, patience: PATIENCE_MS });
  }

  /** Let the verdict be heard and seen, and the keyboard go on with it. */
  #tell() {
    const { app, panel } = this;
    const verdict = panel.querySelector(".puzzle-verdict");
    if (!verdict) return;
    app.say(verdict.textContent ?? "");
    this.#mark();
    const action = /** @type {HTMLElement|null} */ (panel.querySelector(".actions .primary"));
    action?.focus({ preventScroll: true });
  }

  /** Rings and arrows: for the answer where it may be seen, else for what was played. */
  #mark() {
    const solution = this.#solution;
    if (!solution) return;
    const own = isSame(solution.turn, solution.best) ? [] : [{ tokens: solution.turn, rank: 2 }];
    this.app.board.mark(this.#open ? [...own, { tokens: solution.best, rank: 1 }] : own);
  }

  /** Put the position back, to try another turn. */
  again() {
    this.#takeBack();
    this.#solution = null;
    this.draw();
    this.app.board.mark([]);
    this.app.say(this.#question);
    /** @type {HTMLElement|null} */ (this.element.querySelector(".space.can"))?.focus({ preventScroll: true });
  }

  /** Show the answer: what it is, and how it is played. */
  async reveal() {
    const { app } = this;
    const { signal } = this.#request;
    if (app.game.busy) return;
    this.#takeBack();
    try {
      // What was tried last is beside the answer.
      const solution = this.#solution ?? (await this.#ask(null, signal));
      if (signal.aborted) return;
      this.#note("shown");
      this.#open = this.#shown = true;
      this.#solution = solution;
    } catch (error) {
      if (!signal.aborted) app.warn(Object.assign(/** @type {object} */ (error), { retry: () => this.reveal() }));
      return;
    }
    this.draw();
    this.#tell();
    void this.#explain();
    await follow(app.board.flights?.(this.#solution.best) ?? [], FLIGHT_MS.calm, signal);
    // What has flown is drawn where it lies.
    if (signal.aborted || !this.#solution) return;
    app.emit("position", app.game.answer);
    this.#mark();
  }

  /** Say why the best turn is better than the one that was played, or than the next best. */
  async #explain() {
    const { app, puzzle } = this;
    const solution = this.#solution;
    const { signal } = this.#request;
    const turn = !solution || isSame(solution.turn, solution.best) ? solution?.answers[1]?.turn : solution.turn;
    if (!turn || !puzzle) return;
    const asked = { position: puzzle.position, turn: turn.join("/"), limits: LIMITS };
    try {
      const [advice, reasons] = await Promise.all([app.api.post("/v1/judge", asked, { signal, patience: PATIENCE_MS }), reasonsFor(app)]);
      if (signal.aborted || this.#solution !== solution || !advice.reasons.length) return;
      this.#why = { turn, draw: () => reasons.draw({ ...advice, turn }) };
      this.draw();
    } catch {
      // There is a verdict without it.
    }
  }

  /** Open the position as a game on a real table, with the engine at hand. The game before is kept. */
  async #analyse() {
    location.hash = `#p=${await packText(this.puzzle?.position ?? "")}`;
  }

  /** @param {"right"|"wrong"|"shown"} answer */
  #note(answer) {
    if (this.puzzle) this.puzzles.diary.note(this.puzzle.id, this.#day, answer, dayOf(new Date()));
  }

  /** A choice on the board after the verdict begins another try. */
  #moved() {
    if (!this.#solution || !this.app.game.pending.length || this.#judging) return;
    this.#solution = null;
    this.draw();
  }

  #takeBack() {
    const { game } = this.app;
    while (game.canUndo && !game.busy) game.undo();
  }

  #forget() {
    this.#request.abort();
    this.#request = new AbortController();
    this.#solution = null;
    this.#judging = this.#open = this.#shown = false;
    this.#why = null;
  }
}
