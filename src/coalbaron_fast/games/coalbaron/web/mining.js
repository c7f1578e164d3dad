/** Mining step by step: what each step would be, on the list and on the pit itself. */

import { distinct, linesFor } from "../../static/js/analyse/distinct.js";
import { canBeTold } from "../../static/js/seats.js";
import { cage, cube, vehicle } from "./board/pieces.js";
import { html, unseen } from "../../static/js/dom.js";
import { putOf } from "./words.js";
import { pause } from "../../static/js/play/motion.js";
import { facts } from "./facts.js";
import { tableOf } from "./table.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("../../static/js/types.js").Line} Line */
/** @typedef {import("./types.js").Table} Table */

/** Between two steps of a plan that plays itself; shorter for those who want no motion. */
const STEP_PAUSE_MS = matchMedia("(prefers-reduced-motion: reduce)").matches ? 120 : 550;
/** Plans that are shown. */
const MOST_PLANS = 6;
/** What the engine may spend on plans. @type {import("../../static/js/types.js").Limits} */
const PLANS = { time_ms: 1200, lines: linesFor(MOST_PLANS) };

/** The kinds of steps, in the order in which they are listed. */
const GROUPS = [
  { name: "load", has: (/** @type {string} */ token) => token[0] === "+" },
  { name: "orders", has: (/** @type {string} */ token) => putOf(token)?.spot === null },
  { name: "store", has: (/** @type {string} */ token) => token[0] === "-" },
  { name: "cage", has: (/** @type {string} */ token) => token[0] === "@" },
  { name: "pairs", has: (/** @type {string} */ token) => Boolean(putOf(token)?.spot) },
];

/** A plan that plays itself: step by step, all that is left at once, or no further. */
class Animation {
  /** Ends the pause between two steps. */
  #next = new AbortController();
  #halted = false;
  #hurried = false;
  /** @type {Promise<boolean>} */
  #done = Promise.resolve(false);

  /** @param {string[]} steps */
  constructor(steps) {
    this.steps = steps;
  }

  /**
   * @param {(steps: string[]) => Promise<boolean>} play
   * @returns {Promise<boolean>} whether all steps were played
   */
  run(play) {
    this.#done = this.#playAll(play);
    return this.#done;
  }

  /** @param {(steps: string[]) => Promise<boolean>} play */
  async #playAll(play) {
    while (this.steps.length) {
      const steps = this.#hurried ? this.steps : this.steps.slice(0, 1);
      if (this.#halted || !(await play(steps))) return false;
      this.steps = this.steps.slice(steps.length);
      if (this.steps.length) await pause(STEP_PAUSE_MS, this.#next.signal);
    }
    return true;
  }

  halt() {
    this.#halted = true;
    this.#next.abort();
  }

  /** Play what is left without a pause. */
  hurry() {
    this.#hurried = true;
    this.#next.abort();
    return this.#done;
  }
}

/** The mining of the person at the screen: its controls, and plans that play themselves. */
export class Mining {
  /** @type {Line[]|null} */
  #plans = null;
  /** @type {AbortController|null} */
  #asking = null;
  /** @type {Animation|null} */
  #animation = null;

  /**
   * @param {App} app
   * @param {import("../../static/js/types.js").Hands} hands
   */
  constructor(app, hands) {
    this.app = app;
    this.hands = hands;
    app.on("position", () => this.#forget());
  }

  /** Is a plan being shown step by step? */
  get animating() {
    return this.#animation !== null;
  }

  /** Stop a plan where it is. */
  halt() {
    this.#animation?.halt();
  }

  /**
   * @param {Table} table
   * @returns {Node[]}
   */
  draw(table) {
    const { game } = this.app;
    const legal = (game.answer?.legal ?? []).map(({ token }) => token).filter((token) => token !== "end");
    return [
      this.#drawSteps(table),
      ...GROUPS.map(({ name, has }) => this.#drawGroup(name, legal.filter(has))).filter((group) => group !== null),
      this.#drawAdvice(table),
    ];
  }

  /** @param {Table} table */
  #drawSteps(table) {
    const all = Number(table.space?.slice(1) ?? table.steps);
    return html(
      "p",
      { class: "steps", role: "img", "aria-label": this.app.t("mine.left", { n: table.steps }) },
      Array.from({ length: all }, (_, step) => html("span", { class: step < table.steps ? "step" : "step spent" })),
      html("span", { class: "steps-left" }, this.app.t("mine.left", { n: table.steps })),
    );
  }

  /**
   * @param {string} name
   * @param {string[]} tokens
   */
  #drawGroup(name, tokens) {
    if (!tokens.length) return null;
    const buttons = tokens.map((token) =>
      html(
        "button",
        { type: "button", class: "button step-button", "data-token": token, onclick: () => this.hands.play(token) },
        unseen(this.app.words.token(token)),
        html("span", { "aria-hidden": "true" }, this.#face(token)),
      ),
    );
    const title = this.app.t(`mine.${name}`);
    return name === "pairs"
      ? html("details", { class: "step-group" }, html("summary", {}, `${title} (${tokens.length})`), html("div", { class: "step-buttons" }, buttons))
      : html("div", { class: "step-group", role: "group", "aria-label": title }, html("span", { class: "small-title" }, title), html("div", { class: "step-buttons" }, buttons));
  }

  /** @param {string} token */
  #face(token) {
    const { t } = this.app;
    if (token === "@0") return [cage(), ` ${t("mine.surface")}`];
    if (token[0] === "@") return [cage(), ` ${token[1]} `, cube(facts.colours[Number(token[1]) - 1], 11)];
    const put = putOf(token);
    if (!put) return [token[0] === "+" ? "+ " : "▣ ", cube(token[1], 15)];
    return [
      [...put.cubes].map((colour, index) => [put.stored[index] ? html("span", { class: "stored" }, "▣") : null, cube(colour, 15)]),
      put.spot ? ["→", cube(put.spot, 12)] : null,
      orderSign(put.order),
    ];
  }

