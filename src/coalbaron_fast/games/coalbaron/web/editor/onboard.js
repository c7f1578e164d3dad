// Putting in a position on the board itself: a click opens what a place holds, a mouse drags pieces.

import { byId, html } from "../../../static/js/dom.js";
import { KEY, onKeys } from "../../../static/js/keys.js";
import { badge } from "../../../static/js/seats.js";
import { cube, itemFace, worker } from "../board/pieces.js";
import { facts } from "../facts.js";
import { laid, spotAt } from "./drop.js";
import { spotFields } from "./form.js";
import { remaining } from "./model.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./drop.js").Piece} Piece */
/** @typedef {import("./drop.js").Spot} Spot */
/** @typedef {import("./fields.js").Sheet} Sheet */
/** @typedef {import("./model.js").Position} Position */

/** How pieces are named among the data of a drag. */
const TYPE = "application/x-coalbaron-piece";

/** The board while a position is put in. */
export class OnBoard {
  /** @type {Spot|null} */
  #spot = null;
  /** What lies under the popover. @type {Element|null} */
  #anchor = null;
  /** @type {Piece|null} */
  #dragged = null;

  /**
   * @param {App} app
   * @param {() => Sheet|null} sheet null while nothing is put in
   * @param {(position: Position) => void} onlay
   */
  constructor(app, sheet, onlay) {
    this.app = app;
    this.sheet = sheet;
    this.onlay = onlay;
    this.root = byId("board");
    this.popover = html("div", {
      class: "board-popover",
      id: "board-popover",
      role: "dialog",
      hidden: true,
    });
    onKeys(this.popover, { [KEY.back]: (event) => this.#back(event) });
    document.body.append(this.popover);
    this.pieces = html("section", { class: "pieces-tray", id: "editor-pieces", hidden: true });
    const { root } = this;
    // Before the board itself hears of it: nothing is played meanwhile.
    root.addEventListener("click", (event) => this.#click(event), true);
    root.addEventListener("dragstart", (event) => this.#lift(event));
    root.addEventListener("dragover", (event) => this.#hover(event));
    root.addEventListener("drop", (event) => this.#drop(event));
    for (const place of [root, this.pieces]) place.addEventListener("dragend", () => this.#point(null));
    this.pieces.addEventListener("dragstart", (event) => this.#lift(event));
    const isOutside = (/** @type {Event} */ event) => !this.popover.hidden && !this.popover.contains(/** @type {Node} */ (event.target));
    onKeys(document, { [KEY.back]: (event) => isOutside(event) && this.#back(event) }, { capture: true });
    document.addEventListener("pointerdown", (event) => {
      if (isOutside(event)) this.close();
    });
  }

  /**
   * Draw what goes with the position: the pieces that are left, and the open popover. One that a
   * number is being typed into stays as it is.
   *
   * @param {boolean} [refill]
   */
  draw(refill = true) {
    const sheet = this.sheet();
    this.pieces.hidden = !sheet;
    this.root.classList.toggle("editing", sheet !== null);
    if (!sheet) {
      this.close();
      this.pieces.replaceChildren();
      return;
    }
    this.#drawPieces(sheet);
    for (const space of this.root.querySelectorAll("[data-space]:not(.locked)")) space.setAttribute("aria-disabled", "false");
    for (const place of this.root.querySelectorAll("[data-space], .order-item")) if (this.#pieceAt(place)) place.setAttribute("draggable", "true");
    if (this.#spot && refill) this.#fill(sheet, this.#spot);
  }

  /** Close the popover. */
  close() {
    if (this.popover.hidden) return;
    this.popover.hidden = true;
    this.#spot = null;
    this.popover.replaceChildren();
  }

  /** @param {Sheet} sheet */
  #drawPieces({ app, position }) {
    const { t, words } = app;
    /** @param {Piece} piece @param {string} label @param {Node} face @param {number} [count] */
    const piece = (piece, label, face, count) =>
      html("li", { class: `tray-piece ${piece.kind}`, draggable: "true", "data-piece": JSON.stringify(piece), title: label }, face, count !== undefined && count > 1 ? html("b", {}, `×${count}`) : null);
    /** @param {"tile_stack"|"order_stack"} stack @param {"tile"|"order"} kind */
    const items = (stack, kind) =>
      [...remaining(position, stack)].flatMap(([name, count]) => (count > 0 ? [piece({ kind, name }, words.item(name), itemFace(name), count)] : []));
    const opened = this.pieces.querySelector("details")?.open ?? true;
    this.pieces.replaceChildren(
      html("p", { class: "note" }, t("editor.on_board")),
      html(
        "details",
        { class: "fold mouse-only", open: opened },
        html("summary", {}, t("editor.pieces")),
        html(
          "ul",
          { class: "tray-pieces" },
          facts.colours.map((colour) => piece({ kind: "cube", name: colour }, words.colour(colour), cube(colour, 20))),
          position.seats.map((_, seat) => piece({ kind: "worker", name: String(seat) }, app.seatName(seat), worker(seat, 24))),
        ),
        html("ul", { class: "tray-pieces" }, items("tile_stack", "tile")),
        html("ul", { class: "tray-pieces" }, items("order_stack", "order")),
      ),
    );
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const sheet = this.sheet();
    const target = /** @type {Element} */ (event.target);
    if (!sheet || target.closest("summary")) return;
    event.stopPropagation();
    event.preventDefault();
    const spot = spotAt(target);
    if (!spot) return;
    this.#spot = spot;
    this.#anchor = target.closest("[data-space], [data-order], [data-level], [data-cage], .orders, .storage, .counts, .draft") ?? target;
    this.#fill(sheet, spot);
    /** @type {HTMLElement|null} */ (this.popover.querySelector("button, input, select"))?.focus();
  }

  /**
   * @param {Sheet} sheet
   * @param {Spot} spot
   */
  #fill(sheet, spot) {
    const { app } = this;
    const held = this.popover.contains(document.activeElement) ? document.activeElement?.id : null;
    const found = spotFields({ ...sheet, prefix: "board", get position() { return sheet.position; } }, spot);
    if (!found) return this.close();
    this.popover.setAttribute("aria-labelledby", "board-popover-title");
    this.popover.replaceChildren(
      html(
        "div",
        { class: "popover-head" },
        html("h3", { id: "board-popover-title" }, found.seat === null ? null : badge(found.seat), " ", found.title),
        html("button", { type: "button", class: "button small icon", id: "board-popover-close", "aria-label": app.t("editor.close"), onclick: () => this.#leave() }, "×"),
      ),
      html("div", { class: "fields" }, found.fields),
    );
    this.popover.hidden = false;
    this.#place();
    if (held) document.getElementById(held)?.focus();
  }

  /** Beside the place that it is about, and on the screen. */
  #place() {
    const { popover } = this;
    const anchor = this.#anchor?.isConnected ? this.#anchor : this.#again();
    if (!anchor) return;
    const box = anchor.getBoundingClientRect();
    const [width, height] = [popover.offsetWidth, popover.offsetHeight];
    const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
    const below = box.bottom + 6;
    const top = below + height < innerHeight ? below : Math.max(8, box.top - height - 6);
    popover.style.left = `${left + scrollX}px`;
    popover.style.top = `${top + scrollY}px`;
  }

  /** The place after the board was drawn anew. */
  #again() {
    const spot = this.#spot;
    if (!spot) return null;
    const card = `.seat-card[data-seat="${spot.seat}"]`;
    const selectors = {
      space: `[data-space="${CSS.escape(spot.name)}"]`,
      level: `${card} [data-level="${spot.name}"]`,
      cage: `${card} .cage`,
      storage: `${card} [data-storage]`,
      order: `${card} [data-order="${CSS.escape(spot.name)}"]`,
      orders: card,
      delivered: `${card} .delivered`,
      draft: ".draft",
    };
    this.#anchor = this.root.querySelector(selectors[spot.kind]) ?? this.root.querySelector(card);
    return this.#anchor;
  }

  /** @param {KeyboardEvent} event */
  #back(event) {
    event.stopPropagation();
    this.#leave();
  }

  /** Close, and let the keyboard go on where it was. */
  #leave() {
    const back = /** @type {HTMLElement|SVGElement|null} */ (this.#anchor?.isConnected ? this.#anchor : this.#again());
    this.close();
    back?.focus();
  }

  /**
   * The piece that lies on an element of the board.
   *
   * @param {Element} element
   * @returns {Piece|null}
   */
  #pieceAt(element) {
    const position = this.sheet()?.position;
    const spot = spotAt(element);
    if (!position || !spot) return null;
    if (spot.kind === "order") return { kind: "order", name: spot.name, from: `seats[${spot.seat}].orders` };
    const tile = position.factory[spot.name];
    if (tile) return { kind: "tile", name: tile, from: `factory.${spot.name}` };
    const order = position.row[spot.name];
    return order ? { kind: "order", name: order, from: `row.${spot.name}` } : null;
  }

  /** @param {DragEvent} event */
  #lift(event) {
    const element = /** @type {HTMLElement} */ (event.target);
    const given = element.closest?.("[data-piece]")?.getAttribute("data-piece");
    this.#dragged = given ? JSON.parse(given) : this.#pieceAt(element);
    if (!this.#dragged || !event.dataTransfer) return;
    event.dataTransfer.setData(TYPE, JSON.stringify(this.#dragged));
    event.dataTransfer.effectAllowed = "copyMove";
    this.close();
  }

  /** @param {DragEvent} event */
  #hover(event) {
    const position = this.sheet()?.position;
    const element = /** @type {Element} */ (event.target);
    const spot = spotAt(element);
    const isFit = position && spot && this.#dragged && laid(position, this.#dragged, spot);
    this.#point(isFit ? (element.closest("[data-space], [data-order], [data-level], [data-cage], [data-storage], .draft, .seat-card") ?? element) : null);
    if (isFit) event.preventDefault();
  }

  /** @param {DragEvent} event */
  #drop(event) {
    const position = this.sheet()?.position;
    const spot = spotAt(/** @type {Element} */ (event.target));
    const next = position && spot && this.#dragged ? laid(position, this.#dragged, spot) : null;
    this.#point(null);
    this.#dragged = null;
    if (!next) return;
    event.preventDefault();
    this.onlay(next);
  }

  /**
   * Mark where the piece would come to lie.
   *
   * @param {Element|null} element
   */
  #point(element) {
    for (const old of this.root.querySelectorAll(".drop-here")) if (old !== element) old.classList.remove("drop-here");
    element?.classList.add("drop-here");
  }
}
