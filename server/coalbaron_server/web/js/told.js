/** Whose best turn may be told. */

/** @typedef {import("./types.js").Answer} Answer */

/**
 * Can the best turn be told? Somebody is to move, and what is shown is not the view of another
 * seat, which does not know what the mover knows.
 *
 * @param {Answer} answer
 */
export function canBeTold({ data, table }) {
  return table.turn !== null && (data.view === null || data.view === table.turn);
}
