// The player's rating and the games that made it, drawn by us.

import { ask } from "../ask.js";
import { html, svg } from "../dom.js";
import { HALF_95, UNKNOWN, ratingsOf } from "./rating.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./people.js").People} People */
/** @typedef {import("./rating.js").Rating} Rating */
/** @typedef {import("./rating.js").RatedGame} RatedGame */

const WIDTH = 340;
const HEIGHT = 150;
const EDGE = { left: 40, right: 10, top: 10, bottom: 12 };
const STEP = 200;

/**
 * A rating with half of its 95 % interval.
 *
 * @param {App} app
 * @param {Rating} rating
 */
export const spellRating = ({ i18n }, { rating, deviation }) => `${Math.round(rating)} ±${i18n.number(HALF_95 * deviation)}`;

/**
 * The rating now; null before any game has changed it.
 *
 * @param {People} people
 * @param {RatedGame[]} games
 */
export const ratingNow = (people, games) => ratingsOf(games, (name) => people.find(name)).findLast((one) => one !== null) ?? null;

/**
 * @param {People} people
 * @param {import("./ledger.js").Ledger} ledger
 */
export function openHistory(people, ledger) {
  const { app } = people;
  const { t } = app;
  const content = html("div", { class: "rated-history" });
  const draw = () => {
    const { games } = ledger;
    const ratings = ratingsOf(games, (name) => people.find(name));
    const now = ratings.findLast((one) => one !== null) ?? null;
    content.replaceChildren(
      html("p", { class: "rated-now" }, now ? spellRating(app, now) : t(games.length ? "rated.waiting" : "rated.none")),
      ...(now ? [drawCurve(app, ratings.filter((one) => one !== null))] : []),
      ...(games.length ? [drawGames(people, games, ratings)] : []),
      html("p", { class: "small-title" }, t("rated.rules")),
    );
    wipe.hidden = !games.length;
  };
  const wipe = html("button", { type: "button", class: "button", id: "rated-clear", onclick: async () => (await ask(t("rated.sure"), t("rated.clear"), t("rated.keep"))) && (ledger.clear(), draw()) }, t("rated.clear"));
  draw();
  const dialog = html(
    "dialog",
    { class: "dialog rated", id: "rated-dialog", "aria-labelledby": "rated-title" },
    html("h2", { id: "rated-title" }, t("rated.title")),
    content,
    html("div", { class: "actions" }, html("button", { type: "button", class: "button primary", autofocus: true, onclick: () => dialog.close() }, t("rated.close")), wipe),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {People} people
 * @param {RatedGame[]} games
 * @param {(Rating|null)[]} ratings
 */
function drawGames(people, games, ratings) {
  const { app } = people;
  const { t } = app;
  const rows = games.map(({ date, seats, scores, winners }, index) => {
    const own = seats.indexOf(null);
    const names = seats.flatMap((name) => (name === null ? [] : [name]));
    const result = !winners.includes(own) ? "lost" : winners.length > 1 ? "shared" : "won";
    const rating = ratings[index];
    return html(
      "tr",
      {},
      html("td", {}, new Date(date).toLocaleDateString(app.i18n.language, { dateStyle: "medium" })),
      html("th", { scope: "row" }, names.map((name) => [people.face(name, 26), " ", titleOf(people, name), " "])),
      html("td", {}, t(`rated.${result}`), " ", [scores[own], ...scores.filter((_, seat) => seat !== own)].join(" : ")),
      html("td", {}, rating ? spellRating(app, rating) : "–"),
    );
  });
  return html(
    "div",
    { class: "rated-games", tabindex: 0, "aria-label": t("rated.games") },
    html(
      "table",
      { class: "numbers" },
      html("caption", { class: "unseen" }, t("rated.games")),
      html("thead", {}, html("tr", {}, ["date", "against", "result", "after"].map((key) => html("th", { scope: "col" }, t(`rated.${key}`))))),
      html("tbody", {}, rows.reverse()),
    ),
  );
}

/**
 * @param {People} people
 * @param {string} name
 */
function titleOf(people, name) {
  const opponent = people.find(name);
  return opponent ? people.titleOf(opponent) : name;
}

/**
 * The rating over the games, with the band that holds it in 95 of 100 cases.
 *
 * @param {App} app
 * @param {Rating[]} ratings
 */
function drawCurve(app, ratings) {
  const all = [UNKNOWN, ...ratings];
  const low = Math.floor(Math.min(...all.map(({ rating, deviation }) => rating - HALF_95 * deviation)) / STEP) * STEP;
  const high = Math.ceil(Math.max(...all.map(({ rating, deviation }) => rating + HALF_95 * deviation)) / STEP) * STEP;
  const x = (/** @type {number} */ index) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * index) / (all.length - 1);
  const y = (/** @type {number} */ rating) => EDGE.top + ((HEIGHT - EDGE.top - EDGE.bottom) * (high - rating)) / (high - low);
  const points = (/** @type {(one: Rating) => number} */ of) => all.map((one, index) => `${x(index).toFixed(1)} ${y(of(one)).toFixed(1)}`);
  const upper = points(({ rating, deviation }) => rating + HALF_95 * deviation);
  const lower = points(({ rating, deviation }) => rating - HALF_95 * deviation).reverse();
  const ticks = Array.from({ length: (high - low) / STEP + 1 }, (_, index) => low + STEP * index).filter((_, index, { length }) => length < 7 || index % 2 === 0);
  const last = ratings[ratings.length - 1];
  return svg(
    "svg",
    { class: "rated-curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": app.t("rated.curve", { n: ratings.length, after: spellRating(app, last) }) },
    ticks.map((tick) => [
      svg("path", { class: "chart-grid", d: `M${EDGE.left} ${y(tick)}H${WIDTH - EDGE.right}` }),
      svg("text", { class: "chart-number on-left", x: EDGE.left - 5, y: y(tick) + 4 }, String(tick)),
    ]),
    svg("path", { class: "rated-band", d: `M${[...upper, ...lower].join("L")}Z` }),
    svg("path", { class: "rated-line", d: `M${points(({ rating }) => rating).join("L")}` }),
    svg("circle", { class: "rated-dot", cx: x(all.length - 1), cy: y(last.rating), r: 4 }),
  );
}
