// The teacher: before a turn is confirmed, a light says what it gives away, and why. It is never
// in the way: players who confirm meanwhile are not held up.

import { Problem } from "../api.js";
import { html, svg, unseen } from "../dom.js";
import { teacherLevel } from "../play/strength.js";
import { reasonsFor } from "./reasons.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./reasons.js").Advice} Advice */
/** @typedef {"green"|"yellow"|"red"} Light */

/** What judging one turn may spend. @type {import("../types.js").Limits} */
const LIMITS = { nodes: 10000 };

/** A turn in progress often goes on at once: it is judged when it has stood for so long. */
const PAUSE_MS = 200;

/** No listener wants all of a long list. */
const TOLD = 2;

/** From which grade on a teacher warns, and calls it a bad one. */
const LEVELS = {
  gentle: { yellow: ["mistake"], red: ["blunder"] },
  strict: { yellow: ["slip"], red: ["mistake", "blunder"] },
};

/** The shapes of the light: told apart without colour. @type {Record<Light|"thinking", () => SVGElement[]>} */
const SHAPES = {
  green: () => [svg("circle", { cx: 12, cy: 12, r: 10 }), svg("path", { class: "sign", d: "M7 12.5l3.5 3.5L17 9" })],
  yellow: () => [svg("path", { d: "M12 2l11 19.5H1z" }), svg("path", { class: "sign", d: "M12 9v6.5M12 18v.6" })],
  red: () => [svg("path", { d: "M8 1.5h8L22.5 8v8L16 22.5H8L1.5 16V8z" }), svg("path", { class: "sign", d: "M8 8l8 8M16 8l-8 8" })],
  thinking: () => [svg("circle", { class: "hollow", cx: 12, cy: 12, r: 9 }), svg("path", { class: "dots", d: "M7.5 12h.1M12 12h.1M16.5 12h.1" })],
};

/** Judges the turn in progress whenever it could be confirmed. */
export class Teacher {
  /** The turn that is judged or was, as text; empty while there is none. */
  #turn = "";
  /** @type {Advice|null} */
  #advice = null;
  /** Why there is no advice. @type {"none"|"away"|null} */
  #failure = null;
  #showsBetter = false;
  /** Could more be done in the turn? Then it is judged as it stands, if somebody asks. */
  #isOffered = false;
  /** @type {AbortController|null} */
  #request = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #pause;

