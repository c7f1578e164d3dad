/** The move list: every turn of the game and of its branches, a scrubber, ways back and on. */

import { ask } from "../ask.js";
import { html } from "../dom.js";
import { rove } from "../roving.js";
import { goBack } from "./going.js";
import { historyOf } from "./history.js";
import { endOf } from "./lines.js";
import { drawLine } from "./rows.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {import("./lines.js").Place} Place */

/** The list of what was played, in the panel of the game. */
export class Moves {
  /** Where the list was scrolled to see. */
  #inSight = "";

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.history = historyOf(app);
    this.history.listeners.push(() => this.draw());
    this.title = html("h3", { class: "area-title", id: "moves-title" });
    this.back = html("button", { type: "button", class: "button small", id: "moves-back", onclick: () => this.#try(() => this.#retract()) });
    this.first = this.#stepper("first", "|◀", () => this.#step(-Infinity));
    this.before = this.#stepper("before", "◀", () => this.#step(-1));
    this.after = this.#stepper("after", "▶", () => this.#step(1));
    this.last = this.#stepper("last", "▶|", () => this.#step(Infinity));
    this.range = html("input", { type: "range", id: "moves-range", min: 0, step: 1, oninput: () => this.#goToStop(Number(this.range.value)) });
    this.list = html("ol", { class: "moves-list", id: "moves-list", "aria-labelledby": "moves-title" });
    this.element = html(
      "section",
      { class: "moves", id: "moves" },
      html("div", { class: "moves-head" }, this.title, this.back),
      html("div", { class: "moves-scrub" }, this.first, this.before, this.range, this.after, this.last),
      this.list,
    );
    this.rove = rove(this.list, ".move-button");
    for (const event of ["position", "lines", "language"]) app.on(event, () => this.draw());
    app.on("panel", () => this.#bringIntoSight());
    this.draw();
  }

  /** What is looked at, or on the table. @returns {Place} */
  get #here() {
    return this.app.game.looksAt ?? this.app.game.lines.shown;
  }

  /** Places that the scrubber stops at, from the beginning to the end of the line that is seen. */
  get #stops() {
    const { line } = this.#here;
    const path = this.history.pathTo(line);
    const first = path[0]?.turn;
    /** @type {Place[]} */
    const stops = path.map(({ line: on, turn }) => ({ line: on, at: turn.index + turn.length }));
    return first && first.seat !== null ? [{ line: path[0].line, at: first.index }, ...stops] : stops;
  }

  /** Draw the list again. */
  draw() {
    const { app, list } = this;
    const { t, game } = app;
    this.title.textContent = t("log.title");
    this.element.hidden = !game.answer;
    const key = /** @type {HTMLElement|null} */ (document.activeElement?.closest("#moves-list [data-key]"))?.dataset.key;
    const top = list.scrollTop;
    list.replaceChildren(
      ...drawLine({
        app,
        history: this.history,
        here: this.#here,
        onpick: (place) => this.#try(() => this.#go(place)),
        onremove: (line) => this.#remove(line),
        onname: (line, name) => game.rearrange(() => (line.name = name)),
      }),
    );
    this.rove();
    list.scrollTop = top;
    if (key) /** @type {HTMLElement|null} */ (list.querySelector(`[data-key="${key}"]`))?.focus({ preventScroll: true });
    this.#bringIntoSight();
    this.#drawScrubber();
  }

  #drawScrubber() {
    const { t, game } = this.app;
    const stops = this.#stops;
    const at = this.#indexIn(stops);
    this.range.max = String(Math.max(0, stops.length - 1));
    this.range.value = String(Math.max(0, at));
    this.range.disabled = stops.length < 2;
    this.range.setAttribute("aria-label", t("moves.scrub"));
    this.range.setAttribute("aria-valuetext", t("moves.at", { n: Math.max(0, at), all: Math.max(0, stops.length - 1) }));
    for (const button of [this.first, this.before]) button.disabled = at <= 0;
    for (const button of [this.after, this.last]) button.disabled = at < 0 || at >= stops.length - 1;
    for (const [name, button] of /** @type {[string, HTMLElement][]} */ (Object.entries({ first: this.first, before: this.before, after: this.after, last: this.last }))) {
      button.setAttribute("aria-label", t(`moves.${name}`));
      button.title = t(`moves.${name}`);
    }
    this.back.textContent = t("moves.retract");
    this.back.hidden = this.#ownLast === null || game.peeking;
    this.back.disabled = game.busy;
  }

  /** @param {Place[]} stops */
  #indexIn(stops) {
    const { at } = this.#here;
    return stops.findLastIndex((stop) => stop.at <= at);
  }

