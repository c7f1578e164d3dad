// Why a turn is worse than another one, in words and numbers: by the sources of points that the
// service tells apart (docs/http.md, Reasons).

import { html } from "../dom.js";
import { addStyles } from "../loading.js";

/** @typedef {import("../types.js").App} App */
/**
 * By how many points a turn changes what a seat can expect of one source, beside a better turn; and
 * of what in it most.
 *
 * @typedef {{name: string, vp: number, error: number}} Item
 * @typedef {{seat: number, source: string, text: string, key: string, params: Record<string, any>, vp: number, error: number, items: Item[]}} Reason
 *
 * A turn beside the best one, as `/v1/judge` answers.
 *
 * @typedef {object} Advice
 * @property {number} seat
 * @property {string[]} turn
 * @property {string[]} best
 * @property {number} loss_win
 * @property {number} error
 * @property {number} loss_vp
 * @property {number} error_vp
 * @property {"blunder"|"mistake"|"slip"|null} grade
 * @property {string[]} turn_next what follows the turn most often
 * @property {Reason[]} reasons
 *
 * What a game says of its sources: `details` is what two turns have to do with one, and what of it
 * changes most. `view` is -1 where it is told what the best turn gains.
 *
 * @typedef {object} GameReasons
 * @property {(reason: Reason, advice: {seat: number, turn: string[], best: string[]}, view: 1|-1) => string} details
 */

/** @type {import("../i18n.js").TextSource} */
const texts = async (language) => (await import(`./lang/${language}.js`)).default;

/** @type {WeakMap<App, Promise<Reasons>>} */
const opened = new WeakMap();

/**
 * What tells reasons on this page; loaded when somebody first asks.
 *
 * @param {App} app
 * @returns {Promise<Reasons>}
 */
export function reasonsFor(app) {
  const known = opened.get(app);
  if (known) return known;
  const needed = Promise.all([app.parts.reasons?.() ?? null, app.i18n.add(texts), addStyles(import.meta.url, ["teach.css"])]);
  const reasons = needed.then(([game]) => new Reasons(app, game));
  opened.set(app, reasons);
  reasons.catch(() => opened.delete(app));
  return reasons;
}

/** Reasons in the words of the page and of its game. */
export class Reasons {
  /**
   * @param {App} app
   * @param {GameReasons|null} game null for a game that says nothing of its sources
   */
  constructor(app, game) {
    this.app = app;
    this.game = game;
  }

  /**
   * A list, what speaks against the turn first: how many points, from where, and whose they are.
   *
   * @param {{seat: number, turn: string[], best: string[], reasons: Reason[]}} advice
   * @param {1|-1} [view] -1 tells what the best turn gains instead of what the other one loses
   */
  draw(advice, view = 1) {
    // What another seat gets is no gain.
    const speaksFor = (/** @type {Reason} */ { vp, seat }) => vp > 0 === (seat === advice.seat);
    const sorted = [...advice.reasons.filter((reason) => !speaksFor(reason)), ...advice.reasons.filter(speaksFor)];
    return html(
      "ul",
      { class: "reasons" },
      sorted.map((reason) => {
        const name = speaksFor(reason) === (view > 0) ? "for" : "against";
        return html("li", { class: name }, html("b", {}, this.#amount(reason, view)), html("span", {}, this.#source(reason, advice, view)));
      }),
    );
  }

  /**
   * The weightiest reasons in a sentence.
   *
   * @param {Advice} advice
   * @param {number} most
   * @param {1|-1} [view]
   */
  tell(advice, most, view = 1) {
    const told = advice.reasons.slice(0, most).map((reason) => `${this.#source(reason, advice, view)}: ${this.#amount(reason, view)}`);
    return told.length ? `${told.join("; ")}.` : "";
  }

  /**
   * What a turn gives away, in both measures.
   *
   * @param {Advice} advice
   */
  loss({ loss_win, error, loss_vp, error_vp }) {
    const { t, i18n } = this.app;
    return t("reason.loss", {
      win: i18n.number(100 * loss_win, 1),
      error: i18n.spread(100 * error),
      vp: i18n.number(loss_vp, 1),
      error_vp: i18n.spread(error_vp),
    });
  }

  /**
   * Where somebody else most likely takes what the better turn would have taken.
   *
   * @param {Advice} advice
   */
  wanted({ turn, best, turn_next: [next] }) {
    const { t, words } = this.app;
    return next && next === best[0] && next !== turn[0] ? t("reason.wanted", { what: words.token(next) }) : "";
  }

  /**
   * @param {Reason} reason
   * @param {1|-1} view
   */
  #amount({ vp, error }, view) {
    const { t, i18n } = this.app;
    const change = view * vp;
    const signed = `${change < 0 ? "−" : "+"}${i18n.number(Math.abs(change), 1)}`;
    // What is solved to the end has no error to speak of.
    return error ? t("reason.vp", { vp: signed, error: i18n.spread(error) }) : t("end.vp", { n: signed });
  }

  /**
   * @param {Reason} reason
   * @param {{seat: number, turn: string[], best: string[]}} advice
   * @param {1|-1} view
   */
  #source(reason, advice, view) {
    const { app, game } = this;
    const name = app.spell(reason);
    const details = game?.details(reason, advice, view);
    return app.tell("reason.seat", reason.seat, { source: details ? `${name} (${details})` : name });
  }
}
