// The opponents with a face: who they are, as the service and the game tell it.

import { html } from "../dom.js";
import { addStyles } from "../loading.js";

/** @typedef {import("../types.js").App} App */
/**
 * What the service tells of an opponent; `elo` with half its 95 % interval, null if not measured.
 *
 * @typedef {{name: string, title: string, text: string, evaluation: string, nodes: number, elo: number|null, elo_error: number|null}} Opponent
 *
 * What a game adds: pictures.
 *
 * @typedef {{face: (name: string, size: number) => Node|null}} GamePeople
 */

/** @type {import("../i18n.js").TextSource} */
const texts = async (language) => (await import(`./lang/${language}.js`)).default;

/** @type {WeakMap<App, Promise<People>>} */
const known = new WeakMap();

/**
 * The opponents of the page's game; asked for once.
 *
 * @param {App} app
 * @returns {Promise<People>}
 */
export function peopleOf(app) {
  const asked = known.get(app);
  if (asked) return asked;
  const needed = Promise.all([app.api.get("/v1/opponents"), app.parts.opponents?.() ?? null, app.i18n.add(texts), addStyles(import.meta.url, ["opponents.css"])]);
  const people = needed.then(([all, game]) => new People(app, all, game));
  known.set(app, people);
  people.catch(() => known.delete(app));
  return people;
}

/** All opponents, from the weakest to the strongest. */
export class People {
  /**
   * @param {App} app
   * @param {Opponent[]} all
   * @param {GamePeople|null} game
   */
  constructor(app, all, game) {
    this.app = app;
    this.all = all;
    this.game = game;
  }

  /** @param {string} name */
  find(name) {
    return this.all.find((one) => one.name === name) ?? null;
  }

  /** @param {Opponent} opponent */
  titleOf({ name, title }) {
    return this.#said(`strength.${name}`) ?? title;
  }

  /** What kind of player it is. @param {Opponent} opponent */
  textOf({ name, text }) {
    return this.#said(`opponent.${name}`) ?? text;
  }

  /** What it thinks too much of. @param {Opponent} opponent */
  temperOf({ evaluation }) {
    return this.#said(`temper.${evaluation}`);
  }

  /** @param {string} key of the game's words */
  #said(key) {
    return this.app.i18n.has(key) ? this.app.t(key) : null;
  }

  /** How strong it is, as far as that was measured. @param {Opponent} opponent */
  eloOf({ elo, elo_error }) {
    const { t, i18n } = this.app;
    return elo === null ? t("people.unmeasured") : t("people.elo", { elo: String(Math.round(elo)), error: i18n.number(elo_error ?? 0) });
  }

  /**
   * @param {string} name
   * @param {number} size
   */
  face(name, size) {
    return html("span", { class: "face", "aria-hidden": "true" }, this.game?.face(name, size) ?? this.find(name)?.title.slice(0, 1));
  }
}
