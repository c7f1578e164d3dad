/** Where points come from, in words: what a teacher's or a hint's reasons are about. */

import { facts } from "../facts.js";
import { tableOf } from "../table.js";
import { putOf } from "../words.js";

/** @typedef {import("../types.js").App} App */

/**
 * @param {App} app
 * @returns {import("../../../static/js/teach/reasons.js").GameReasons}
 */
export function reasonsOf(app) {
  const { t, words } = app;
  return {
    details({ seat, source, items }, { seat: mover, turn, best }, view) {
      if (source !== "orders") return "";
      const [own, better] = [turn, best].map((tokens) => (seat === mover ? ordersIn(app, tokens) : []));
      const missed = better.filter((order) => !own.includes(order));
      // Those that neither turn touches: what can be expected of them changes all the same.
      const others = items.filter(({ name }) => !missed.includes(name) && !own.includes(name));
      const held = new Set(tableOf(app.game)?.seats[seat].orders.map(({ name }) => name));
      const told = [
        { key: "missed", orders: missed },
        ...["nearer", "further", "likelier", "rarer"].map((key) => ({
          key,
          orders: others.filter(({ name, vp }) => key === changeOf(held.has(name), view * vp > 0)).map(({ name }) => name),
        })),
      ];
      const wanted = told.filter(({ orders }) => orders.length);
      return wanted.map(({ key, orders }) => t(`source.orders.${key}`, { orders: orders.map((order) => words.item(order)).join(", ") })).join("; ");
    },
  };
}

/**
 * What becomes of an order that a seat holds, or may yet get.
 *
 * @param {boolean} isHeld
 * @param {boolean} isMore
 */
function changeOf(isHeld, isMore) {
  if (isHeld) return isMore ? "nearer" : "further";
  return isMore ? "likelier" : "rarer";
}

/**
 * The orders that a turn takes or brings coal to.
 *
 * @param {App} app
 * @param {string[]} tokens
 */
function ordersIn(app, tokens) {
  const spaces = tableOf(app.game)?.spaces ?? [];
  const named = tokens.flatMap((token) => {
    const item = spaces.find(({ name }) => name === token)?.item ?? putOf(token)?.order ?? (token[0] === "+" ? token.slice(1) : null);
    return item !== null && facts.orders.has(item) ? [item] : [];
  });
  return [...new Set(named)];
}
