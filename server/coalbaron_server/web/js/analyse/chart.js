// The graph of a game: one line a seat over the turns, drawn by us.

import { html, svg } from "../dom.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./timeline.js").Estimate} Estimate */
/** @typedef {"win" | "vp"} Quantity */

const WIDTH = 360;
const HEIGHT = 170;
const EDGE = { left: 34, right: 10, top: 10, bottom: 22 };

/** Numbers on the upright axis are that many, about. */
const TICKS = 4;

/**
 * Round steps from `low` to `high`.
 *
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
export function ticks(low, high) {
  const rough = Math.max(high - low, 1e-9) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * The mark of a seat on a graph: the shape of its badge.
 *
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 */
export function seatMark(seat, x, y, size = 3) {
  const attributes = { class: `chart-mark seat-${seat}` };
  if (seat === 0) return svg("circle", { ...attributes, cx: x, cy: y, r: size });
  const corners = [
    [],
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
    [
      [0, -1.4],
      [1.4, 0],
      [0, 1.4],
      [-1.4, 0],
    ],
    [
      [0, -1.3],
      [1.2, 1],
      [-1.2, 1],
    ],
  ][seat];
  const points = (corners ?? []).map(([dx = 0, dy = 0]) => `${x + dx * size},${y + dy * size}`);
  return svg("polygon", { ...attributes, points: points.join(" ") });
}

/**
 * @typedef {object} Scale
 * @property {(position: number) => number} x of the n-th estimate
 * @property {(value: number) => number} y
 */

/**
 * @param {App} app
 * @param {number[]} steps
 * @param {Scale} scale
 * @param {Quantity} quantity
 */
function grid(app, steps, scale, quantity) {
  const unit = quantity === "win" ? 100 : 1;
  return steps.flatMap((step) => [
    svg("line", {
      class: "chart-grid",
      x1: EDGE.left,
      x2: WIDTH - EDGE.right,
      y1: scale.y(step),
      y2: scale.y(step),
    }),
    svg(
      "text",
      { class: "chart-number on-left", x: EDGE.left - 4, y: scale.y(step) + 3 },
      app.i18n.number(step * unit),
    ),
  ]);
}

/**
 * Where a part of the game begins, as an upright line with its number.
 *
 * @param {App} app
 * @param {Estimate[]} estimates
 * @param {Scale} scale
 */
function shiftLines(app, estimates, scale) {
  return estimates.flatMap((estimate, position) => {
    const before = estimates[position - 1];
    if (before?.shift === estimate.shift) return [];
    const x = scale.x(position);
    return [
      svg("line", { class: "chart-shift", x1: x, x2: x, y1: EDGE.top, y2: HEIGHT - EDGE.bottom }),
      svg(
        "text",
        { class: "chart-number on-right", x: x + 3, y: HEIGHT - 7 },
        app.t("chart.shift", { n: estimate.shift }),
      ),
    ];
  });
}

/**
 * @param {Estimate[]} estimates
 * @param {Scale} scale
 * @param {Quantity} quantity
 */
function seatLines(estimates, scale, quantity) {
  const seats = estimates[0]?.win.length ?? 0;
  const every = Math.max(1, Math.round(estimates.length / 12));
  return Array.from({ length: seats }, (_, seat) => {
    const points = estimates.map((estimate, position) => [
      scale.x(position),
      scale.y(estimate[quantity][seat] ?? 0),
    ]);
    return svg(
      "g",
      { class: `chart-seat seat-${seat}` },
      svg("polyline", {
        class: "chart-line",
        points: points.map((point) => point.join(",")).join(" "),
      }),
      points
        .filter((_point, position) => position % every === 0 || position === points.length - 1)
        .map(([x = 0, y = 0]) => seatMark(seat, x, y)),
    );
  });
}

/**
 * How sure the lines are: a standard error to both sides, where it is known.
 *
 * @param {Estimate[]} estimates
 * @param {Scale} scale
 * @param {Quantity} quantity
 * @param {{low: number, high: number}} range what the picture shows
 */
