/** Playing: the decision panel, clicks on the board, keys, engine seats and the hint. */

import { ask } from "../ask.js";
import { byId, html } from "../dom.js";
import { KEY, onPageKeys } from "../keys.js";
import { canBeTold } from "../seats.js";
import { mountCurtain } from "./curtain.js";
import { drawChoices, isDone, titleOf } from "./decide.js";
import { EngineSeats, PACES } from "./engine.js";
import { goOnButton } from "../moves/going.js";
import { HINT, opponentIn, teacherLevel } from "./strength.js";

/** @typedef {import("../types.js").App} App */

/** @param {App} app */
export function mount(app) {
  const engines = new EngineSeats(app);
  new Decision(app, engines);
  mountCurtain(app);
  const log = tellGame(app, engines);
  app.on("position", () => void log.then(() => seatOpponents(app)).catch(app.warn));
  app.on("commit", (/** @type {import("../types.js").Answer} */ answer) => void showScoring(app, engines, answer).catch(app.warn));
}

/**
 * Fill the tab of the game. What does it is loaded beside the game, which does not wait for it.
 *
 * @param {App} app
 * @param {EngineSeats} engines
 */
async function tellGame(app, engines) {
  try {
    (await import("./log.js")).mountLog(app, engines);
    app.i18n.apply(app.panel("play"));
  } catch (error) {
    app.warn(Object.assign(/** @type {object} */ (error), { retry: () => tellGame(app, engines) }));
  }
}

/**
 * Let opponents be known by their faces, and games against them count. What does it is loaded when
 * one sits down.
 *
 * @param {App} app
 */
async function seatOpponents(app) {
  const { seats, isAside } = app.game;
  if (app.seating || app.lesson || isAside || !seats.some(({ strength }) => opponentIn(strength))) return;
  await (await import("../opponents/seating.js")).seat(app);
}

/**
 * Show what a turn has scored, if it has. The engines wait meanwhile.
 *
 * @param {App} app
 * @param {EngineSeats} engines
 * @param {import("../types.js").Answer} answer
 */
async function showScoring(app, engines, answer) {
  const scoring = app.parts.scoring?.(answer);
  if (!scoring || !PACES[engines.pace]) return;
  app.emit("stage", true);
  try {
    await (await import("./scoring.js")).show(app, scoring, engines.pace);
  } finally {
    app.emit("stage", false);
  }
}

/** The decision panel, and all that leads to a decision. */
export class Decision {
  /** Why something could not be chosen. */
  #refusal = "";
  /** The hint that was given. @type {HTMLElement|null} */
  #hint = null;
  /** The teacher's light, once there is a teacher. @type {HTMLElement|null} */
  #light = null;
  /** Asks for a hint, and then for its reasons. @type {AbortController|null} */
  #asking = null;

