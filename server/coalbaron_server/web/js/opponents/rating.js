// The player's own rating, by Glicko: a number and how uncertain it is. It follows from the kept
// games alone, so that opponents that are measured later count for games that were played before.
// The system is Mark Glickman's (glicko.net); each game is a rating period of its own.

/**
 * A rating and its deviation, one standard error.
 *
 * @typedef {{rating: number, deviation: number}} Rating
 *
 * A game that counts: when, who sat where (null is the player), and how it ended.
 *
 * @typedef {{id: string, date: string, seats: (string|null)[], scores: number[], winners: number[]}} RatedGame
 */

/** What is known of somebody who has not played. @type {Rating} */
export const UNKNOWN = { rating: 1500, deviation: 350 };

/** However many games were played, a rating is no surer: people change. */
const LEAST_DEVIATION = 45;

/** Half of a 95 % interval, in standard errors. */
export const HALF_95 = 1.96;

const SCALE = Math.LN10 / 400;

/** How much an uncertain opponent counts. @param {number} deviation */
const weightOf = (deviation) => 1 / Math.sqrt(1 + (3 * (SCALE * deviation) ** 2) / Math.PI ** 2);

/**
 * A rating after a game against some others.
 *
 * @param {Rating} before
 * @param {{rating: number, deviation: number, score: number}[]} others with 1 for a win over each, 0.5 for a tie
 * @param {number} [share] what each counts: a game at a table of four is one game, not three
 * @returns {Rating}
 */
export function after(before, others, share = 1 / others.length) {
  let information = 0;
  let surprise = 0;
  for (const { rating, deviation, score } of others) {
    const weight = weightOf(deviation);
    const expected = 1 / (1 + 10 ** ((weight * (rating - before.rating)) / 400));
    information += share * weight ** 2 * expected * (1 - expected);
    surprise += share * weight * (score - expected);
  }
  const precision = 1 / before.deviation ** 2 + SCALE ** 2 * information;
  return { rating: before.rating + (SCALE * surprise) / precision, deviation: Math.max(LEAST_DEVIATION, Math.sqrt(1 / precision)) };
}

/**
 * How the player did against each of the others: 1 for ahead, 0.5 for level.
 *
 * @param {RatedGame} game
 */
export function scoresOf({ seats, scores, winners }) {
  const own = seats.indexOf(null);
  const rank = (/** @type {number} */ seat) => (winners.includes(seat) ? Infinity : scores[seat]);
  return seats.flatMap((name, seat) => (name === null ? [] : [{ name, score: rank(own) > rank(seat) ? 1 : rank(own) === rank(seat) ? 0.5 : 0 }]));
}

/**
 * The rating after each game; null for one against somebody who is not measured, which changes
 * nothing yet.
 *
 * @param {RatedGame[]} games oldest first
 * @param {(name: string) => {elo: number|null, elo_error: number|null}|null} find
 * @returns {(Rating|null)[]}
 */
export function ratingsOf(games, find) {
  let rating = UNKNOWN;
  return games.map((game) => {
    const others = scoresOf(game).map(({ name, score }) => {
      const opponent = find(name);
      return opponent === null || opponent.elo === null ? null : { rating: opponent.elo, deviation: (opponent.elo_error ?? 0) / HALF_95, score };
    });
    const measured = others.filter((one) => one !== null);
    if (measured.length < others.length) return null;
    rating = after(rating, measured);
    return rating;
  });
}
