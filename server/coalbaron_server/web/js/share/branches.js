/** Branches in a record: tags beside its tokens, which other readers pass over (docs/notation.md). */

import { Lines, endOf, startOf } from "../moves/lines.js";
import { recordParts } from "./record.js";

/** @typedef {import("../moves/lines.js").Line} Line */
/** @typedef {import("../moves/lines.js").Place} Place */

const BRANCH = /^Branch\d+$/;
const SHOWN = "Shown";
const TAKEBACKS = "Takebacks";

/** A record's branches contradict it. */
export class BadBranches extends SyntaxError {
  /** @param {string} tag */
  constructor(tag) {
    super(`the tag ${tag} does not fit the record`);
  }
}

/** @param {string} tag */
const isOurs = (tag) => BRANCH.test(tag) || tag === SHOWN || tag === TAKEBACKS;

/**
 * @param {Record<string, string>} tags
 * @returns {Record<string, string>} without those of branches
 */
export const withoutBranches = (tags) => Object.fromEntries(Object.entries(tags).filter(([tag]) => !isOurs(tag)));

/**
 * The lines that a record holds. Throws BadBranches.
 *
 * @param {string} text
 */
export function readLines(text) {
  const { tags, tokens } = recordParts(text);
  const lines = new Lines(tokens);
  for (let number = 1; `Branch${number}` in tags; number += 1) {
    const tag = `Branch${number}`;
    const [moves, name = ""] = split(tags[tag], "; ");
    const [place, rest] = split(moves, " ");
    lines.add(placeIn(lines, place, tag), rest ? rest.split(/[ /]+/) : [], name);
  }
  if (Object.keys(tags).some((tag) => BRANCH.test(tag) && Number(tag.slice(6)) > lines.branches.length))
    throw new BadBranches("Branch");
  lines.takebacks = (tags[TAKEBACKS] ?? "")
    .split(" ")
    .filter(Boolean)
    .map((place) => placeIn(lines, place, TAKEBACKS));
  if (tags[SHOWN]) lines.shown = placeIn(lines, tags[SHOWN], SHOWN);
  return { tags: withoutBranches(tags), lines };
}

/**
 * The tags that hold what the game's own tokens do not.
 *
 * @param {Lines} lines
 * @param {Place} [shown] what lies on the table
 * @returns {Record<string, string>}
 */
export function branchTags(lines, shown = lines.shown) {
  /** @param {Place} place */
  const spell = ({ line, at }) => `${lines.all.indexOf(line)}:${at}`;
  /** @type {Record<string, string>} */
  const tags = {};
  lines.branches.forEach(({ from, tokens, name }, index) => {
    if (from) tags[`Branch${index + 1}`] = `${spell(from)} ${tokens.join(" ")}${name && `; ${name}`}`;
  });
  if (lines.takebacks.length) tags[TAKEBACKS] = lines.takebacks.map(spell).join(" ");
  if (shown.line !== lines.game || shown.at < endOf(shown.line)) tags[SHOWN] = spell(shown);
  return tags;
}

/**
 * @param {Lines} lines
 * @param {string} text such as `0:57`
 * @param {string} tag
 * @returns {Place}
 */
function placeIn(lines, text, tag) {
  const found = /^(\d{1,3}):(\d{1,5})$/.exec(text);
  const line = found && lines.all[Number(found[1])];
  const at = Number(found?.[2]);
  if (!line || at < startOf(line) || at > endOf(line)) throw new BadBranches(tag);
  return { line, at };
}

/**
 * @param {string} text
 * @param {string} mark
 */
function split(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
