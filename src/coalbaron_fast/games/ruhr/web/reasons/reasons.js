/** Where points come from, in words: what a teacher's or a hint's reasons are about. */

/** @typedef {import("../types.js").App} App */

/** What tells of a source by the purchases that a turn leaves out. @type {Record<string, RegExp>} */
const PURCHASES = {
  lock: /^lock:/,
  warehouse: /^(?:city|depot|port)\*?:/,
};

/**
 * @param {App} app
 * @returns {import("../../../static/js/teach/reasons.js").GameReasons}
 */
export function reasonsOf({ words }) {
  return {
    details({ seat, source }, { seat: mover, turn, best }) {
      const purchase = PURCHASES[source];
      if (!purchase || seat !== mover) return "";
      const missed = best.filter((token) => purchase.test(token) && !turn.includes(token));
      return missed.map((token) => words.place(placeOf(token))).join("; ");
    },
  };
}

/**
 * The place of a purchase as the words know it: a depot and a column by their kind.
 *
 * @param {string} token
 */
function placeOf(token) {
  const [kind, name] = token.replace("*", "").split(":");
  return kind === "depot" || kind === "port" ? `${kind}:${name}` : name;
}
