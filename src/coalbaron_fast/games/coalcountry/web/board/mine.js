/** The map of a mine: it grows from the village up, and can be moved and enlarged. */

import { html, unseen } from "../../../static/js/dom.js";
import { KEY, onKeys } from "../../../static/js/keys.js";
import { facts } from "../facts.js";
import { foreman } from "./pieces.js";
import { tileFace } from "./tiles.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {{at: number|null, influence: number|null, isDown: boolean}} Standing a foreman on a place; `at` numbers one's own while placing */
/**
 * What a mine is drawn with besides its tiles.
 *
 * @typedef {object} MineLook
 * @property {(place: string) => boolean} mayChoose
 * @property {(place: string) => Standing[]} standing who is on a place
 * @property {number|null} influence whose coal is shown brightly
 * @property {boolean} isOwn may its cells be chosen?
 */

/** The size of a cell in pixels: the least and the most that fitting chooses. */
const FIT = { least: 50, most: 104 };
/** How far a mine can be enlarged or made smaller by hand. */
const ZOOM = { least: 0.5, most: 2.4, step: 1.25 };

/** The part of the grid that is shown: columns and rows, both ends included. @typedef {{left: number, right: number, top: number}} Window */

/**
 * The tiles, those who want to dig, and a cell around them.
 *
 * @param {Seat} seat
 * @param {number} [around]
 * @returns {Window}
 */
function windowOf({ mine, foremen }, around = 1) {
  const cells = [...mine.map(({ cell }) => cell), ...foremen.map(({ place }) => place).filter(facts.isCell)].map((cell) => facts.at(cell));
  const [columns, rows] = [cells.map(([column]) => column), cells.map(([, row]) => row)];
  const last = facts.all.columns.length - 1;
  return { left: Math.max(0, Math.min(...columns) - around), right: Math.min(last, Math.max(...columns) + around), top: Math.min(facts.all.rows - 1, Math.max(...rows) + around) };
}

