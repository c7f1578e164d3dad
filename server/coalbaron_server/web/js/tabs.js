/** The tabs: beside the board where there is room, else a bar at the bottom with the board as the first. */

import { Unreachable } from "./api.js";
import { byId, html } from "./dom.js";
import { rove } from "./roving.js";

/** @typedef {import("./types.js").App} App */

/** There is no room for the board and a panel side by side: style.css says the same. */
const NARROW = matchMedia("(width < 1080px)");

/** @typedef {import("./types.js").Panel} Panel */

/** Which panel is open, and on a small screen whether it or the board is shown. */
export class Tabs {
  #panel = "";
  #onBoard = true;
  /** Panels that are filled, or about to be. @type {Map<string, Promise<void>>} */
  #filled = new Map();

  /**
   * @param {App} app
   * @param {Panel[]} panels each is filled when it is first asked for
   */
  constructor(app, panels) {
    this.app = app;
    this.panels = panels;
    const names = panels.map(({ name }) => name);
    this.root = byId("tabs");
    this.page = /** @type {HTMLElement} */ (this.root.closest(".page"));
    this.board = tab("board", "board", () => this.showBoard());
    this.root.replaceChildren(this.board, ...names.map((name) => tab(name, `panel-${name}`, () => void this.open(name), () => void this.#fill(name).catch(() => {}))));
    byId("panels").replaceChildren(
      ...names.map((name) =>
        html("section", { role: "tabpanel", id: `panel-${name}`, class: "panel", "aria-labelledby": `tab-${name}`, tabindex: 0 }),
      ),
    );
    rove(this.root, ".tab");
    this.#label();
    app.on("language", () => this.#label());
    app.on("position", () => this.#followTurn());
    app.on("game", () => this.#followGame());
    app.on("lesson", () => void this.#followLesson());
    NARROW.addEventListener("change", () => this.#draw());
  }

  /**
   * Open a panel; resolves when it is filled, or the page has warned that it cannot be.
   *
   * @param {string} name
   */
  async open(name) {
    this.#panel = name;
    this.#onBoard = false;
    this.#draw();
    this.app.emit("panel", name);
    if (!this.#filled.has(name) || byId(`panel-${name}`).ariaBusy === "true") await this.#openNew(name);
  }

  /**
   * Fill a panel that is opened before it is there, and tell it that it is open.
   *
   * @param {string} name
   */
  async #openNew(name) {
    try {
      await this.#fill(name);
      if (this.#panel === name) this.app.emit("panel", name);
    } catch (error) {
      this.app.warn(Object.assign(/** @type {object} */ (error), { retry: () => this.open(name) }));
    }
  }

  /**
   * @param {string} name
   * @returns {Promise<void>}
   */
  #fill(name) {
    const filled = this.#filled.get(name) ?? this.#mount(name);
    this.#filled.set(name, filled);
    return filled;
  }

  /** @param {string} name */
  async #mount(name) {
    const panel = byId(`panel-${name}`);
    panel.ariaBusy = "true";
    try {
      await this.panels.find((one) => one.name === name)?.mount(this.app);
      this.app.i18n.apply(panel);
    } catch (error) {
      this.#filled.delete(name);
      throw /dynamically imported/.test(String(error)) ? new Unreachable() : error;
    } finally {
      panel.ariaBusy = "false";
    }
  }

  /** Show the board. The panel stays open behind it, and what it is doing goes on. */
  showBoard() {
    this.#onBoard = true;
    this.#draw();
  }

  /** A turn that was chosen in a panel is confirmed at the board; a real table is entered in its panel. */
  #followTurn() {
    const { chance, pending, peeking } = this.app.game;
    if (chance === "draw" && pending.length && !peeking) this.showBoard();
  }

  #followGame() {
    if (this.app.game.chance === "draw") this.showBoard();
  }

  /** In a lesson nothing leads away from it: its game is neither analysed nor changed. */
  async #followLesson() {
    if (!this.app.lesson) return this.#draw();
    await this.open("play");
    this.showBoard();
  }

  #label() {
    this.root.setAttribute("aria-label", this.app.t("shell.panels"));
  }

  #draw() {
    this.page.dataset.view = this.#onBoard ? "board" : "panel";
    const chosen = NARROW.matches && this.#onBoard ? "board" : this.#panel;
    for (const panel of byId("panels").children) /** @type {HTMLElement} */ (panel).hidden = panel.id !== `panel-${this.#panel}`;
    for (const one of /** @type {Iterable<HTMLElement>} */ (this.root.children)) {
      const isChosen = one.id === `tab-${chosen}`;
      one.hidden = one === this.board ? !NARROW.matches : this.app.lesson !== null && one.id !== "tab-play";
      one.setAttribute("aria-selected", String(isChosen));
      one.tabIndex = isChosen ? 0 : -1;
    }
  }
}

/**
 * @param {string} name
 * @param {string} controls
 * @param {() => void} onclick
 * @param {() => void} [onnear] somebody is about to choose it
 */
const tab = (name, controls, onclick, onnear = () => {}) =>
  html("button", { type: "button", role: "tab", id: `tab-${name}`, class: "tab", "aria-controls": controls, "data-t": `panel.${name}`, onclick, onpointerenter: onnear, onfocus: onnear });
