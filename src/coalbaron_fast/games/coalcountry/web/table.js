/** The table of Coal Country, and what confirming a turn on it means. */

import { AREAS, facts } from "./facts.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("../../static/js/game.js").Game} Game */
/** @typedef {import("../../static/js/types.js").GameEvent} GameEvent */

/** Where money came from and went to, in the order in which it is shown. */
const SOURCES = ["sale", "permit", "utility", "building", "penalty", "inspection"];

/** Decisions that go on where another began: a purchase is not confirmed before all of it is said. */
const INNER = ["put", "onto", "mark"];

/** The items of the inspection, in the order of the rules. */
export const ITEMS = /** @type {const} */ (["missing", "refuse", "tunnels", "storage", "buildings"]);

/** What the facts call each item. */
const FACTS = { missing: "missing_utility", refuse: "refuse", tunnels: "unfinished_tunnel", storage: "stored_utility", buildings: "building" };

/**
 * The table as it is shown.
 *
 * @param {Game} game
 */
export const tableOf = (game) => /** @type {Table|null} */ (/** @type {unknown} */ (game.table));

/**
 * The seat whose mine is shown large, if nobody chose another: one's own, or that of the seat to decide.
 *
 * @param {Game} game
 * @param {Table} table
 */
export const eyesOf = (game, table) => game.viewer ?? table.viewer ?? table.turn ?? table.order[0] ?? 0;

/**
 * What confirming does. Null where the turn needs another choice first.
 *
 * @param {Game} game
 * @param {import("./draft.js").Draft} draft
 * @returns {import("../../static/js/types.js").Confirmation|null}
 */
export function confirmationOf(game, draft) {
  const table = tableOf(game);
  if (!table) return null;
  if (table.phase === "chance") return game.chance === "ask" ? null : { name: table.draw?.startsWith("tile") ? "draw" : "turn" };
  if (table.phase === "over" || table.turn !== game.mover) return { name: game.pending[0]?.[1] === ">" ? "ready" : "turn" };
  if (draft.isOn && !draft.isSingle) return draft.isComplete && draft.rest.length === 1 ? { name: "ready", tokens: draft.rest, left: draft.penalty } : null;
  return INNER.includes(table.phase) || (table.phase === "place" && !table.amok) ? null : { name: "turn" };
}

/**
 * May a seat know more than another? From the placing on, until the area of every face-down foreman has begun.
 *
 * @param {import("../../static/js/types.js").Answer} answer
 */
export function hasSecrets(answer) {
  const table = /** @type {Table} */ (/** @type {unknown} */ (answer.table));
  if (table.stage === "place") return true;
  const now = AREAS.indexOf(table.stage);
  return now >= 0 && table.seats.some((seat) => seat.foremen.some(({ place }) => AREAS.indexOf(areaOf(seat, place)) > now));
}

/**
 * The area in which a seat's foreman on a place is used.
 *
 * @param {Seat} seat
 * @param {string} place
 */
export const areaOf = (seat, place) => facts.areaOf(place, (cell) => seat.mine.some((tile) => tile.cell === cell));

/**
 * By how many dollars an item changes what a seat pays.
 *
 * @param {Table} table
 * @param {Seat} seat
 * @param {typeof ITEMS[number]} item
 */
export const feesOf = (table, seat, item) => {
  const each = facts.all.inspection[FACTS[item]];
  return seat.inspection[item] * (table.reformed ? Math.sign(each) * facts.all.inspection.reformed : each);
};

/**
 * The inspection as the end of the game shows it, item by item.
 *
 * @param {import("./types.js").App} app
 * @param {import("../../static/js/types.js").Answer} answer
 * @returns {import("../../static/js/play/scoring.js").Scoring|null}
 */
export function inspectionOf(app, answer) {
  const table = /** @type {Table} */ (/** @type {unknown} */ (answer.table));
  if (!table.over || !answer.events.some(({ kind }) => kind === "over")) return null;
  const { scores } = table.over;
  return {
    title: app.t("inspect.title"),
    rounds: ITEMS.map((item) => ({
      icon: null,
      title: app.t(`inspect.${item}`),
      why: app.t(`inspect.why_${item}`, { n: Math.abs(feesOf(table, { ...table.seats[0], inspection: { ...table.seats[0].inspection, [item]: 1 } }, item)) }),
      counts: table.seats.map((seat) => seat.inspection[item]),
      leads: table.seats.map(() => false),
      points: table.seats.map((seat) => -feesOf(table, seat, item) * seat.fee),
    })),
    before: table.seats.map((seat) => scores[seat.seat] + seat.inspection.dollars),
    after: scores,
  };
}

/**
 * Where money came from: a row for each source that brought or cost any.
 *
 * @param {import("./types.js").App} app
 * @param {GameEvent[]} events
 * @param {import("../../static/js/types.js").Table} table
 */
export function sourcesOf(app, events, table) {
  return SOURCES.map((source) => ({
    icon: null,
    title: app.t(`source.${source}`),
    points: table.seats.map((_, seat) => events.filter((event) => event.seat === seat && event.kind === "gain" && event.source === source).reduce((sum, event) => sum + Number(event.dollars ?? 0), 0)),
  })).filter(({ points }) => points.some(Boolean));
}
