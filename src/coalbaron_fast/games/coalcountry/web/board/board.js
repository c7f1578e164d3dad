/** The whole table at a glance, drawn anew for each position. */

import { html, svg } from "../../../static/js/dom.js";
import { rove } from "../../../static/js/roving.js";
import { HELD } from "../draft.js";
import { eyesOf, tableOf } from "../table.js";
import { placesOf } from "../targets.js";
import { drawCourse, drawDesk, drawTrack, drawVillage } from "./desk.js";
import { drawMarks } from "./marks.js";
import { MineMap } from "./mine.js";
import { drawHead, drawInspection, drawKnown, drawSeat } from "./seats.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../draft.js").Draft} Draft */
/** @typedef {import("./mine.js").Standing} Standing */
/** @typedef {import("../../../static/js/types.js").Mark} Mark */

/** The board. A choice on it is told as the event `choose`, with the element that was chosen. */
export class Board {
  /** @type {Mark[]} */
  #marks = [];
  /** The table when the turn in progress began. @type {Table|null} */
  #before = null;
  /** Whose mine somebody wants to see large; null for one's own. @type {number|null} */
  #shown = null;

  /**
   * @param {App} app
   * @param {HTMLElement} root
   * @param {Draft} draft
   */
  constructor(app, root, draft) {
    this.app = app;
    this.root = root;
    this.draft = draft;
    const title = /** @type {HTMLElement} */ (root.firstElementChild);
    this.course = html("div", { class: "part-course" });
    this.map = new MineMap(app);
    this.head = html("div", { class: "own-head" });
    this.village = html("div", { class: "own-village" });
    this.own = html("section", { class: "part own-mine" }, this.head, this.map.element, this.village);
    this.desk = html("div", { class: "desk" });
    this.seats = html("div", { class: "seats" });
    this.places = html("div", { class: "places" }, this.own, this.desk);
    // Before there is a game there is nothing to see.
    this.country = html("div", { class: "country", hidden: true }, this.course, this.places, this.seats);
    this.layer = svg("svg", { class: "marks", "aria-hidden": "true" });
    root.replaceChildren(title, this.country, this.layer);
    this.refocus = rove(this.places, ".place");
    root.addEventListener("click", (event) => {
      const element = /** @type {Element} */ (event.target).closest("[data-man], button[data-place]");
      if (element) app.emit("choose", element);
    });
    root.addEventListener("scroll", () => this.#redrawMarks(), { capture: true, passive: true });
    for (const event of ["position", "language", "draft"]) app.on(event, () => this.draw());
    app.on("game", () => (this.#shown = null));
    app.on("zoomed", () => this.#redrawMarks());
    new ResizeObserver(() => this.#redrawMarks()).observe(root);
  }

  /** Draw the position that the game shows. */
  draw() {
    const { app } = this;
    const laid = tableOf(app.game);
    if (!laid) return;
    const table = this.#discreet(laid);
    this.country.hidden = false;
    const focused = keyOf(document.activeElement);
    const eyes = eyesOf(app.game, table);
    const shown = this.#shown ?? eyes;
    const seat = table.seats[shown];
    const isOwn = shown === eyes;
    const look = { mayChoose: this.#choices(table, isOwn), standing: this.#standing(table), fee: table.seats[eyes].fee, eyes };
    this.course.replaceChildren(drawCourse(app, table, (one) => this.#placesOf(table, one)));
    this.own.className = `part own-mine seat-${shown}${table.turn === shown && table.phase !== "over" ? " to-move" : ""}${this.draft.isOn ? " placing" : ""}`;
    this.head.replaceChildren(drawHead(app, table, seat, isOwn ? null : this.#back()), ...(this.#isDrafted(table, shown) ? [] : drawKnown(app, table, seat)));
    this.map.draw(table, seat, { ...look, standing: (place) => look.standing(shown, place), influence: this.#influence(table), isOwn });
    this.village.replaceChildren(drawVillage(app, table, seat, look, isOwn));
    this.desk.replaceChildren(...(table.over ? [drawInspection(app, table)] : []), ...drawDesk(app, table, look), drawTrack(app, table));
    this.seats.replaceChildren(...table.seats.filter(({ seat: n }) => n !== shown).map((other) => drawSeat(app, table, other, look, () => this.#show(other.seat === eyes ? null : other.seat))));
    this.seats.dataset.cards = String(table.players - 1);
    this.root.classList.toggle("drafting", this.draft.isOn && this.draft.selected !== null);
    this.refocus();
    if (focused) /** @type {HTMLElement|null} */ (this.root.querySelector(focused))?.focus();
    this.#redrawMarks();
  }

  /**
   * Rings for turns, the best first; an empty list clears them.
   *
   * @param {Mark[]} marks
   */
  mark(marks) {
    this.#marks = marks;
    this.#redrawMarks();
  }

  /**
   * Until a turn is confirmed it can be taken back: what it would bring to light of the others is
   * not shown yet.
   *
   * @param {Table} table
   * @returns {Table}
   */
  #discreet(table) {
    const { game } = this.app;
    if (game.peeking || !game.pending.length || table.over) {
      if (!game.peeking) this.#before = table;
      return table;
    }
    const before = this.#before;
    if (before?.players !== table.players) return table;
    const seats = table.seats.map((seat, n) => (n === game.mover ? seat : { ...seat, foremen: before.seats[n].foremen, hidden: before.seats[n].hidden, held: before.seats[n].held }));
    return { ...table, seats };
  }

  /** @param {number|null} seat */
  #show(seat) {
    this.#shown = seat;
    this.draw();
    this.own.scrollIntoView({ block: "nearest" });
  }

  #back() {
    const label = this.app.t("seat.back");
    return html("button", { type: "button", class: "button small", "data-enlarge": "own", onclick: () => this.#show(null) }, label);
  }

  /**
   * Which places may be chosen now.
   *
   * @param {Table} table
   * @param {boolean} isOwn
   * @returns {(place: string) => boolean}
   */
  #choices(table, isOwn) {
    const { app, draft } = this;
    const { pending, peeking, busy, open } = app.game;
    // The tile that was just laid can be turned.
    const turning = isOwn && !peeking && !busy ? pending.at(-1)?.match(/^lay:(\w+):/)?.[1] : undefined;
    if (!open || !isOwn) return (place) => place === turning;
    if (table.phase === "place") {
      const { selected } = draft;
      if (!draft.isOn || selected === null || draft.men[selected] === undefined) return () => false;
      return (place) => draft.refuses(selected, place) === null;
    }
    const places = new Set((app.game.answer?.legal ?? []).flatMap(({ token }) => placesOf(token)));
    return (place) => place === turning || places.has(place);
  }

  /**
   * Who stands where. One's own foremen are where they were put, before anything of it is sent.
   *
   * @param {Table} table
   * @returns {(seat: number, place: string) => Standing[]}
   */
  #standing(table) {
    const { draft } = this;
    return (seat, place) => {
      if (this.#isDrafted(table, seat)) return draft.on(place).map((at) => ({ at, influence: draft.men[at].influence, isDown: true }));
      const isDown = table.stage === "place";
      return table.seats[seat].foremen.filter((man) => man.place === place).map(({ influence }) => ({ at: null, influence, isDown }));
    };
  }

  /**
   * Are the foremen of a seat being placed here, so that the page alone knows where they are?
   *
   * @param {Table} table
   * @param {number} seat
   */
  #isDrafted(table, seat) {
    return this.draft.isOn && !this.draft.isSingle && seat === table.turn;
  }

  /**
   * Where each foreman of a seat is.
   *
   * @param {Table} table
   * @param {import("../types.js").Seat} seat
   */
  #placesOf(table, seat) {
    const men = this.#isDrafted(table, seat.seat) ? this.draft.men : seat.foremen;
    return men.flatMap(({ place }) => (place === null || place === HELD ? [] : [place]));
  }

  /**
   * Whose coal the tiles show brightly: that of the foreman who is being placed.
   *
   * @param {Table} table
   */
  #influence(table) {
    const { selected, men } = this.draft;
    if (!this.draft.isOn || selected === null || !men[selected] || table.turn === null) return null;
    const { influence } = men[selected];
    return influence === 0 && table.seats[table.turn].buildings.includes("tailor") ? 1 : influence;
  }

  #redrawMarks() {
    drawMarks(this.root, this.layer, this.#marks);
  }
}

/**
 * A selector that finds the focused element again after it was drawn anew.
 *
 * @param {Element|null} element
 */
function keyOf(element) {
  const { place, enlarge } = /** @type {HTMLElement|null} */ (element)?.dataset ?? {};
  if (place) return `button[data-place="${CSS.escape(place)}"]`;
  return enlarge ? `[data-enlarge="${enlarge}"]` : null;
}
