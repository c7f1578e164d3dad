/** Asking on the board: a “?” on whatever can be explained, and the sentence beside it. */

import { html } from "../dom.js";
import { KEY, onKeys } from "../keys.js";

/** @typedef {import("../types.js").App} App */

/** Between an explanation and what it explains, and between it and the edge, in pixels. */
const GAP = 8;

/** Explains what the reader chooses instead of playing it. */
export class Asking {
  /** @type {HTMLElement|null} */
  #shown = null;
  /** @type {AbortController|null} */
  #mode = null;

  /**
   * @param {App} app
   * @param {import("./help.js").GameHelp} game
   */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    app.on("position", () => this.#hide());
  }

  /** From now on a choice is explained, until the reader ends that. */
  begin() {
    if (this.#mode) return;
    const mode = new AbortController();
    this.#mode = mode;
    const { t } = this.app;
    const bar = html(
      "div",
      { class: "asking-bar", id: "asking", role: "status" },
      html("span", {}, t("help.asking")),
      html("button", { type: "button", class: "button small", id: "asking-end", onclick: () => this.end() }, t("help.asking_end")),
    );
    document.body.append(bar);
    document.body.classList.add("asking");
    const { signal } = mode;
    signal.addEventListener("abort", () => bar.remove());
    document.addEventListener("click", (event) => this.#click(event), { capture: true, signal });
    onKeys(document, { [KEY.back]: (event) => (event.stopPropagation(), this.end()) }, { capture: true, signal });
    /** @type {HTMLElement} */ (bar.lastElementChild).focus();
  }

  /** Choices are played again. */
  end() {
    this.#mode?.abort();
    this.#mode = null;
    document.body.classList.remove("asking");
    this.#hide();
  }

  /**
   * Show the sentence on an element of the board.
   *
   * @param {Element} element
   */
  async explain(element) {
    const term = this.game.termAt(element);
    if (!term) return;
    const texts = await this.game.texts(this.app.i18n.language);
    const { title, text } = texts.explain(term);
    this.#hide();
    const until = new AbortController();
    const note = html(
      "div",
      { class: "explained", id: "explained", role: "note" },
      html("span", { class: "term-picture" }, this.game.picture(term)),
      html("b", {}, title),
      html("p", {}, text),
    );
    document.body.append(note);
    place(note, element.getBoundingClientRect());
    this.#shown = note;
    this.app.say(`${title}. ${text}`);
    // The key or click that asked is over by then.
    setTimeout(() => {
      const close = () => (until.abort(), this.#shown === note && this.#hide());
      for (const name of ["pointerdown", "keydown", "scroll"]) document.addEventListener(name, close, { capture: true, signal: until.signal });
    });
  }

  #hide() {
    this.#shown?.remove();
    this.#shown = null;
  }

  /** @param {Event} event */
  #click(event) {
    const clicked = /** @type {Element} */ (event.target);
    const element = clicked.closest("#board") && clicked.closest(this.game.selector);
    if (!element) return;
    event.preventDefault();
    event.stopPropagation();
    void this.explain(element).catch(this.app.warn);
  }
}

/**
 * Put a note below a box, or above it where there is no room below.
 *
 * @param {HTMLElement} note
 * @param {DOMRect} box
 */
function place(note, box) {
  const { width, height } = note.getBoundingClientRect();
  const left = Math.min(Math.max(GAP, box.left + box.width / 2 - width / 2), innerWidth - width - GAP);
  const below = box.bottom + GAP;
  const top = below + height < innerHeight ? below : Math.max(GAP, box.top - height - GAP);
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}
