/** Runs a game's lesson on the board itself: what comes next is said, shown, and done by hand. */

import { byId } from "../dom.js";
import { forget, keep, recall } from "../kept.js";
import { addStyles } from "../loading.js";
import { lessonOf } from "../main.js";
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
 * @param {() => boolean} [isDue] is it still wanted when it has come?
 */
export async function openLesson(app, isDue = () => true) {
  if (app.lesson || !app.parts.lesson) return;
  const [plan] = await Promise.all([app.parts.lesson(), app.i18n.add(texts), addStyles(import.meta.url, ["learn.css"])]);
  if (app.lesson || !isDue()) return;
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
    this.keptAs = lessonOf(app);
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
    this.progress.index = this.#stepLeft;
    keep(this.#openKey, "yes");
    game.keptAs = this.keptAs;
    history.replaceState(null, "", location.pathname + location.search);
    game.confirmation = (shown) => this.#confirmation(shown);
    const signal = this.#listening.signal;
    app.on("position", () => this.#follow(), signal);
    app.on("language", () => void this.#translate(), signal);
    app.on("game", () => this.#check(), signal);
    app.on("commit", (/** @type {import("../types.js").Answer} */ answer) => this.#committed(answer), signal);
    app.emit("lesson");
    await this.#translate();
    try {
      if (this.progress.index > 0 && this.#isKept && (await game.resume())) this.#goOn();
      else await this.restart();
    } catch (error) {
      if (signal.aborted) return;
      this.#end();
      app.warn(Object.assign(/** @type {object} */ (error), { retry: () => app.emit("learn") }));
    }
  }

  /** From the first step. */
  async restart() {
    this.progress.index = 0;
    await this.app.game.replace({ position: this.plan.position }, { seats: this.plan.seats });
    if (this.#isOnTable) this.#draw();
  }

  #goOn() {
    if (!this.#isOnTable) return;
    this.app.game.reseat(this.plan.seats);
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
    forget(this.#addressKey);
    history.replaceState(null, "", location.pathname + location.search);
    location.reload();
  }

  /** Go on with this game after the lesson. */
  playOn() {
    this.#end();
    for (const key of [this.keptAs, this.#stepKey, this.#addressKey]) forget(key);
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

  /** Is it still under way? It may have been left while its game was asked for. */
  get #isOnTable() {
    return !this.#listening.signal.aborted && this.#isOwn;
  }

  /** Does the browser keep the lesson's game, and not that of an older lesson? */
  get #isKept() {
    return (recall(this.keptAs) ?? "").includes(this.plan.position);
  }

  get #stepKey() {
    return `${this.keptAs}.step`;
  }

  get #openKey() {
    return `${this.keptAs}.open`;
  }

  /** Under which name the game keeps the address that the page had. */
  get #addressKey() {
    return `${this.keptAs}.address`;
  }

  /** The step that the learner was at. A lesson that was read to its end and closed begins anew. */
  get #stepLeft() {
    const index = Number(recall(this.#stepKey) ?? 0);
    const last = this.plan.steps.length - 1;
    return index < last || (index === last && recall(this.#openKey)) ? index : 0;
  }

  /** @param {import("../game.js").Game} game */
  #confirmation(game) {
    const usual = this.app.parts.confirmation(game);
    const { confirm } = this.progress.step;
    if (!usual || !this.leads) return usual;
    return confirm ? { name: usual.name, tokens: confirm } : null;
  }

  /** Another game than the lesson's is about to be kept: the lesson is left, and stays as it is. */
  #check() {
    if (!this.#isOwn) this.#end();
  }

  /**
   * Whoever plays after the last step plays this game on.
   *
   * @param {import("../types.js").Answer} answer
   */
  #committed({ events }) {
    const seat = events.find((event) => event.seat !== null)?.seat ?? null;
    if (this.progress.isLast && !this.app.game.isEngine(seat)) this.playOn();
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
    forget(this.#openKey);
    app.game.keptAs = this.before;
    app.game.confirmation = app.parts.confirmation;
    app.lesson = null;
    app.emit("lesson");
    byId("decision").focus();
  }
}