  /**
   * @param {string} name
   * @param {string} sign
   * @param {() => void} onclick
   */
  #stepper(name, sign, onclick) {
    return html("button", { type: "button", class: "button small icon", id: `moves-${name}`, onclick }, html("span", { "aria-hidden": "true" }, sign));
  }

  /** @param {number} by */
  #step(by) {
    this.#goToStop(this.#indexIn(this.#stops) + by);
  }

  /** @param {number} index */
  #goToStop(index) {
    const stops = this.#stops;
    const stop = stops[Math.min(Math.max(index, 0), stops.length - 1)];
    if (stop) this.#try(() => this.#go(stop));
  }

  /** @param {Place} place */
  async #go(place) {
    const { game } = this.app;
    const { line, at } = game.lines.shown;
    if (place.line === line && place.at === at) game.unpeek();
    else await this.app.requests.look(place);
  }

  /** Where the last turn of a person begins, null if there is none to take back. @returns {Place|null} */
  get #ownLast() {
    const { game } = this.app;
    const { line, at } = game.lines.shown;
    if (game.chance === "ask" || game.laid?.table.phase === "over") return null;
    const own = this.history.pathTo(line, at).findLast(({ turn }) => turn.seat !== null && game.seats[turn.seat]?.kind === "person" && turn.index < at);
    return own ? { line: own.line, at: own.turn.index } : null;
  }

  async #retract() {
    const place = this.#ownLast;
    if (place) await goBack(this.app, place);
  }

  /** @param {Line} line */
  #remove(line) {
    const { game, t } = this.app;
    const isShown = this.#leadsTo(line, game.lines.shown.line);
    this.#try(async () => {
      if (!(await ask(t("moves.remove_ask"), t("moves.remove_yes"), t("moves.remove_no")))) return;
      if (isShown && line.from) await this.app.requests.goTo({ line: line.from.line, at: endOf(line.from.line) });
      game.rearrange((lines) => lines.remove(line));
    });
  }

  /**
   * Does a line, or a branch of it, lead to another?
   *
   * @param {Line} line
   * @param {Line} other
   * @returns {boolean}
   */
  #leadsTo(line, other) {
    return line === other || (other.from !== null && this.#leadsTo(line, other.from.line));
  }

  /** @param {() => Promise<unknown>} act */
  #try(act) {
    void act().catch((error) => this.app.warn(error));
  }

  /** Scroll the list, and nothing else, to the turn that is seen. */
  #bringIntoSight() {
    const { list } = this;
    // Behind another tab nothing has a place.
    if (!list.clientHeight) return;
    const current = /** @type {HTMLElement|null} */ (list.querySelector("[aria-current]"));
    if (!current) {
      // A turn that was just played is not told yet; the list stays until it is.
      if (this.#indexIn(this.#stops) > 0) return;
      if (this.#inSight !== "") list.scrollTop = 0;
      this.#inSight = "";
      return;
    }
    const key = current.dataset.key ?? "";
    if (key === this.#inSight) return;
    this.#inSight = key;
    const [frame, box] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    if (box.top < frame.top) list.scrollTop += box.top - frame.top - 4;
    else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 4;
  }
}

/**
 * Fill the part of the panel for the game's turns.
 *
 * @param {App} app
 */
export const mountMoves = (app) => app.panel("play").append(new Moves(app).element);
