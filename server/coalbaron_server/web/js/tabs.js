/** The tabs: beside the board where there is room, else a bar at the bottom with the board as the first. */

import { byId, html } from "./dom.js";
import { rove } from "./roving.js";

/** @typedef {import("./types.js").App} App */

/** There is no room for the board and a panel side by side: style.css says the same. */
const NARROW = matchMedia("(width < 1080px)");

/** Which panel is open, and on a small screen whether it or the board is shown. */
export class Tabs {
  #panel = "";
  #onBoard = true;

  /**
   * @param {App} app
   * @param {string[]} names of the panels
   */
  constructor(app, names) {
    this.app = app;
    this.root = byId("tabs");
    this.page = /** @type {HTMLElement} */ (this.root.closest(".page"));
    this.board = tab("board", "board", () => this.showBoard());
    this.root.replaceChildren(this.board, ...names.map((name) => tab(name, `panel-${name}`, () => this.open(name))));
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
    NARROW.addEventListener("change", () => this.#draw());
  }

  /**
   * Open a panel.
   *
   * @param {string} name
   */
  open(name) {
    this.#panel = name;
    this.#onBoard = false;
    this.#draw();
    this.app.emit("panel", name);
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

  #label() {
    this.root.setAttribute("aria-label", this.app.t("shell.panels"));
  }

  #draw() {
    this.board.hidden = !NARROW.matches;
    this.page.dataset.view = this.#onBoard ? "board" : "panel";
    const chosen = NARROW.matches && this.#onBoard ? "board" : this.#panel;
    for (const panel of byId("panels").children) /** @type {HTMLElement} */ (panel).hidden = panel.id !== `panel-${this.#panel}`;
    for (const one of /** @type {Iterable<HTMLElement>} */ (this.root.children)) {
      const isChosen = one.id === `tab-${chosen}`;
      one.setAttribute("aria-selected", String(isChosen));
      one.tabIndex = isChosen ? 0 : -1;
    }
  }
}

/**
 * @param {string} name
 * @param {string} controls
 * @param {() => void} onclick
 */
const tab = (name, controls, onclick) =>
  html("button", { type: "button", role: "tab", id: `tab-${name}`, class: "tab", "aria-controls": controls, "data-t": `panel.${name}`, onclick });
