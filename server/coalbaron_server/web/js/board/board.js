/** The whole table. */
/** The board. */
export class Board {
  /**
   * @param {import("../types.js").App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    this.app = app;
    this.root = root;
  }

  /**
   * Rings and arrows for turns; an empty list clears them.
   *
   * @param {import("../types.js").Mark[]} marks
   */
  mark(marks) {
    void marks;
  }
}
