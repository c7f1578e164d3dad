// A hint: what the engine would do, what can be expected then, and why the next best turn is worse.

import { continued, distinct } from "../analyse/distinct.js";
import { html } from "../dom.js";
import { reasonsFor } from "./reasons.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Line} Line */

/** What comparing the best turn with the next one may spend. */
const LIMITS = { nodes: 4000 };

/** What differs by fewer standard errors than this is as good. */
const SURE = 2;

/**
 * A hint as an element. Its reasons come a moment later.
 *
 * @param {App} app
 * @param {Analysis} analysis of the position on the board
 * @param {() => void} take plays it
 * @param {AbortSignal} signal ends the asking for reasons
 */
export async function drawHint(app, analysis, take, signal) {
  await reasonsFor(app);
  const { t } = app;
  const [best, next] = distinct(app, analysis.lines, 2);
  const why = html("div", { class: "hint-why" });
  if (best && next) void drawWhy(app, best, next, why, signal);
  return html(
    "div",
    { class: "hint" },
    html("p", {}, t("hint.would", { turn: app.words.turn(analysis.best) })),
    // What follows may be long; the button stays in sight.
    html("button", { type: "button", id: "take-hint", class: "button", onclick: take }, t("hint.take")),
    best ? sentences(app, best, next).map((sentence) => html("p", { class: "hint-reason" }, sentence)) : null,
    why,
  );
}

/**
 * @param {App} app
 * @param {Line} best
 * @param {Line|undefined} next
 * @returns {string[]}
 */
function sentences(app, best, next) {
  const { t, i18n, words, game } = app;
  const seat = /** @type {number} */ (game.table?.turn);
  const band = best.vp_band?.[seat];
  const expected = t(band ? "hint.expects_band" : "hint.expects", {
    win: i18n.number(100 * best.win[seat]),
    vp: i18n.number(best.vp[seat]),
    low: i18n.number(band?.[0] ?? 0),
    high: i18n.number(band?.[1] ?? 0),
  });
  const [, following] = continued(app, best.pv.slice(0, 2));
  const then = following ? [t("hint.then", { turn: following })] : [];
  if (!next) return [expected, ...then, t("hint.only")];
  const less = best.win[seat] - next.win[seat];
  const isSure = less > SURE * Math.hypot(best.win_error[seat], next.win_error[seat]);
  return [expected, ...then, t(isSure ? "hint.next" : "hint.close", { turn: words.turn(next.tokens), win: i18n.number(100 * less, 1) })];
}

/**
 * Say why the next best turn is worse, if it is when only the two are searched.
 *
 * @param {App} app
 * @param {Line} best
 * @param {Line} next
 * @param {HTMLElement} place
 * @param {AbortSignal} signal
 */
async function drawWhy(app, best, next, place, signal) {
  const { t } = app;
  const reasons = await reasonsFor(app);
  place.replaceChildren(html("p", { class: "hint-reason" }, t("hint.comparing")));
  try {
    const limits = { ...LIMITS, root_turns: [best, next].map(({ tokens }) => tokens.join("/")) };
    const advice = await app.api.post("/v1/judge", { ...app.game.body(), limits }, { signal });
    const isSame = advice.best.join() === best.tokens.join() && advice.reasons.length > 0;
    place.replaceChildren(...(isSame ? [html("p", { class: "hint-reason" }, t("hint.why")), reasons.draw(advice, -1)] : []));
    if (isSame) app.say(`${t("hint.why")} ${reasons.tell(advice, 2, -1)}`);
  } catch {
    // There is a hint without its reasons too.
    place.replaceChildren();
  }
}