/** A mine that is shown large. */
export class MineMap {
  #zoom = 1;
  /** Where two fingers began: how far apart, and the zoom then. @type {{apart: number, zoom: number}|null} */
  #pinch = null;
  /** How many cells there are. @type {{columns: number, rows: number}} */
  #cells = { columns: 3, rows: 2 };

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.ground = html("div", { class: "ground" });
    this.scroll = html("div", { class: "mine-scroll" }, this.ground);
    this.tools = html("div", { class: "mine-tools" });
    this.element = html("div", { class: "mine-map" }, this.scroll, this.tools);
    this.scroll.addEventListener("touchstart", (event) => this.#beginPinch(event), { passive: true });
    this.scroll.addEventListener("touchmove", (event) => this.#movePinch(event), { passive: false });
    this.scroll.addEventListener("touchend", () => (this.#pinch = null), { passive: true });
    this.scroll.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.scroll.addEventListener("pointerdown", (event) => this.#grab(event));
    const zoom = (/** @type {number} */ by) => (/** @type {KeyboardEvent} */ event) => this.#zoomByKey(event, by);
    onKeys(this.element, { [KEY.larger]: zoom(ZOOM.step), [KEY.largerUnshifted]: zoom(ZOOM.step), [KEY.smaller]: zoom(1 / ZOOM.step) });
    new ResizeObserver(() => this.#fit()).observe(this.scroll);
  }

  /**
   * @param {Table} table
   * @param {Seat} seat
   * @param {MineLook} look
   */
  draw(table, seat, look) {
    const { app } = this;
    const view = windowOf(seat);
    this.#cells = { columns: view.right - view.left + 1, rows: view.top + 1 };
    const around = look.isOwn ? freeCells(seat) : [];
    const letters = facts.all.columns.slice(view.left, view.right + 1);
    this.ground.style.setProperty("--columns", String(this.#cells.columns));
    this.ground.style.setProperty("--rows", String(this.#cells.rows));
    this.ground.replaceChildren(
      ...[...letters].map((letter, at) => margin(letter, this.#cells.rows + 1, at + 2)),
      ...Array.from({ length: this.#cells.rows }, (_, row) => margin(String(row), this.#cells.rows - row, 1)),
      ...around.filter((cell) => inWindow(view, cell)).map((cell) => this.#put(view, cell, drawFree(app, seat, cell, look))),
      ...seat.mine.map((tile) => this.#put(view, tile.cell, drawTile(app, table, seat, tile, look))),
    );
    this.#drawTools();
    this.#fit();
  }

  /**
   * @param {Window} view
   * @param {string} cell
   * @param {HTMLElement} element
   */
  #put(view, cell, element) {
    const [column, row] = facts.at(cell);
    element.style.gridArea = `${view.top - row + 1} / ${column - view.left + 2}`;
    return element;
  }

  #drawTools() {
    const { t } = this.app;
    /** @param {string} name @param {string} face @param {() => void} act */
    const tool = (name, face, act) => html("button", { type: "button", class: "button icon", "data-tool": name, title: t(`map.${name}`), "aria-label": t(`map.${name}`), onclick: act }, face);
    const had = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.tool;
    this.tools.replaceChildren(
      tool("in", "+", () => this.#zoomTo(this.#zoom * ZOOM.step)),
      tool("out", "−", () => this.#zoomTo(this.#zoom / ZOOM.step)),
      tool("fit", "⤢", () => this.#zoomTo(1)),
    );
    if (had) /** @type {HTMLElement|null} */ (this.tools.querySelector(`[data-tool="${had}"]`))?.focus();
  }

  /** As large as there is room for, times the zoom that was chosen. */
  #fit() {
    const { columns, rows } = this.#cells;
    const width = this.scroll.clientWidth - 34;
    if (width <= 0) return;
    const room = Math.max(230, Math.min(window.innerHeight * 0.5, 470)) - 24;
    const size = Math.max(FIT.least, Math.min(FIT.most, width / columns, room / rows));
    const cell = Math.round(size * this.#zoom);
    const before = this.ground.style.getPropertyValue("--cell");
    this.ground.style.setProperty("--cell", `${cell}px`);
    this.element.classList.toggle("is-zoomed", this.#zoom !== 1);
    this.element.classList.toggle("is-wide", cell * columns > width + 1);
    if (before !== `${cell}px`) this.app.emit("zoomed");
  }

  /** @param {number} zoom */
  #zoomTo(zoom) {
    const { scroll } = this;
    const middle = [(scroll.scrollLeft + scroll.clientWidth / 2) / Math.max(1, scroll.scrollWidth), (scroll.scrollTop + scroll.clientHeight / 2) / Math.max(1, scroll.scrollHeight)];
    this.#zoom = Math.max(ZOOM.least, Math.min(ZOOM.most, zoom));
    this.#fit();
    scroll.scrollTo({ left: middle[0] * scroll.scrollWidth - scroll.clientWidth / 2, top: middle[1] * scroll.scrollHeight - scroll.clientHeight / 2, behavior: "instant" });
  }

  /** The control key is left to the browser. @param {KeyboardEvent} event @param {number} by */
  #zoomByKey(event, by) {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#zoomTo(this.#zoom * by);
  }

  /** The wheel enlarges with the control key, as it does elsewhere. @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#zoomTo(this.#zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
  }

  /** The mouse moves the map by its ground; a finger does so without help. @param {PointerEvent} event */
  #grab(event) {
    if (event.pointerType !== "mouse" || event.button || /** @type {Element} */ (event.target).closest(".foreman-piece")) return;
    const { scroll } = this;
    if (scroll.scrollWidth <= scroll.clientWidth + 1 && scroll.scrollHeight <= scroll.clientHeight + 1) return;
    const from = { x: event.clientX + scroll.scrollLeft, y: event.clientY + scroll.scrollTop };
    const end = new AbortController();
    addEventListener("pointermove", (moved) => scroll.scrollTo({ left: from.x - moved.clientX, top: from.y - moved.clientY, behavior: "instant" }), { signal: end.signal });
    addEventListener("pointerup", () => end.abort(), { signal: end.signal });
    addEventListener("pointercancel", () => end.abort(), { signal: end.signal });
  }

  /** @param {TouchEvent} event */
  #beginPinch(event) {
    this.#pinch = event.touches.length === 2 ? { apart: apart(event.touches), zoom: this.#zoom } : null;
  }

  /** @param {TouchEvent} event */
  #movePinch(event) {
    if (!this.#pinch || event.touches.length !== 2) return;
    event.preventDefault();
    this.#zoomTo((this.#pinch.zoom * apart(event.touches)) / this.#pinch.apart);
  }
}

/**
 * A letter or a number on the margin of the map.
 *
 * @param {string} text
 * @param {number} row of the ground, from above
 * @param {number} column
 */
function margin(text, row, column) {
  const element = html("span", { class: "map-letter", "aria-hidden": "true" }, text);
  element.style.gridArea = `${row} / ${column}`;
  return element;
}

/** @param {TouchList} touches */
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;

/** @param {Window} view @param {string} cell */
function inWindow({ left, right, top }, cell) {
  const [column, row] = facts.at(cell);
  return column >= left && column <= right && row <= top;
}

/**
 * The free cells next to a tile.
 *
 * @param {Seat} seat
 */
function freeCells({ mine }) {
  const cells = new Set(mine.map(({ cell }) => cell));
  return [...new Set(mine.flatMap(({ cell }) => facts.around(cell).map(([, other]) => other)))].filter((cell) => !cells.has(cell)).sort();
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {Seat} seat
 * @param {import("../types.js").Tile} tile
 * @param {MineLook} look
 */
function drawTile(app, table, seat, tile, look) {
  const standing = look.standing(tile.cell);
  const open = seat.open.filter(({ cell }) => cell === tile.cell).map(({ direction }) => direction);
  const label = [tellTile(app, tile, open.length), ...standing.map((man) => tellForeman(app, seat.seat, man))].join(". ");
  const isNew = table.phase !== "lay" && table.cell === tile.cell && seat.seat === table.turn;
  return cellElement(tile.cell, label, `tile${isNew ? " is-new" : ""}`, look, [
    tileFace(tile, { open: open.join(""), influence: standing[0]?.influence ?? (look.mayChoose(tile.cell) ? look.influence : null) }),
    drawStanding(seat.seat, standing),
  ]);
}

/**
 * @param {App} app
 * @param {Seat} seat
 * @param {string} cell
 * @param {MineLook} look
 */
function drawFree(app, seat, cell, look) {
  const standing = look.standing(cell);
  const label = [app.t("map.free", { cell }), ...standing.map((man) => tellForeman(app, seat.seat, man))].join(". ");
  return cellElement(cell, label, `free-cell${standing.length ? " taken" : ""}`, look, [drawStanding(seat.seat, standing)]);
}

/**
 * A cell: a button where it may be chosen or looked at, else a picture.
 *
 * @param {string} cell
 * @param {string} label
 * @param {string} kind
 * @param {MineLook} look
 * @param {import("../../../static/js/dom.js").Child[]} content
 */
function cellElement(cell, label, kind, look, content) {
  const can = look.mayChoose(cell);
  if (!look.isOwn) return html("div", { class: `cell ${kind}`, role: "img", "aria-label": label, title: label }, content);
  return html("button", { type: "button", class: `place cell ${kind}${can ? " can" : ""}`, "data-place": cell, "aria-disabled": String(!can), title: label }, unseen(label), content);
}

/**
 * The foremen on a place. One's own can be dragged while they are placed.
 *
 * @param {number} seat
 * @param {Standing[]} standing
 * @param {number} [size] none fits them to their cell
 */
export const drawStanding = (seat, standing, size) =>
  standing.length
    ? html(
        "span",
        { class: `standing${standing.length > 1 ? " several" : ""}`, "aria-hidden": "true" },
        standing.map(({ at, influence, isDown }) => html("span", { class: "foreman-piece", "data-man": at === null ? null : String(at) }, foreman(seat, influence, size ?? 34, isDown))),
      )
    : null;

/**
 * @param {App} app
 * @param {number} seat
 * @param {Standing} standing
 */
export const tellForeman = (app, seat, { influence }) => app.tell(influence === null ? "board.foreman_hidden" : "board.foreman", seat, { n: influence });

/**
 * A tile in words.
 *
 * @param {App} app
 * @param {import("../types.js").Tile} tile
 * @param {number} open unfinished tunnels
 */
export function tellTile(app, { cell, kind, utilities, connected, coal }, open) {
  const { t, words } = app;
  const missing = facts.utilities.filter((type) => !utilities.includes(type));
  return [
    `${cell}: ${words.tile(kind)}`,
    missing.length ? t("map.missing", { utilities: missing.map((type) => ({ key: `utility.${type}`, params: {} })) }) : t("map.full"),
    t("map.coal", { coal }),
    connected ? "" : t("map.cut"),
    open ? t("map.open", { n: open }) : "",
  ]
    .filter(Boolean)
    .join(". ");
}

/**
 * The mine of another seat, small.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Seat} seat
 * @param {(place: string) => Standing[]} standing
 */
export function drawSmall(app, table, seat, standing) {
  const view = windowOf(seat, 0);
  const look = { mayChoose: () => false, standing, influence: null, isOwn: false };
  const taken = freeCells(seat).filter((cell) => inWindow(view, cell) && standing(cell).length);
  /** @param {string} cell @param {HTMLElement} element */
  const put = (cell, element) => {
    const [column, row] = facts.at(cell);
    element.style.gridArea = `${view.top - row + 1} / ${column - view.left + 1}`;
    return element;
  };
  const ground = html("div", { class: "ground small-ground" }, taken.map((cell) => put(cell, drawFree(app, seat, cell, look))), seat.mine.map((tile) => put(tile.cell, drawTile(app, table, seat, tile, look))));
  ground.style.setProperty("--columns", String(view.right - view.left + 1));
  ground.style.setProperty("--rows", String(view.top + 1));
  return ground;
}
