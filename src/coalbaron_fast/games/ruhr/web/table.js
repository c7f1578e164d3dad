/** The table of Ruhrschifffahrt, and what confirming a turn on it means. */

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("../../static/js/game.js").Game} Game */

/** Where the points of a game came from, in the order in which they are shown. */
const SOURCES = ["lock", "warehouse", "export", "inn", "event", "debt", "cities", "depots", "markers", "debts"];

/** Decisions that go on where another began. */
const INNER = ["carry", "supply", "start", "hauler"];

/**
 * The table as it is shown.
 *
 * @param {Game} game
 */
export const tableOf = (game) => /** @type {Table|null} */ (/** @type {unknown} */ (game.table));

/**
 * What confirming does: ends the turn, or buying and with it the turn. Null where the turn needs
 * another choice first.
 *
 * @param {Game} game
 * @returns {import("../../static/js/types.js").Confirmation|null}
 */
export function confirmationOf(game) {
  const table = tableOf(game);
  if (!table) return null;
  if (table.phase === "chance") return game.chance === "ask" ? null : { name: "turn" };
  if (table.phase === "over" || table.turn !== game.mover) return { name: "turn" };
  if (INNER.includes(table.phase)) return null;
  const isBuying = table.phase === "buy" && table.did.includes("bought");
  if (!isBuying) return { name: "turn" };
  // Under lock duty nobody may stop before the lock is built.
  const mayStop = game.answer?.legal.some(({ token }) => token === "end");
  return mayStop ? { name: "end", tokens: ["end"] } : null;
}

/**
 * Where points came from: a row for each source that brought any.
 *
 * @param {import("./types.js").App} app
 * @param {import("../../static/js/types.js").GameEvent[]} events
 * @param {import("../../static/js/types.js").Table} table
 */
export function sourcesOf(app, events, table) {
  return SOURCES.map((source) => ({
    icon: null,
    title: app.t(`source.${source}`),
    points: table.seats.map((_, seat) =>
      events.filter((event) => event.source === source && event.seat === seat).reduce((sum, { points }) => sum + Number(points), 0),
    ),
  })).filter(({ points }) => points.some(Boolean));
}
