/** What the end of a shift scores, majority by majority, and where all points of a game came from. */

import { elementIcon } from "./board/clock.js";
import { coin, cube, orderFace } from "./board/pieces.js";
import { sideIcon } from "./board/pits.js";
import { facts } from "./facts.js";
import { elementOf } from "./words.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("../../static/js/types.js").GameEvent} GameEvent */
/** @typedef {import("../../static/js/play/scoring.js").Round} Round */

/** What is counted at the end of the game besides majorities, with its picture. @type {Record<string, () => Node>} */
const LEFTOVERS = {
  marks: () => coin(5, 20),
  cubes: () => cube("g", 18),
  orders: () => orderFace("?"),
  balance: () => sideIcon("D"),
};

/** Sources of points in the order of the table at the end. */
const SOURCES = ["delivered", "coal", "orders", "carts", ...Object.keys(LEFTOVERS).map((name) => `left_${name}`)];

/**
 * What the turn has scored; null if no shift has ended with it.
 *
 * @param {App} app
 * @param {import("../../static/js/types.js").Answer} answer
 * @returns {import("../../static/js/play/scoring.js").Scoring|null}
 */
export function scoringOf(app, answer) {
  const table = /** @type {Table} */ (answer.table);
  const shift = endedIn(answer.events, table);
  if (!shift) return null;
  const scores = answer.events.filter(({ kind }) => kind === "score");
  const rounds = table.majorities.slice(0, facts.rewardsPerShift * shift).map((majority) => majorityRound(app, table, majority, scores));
  for (const source of Object.keys(LEFTOVERS)) {
    const points = pointsOf(table, scores.filter((event) => event.source === source));
    if (points.some(Boolean)) rounds.push({ icon: LEFTOVERS[source](), title: app.t(`scored.left_${source}`), why: app.t(`scored.why_${source}`), counts: points.map(() => ""), leads: points.map(() => false), points });
  }
  const all = pointsOf(table, scores);
  const after = table.over?.scores ?? table.seats.map(({ vp }) => vp);
  return { title: app.t("scored.title", { n: shift }), rounds, before: after.map((vp, seat) => vp - all[seat]), after };
}

/**
 * The shift that ended, 0 if none did.
 *
 * @param {GameEvent[]} events
 * @param {Table} table
 */
function endedIn(events, table) {
  if (events.some(({ kind }) => kind === "over")) return facts.shifts;
  return events.some(({ kind }) => kind === "shift") ? table.shift - 1 : 0;
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {import("./types.js").Majority} majority
 * @param {GameEvent[]} scores
 * @returns {Round}
 */
function majorityRound(app, table, majority, scores) {
  const { index, counts, leaders, first, second } = majority;
  const points = pointsOf(table, scores.filter(({ source, element }) => source === "majority" && element === index));
  const key = !leaders.length ? "nobody" : leaders.length > 1 ? "tied" : second === null ? "first" : "second";
  return {
    icon: elementIcon(index),
    title: app.words.majority(index),
    why: app.t(`scored.${key}`, { first, second }),
    counts,
    leads: counts.map((_, seat) => leaders.includes(seat)),
    points,
  };
}

/**
 * @param {Table} table
 * @param {GameEvent[]} events
 */
function pointsOf(table, events) {
  const points = table.seats.map(() => 0);
  for (const { seat, vp } of events) if (seat !== null) points[seat] += Number(vp);
  return points;
}

/**
 * Where each seat's points of a whole game came from.
 *
 * @param {App} app
 * @param {GameEvent[]} events
 * @param {Table} table
 * @returns {import("../../static/js/play/ending.js").Source[]}
 */
export function sourcesOf(app, events, table) {
  return SOURCES.map((source) => ({
    icon: null,
    title: app.t(`scored.${source}`),
    points: pointsOf(table, events.filter((event) => sourceOf(event) === source)),
  })).filter(({ points }) => points.some(Boolean));
}

/** @param {GameEvent} event */
function sourceOf({ kind, source, element }) {
  if (kind === "deliver") return "delivered";
  if (kind !== "score") return null;
  return source === "majority" ? elementOf(Number(element)).kind : `left_${source}`;
}