function bands(estimates, scale, quantity, { low, high }) {
  const seats = estimates[0]?.win.length ?? 0;
  const within = (/** @type {number} */ value) => scale.y(Math.min(Math.max(value, low), high));
  return Array.from({ length: seats }, (_, seat) => {
    const edges = estimates.map((estimate, position) => {
      const value = estimate[quantity][seat] ?? 0;
      const error = errorsOf(estimate, quantity)[seat] ?? 0;
      return { x: scale.x(position), top: within(value + error), bottom: within(value - error) };
    });
    const points = [
      ...edges.map(({ x, top }) => `${x},${top}`),
      ...edges.toReversed().map(({ x, bottom }) => `${x},${bottom}`),
    ];
    return svg("polygon", { class: `chart-band seat-${seat}`, points: points.join(" ") });
  });
}

/**
 * The numbers of the graph as a table, for who cannot see it.
 *
 * @param {App} app
 * @param {Estimate[]} estimates
 * @param {Quantity} quantity
 */
function numbers(app, estimates, quantity) {
  const seats = estimates[0]?.win ?? [];
  /** @param {number} number @param {number|undefined} error */
  const value = (number, error) => {
    const [unit, places, sign] = quantity === "win" ? [100, 0, " %"] : [1, 1, ""];
    const spread = error ? ` ±${app.i18n.number(unit * error, places)}` : "";
    return `${app.i18n.number(unit * number, places)}${sign}${spread}`;
  };
  return html(
    "table",
    { class: "unseen" },
    html("caption", {}, app.t(`chart.${quantity}`)),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, app.t("chart.turn")),
        seats.map((_, seat) => html("th", { scope: "col" }, app.seatName(seat))),
      ),
    ),
    html(
      "tbody",
      {},
      estimates.map((estimate, position) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, String(position + 1)),
          estimate[quantity].map((number, seat) => html("td", {}, value(number, errorsOf(estimate, quantity)[seat]))),
        ),
      ),
    ),
  );
}

/**
 * @param {Estimate} estimate
 * @param {Quantity} quantity
 */
const errorsOf = (estimate, quantity) => (quantity === "win" ? estimate.win_error : estimate.vp_error) ?? [];

/**
 * @typedef {object} ChartOptions
 * @property {Quantity} quantity
 * @property {number | null} [at] the index of the estimate that the board shows
 * @property {(estimate: Estimate) => void} [onpick] a turn was clicked
 */

/**
 * Draw the graph of a game.
 *
 * @param {App} app
 * @param {Estimate[]} estimates
 * @param {ChartOptions} options
 * @returns {HTMLElement}
 */
export function gameChart(app, estimates, { quantity, at = null, onpick }) {
  const values = estimates.flatMap((estimate) => estimate[quantity]);
  const steps =
    quantity === "win"
      ? [0, 0.25, 0.5, 0.75, 1]
      : ticks(Math.min(0, ...values), Math.max(10, ...values));
  const low = steps[0] ?? 0;
  const high = steps[steps.length - 1] ?? 1;
  const inner = { width: WIDTH - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom };
  /** @type {Scale} */
  const scale = {
    x: (position) => EDGE.left + (inner.width * position) / Math.max(1, estimates.length - 1),
    y: (value) => EDGE.top + inner.height * (1 - (value - low) / (high - low)),
  };
  const here = estimates.findIndex((estimate) => estimate.index === at);
  const picture = svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": app.t(`chart.${quantity}`),
    },
    grid(app, steps, scale, quantity),
    shiftLines(app, estimates, scale),
    here >= 0 &&
      svg("line", {
        class: "chart-here",
        x1: scale.x(here),
        x2: scale.x(here),
        y1: EDGE.top,
        y2: HEIGHT - EDGE.bottom,
      }),
    bands(estimates, scale, quantity, { low, high }),
    seatLines(estimates, scale, quantity),
  );
  if (onpick)
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      const position = Math.round(
        ((x - EDGE.left) / inner.width) * Math.max(1, estimates.length - 1),
      );
      const picked = estimates[Math.min(Math.max(position, 0), estimates.length - 1)];
      if (picked) onpick(picked);
    });
  return html("figure", { class: "chart-frame" }, picture, numbers(app, estimates, quantity));
}
