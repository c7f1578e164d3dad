/** The whole table at a glance, drawn anew for each position. */

import { html, svg } from "../../../static/js/dom.js";
import { rove } from "../../../static/js/roving.js";
import { facts } from "../facts.js";
import { tableOf } from "../table.js";
import { drawClock } from "./clock.js";
import { arrivalsOf, flightsOf } from "./flights.js";
import { drawMarks } from "./marks.js";
import { Folds } from "./folds.js";
import { cageTop, drawSeats } from "./pits.js";
import { drawAreas } from "./spaces.js";
import { drawDraft, drawStacks } from "./stacks.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../../../static/js/types.js").Answer} Answer */
/** @typedef {import("../../../static/js/types.js").Mark} Mark */

const seatClasses = [0, 1, 2, 3].map((seat) => `seat-${seat}`);

/**
 * The board. A choice on it is told as the event `choose`, with the element chosen: its dataset
 * names what it is (`space`, `token`, `cage`, `level`, `order`, `storage`).
 */
export class Board {
  /** @type {Mark[]} */
  #marks = [];
  /** What the reader had opened or focused, to find it again. @type {Set<string>} */
  #opened = new Set();
  /** Levels of the cages as they were last drawn. @type {number[]} */
  #cages = [];
  folds = new Folds();
  /** Where each seat's last turn was. @type {Map<number, string>} */
  #last = new Map();

  /**
   * @param {App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    this.app = app;
    this.root = root;
    this.title = /** @type {HTMLElement} */ (root.firstElementChild);
    this.places = html("div", { class: "table-places" });
    this.own = html("div", { class: "own" });
    this.seats = html("div", { class: "seats" });
    this.table = html("div", { class: "table" }, this.own, this.places, this.seats);
    this.layer = svg("svg", { class: "marks", "aria-hidden": "true" });
    root.replaceChildren(this.title, this.table, this.layer);
    this.refocus = rove(this.places, ".space, .card");
    root.addEventListener("click", (event) => this.#choose(event));
    app.on("position", () => this.draw());
    app.on("language", () => this.draw());
    new ResizeObserver(() => this.#redrawMarks()).observe(root);
  }

  /** Draw the position that the game shows. */
  draw() {
    const table = tableOf(this.app.game);
    if (!table) return;
    const focused = keyOf(document.activeElement);
    const choosing = this.app.game.open;
    for (const stack of this.root.querySelectorAll("details"))
      this.#opened[stack.open ? "add" : "delete"](stack.className);
    const draft = drawDraft(this.app, table, choosing && table.phase === "draft");
    this.places.replaceChildren(
      ...(draft ? [draft] : []),
      ...drawAreas(this.app, table, choosing && table.phase === "place"),
      drawStacks(this.app, table),
      drawClock(this.app, table),
    );
    this.places.classList.toggle("choosing", choosing && table.phase === "place");
    this.#drawSeats(table);
    this.#moveCages(table);
    for (const stack of this.root.querySelectorAll("details")) stack.open = this.#opened.has(stack.className);
    this.#markLast();
    this.refocus();
    if (focused) /** @type {HTMLElement|null} */ (this.root.querySelector(focused))?.focus();
    this.#redrawMarks();
  }

  /**
   * One's own things beside the board, those of the others below it.
   *
   * @param {Table} table
   */
  #drawSeats(table) {
    const { game } = this.app;
    const cards = drawSeats(this.app, table, this.folds);
    const own = game.viewer === null ? [] : cards.splice(game.viewer, 1);
    this.own.replaceChildren(...own);
    this.seats.replaceChildren(...cards);
    this.seats.dataset.cards = String(cards.length);
    this.table.classList.toggle("watched", !own.length);
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

  /**
   * Let each cage that has moved be seen to move.
   *
   * @param {Table} table
   */
  #moveCages(table) {
    const before = this.#cages;
    this.#cages = table.seats.map(({ cage }) => cage.level);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.#cages.forEach((level, seat) => {
      const from = before[seat];
      if (from === undefined || from === level) return;
      const cage = this.table.querySelector(`.seat-card[data-seat="${seat}"] .cage`);
      const way = `translateY(${cageTop(from) - cageTop(level)}px)`;
      cage?.animate([{ transform: way }, { transform: "none" }], { duration: 420, easing: "ease-in-out" });
    });
  }

  /**
   * How a turn is seen to be played, from what the board shows.
   *
   * @param {string[]} tokens
   */
  flights(tokens) {
    const table = tableOf(this.app.game);
    return table && table.turn !== null ? flightsOf(this.root, table, table.turn, tokens) : [];
  }

  /**
   * What comes after a turn, when the board shows it played.
   *
   * @param {import("../../../static/js/types.js").GameEvent[]} events
   */
  arrivals(events) {
    return arrivalsOf(this.root, events);
  }

  /**
   * Mark the last turn of a seat; null forgets all of them. What a look keeps belongs to its space.
   *
   * @param {number|null} seat
   * @param {string[]} [tokens]
   */
  last(seat, tokens = []) {
    if (seat === null) this.#last.clear();
    else if (facts.spaces.includes(tokens[0])) this.#last.set(seat, tokens[0]);
    this.#markLast();
  }

  #markLast() {
    for (const marked of this.root.querySelectorAll(".last-turn")) marked.classList.remove("last-turn", ...seatClasses);
    for (const [seat, token] of this.#last)
      this.root.querySelector(`[data-space="${CSS.escape(token)}"]`)?.classList.add("last-turn", `seat-${seat}`);
  }

  #redrawMarks() {
    drawMarks(this.root, this.layer, this.#marks, tableOf(this.app.game));
  }

  /** @param {Event} event */
  #choose(event) {
    const element = /** @type {Element} */ (event.target).closest(
      "[data-space], [data-token], [data-cage], [data-order], [data-storage]",
    );
    if (element) this.app.emit("choose", element);
  }
}

/**
 * A selector that finds the focused space, card or strip again after it was drawn anew.
 *
 * @param {Element|null} element
 */
function keyOf(element) {
  if (element?.matches(".fold-button")) {
    const card = /** @type {HTMLElement|null} */ (element.closest(".seat-card"));
    return `.seat-card[data-seat="${card?.dataset.seat}"] .fold-button`;
  }
  const { space, token } = /** @type {HTMLElement|null} */ (element)?.dataset ?? {};
  if (space) return `[data-space="${CSS.escape(space)}"]`;
  return token && element?.closest(".table-places") ? `[data-token="${CSS.escape(token)}"]` : null;
}
