/**
 * Pages beside the game, each with an address of its own. The game lies aside while one is open, as it
 * is, and is there again when the address leads back.
 */

import { byId, html } from "../dom.js";
import { recall } from "../kept.js";
import { addStyles } from "../loading.js";
import { begin } from "../main.js";

/** @typedef {import("../types.js").App} App */

/**
 * A kind of page: fills the element with what the part of the address asks for.
 *
 * @typedef {object} Content
 * @property {(part: string) => Promise<void>} show
 * @property {() => void} [leave] the page goes
 */

/**
 * @typedef {object} Kind
 * @property {(app: App, page: Page) => Content} open
 * @property {import("../i18n.js").TextSource} texts
 * @property {(app: App) => Promise<unknown>} [prepare] asks for what else it needs
 */

/** @type {Record<string, () => Promise<Kind>>} */
const KINDS = {
  puzzles: () => import("../puzzles/puzzles.js"),
  openings: () => import("../openings/openings.js"),
};

/** `#puzzles`, or with a part `#puzzles=2026-11-19`. */
const ADDRESS = /^#([a-z]+)(?:=([\w-]+))?$/;

/**
 * Show the page that the address names, or put away the one that is open.
 *
 * @param {App} app
 * @returns {Promise<boolean>} whether the address asks for nothing more
 */
export async function visit(app) {
  const [, name = "", part = ""] = ADDRESS.exec(location.hash) ?? [];
  const isPage = name in KINDS && (app.parts.pages ?? []).includes(name) && !app.lesson;
  if (!isPage) return app.page?.close() ?? false;
  app.page ??= new Page(app);
  await app.page.show(name, part);
  return true;
}

/** Style sheets that are there. @type {Set<string>} */
const styled = new Set();

/**
 * Add style sheets that are shared or opened again, once.
 *
 * @param {string} folder
 * @param {string} name
 */
async function style(folder, name) {
  if (styled.has(name)) return;
  await addStyles(folder, [name]);
  styled.add(name);
}

/** What is open beside the game. */
export class Page {
  /** The kind of page that is open. */
  #name = "";
  /** @type {Content|null} */
  #content = null;
  #end = new AbortController();

  /** @param {App} app */
  constructor(app) {
    const { signal } = this.#end;
    this.app = app;
    this.main = /** @type {HTMLElement} */ (byId("board").closest("main"));
    this.element = html("main", { class: "beside", id: "beside", tabindex: -1 });
    /** The address that leads back to the game. */
    this.home = recall(`${app.game.keptAs}.address`) ?? "";
    this.main.hidden = true;
    this.main.after(this.element);
    app.game.isAside = true;
    app.emit("leave");
    app.warn(null);
    this.#clear();
    app.on("language", () => this.#clear(), signal);
    document.addEventListener("click", (event) => this.#catch(event), { capture: true, signal });
  }

  /** What the game asks is drawn again when it is back: nothing on this page may be taken for it. */
  #clear() {
    byId("decision").replaceChildren();
  }

  /**
   * @param {string} name
   * @param {string} part
   */
  async show(name, part) {
    if (this.#name !== name) {
      this.#content?.leave?.();
      this.#name = name;
      this.#content = null;
      this.element.replaceChildren();
      this.element.ariaBusy = "true";
      const [kind] = await Promise.all([KINDS[name](), style(import.meta.url, "pages.css"), style(import.meta.url, `../${name}/${name}.css`)]);
      await Promise.all([this.app.i18n.add(kind.texts), kind.prepare?.(this.app)]);
      if (this.#name !== name || this.#end.signal.aborted) return;
      this.#content = kind.open(this.app, this);
    }
    try {
      await this.#content?.show(part);
    } finally {
      this.element.ariaBusy = "false";
    }
  }

  /**
   * The way back to the game, or to the doors where there is none.
   *
   * @param {string} [look]
   */
  drawWayBack(look = "") {
    const text = this.app.t(this.home || this.app.game.record ? "pages.back" : "pages.home");
    return html("a", { class: `button ${look}`, id: "page-back", href: this.home || "#" }, html("span", { "aria-hidden": "true" }, "‹ "), text);
  }

  /**
   * Put the page away: the game is there again, as it was left.
   *
   * @returns {boolean} whether it is the one that the address names
   */
  close() {
    const { game } = this.app;
    this.#end.abort();
    this.#content?.leave?.();
    this.element.remove();
    this.main.hidden = false;
    this.app.page = null;
    game.isAside = false;
    this.app.warn(null);
    if (!game.record || !game.answer) return false;
    this.app.emit("position", game.answer);
    byId("decision").focus({ preventScroll: true });
    return location.hash === this.home;
  }

  /** Go back to the game's own address. */
  leave() {
    history.pushState(null, "", this.home || location.pathname + location.search);
    this.close();
  }

  /**
   * The header's buttons are about the game, and the link above it leads to what is shown.
   *
   * @param {Event} event
   */
  #catch(event) {
    const control = /** @type {Element} */ (event.target).closest("#new-game, #games, .skip");
    if (!control) return;
    event.preventDefault();
    event.stopPropagation();
    if (control.matches(".skip")) return this.element.focus();
    this.leave();
    const act = () => /** @type {HTMLElement} */ (control).click();
    if (this.app.game.record) act();
    else void begin(this.app).then(act);
  }
}
