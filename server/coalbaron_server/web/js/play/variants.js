/** Other ways to play a game: which one is on. */

/**
 * The name of the variant that is played at the table, undefined for the usual game.
 *
 * @param {import("../types.js").App} app
 * @returns {string|undefined}
 */
export const variantNow = ({ game, parts }) => parts.variants?.find(({ isOn }) => game.table && isOn(game.table))?.name;
