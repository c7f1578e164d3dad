/** Why a hint is one: what the engine expects of it, and how much less of the next best turn. */

import { continued, distinct } from "../analyse/distinct.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Analysis} Analysis */

/** What differs by less than so many standard errors is as good. */
const SURE = 2;

/**
 * Sentences about the best line of an analysis.
 *
 * @param {App} app
 * @param {Analysis|null} analysis
 * @returns {string[]}
 */
export function reasonsOf(app, analysis) {
  const { t, i18n, words, game } = app;
  const seat = game.table?.turn ?? null;
  if (!analysis || seat === null) return [];
  const [best, next] = distinct(app, analysis.lines, 2);
  if (!best) return [];
  const band = best.vp_band?.[seat];
  const expected = t(band ? "hint.expects_band" : "hint.expects", {
    win: i18n.number(100 * best.win[seat]),
    vp: i18n.number(best.vp[seat]),
    low: i18n.number(band?.[0] ?? 0),
    high: i18n.number(band?.[1] ?? 0),
  });
  const [, following] = continued(app, best.pv.slice(0, 2));
  const then = following ? [t("hint.then", { turn: following })] : [];
  if (!next) return [expected, t("hint.only"), ...then];
  const less = best.win[seat] - next.win[seat];
  const isSure = less > SURE * Math.hypot(best.win_error[seat], next.win_error[seat]);
  const other = t(isSure ? "hint.next" : "hint.close", { turn: words.turn(next.tokens), win: i18n.number(100 * less, 1) });
  return [expected, other, ...then];
}
