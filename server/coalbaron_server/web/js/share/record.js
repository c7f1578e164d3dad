// A record as its parts (docs/notation.md): tags and tokens, so that a game can be cut or named.

/**
 * @typedef {object} RecordParts
 * @property {Record<string, string>} tags
 * @property {string[]} tokens
 */

/** Tags that say where the tokens set out from; the others tell of the whole game. */
const ORIGIN = ["Players", "Start", "Position"];

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

/**
 * The game up to a token, as a record of its own.
 *
 * @param {RecordParts} record
 * @param {number} length tokens to keep
 * @returns {string}
 */
export function recordUpTo({ tags, tokens }, length) {
  const kept = ORIGIN.filter((name) => name in tags).map(
    (name) => `[${name} "${(tags[name] ?? "").replace(/["\\]/g, "\\$&")}"]`,
  );
  return `${kept.join("\n")}\n\n${tokens.slice(0, length).join(" ")}\n`;
}