  /**
   * @param {App} app
   * @param {() => boolean} isShowing is a turn being shown step by step?
   * @param {import("./reasons.js").Reasons} reasons
   */
  constructor(app, isShowing, reasons) {
    this.app = app;
    this.isShowing = isShowing;
    this.reasons = reasons;
    this.element = html("section", { class: "teacher", id: "teacher", hidden: true });
    for (const event of ["position", "busy", "step", "shown", "teacher"]) app.on(event, () => this.#follow());
    app.on("language", () => this.#draw());
    this.#follow();
  }

  /** The turn that confirming would play now; null if there is none to judge. */
  get #confirmable() {
    const { game, lesson } = this.app;
    const { confirmable } = game;
    if (!confirmable || lesson || game.trial || game.chance !== "draw" || this.isShowing()) return null;
    if (teacherLevel() === "off" || game.mover === null || game.isEngine(game.mover)) return null;
    return [...game.pending, ...(confirmable.tokens ?? [])].join("/");
  }

  /** Look at another turn, if there is another one. */
  #follow() {
    // While a turn is sent nothing is new: the answer will say.
    if (this.app.game.busy && this.#turn) return this.#forget();
    const turn = this.#confirmable ?? "";
    if (turn !== this.#turn) {
      this.#forget();
      this.#turn = turn;
      this.#isOffered = Boolean(this.app.game.confirmable?.left);
      if (turn && !this.#isOffered) this.#pause = setTimeout(() => void this.#judge(), PAUSE_MS);
    }
    this.#draw();
  }

  #forget() {
    clearTimeout(this.#pause);
    this.#request?.abort();
    this.#request = this.#advice = null;
    this.#turn = "";
    this.#failure = null;
    this.#showsBetter = this.#isOffered = false;
    this.#draw();
  }

  async #judge() {
    const { app } = this;
    this.#isOffered = false;
    const request = new AbortController();
    this.#request = request;
    try {
      const body = { record: app.game.record, turn: this.#turn, limits: LIMITS };
      const advice = await app.api.post("/v1/judge", body, { signal: request.signal });
      if (this.#request !== request) return;
      this.#advice = advice;
      app.say(this.#tell(advice));
    } catch (error) {
      if (this.#request !== request) return;
      // A teacher that cannot be asked is no reason to stop the game.
      this.#failure = error instanceof Problem && error.status === 422 ? "none" : "away";
    }
    this.#draw();
  }

  /**
   * @param {Advice} advice
   * @returns {Light}
   */
  #light({ grade }) {
    const level = teacherLevel();
    if (level === "off" || !grade) return "green";
    const { yellow, red } = LEVELS[level];
    return red.includes(grade) ? "red" : yellow.includes(grade) ? "yellow" : "green";
  }

  /** @param {Advice} advice */
  #headline(advice) {
    const { t } = this.app;
    if (advice.grade) return this.reasons.loss(advice);
    return t(isBest(this.app, advice) ? "teacher.best" : "teacher.fine");
  }

  /** What is said aloud. @param {Advice} advice */
  #tell(advice) {
    const light = this.#light(advice);
    const parts = [`${this.app.t(`teacher.${light}`)}: ${this.#headline(advice)}`];
    if (light !== "green") parts.push(this.reasons.tell(advice, TOLD), this.reasons.wanted(advice));
    return parts.filter(Boolean).join(" ");
  }

  #draw() {
    const { app, element } = this;
    const { t } = app;
    element.hidden = !this.#turn;
    const advice = this.#advice;
    const light = advice ? this.#light(advice) : "thinking";
    element.dataset.light = this.#failure ? "none" : light;
    element.setAttribute("aria-label", t("teacher.title"));
    if (this.#isOffered) {
      element.dataset.light = "none";
      element.replaceChildren(html("button", { type: "button", class: "button small", id: "teacher-ask", onclick: () => this.#ask() }, t("teacher.ask")));
      return;
    }
    if (!advice) {
      element.replaceChildren(this.#failure ? html("p", {}, t(`teacher.${this.#failure}`)) : html("p", { class: "teacher-head" }, sign("thinking"), t("teacher.thinking")));
      return;
    }
    const wanted = this.reasons.wanted(advice);
    element.replaceChildren(
      html("p", { class: "teacher-head" }, sign(light), html("span", {}, unseen(t(`teacher.${light}`), ": "), this.#headline(advice))),
      ...(light === "green"
        ? []
        : [
            this.reasons.draw(advice),
            ...(wanted ? [html("p", { class: "note" }, wanted)] : []),
            this.#showsBetter
              ? html("p", { class: "teacher-better" }, t("teacher.better", { turn: app.words.turn(advice.best) }))
              : html("button", { type: "button", class: "button small", id: "teacher-show", onclick: () => this.#showBetter(advice) }, t("teacher.show")),
          ]),
    );
  }

  /** Judge the turn as it stands. */
  #ask() {
    void this.#judge();
    this.#draw();
    document.getElementById("confirm")?.focus();
  }

  /** @param {Advice} advice */
  #showBetter(advice) {
    const { app } = this;
    this.#showsBetter = true;
    app.board.mark([
      { tokens: advice.best, rank: 1 },
      { tokens: advice.turn, rank: 2 },
    ]);
    app.say(app.t("teacher.better", { turn: app.words.turn(advice.best) }));
    this.#draw();
    document.getElementById("confirm")?.focus();
  }
}

/**
 * Does a turn come to the same as the best one?
 *
 * @param {App} app
 * @param {Advice} advice
 */
function isBest({ words }, { turn, best }) {
  const essence = (/** @type {string[]} */ tokens) => words.essence?.(tokens) ?? tokens.join(" ");
  return essence(turn) === essence(best);
}

/** @param {Light|"thinking"} light */
const sign = (light) => svg("svg", { class: "light", viewBox: "0 0 24 24", width: 26, height: 26, "aria-hidden": "true" }, SHAPES[light]());

/**
 * A teacher on this page.
 *
 * @param {App} app
 * @param {() => boolean} isShowing
 */
export const teacherFor = async (app, isShowing) => new Teacher(app, isShowing, await reasonsFor(app));