  /**
   * @param {App} app
   * @param {EngineSeats|null} engines none where no engine may be asked
   * @param {HTMLElement} [root]
   */
  constructor(app, engines, root = byId("decision")) {
    this.app = app;
    this.engines = engines;
    this.root = root;
    this.controls = app.parts.controls({
      play: (tokens) => this.play(tokens),
      advise: (limits, signal) => engines ? engines.advise(limits, signal) : Promise.reject(new Error("no engine may be asked")),
      redraw: () => (this.draw(), app.emit("shown")),
    });
    app.on("position", () => this.#fresh());
    app.on("busy", (/** @type {boolean} */ busy) => this.#showBusy(busy));
    app.on("thinking", () => this.draw());
    app.on("language", () => (this.#hint ? this.#fresh() : this.draw()));
    app.on("step", () => this.draw());
    app.on("choose", (/** @type {HTMLElement} */ element) => this.#choose(element));
    app.on("refuse", (/** @type {string} */ reason) => this.#refuse(reason));
    onPageKeys({ [KEY.back]: () => this.#back(), [KEY.confirm]: (event) => this.#enter(event) });
    app.on("teacher", () => void this.#callTeacher());
    void this.#callTeacher();
  }

  /** Let the teacher come, if one is wanted and may be asked: it is loaded then. */
  async #callTeacher() {
    if (teacherLevel() === "off" || this.#light || !this.engines) return;
    try {
      const { teacherFor } = await import("../teach/teacher.js");
      const { element } = await teacherFor(this.app, () => this.controls.isBusy);
      this.#light ??= element;
    } catch (error) {
      this.app.warn(Object.assign(/** @type {object} */ (error), { retry: () => this.#callTeacher() }));
    }
    this.draw();
  }

  /**
   * Let something move at once, however long the answer takes: what was chosen, and a bar.
   *
   * @param {boolean} busy
   */
  #showBusy(busy) {
    this.root.setAttribute("aria-busy", String(busy));
    document.body.classList.toggle("under-way", busy);
    if (busy) document.activeElement?.closest(".decision button")?.classList.add("sent");
    else for (const sent of document.querySelectorAll(".sent")) sent.classList.remove("sent");
  }

  #fresh() {
    // A hint was scrolled to; what comes now is seen from its beginning.
    if (this.#hint) this.root.scrollTop = 0;
    this.#refusal = "";
    this.#hint = null;
    this.#asking?.abort();
    this.#asking = null;
    this.app.board.mark([]);
    this.draw();
  }

  /** Draw the panel for the position that is shown. */
  draw() {
    const { table } = this.app.game;
    if (!table) return;
    const focused = focusKey(this.root);
    this.root.replaceChildren(
      html("h2", { id: "decision-title" }, titleOf(this.app, table, this.controls)),
      ...this.#drawPending(),
      ...(this.#refusal ? [html("p", { class: "refusal" }, this.#refusal)] : []),
      ...(this.controls.isBusy ? [] : drawChoices(this.app, table, this.controls)),
      ...[this.#hint, this.#light].filter((part) => part !== null),
      this.#drawActions(),
    );
    this.#refocus(focused);
  }

  /** The turn in progress, in words. */
  #drawPending() {
    const { game } = this.app;
    if (!game.pending.length || game.peeking || !game.answer) return [];
    return [html("p", { class: "pending" }, this.app.words.story(game.answer).sentences.join(" · "))];
  }

  #drawActions() {
    const { t, game } = this.app;
    const { confirmable } = game;
    const { isBusy } = this.controls;
    const mayHint = this.#mayAsk() && !this.#hint && !isBusy;
    /** @param {string} id @param {string} text @param {() => void} act @param {{primary?: boolean, keys?: string, off?: boolean}} [look] */
    const button = (id, text, act, { primary, keys, off } = {}) =>
      html("button", { type: "button", id, class: `button${primary ? " primary" : ""}`, disabled: off, onclick: act }, text, keys ? [" ", html("kbd", { "aria-hidden": "true" }, keys)] : null);
    return html(
      "div",
      { class: "actions" },
      goOnButton(this.app),
      game.peeking && !game.sketching ? button("unpeek", t("act.unpeek"), () => game.unpeek(), { primary: true }) : null,
      confirmable ? button("confirm", t(isBusy ? "act.rest" : game.trial ? "again.confirm" : `act.${confirmable.name}`), () => this.confirm(), { primary: isBusy || !confirmable.left, keys: "Enter" }) : null,
      isBusy ? button("halt", t("act.halt"), () => this.controls.halt()) : null,
      game.canUndo && !isBusy ? button("undo", t("act.undo"), () => this.undo(), { keys: "Esc" }) : null,
      mayHint ? button("hint", this.#asking ? t("act.hinting") : t("act.hint"), () => this.hint(), { off: this.#asking !== null }) : null,
    );
  }

  /** Could the engine say what to do: is somebody to decide, whose eyes the board is seen with? */
  #mayAsk() {
    const { game } = this.app;
    if (!this.engines || !game.open || !game.answer || !canBeTold(game.answer)) return false;
    return !game.pending.length || game.answer.table.turn === game.mover;
  }

  /**
   * Play in the turn in progress; what is refused is said.
   *
   * @param {string|string[]} tokens
   */
  async play(tokens) {
    const refusal = this.app.lesson?.refuses([tokens].flat());
    if (refusal) return this.#refuse(refusal);
    await this.#try(() => this.app.requests.play(tokens), () => this.play(tokens));
  }

  /** Confirm the turn in progress: all of a plan that plays itself, and not before what is left was asked about. */
  async confirm() {
    if (this.controls.isBusy ? !(await this.controls.finish()) : !(await this.#askFirst())) return;
    await this.#try(() => this.app.requests.confirm(), () => this.confirm());
  }

  /** Would confirming waste something, and is it meant to? */
  async #askFirst() {
    const { t, game } = this.app;
    const { name, left: n } = game.confirmable ?? {};
    if (!n || game.busy) return true;
    const { pending } = game;
    const length = pending.length;
    const isMeant = await ask(t(`care.${name}`, { n }), t(`care.${name}.yes`), t(`care.${name}.no`));
    return isMeant && game.pending === pending && pending.length === length;
  }

  /** Take back the last choice. */
  undo() {
    this.controls.halt();
    const last = this.app.game.pending.at(-1);
    this.app.game.undo();
    if (last) this.app.say(this.app.t("act.undone", { what: this.app.words.token(last) }));
  }

  /** Ask the engine what it would do. */
  async hint() {
    const { engines } = this;
    if (!engines) return;
    const asking = new AbortController();
    this.#asking = asking;
    this.draw();
    try {
      const [analysis, { drawHint }] = await Promise.all([engines.advise(HINT, asking.signal), import("../teach/hint.js")]);
      const { best } = analysis;
      const hint = await drawHint(this.app, analysis, () => this.controls.take(best), asking.signal);
      if (this.#asking !== asking) return;
      this.#hint = hint;
      this.app.board.mark([{ tokens: best, rank: 1 }]);
      this.app.say(this.app.t("hint.would", { turn: this.app.words.turn(best) }));
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#asking = null;
      this.app.warn(Object.assign(/** @type {object} */ (error), { retry: () => this.hint() }));
    }
    this.draw();
    this.#hint?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {() => Promise<void>} act
   * @param {() => void} retry
   */
  async #try(act, retry) {
    if (this.app.game.busy) return;
    try {
      await act();
      this.app.warn(null);
    } catch (error) {
      this.app.warn(Object.assign(/** @type {object} */ (error), { retry }));
    }
  }

  /** @param {HTMLElement} element what was chosen on the board */
  #choose(element) {
    const { game, t } = this.app;
    const { table } = game;
    if (!table || game.busy) return;
    if (game.peeking) return this.#refuse(t("refuse.peeking"));
    const choice = this.controls.choiceAt(element);
    if (!choice) return;
    if (isDone(this.app, table)) return this.#refuse(t("refuse.confirm"));
    if (game.isEngine(table.turn)) return this.#refuse(t("refuse.engine"));
    if ("refusal" in choice) return this.#refuse(choice.refusal);
    if (this.controls.isBusy) return this.#refuse(t("refuse.plan"));
    element.classList.add("sent");
    void this.play(choice.tokens);
  }

  /** @param {string} reason */
  #refuse(reason) {
    this.#refusal = reason;
    this.draw();
    this.app.say(reason);
  }

  #back() {
    const { game } = this.app;
    if (this.root.closest("[hidden]")) return;
    if (!game.peeking) this.undo();
    else if (!game.sketching) game.unpeek();
  }

  /** @param {KeyboardEvent} event */
  #enter(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (this.root.closest("[hidden]") || !this.app.game.confirmable || target.closest(".decision, .side, header, .notice")) return;
    event.preventDefault();
    void this.confirm();
  }

  /**
   * Where the keyboard goes on after the panel was drawn again: to the same control, or to the one
   * that the turn now waits for.
   *
   * @param {string|null} focused
   */
  #refocus(focused) {
    if (!focused) return;
    const again = /** @type {HTMLElement|null} */ (this.root.querySelector(focused));
    const step = this.root.querySelector('[data-token]:not([aria-disabled="true"])');
    const next = again ?? step ?? this.root.querySelector("#confirm") ?? this.root.querySelector("button:not([disabled])");
    /** @type {HTMLElement} */ (next ?? this.root).focus();
  }
}

/**
 * A selector for the control of the panel that has the focus, null if none has.
 *
 * @param {HTMLElement} root
 */
function focusKey(root) {
  const element = /** @type {HTMLElement|null} */ (document.activeElement);
  if (!element || !root.contains(element) || element === root) return null;
  if (element.id) return `#${element.id}`;
  return element.dataset.token ? `[data-token="${CSS.escape(element.dataset.token)}"]` : "button:not([disabled])";
}
