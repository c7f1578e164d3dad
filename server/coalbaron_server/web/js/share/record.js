// A record as its parts (docs/notation.md): tags and tokens, so that a game can be cut or named.

/**
 * @typedef {object} RecordParts
 * @property {Record<string, string>} tags
 * @property {string[]} tokens
 */

/** Tags that say where the tokens set out from; the others tell of the whole game. */
export const ORIGIN = ["Players", "Start", "Position"];

/**
 * @param {string} text a record that the server has accepted
 * @returns {RecordParts}
 */
export function recordParts(text) {
  /** @type {Record<string, string>} */
  const tags = {};
  const lines = text.split(/\r?\n/);
  let line = 0;
  for (; line < lines.length; line += 1) {
    const match = /^\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$/.exec(lines[line] ?? "");
    if (!match) break;
    tags[match[1] ?? ""] = (match[2] ?? "").replace(/\\(.)/g, "$1");
  }
  const rest = lines
    .slice(line)
    .join("\n")
    .replace(/#[^\n]*/g, "")
    .replace(/\{[^}]*\}/g, "");
  return { tags, tokens: rest.split(/[\s/]+/).filter((token) => token !== "") };
}

/** Tags that tell how a game went, which a part of it did not. */
const RESULTS = ["Scores", "Winners", "Seed"];

/**
 * The tags of a game that goes on otherwise.
 *
 * @param {Record<string, string>} tags
 */
export const withoutResult = (tags) => Object.fromEntries(Object.entries(tags).filter(([name]) => !RESULTS.includes(name)));

/**
 * @param {Record<string, string>} tags
 * @param {string[]} tokens
 * @returns {string}
 */
export function recordOf(tags, tokens) {
  const lines = Object.entries(tags).map(
    ([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`,
  );
  return `${lines.join("\n")}\n\n${tokens.join(" ")}\n`;
}

/**
 * The game up to a token, as a record of its own.
 *
 * @param {RecordParts} record
 * @param {number} length tokens to keep
 * @returns {string}
 */
export function recordUpTo({ tags, tokens }, length) {
  const kept = Object.fromEntries(ORIGIN.filter((name) => name in tags).map((name) => [name, tags[name]]));
  return recordOf(kept, tokens.slice(0, length));
}
