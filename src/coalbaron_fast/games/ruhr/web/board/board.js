/** The whole table at a glance, drawn anew for each position. */

import { html, svg } from "../../../static/js/dom.js";
import { rove } from "../../../static/js/roving.js";
import { tableOf } from "../table.js";
import { placesOf } from "../targets.js";
import { drawBuildings, drawTracks, drawTurns } from "./market.js";
import { drawMarks } from "./marks.js";
import { drawSpaces, drawWater, layOut } from "./river.js";
import { drawSeats } from "./seats.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../../../static/js/types.js").Mark} Mark */

/** Before the board has been laid out. */
const USUAL_WIDTH = 1000;

/** The board. A choice on it is told as the event `choose`, with the element that was chosen. */
export class Board {
  /** @type {Mark[]} */
  #marks = [];
  /** Which parts are unfolded. @type {Set<string>} */
  #opened = new Set();
  /** The width that the river was drawn for. */
  #width = 0;

  /**
   * @param {App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    this.app = app;
    this.root = root;
    const title = /** @type {HTMLElement} */ (root.firstElementChild);
    this.turns = html("div", { class: "part-turns" });
    this.river = html("div", { class: "river" });
    this.market = html("div", { class: "market" });
    this.seats = html("div", { class: "seats" });
    this.places = html("div", { class: "places" }, this.turns, this.river, this.market);
    this.layer = svg("svg", { class: "marks", "aria-hidden": "true" });
    root.replaceChildren(title, html("div", { class: "ruhr" }, this.places, this.seats), this.layer);
    this.refocus = rove(this.places, ".place");
    root.addEventListener("click", (event) => {
      const element = /** @type {Element} */ (event.target).closest("[data-place]");
      if (element) app.emit("choose", element);
    });
    app.on("position", () => this.draw());
    app.on("language", () => this.draw());
    new ResizeObserver(() => this.#resize()).observe(root);
  }

  /** Draw the position that the game shows. */
  draw() {
    const { app } = this;
    const table = tableOf(app.game);
    if (!table) return;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement?.closest("[data-place]"))?.dataset.place;
    for (const fold of this.root.querySelectorAll("details")) this.#opened[fold.open ? "add" : "delete"](fold.className);
    const places = new Set(app.game.open ? (app.game.answer?.legal ?? []).flatMap(({ token }) => placesOf(token)) : []);
    const mayChoose = (/** @type {string} */ place) => places.has(place);
    this.turns.replaceChildren(drawTurns(app, table));
    this.#drawRiver(table, mayChoose);
    this.market.replaceChildren(...drawBuildings(app, table, mayChoose), ...drawTracks(app, table, mayChoose));
    this.seats.replaceChildren(...drawSeats(app, table));
    for (const fold of this.root.querySelectorAll("details")) fold.open = this.#opened.has(fold.className);
    this.refocus();
    if (focused) /** @type {HTMLElement|null} */ (this.root.querySelector(`[data-place="${CSS.escape(focused)}"]`))?.focus();
    this.#redrawMarks();
  }

  /**
   * @param {Table} table
   * @param {(place: string) => boolean} mayChoose
   */
  #drawRiver(table, mayChoose) {
    this.#width = this.river.clientWidth;
    const layout = layOut(this.#width || USUAL_WIDTH);
    this.river.style.height = `${layout.height}px`;
    this.river.classList.toggle("narrow", layout.cell < 70);
    this.river.replaceChildren(drawWater(this.app, layout), ...drawSpaces(this.app, table, layout, mayChoose));
  }

  /** The river winds as the board is wide. */
  #resize() {
    if (this.river.clientWidth && this.river.clientWidth !== this.#width) this.draw();
    else this.#redrawMarks();
  }

  /**
   * Rings and arrows for turns, the best first; an empty list clears them.
   *
   * @param {Mark[]} marks
   */
  mark(marks) {
    this.#marks = marks;
    this.#redrawMarks();
  }

  #redrawMarks() {
    drawMarks(this.root, this.layer, this.#marks);
  }
}
