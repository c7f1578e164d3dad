/** Foremen are dragged to their places, with a mouse, a pen or a finger. */

import { html } from "../../static/js/dom.js";
import { KEY, onKeys } from "../../static/js/keys.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./draft.js").Draft} Draft */

/** A pointer that has moved less than this many pixels has clicked. */
const SLACK = 6;
/** How near to the edge of the window it scrolls, and by how much. */
const EDGE = { near: 40, by: 12 };

/**
 * Let one's foremen be dragged, from the hand and from their places.
 *
 * @param {App} app
 * @param {Draft} draft
 * @param {(at: number, place: string) => void} drop
 */
export function letDrag(app, draft, drop) {
  document.addEventListener("pointerdown", (event) => {
    const piece = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-man]"));
    if (!piece || event.button || !draft.isOn || app.game.busy) return;
    const at = Number(piece.dataset.man);
    if (draft.men[at]) new Drag(draft, at, piece, event, drop);
  });
}

/** One foreman on his way. */
class Drag {
  /** @type {HTMLElement|null} */
  #ghost = null;
  /** @type {Element|null} */
  #over = null;
  #end = new AbortController();

  /**
   * @param {Draft} draft
   * @param {number} at
   * @param {HTMLElement} piece
   * @param {PointerEvent} from
   * @param {(at: number, place: string) => void} drop
   */
  constructor(draft, at, piece, from, drop) {
    this.draft = draft;
    this.at = at;
    this.piece = piece;
    this.from = from;
    this.drop = drop;
    const { signal } = this.#end;
    addEventListener("pointermove", (event) => this.#move(event), { signal });
    addEventListener("pointerup", (event) => this.#finish(event), { signal });
    addEventListener("pointercancel", () => this.#stop(), { signal });
    onKeys(window, { [KEY.back]: () => this.#stop() }, { signal });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId !== this.from.pointerId) return;
    const { clientX, clientY } = event;
    if (!this.#ghost) {
      if (Math.hypot(clientX - this.from.clientX, clientY - this.from.clientY) < SLACK) return;
      this.#begin();
    }
    event.preventDefault();
    /** @type {HTMLElement} */ (this.#ghost).style.transform = `translate(${clientX}px, ${clientY}px)`;
    if (clientY < EDGE.near) scrollBy(0, -EDGE.by);
    else if (clientY > innerHeight - EDGE.near) scrollBy(0, EDGE.by);
    const over = placeUnder(clientX, clientY);
    if (over === this.#over) return;
    this.#over?.classList.remove("under-piece");
    over?.classList.add("under-piece");
    this.#over = over;
  }

  #begin() {
    const face = /** @type {Element} */ (this.piece.querySelector("svg")).cloneNode(true);
    this.#ghost = html("div", { class: "dragged", "aria-hidden": "true" }, face);
    document.body.append(this.#ghost);
    document.body.classList.add("dragging");
    this.draft.select(this.at);
  }

  /** @param {PointerEvent} event */
  #finish(event) {
    if (event.pointerId !== this.from.pointerId) return;
    const isDragged = this.#ghost !== null;
    const over = isDragged ? /** @type {HTMLElement|null} */ (placeUnder(event.clientX, event.clientY)) : null;
    this.#stop();
    if (!isDragged) return;
    // What follows is no click on what lies there.
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click")), 0);
    if (over?.dataset.place) this.drop(this.at, over.dataset.place);
    else if (this.draft.men[this.at]?.place !== null) this.draft.takeUp(this.at);
  }

  #stop() {
    this.#end.abort();
    this.#over?.classList.remove("under-piece");
    this.#ghost?.remove();
    document.body.classList.remove("dragging");
  }
}

/**
 * The place for foremen that lies there.
 *
 * @param {number} x
 * @param {number} y
 */
const placeUnder = (x, y) => document.elementFromPoint(x, y)?.closest("button[data-place], .hand-held[data-place]") ?? null;
