/** The explorer, below the analysis: what self-play did in the first turns, and how it ended. */

import { fold } from "../analyse/analyse.js";
import { html } from "../dom.js";
import { addStyles } from "../loading.js";
import { historyOf } from "../moves/history.js";
import { recordParts } from "../share/record.js";
import { openingsAt } from "./data.js";
import { gameOpenings, texts } from "./openings.js";
import { drawKey, drawTable } from "./table.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("./openings.js").GameOpenings} GameOpenings */
/** @typedef {import("./data.js").Moment} Moment */

/**
 * A part of the analysis panel that works while it can be seen.
 *
 * @param {App} app
 * @param {() => boolean} isShown
 */
export async function explorerPart(app, isShown) {
  await Promise.all([app.i18n.add(texts), addStyles(import.meta.url, ["openings.css"])]);
  const history = historyOf(app);
  let asked = 0;
  const { element, content } = fold(app, "explorer", () => void draw());
  element.addEventListener("toggle", () => element.open || app.board.mark([]));
  const draw = async () => {
    if (!element.open || !isShown()) return;
    const own = ++asked;
    try {
      const children = await drawExplorer(app, await gameOpenings(app));
      if (own === asked) content.replaceChildren(...children);
    } catch (error) {
      if (own === asked) app.warn(error);
    }
  };
  history.listeners.push(() => void draw());
  for (const event of ["position", "panel", "language"]) app.on(event, () => void draw());
  return element;
}

/**
 * @param {App} app
 * @param {GameOpenings} game
 * @returns {Promise<Node[]>}
 */
async function drawExplorer(app, game) {
  const { t, board, words } = app;
  const moment = momentOf(app, game);
  const page = html("p", {}, html("a", { class: "button small", id: "explorer-page", href: "#openings" }, t("opening.title")));
  if (!moment) return [html("p", { class: "note" }, t("explorer.none")), page];
  const legal = new Set((app.game.answer?.legal ?? []).map(({ token }) => token));
  const openings = (await openingsAt(app, moment)).filter(({ token }) => legal.has(token));
  if (!openings.length) return [html("p", { class: "note" }, t("explorer.none")), page];
  return [
    html("p", { class: "note" }, t("explorer.text")),
    drawTable(app, openings, {
      caption: t("explorer.title"),
      sorted: "lead",
      quantity: "lead",
      plot: "small",
      picture: () => null,
      name: ({ token }) => words.token(token),
      onpoint: (opening) => board.mark(opening ? [{ token: opening.token, tokens: [opening.token], rank: 1 }] : []),
      isSmall: true,
    }),
    drawKey(app, openings, "lead"),
    page,
  ];
}

/**
 * What the board shows, if it is one of the first turns of a seat in a phase of a shift; null where
 * it is none, or where it is unknown how many went before.
 *
 * @param {App} app
 * @param {GameOpenings} game
 * @returns {Moment|null}
 */
function momentOf(app, { first }) {
  const { game } = app;
  const table = game.table;
  if (!table || table.turn === null || game.pending.length || game.sketching) return null;
  const { players, phase, turn: seat, shift = 1 } = table;
  const most = first[phase];
  if (most === undefined || "Position" in recordParts(game.record).tags || (game.peeking && !game.looksAt)) return null;
  const { line, at } = game.looksAt ?? game.lines.shown;
  const before = historyOf(app)
    .pathTo(line, at)
    .filter(({ turn }) => turn.seat === seat && turn.shift === shift && turn.phase === phase).length;
  return before < most ? { players, phase, shift } : null;
}
