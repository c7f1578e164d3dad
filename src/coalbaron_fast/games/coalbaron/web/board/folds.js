/** Which seats show their pits where there is no room for all: a strip each, which unfolds. */

import { html, unseen } from "../../../static/js/dom.js";

/** @typedef {import("../types.js").App} App */

/** What the reader unfolded. Who works in the pit sees it without asking. */
export class Folds {
  /** @type {Set<number>} */
  #open = new Set();
  /** The seat that works in its pit, and whether its pit was folded all the same. */
  #mining = { seat: -1, folded: false };

  /**
   * @param {number} seat
   * @param {boolean} mining
   */
  isOpen(seat, mining) {
    if (!mining) {
      if (this.#mining.seat === seat) this.#mining = { seat: -1, folded: false };
      return this.#open.has(seat);
    }
    if (this.#mining.seat !== seat) this.#mining = { seat, folded: false };
    return !this.#mining.folded;
  }

  /**
   * The button that folds a seat's card, seen only where there is no room for all of it.
   *
   * @param {App} app
   * @param {number} seat
   * @param {boolean} mining
   */
  button(app, seat, mining) {
    const button = html(
      "button",
      {
        type: "button",
        class: "fold-button",
        "aria-expanded": String(this.isOpen(seat, mining)),
        onclick: () => {
          const open = !this.isOpen(seat, mining);
          if (mining) this.#mining.folded = !open;
          else this.#open[open ? "add" : "delete"](seat);
          button.setAttribute("aria-expanded", String(open));
          button.closest(".seat-card")?.classList.toggle("unfolded", open);
        },
      },
      html("span", { class: "fold-sign", "aria-hidden": "true" }, "▾"),
      unseen(app.tell("pit.unfold", seat)),
    );
    return button;
  }
}
