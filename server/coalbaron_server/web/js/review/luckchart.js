// A picture of a seat's play and luck: two bars a shift, up for what it gained, drawn by us.

import { svg } from "../dom.js";

/** @typedef {import("./accounts.js").Shown} Shown */
/** @typedef {import("./accounts.js").ShownBalance} ShownBalance */

const WIDTH = 340;
const HEIGHT = 168;
const EDGE = { left: 4, right: 4, top: 22, bottom: 54 };
const BAR = 30;
const GAP = 10;

/** Bars of less than this would fill the picture all the same, in units of the game's size. */
const LEAST = 3;

/**
 * @param {import("../types.js").App} app
 * @param {ShownBalance} balance
 * @param {(amount: Shown) => string} spell
 */
export function luckChart(app, balance, spell) {
  const { t } = app;
  const { shifts } = balance;
  const amounts = shifts.flatMap(({ play, luck }) => [play, luck]);
  const reach = (/** @type {1|-1} */ sign) => Math.max(0, ...amounts.map(({ tenths, error }) => (sign * tenths) / 10 + error));
  const [up, down] = [reach(1), reach(-1)];
  const scale = (HEIGHT - EDGE.top - EDGE.bottom) / Math.max(up + down, LEAST * app.about.units.size);
  const zero = EDGE.top + up * scale;
  const width = (WIDTH - EDGE.left - EDGE.right) / shifts.length;
  const told = shifts.map(({ shift, play, luck }) => `${t("chart.shift", { n: shift })}: ${t("balance.play")} ${spell(play)}, ${t("balance.luck")} ${spell(luck)}`);
  return svg(
    "svg",
    { class: `luck-chart seat-${balance.seat}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told.join("; ") },
    svg("defs", {}, svg("pattern", { id: "luck-lines", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("path", { class: "luck-line", d: "M0 0V5" }))),
    shifts.map(({ shift, play, luck }, index) => {
      const middle = EDGE.left + width * (index + 0.5);
      return svg(
        "g",
        {},
        bar(play, middle - GAP / 2 - BAR, "play"),
        bar(luck, middle + GAP / 2, "luck"),
        svg("text", { class: "luck-name", x: middle - (GAP + BAR) / 2, y: HEIGHT - 20 }, t("balance.play")),
        svg("text", { class: "luck-name", x: middle + (GAP + BAR) / 2, y: HEIGHT - 20 }, t("balance.luck")),
        svg("text", { class: "luck-shift", x: middle, y: HEIGHT - 4 }, t("chart.shift", { n: shift })),
      );
    }),
    svg("path", { class: "luck-zero", d: `M${EDGE.left} ${zero}H${WIDTH - EDGE.right}` }),
  );

  /**
   * @param {Shown} amount
   * @param {number} x
   * @param {"play"|"luck"} name
   */
  function bar({ tenths, error }, x, name) {
    const points = tenths / 10;
    const end = zero - points * scale;
    const middle = x + BAR / 2;
    const [high, low] = [end - error * scale, end + error * scale];
    const over = points >= 0;
    return svg(
      "g",
      { class: `luck-bar ${name}` },
      svg("rect", { fill: name === "luck" ? "url(#luck-lines)" : null, x, y: Math.min(zero, end), width: BAR, height: Math.abs(zero - end) }),
      svg("path", { class: "whisker", d: `M${middle} ${high}V${low}M${middle - 4} ${high}h8M${middle - 4} ${low}h8` }),
      svg("text", { x: middle, y: over ? high - 5 : low + 12 }, spell({ tenths, error: 0 })),
    );
  }
}
