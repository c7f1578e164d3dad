/** The page of openings: which first choices are worth it, by the number of seats. */

import { html } from "../dom.js";
import { openingsAt } from "./data.js";
import { drawKey, drawTable } from "./table.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../pages/pages.js").Page} Page */
/** @typedef {import("./data.js").Opening} Opening */

/**
 * What a game says of its first turns.
 *
 * @typedef {object} GameOpenings
 * @property {{phase: string, shift: number}} main what the page is about; its title is the text `opening.title`
 * @property {Record<string, number>} first how many turns of a seat in a phase of a shift are told of
 * @property {(token: string) => Node|null} picture
 * @property {(token: string) => string} name
 */

/** @type {import("../i18n.js").TextSource} */
export const texts = async (language) => (await import(`./lang/${language}.js`)).default;

/** @type {WeakMap<App, Promise<GameOpenings>>} */
const games = new WeakMap();

/**
 * What the game says of its first turns.
 *
 * @param {App} app
 */
export function gameOpenings(app) {
  const known = games.get(app);
  if (known) return known;
  const load = async () => {
    const game = await app.parts.openings?.();
    if (!game) throw new Error("the game says nothing of its first turns");
    return game;
  };
  const game = load();
  games.set(app, game);
  game.catch(() => games.delete(app));
  return game;
}

/** @param {App} app */
export const prepare = (app) => gameOpenings(app);

/**
 * @param {App} app
 * @param {Page} page
 */
export const open = (app, page) => new Openings(app, page);

/** There is room for a small picture only: openings.css says the same. */
const NARROW = matchMedia("(width < 700px)");

/** The page, and what was chosen on it. */
class Openings {
  #end = new AbortController();
  /** @type {Opening[]} */
  #openings = [];
  /** @type {import("./table.js").Column} */
  #sorted = "lead";
  /** @type {import("./data.js").Quantity} */
  #quantity = "lead";
  #players;
  #asked = 0;

  /**
   * @param {App} app
   * @param {Page} page
   */
  constructor(app, page) {
    this.app = app;
    this.page = page;
    const { players } = app.about;
    const seats = app.game.seats.length;
    this.#players = players.includes(seats) ? seats : Math.min(...players);
    const draw = () => void this.#draw().catch(app.warn);
    app.on("language", draw, this.#end.signal);
    NARROW.addEventListener("change", draw, { signal: this.#end.signal });
  }

  /** @param {string} part a number of seats, or nothing */
  async show(part) {
    const { players } = this.app.about;
    if (players.includes(Number(part))) this.#players = Number(part);
    await this.#load();
    scrollTo(0, 0);
    this.page.element.focus({ preventScroll: true });
  }

  /** The page goes. */
  leave() {
    this.#end.abort();
  }

  async #load() {
    const asked = ++this.#asked;
    const { main } = await gameOpenings(this.app);
    const openings = await openingsAt(this.app, { ...main, players: this.#players });
    if (asked !== this.#asked || this.#end.signal.aborted) return;
    this.#openings = openings;
    await this.#draw();
  }

  async #draw() {
    const { app } = this;
    const { t } = app;
    const game = await gameOpenings(app);
    const held = this.#held();
    const openings = this.#openings;
    const total = openings.reduce((sum, { tries }) => sum + tries, 0);
    const table = drawTable(app, openings, {
      caption: t("opening.title"),
      sorted: this.#sorted,
      quantity: this.#quantity,
      plot: NARROW.matches ? "small" : "wide",
      picture: ({ token }) => game.picture(token),
      name: ({ token }) => game.name(token),
      onsort: (column) => this.#sort(column),
    });
    this.page.element.replaceChildren(
      html(
        "div",
        { class: "leaf openings" },
        html("header", { class: "leaf-head" }, html("h2", {}, t("opening.title")), this.page.drawWayBack()),
        html(
          "section",
          { class: "card-sheet" },
          html("p", {}, t("openings.text")),
          html("p", { class: "note" }, t("openings.note", { n: openings.length, games: app.i18n.number(openings.length ? total / openings.length : 0) })),
          html("div", { class: "openings-choices" }, this.#drawSeats(), this.#drawQuantities()),
          drawKey(app, openings, this.#quantity),
          openings.length ? table : html("p", {}, t("openings.none")),
        ),
      ),
    );
    if (held) /** @type {HTMLElement|null} */ (this.page.element.querySelector(held))?.focus({ preventScroll: true });
  }

  /** What has the focus, to find it again. */
  #held() {
    const active = /** @type {HTMLElement|null} */ (document.activeElement);
    if (!active || !this.page.element.contains(active)) return null;
    if (active instanceof HTMLInputElement) return `[name="${active.name}"][value="${active.value}"]`;
    return active.dataset.sort ? `[data-sort="${active.dataset.sort}"]` : null;
  }

  #drawSeats() {
    return this.#drawChoice("seats", this.app.about.players.map(String), String(this.#players), (value) => {
      this.#players = Number(value);
      void this.#load().catch(this.app.warn);
    });
  }

  #drawQuantities() {
    return this.#drawChoice("shows", ["lead", "win"], this.#quantity, (value) => this.#sort(value === "win" ? "win" : "lead"));
  }

  /**
   * @param {string} name
   * @param {string[]} values
   * @param {string} chosen
   * @param {(value: string) => void} choose
   */
  #drawChoice(name, values, chosen, choose) {
    const { t } = this.app;
    return html(
      "fieldset",
      { class: "openings-choice" },
      html("legend", {}, t(`openings.${name}`)),
      values.map((value) =>
        html(
          "label",
          { class: "choice" },
          html("input", { type: "radio", name: `openings-${name}`, value, checked: value === chosen, onchange: () => choose(value) }),
          html("span", {}, name === "seats" ? value : t(`openings.shows_${value}`)),
        ),
      ),
    );
  }

  /** @param {import("./table.js").Column} column */
  #sort(column) {
    this.#sorted = column;
    if (column === "lead" || column === "win") this.#quantity = column;
    void this.#draw().catch(this.app.warn);
  }
}
