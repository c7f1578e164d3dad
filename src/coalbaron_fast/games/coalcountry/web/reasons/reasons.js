/** Where money comes from, in words: what a teacher's or a hint's reasons are about. */

/** @typedef {import("../types.js").App} App */

/** The choices by which a turn differs, for each source of money. @type {Record<string, RegExp>} */
const CHOICES = {
  coal: /^(?:sell:|church:|\d>(?:sell|church|[a-q]\d))/,
  permits: /^(?:dig:|lay:)/,
  tunnels: /^(?:dig:|lay:)/,
  cubes: /^(?:buy:|\d>(?:util|tandem))/,
  missing: /^(?:buy:|put:|\d>depot)/,
  storage: /^(?:buy:|put:)/,
  buildings: /^(?:build:|onto:|\d>build)/,
  refuse: /^\d>dump/,
  penalties: /^\d>-/,
};

/**
 * @param {App} app
 * @returns {import("../../../static/js/teach/reasons.js").GameReasons}
 */
export function reasonsOf({ words }) {
  return {
    details({ seat, source }, { seat: mover, turn, best }) {
      const choice = CHOICES[source];
      if (!choice || seat !== mover) return "";
      const missed = best.filter((token) => choice.test(token) && !turn.includes(token));
      return missed.map((token) => words.token(token)).join("; ");
    },
  };
}