  async #ask() {
    const { app } = this;
    const asking = new AbortController();
    this.#asking = asking;
    this.hands.redraw();
    try {
      const { lines } = await this.hands.advise(PLANS, asking.signal);
      if (this.#asking === asking) this.#plans = distinct(app, lines, MOST_PLANS);
    } catch (error) {
      if (!asking.signal.aborted) app.warn(Object.assign(/** @type {object} */ (error), { retry: () => this.#ask() }));
    } finally {
      if (this.#asking === asking) {
        this.#asking = null;
        this.hands.redraw();
      }
    }
  }

  #forget() {
    this.#asking?.abort();
    this.#asking = null;
    this.#plans = null;
  }

  /** @param {Table} table */
  #drawAdvice(table) {
    const { answer } = this.app.game;
    const told = answer !== null && canBeTold(answer) && table.turn !== null;
    const plans = this.#plans;
    return html(
      "div",
      { class: "plans", hidden: !told },
      plans === null || table.turn === null ? this.#drawAsk() : this.#drawPlans(plans, table.turn),
    );
  }

  #drawAsk() {
    const { t } = this.app;
    const asking = this.#asking !== null;
    return html(
      "button",
      { type: "button", class: "button", id: "show-plans", disabled: asking, onclick: () => this.#ask() },
      t(asking ? "act.hinting" : "mine.plans"),
    );
  }

  /**
   * @param {Line[]} plans
   * @param {number} seat
   */
  #drawPlans(plans, seat) {
    const { t, words, i18n } = this.app;
    return [
      html("span", { class: "small-title" }, t("mine.plansTitle")),
      html(
        "ol",
        { class: "plan-list" },
        plans.map(({ tokens, win }) =>
          html(
            "li",
            {},
            html(
              "button",
              { type: "button", class: "button plan", onclick: () => this.animate(tokens) },
              unseen(words.turn(tokens), ". "),
              html(
                "span",
                { class: "plan-steps", "aria-hidden": "true" },
                tokens.filter((token) => token !== "end").map((token) => html("span", { class: "plan-step" }, this.#face(token))),
                tokens[0] === "end" ? words.token("end") : null,
              ),
              html("span", { class: "plan-win" }, t("mine.win", { win: i18n.number(100 * win[seat], 1) })),
            ),
          ),
        ),
      ),
    ];
  }

  /**
   * Play the steps of a plan one after the other, for the eye to follow. They can be undone.
   *
   * @param {string[]} tokens
   */
  async animate(tokens) {
    const animation = new Animation(tokens.filter((token) => token !== "end"));
    this.#animation = animation;
    try {
      await animation.run((steps) => this.#playSteps(steps));
    } finally {
      this.#animation = null;
      this.hands.redraw();
    }
  }

  /**
   * Play the rest of the plan at once; true when all of it is played.
   *
   * @returns {Promise<boolean>}
   */
  async finish() {
    return (await this.#animation?.hurry()) ?? true;
  }

  /**
   * @param {string[]} steps
   * @returns {Promise<boolean>} whether they were played
   */
  async #playSteps(steps) {
    const before = this.app.game.pending.length;
    await this.hands.play(steps);
    return this.app.game.pending.length === before + steps.length;
  }

  /**
   * The step that a click on the pit means, null where it means none or more than one.
   *
   * @param {DOMStringMap} data of the element clicked
   * @returns {string|null}
   */
  stepAt(data) {
    const { answer } = this.app.game;
    const table = tableOf(this.app.game);
    const mover = table?.turn;
    if (!answer || !table || mover === null || mover === undefined) return null;
    const legal = answer.legal.map(({ token }) => token);
    const cage = table.seats[mover].cage.level;
    if (data.cage !== undefined) {
      if (Number(data.cage) !== cage) return legal.find((token) => token === `@${data.cage}`) ?? null;
      return legal.find((token) => token[0] === "+") ?? null;
    }
    if (data.order !== undefined) return only(legal.filter((token) => putOf(token)?.order === data.order && !putOf(token)?.spot));
    if (data.storage !== undefined) return only(legal.filter((token) => token[0] === "-"));
    return null;
  }
}

/**
 * An order at the size of a word: its vehicle and what it asks for.
 *
 * @param {string} name
 */
const orderSign = (name) =>
  html("span", { class: "order-sign" }, "→", vehicle(name[0], 20), [...name.slice(1)].map((colour) => cube(colour, 7)));

/** @param {string[]} tokens */
const only = (tokens) => (tokens.length === 1 ? tokens[0] : null);
