/** Where points come from, in words: what a teacher's or a hint's reasons are about. */

import { readTexts } from "../../../static/js/loading.js";
import { facts } from "../facts.js";
import { tableOf } from "../table.js";
import { putOf } from "../words.js";

/** @typedef {import("../types.js").App} App */

/** A majority as the service names it: `majority3`. */
const MAJORITY = /^majority(\d+)$/;

/**
 * @param {App} app
 * @returns {Promise<import("../../../static/js/teach/reasons.js").GameReasons>}
 */
export async function reasonsOf(app) {
  const { t, words } = app;
  await app.i18n.add(texts);
  return {
    name(source) {
      const majority = MAJORITY.exec(source);
      if (majority) return t("source.majority", { element: words.majority(Number(majority[1])) });
      return app.i18n.has(`source.${source}`) ? t(`source.${source}`) : null;
    },
    details(source, turn, best) {
      if (source !== "orders") return "";
      const [own, better] = [ordersIn(app, turn), ordersIn(app, best)];
      const missed = better.filter((order) => !own.includes(order));
      return missed.map((order) => words.item(order)).join("; ");
    },
  };
}

/** @type {import("../../../static/js/i18n.js").TextSource} */
const texts = (language) => readTexts(import.meta.url, `lang/${language}.json`, `there are no texts of reasons in ${language}`);

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
