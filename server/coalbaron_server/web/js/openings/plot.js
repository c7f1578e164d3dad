/** The picture of openings: a dot with its range for each, all on one scale. */

import { svg } from "../dom.js";
import { ticks } from "../analyse/chart.js";
import { gradeOf, isThin, meanOf, rangeOf } from "./data.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./data.js").Opening} Opening */
/** @typedef {import("./data.js").Quantity} Quantity */

/** Units across. */
const WIDTHS = { wide: 300, small: 110 };
const EDGE = 14;
const ROW = 30;
const AXIS = 26;
const MIDDLE = ROW / 2;

/** A scale for some openings, from which the parts of the picture are drawn. */
export class Plot {
  /**
   * @param {App} app
   * @param {Opening[]} openings
   * @param {Quantity} quantity
   * @param {keyof typeof WIDTHS} size
   */
  constructor(app, openings, quantity, size) {
    this.app = app;
    this.width = WIDTHS[size];
    this.quantity = quantity;
    this.mean = meanOf(openings, quantity);
    // What was hardly tried may be off by anything: its range ends at the edge.
    const ranges = openings.filter((one) => !isThin(one)).map((one) => rangeOf(one, quantity));
    this.low = Math.min(this.mean, ...ranges.map(([low]) => low));
    this.high = Math.max(this.mean, ...ranges.map(([, high]) => high));
    this.steps = ticks(this.low, this.high).filter((step) => step >= this.low && step <= this.high);
  }

  /** @param {number} value */
  #x(value) {
    const part = (value - this.low) / (this.high - this.low || 1);
    return EDGE + (this.width - 2 * EDGE) * Math.min(Math.max(part, 0), 1);
  }

  /** The numbers above the dots. */
  drawAxis() {
    const unit = this.quantity === "win" ? 100 : 1;
    const sign = unit > 1 ? " %" : "";
    return svg(
      "svg",
      { class: "opening-plot", viewBox: `0 0 ${this.width} ${AXIS}`, "aria-hidden": "true" },
      this.steps.map((step) => [
        svg("line", { class: "chart-grid", x1: this.#x(step), x2: this.#x(step), y1: AXIS - 5, y2: AXIS }),
        svg("text", { class: "chart-number", x: this.#x(step), y: AXIS - 9 }, `${step < 0 ? "−" : ""}${this.app.i18n.number(Math.abs(unit * step))}${sign}`),
      ]),
    );
  }

  /**
   * The dot of an opening, with its range.
   *
   * @param {Opening} opening
   */
  drawRow(opening) {
    const [low, high] = rangeOf(opening, this.quantity);
    const x = this.#x(opening[this.quantity]);
    const grade = gradeOf(opening, this.quantity, this.mean);
    return svg(
      "svg",
      { class: `opening-plot ${grade}`, viewBox: `0 0 ${this.width} ${ROW}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      this.steps.map((step) => svg("line", { class: "chart-grid", x1: this.#x(step), x2: this.#x(step), y1: 0, y2: ROW })),
      svg("line", { class: "opening-mean", x1: this.#x(this.mean), x2: this.#x(this.mean), y1: 0, y2: ROW }),
      svg("line", { class: "opening-range", x1: this.#x(low), x2: this.#x(high), y1: MIDDLE, y2: MIDDLE }),
      drawDot(grade, x),
    );
  }
}

/**
 * Told apart without colour: a triangle that points up is good, one that points down is bad.
 *
 * @param {ReturnType<typeof gradeOf>} grade
 * @param {number} x
 */
function drawDot(grade, x) {
  if (grade === "good") return svg("path", { class: "opening-dot", d: `M${x} ${MIDDLE - 7}l6.5 12h-13z` });
  if (grade === "bad") return svg("path", { class: "opening-dot", d: `M${x} ${MIDDLE + 7}l6.5-12h-13z` });
  return svg("circle", { class: "opening-dot", cx: x, cy: MIDDLE, r: 5 });
}
