/** Runs a game's lesson on the board itself: what comes next is said, shown, and done by hand. */

import { byId } from "../dom.js";
import { keep, recall } from "../kept.js";
import { addStyles } from "../loading.js";
import { recordParts } from "../share/record.js";
import { Coach } from "./coach.js";
import { Progress } from "./progress.js";

/** @typedef {import("../types.js").App} App */
/**
 * A game's lesson: a position, who sits where, the steps, and the coach's words by language.
 *
 * @typedef {object} Plan
 * @property {string} position
 * @property {import("../types.js").SeatChoice[]} seats
 * @property {import("./progress.js").Step[]} steps
 * @property {(language: string) => Promise<Record<string, string>>} texts
 */

/** @type {import("../i18n.js").TextSource} */
const texts = async (language) => (await import(`./lang/${language}.js`)).default;

/**
 * Begin a game's lesson, or go on where it was left.
 *
 * @param {App} app
 */
export async function openLesson(app) {
  if (app.lesson || !app.parts.lesson) return;
  const [plan] = await Promise.all([app.parts.lesson(), app.i18n.add(texts), addStyles(import.meta.url, ["learn.css"])]);
  const lesson = new Lesson(app, plan);
  app.lesson = lesson;
  await lesson.begin();
}

/** A lesson under way. */
export class Lesson {
  /** @type {Record<string, string>} */
  #texts = {};
  #listening = new AbortController();

  /**
   * @param {App} app
   * @param {Plan} plan
   */
  constructor(app, plan) {
    this.app = app;
    this.plan = plan;
    this.progress = new Progress(plan.steps);
    this.coach = new Coach(app, this);
    /** Under which name the browser keeps the game that the lesson interrupts. */
    this.before = app.game.keptAs;
  }

  /** What the coach says now. */
  get text() {
    return this.#texts[this.progress.step.text] ?? this.progress.step.text;
  }

  /** Is the learner led, so that nothing but the next step can be done? */
  get leads() {
    return !this.progress.step.until && !this.progress.isLast;
  }

  async begin() {
    const { app } = this;
    const { game } = app;
    keep(openKey(app), "yes");
    this.progress.index = Number(recall(this.#stepKey) ?? 0) || 0;
    if (!(this.progress.index < this.plan.steps.length - 1)) this.progress.index = 0;
    game.keptAs = keptAs(this.before);
    history.replaceState(null, "", location.pathname + location.search);
    game.confirmation = (shown) => this.#confirmation(shown);
    const signal = this.#listening.signal;
    app.on("position", () => this.#follow(), signal);
    app.on("language", () => void this.#translate(), signal);
    app.on("game", () => this.#check(), signal);
    await this.#translate();
    try {
      const isThere = this.progress.index > 0 && (await game.resume()) && this.#isOwn;
      if (!isThere) await this.restart();
    } catch (error) {
      this.#end();
      app.warn(error);
    }
  }

  /** From the first step. */
  async restart() {
    this.progress.index = 0;
    await this.app.game.replace({ position: this.plan.position }, { seats: this.plan.seats });
    this.#draw();
  }

  /** On from a step that was read. */
  next() {
    this.progress.next();
    this.#draw();
  }

  /** To the step before, to read it again. */
  back() {
    this.progress.back();
    this.#draw();
  }

  /** Leave the lesson: the game before it comes back. The lesson is kept. */
  leave() {
    this.#end();
    history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  }

  /** Go on with this game after the lesson. */
  playOn() {
    this.#end();
    keep(this.#stepKey, "0");
    this.app.game.reseat(this.app.game.seats);
  }

  /** Begin another game after the lesson. */
  newGame() {
    this.app.emit("new");
  }

  /**
   * Why tokens cannot be played now; null if they can.
   *
   * @param {string[]} tokens
   */
  refuses(tokens) {
    const { play, until } = this.progress.step;
    if (until || this.progress.isLast || (play && tokens.length === 1 && tokens[0] === play)) return null;
    return this.app.t(play ? "learn.not_that" : "learn.not_yet");
  }

  /** The turn that the lesson plays for the other seat, null where the engine may choose. */
  reply() {
    const { table } = this.app.game;
    return table && this.progress.replyAt(this.#done, table);
  }

  /** Which tokens have been played. */
  get #done() {
    const { game } = this.app;
    return { record: recordParts(game.record).tokens.length, pending: game.pending.length };
  }

  /** Is the game on the table that of the lesson? */
  get #isOwn() {
    return recordParts(this.app.game.record).tags.Position === this.plan.position;
  }

  get #stepKey() {
    return `${keptAs(this.before)}.step`;
  }

  /** @param {import("../game.js").Game} game */
  #confirmation(game) {
    const usual = this.app.parts.confirmation(game);
    const { confirm } = this.progress.step;
    if (!usual || !this.leads) return usual;
    return confirm ? { name: usual.name, tokens: confirm } : null;
  }

  /** Another game than the lesson's was loaded: the lesson is over. */
  #check() {
    if (this.#isOwn) return;
    this.#end();
    this.app.game.reseat(this.app.game.seats);
  }

  #follow() {
    const { game } = this.app;
    if (game.peeking || !game.table || !this.#isOwn) return;
    const { index } = this.progress;
    this.progress.follow(this.#done, game.table);
    if (index === this.progress.index) this.coach.point();
    else this.#draw();
  }

  #draw() {
    keep(this.#stepKey, String(this.progress.index));
    document.body.classList.toggle("led", this.leads);
    // What confirming does belongs to the step.
    this.app.emit("step");
    this.coach.draw();
  }

  async #translate() {
    const { language } = this.app.i18n;
    const texts = await this.plan.texts(language);
    if (language !== this.app.i18n.language) return;
    this.#texts = texts;
    this.coach.draw();
  }

  #end() {
    const { app } = this;
    this.#listening.abort();
    this.coach.remove();
    document.body.classList.remove("led");
    keep(openKey(app), "");
    app.game.keptAs = this.before;
    app.game.confirmation = app.parts.confirmation;
    app.lesson = null;
    byId("decision").focus();
  }
}

/** Where the lesson's game is kept beside the usual one. @param {string} game */
const keptAs = (game) => `${game}.lesson`;

/** @param {App} app */
const openKey = (app) => `${app.game.keptAs.replace(/\.lesson$/, "")}.lesson.open`;

/**
 * Was a lesson left open when the page was closed, and does the address ask for nothing else?
 *
 * @param {App} app
 */
export const isLeftOpen = (app) =>
  Boolean(recall(openKey(app))) && ["", recall(`${keptAs(app.game.keptAs)}.address`)].includes(location.hash);
