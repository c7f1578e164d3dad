/** The end of a game: who won, where everybody's points came from, and what comes next. */

import { html } from "../dom.js";
import { recordParts, recordUpTo } from "../share/record.js";
import { badge } from "../seats.js";
import { minus, signed } from "./scoring.js";
import { drawnStart } from "./options.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/**
 * Where points came from: a row for each source, a number for each seat.
 *
 * @typedef {{icon: Node|null, title: string, points: number[]}} Source
 */

/** What happened in the game that was told last, by its record. @type {{record: string, events: Promise<GameEvent[]>}|null} */
let told = null;

/**
 * @param {App} app
 * @param {Table} table
 * @returns {Node[]}
 */
export function drawEnd(app, table) {
  const { t } = app;
  if (!table.over) return [];
  const { scores, winners } = table.over;
  const ranked = scores.map((_, seat) => seat).sort((one, other) => scores[other] - scores[one]);
  const sources = html("div", { class: "sources" });
  if (app.parts.points && !app.game.peeking) void drawSources(app, table, sources);
  return [
    html("p", { class: "prompt" }, tellWinners(app, winners)),
    html(
      "ol",
      { class: "final" },
      ranked.map((seat) => html("li", {}, html("span", {}, app.seatName(seat)), html("b", {}, t("end.vp", { n: minus(scores[seat]) })))),
    ),
    // What comes next is above the table, below which it would be out of sight.
    app.game.peeking || app.game.chance === "ask" ? "" : drawNext(app),
    sources,
    app.seating?.drawEnd(),
  ].filter((part) => part instanceof Node);
}

/**
 * @param {App} app
 * @param {number[]} winners
 */
function tellWinners(app, winners) {
  if (winners.length === 1) return app.tell("end.won", winners[0]);
  const seats = new Intl.ListFormat(app.i18n.language).format(winners.map(app.seatName));
  return app.t(winners.some(app.isYou) ? "end.shared.you" : "end.shared", { seats });
}

/** @param {App} app */
function drawNext(app) {
  const { t } = app;
  return html(
    "div",
    { class: "actions" },
    html("button", { type: "button", class: "button primary", id: "end-review", onclick: () => void review(app) }, t("end.review")),
    html("button", { type: "button", class: "button", id: "end-rematch", onclick: () => void rematch(app) }, t("end.rematch")),
  );
}

/** @param {App} app */
async function review(app) {
  await app.openPanel("review");
  document.getElementById("review-start")?.click();
}

/**
 * The same seats once more. The lot decides who starts.
 *
 * @param {App} app
 */
async function rematch(app) {
  const { seats } = app.game;
  app.warn(null);
  try {
    await app.requests.start(seats, { ...drawnStart(app, seats.length), options: app.game.answer?.options });
  } catch (error) {
    app.warn(Object.assign(/** @type {object} */ (error), { retry: () => rematch(app) }));
  }
}

/**
 * Fill in where the points came from. The record tells it, so it is there after a reload too.
 *
 * @param {App} app
 * @param {Table} table
 * @param {HTMLElement} place
 */
async function drawSources(app, table, place) {
  const { record } = app.game;
  if (told?.record !== record) told = { record, events: tellGame(app, record) };
  const current = told;
  const events = await current.events.catch(() => null);
  if (!events) {
    if (told === current) told = null;
    return;
  }
  const sources = app.parts.points?.(events, table) ?? [];
  if (!sources.length) return;
  const { t } = app;
  place.replaceChildren(
    html(
      "table",
      { class: "numbers" },
      html("caption", {}, t("end.sources")),
      html("thead", {}, html("tr", {}, html("td", {}), table.seats.map((_, seat) => html("th", { scope: "col", title: app.seatName(seat), "aria-label": app.seatName(seat) }, badge(seat, 13))))),
      html(
        "tbody",
        {},
        sources.map(({ icon, title, points }) =>
          html("tr", {}, html("th", { scope: "row" }, icon, " ", title), points.map((gained) => html("td", {}, gained ? signed(gained) : "–"))),
        ),
      ),
      html("tfoot", {}, html("tr", {}, html("th", { scope: "row" }, t("scoring.total")), (table.over?.scores ?? []).map((score) => html("td", {}, minus(score))))),
    ),
  );
}

/**
 * All that happened in a game.
 *
 * @param {App} app
 * @param {string} record
 * @returns {Promise<GameEvent[]>}
 */
async function tellGame(app, record) {
  const parts = recordParts(record);
  const { events } = await app.api.post("/v1/play", { record: recordUpTo(parts, 0), tokens: parts.tokens, chance: "ask" });
  return events;
}
