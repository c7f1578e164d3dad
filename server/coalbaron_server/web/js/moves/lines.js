/**
 * The lines of a game: the game itself and the branches that leave it, as tokens. docs/notation.md
 * says how they are written into a record.
 *
 * A line is known by its place: 0 is the game, branches follow. A branch comes after the line that
 * it leaves. All counts of tokens are from the beginning of the game.
 */

import { recordOf, recordParts, withoutResult } from "../share/record.js";

/**
 * @typedef {{line: Line, at: number}} Place a line, and how many tokens were played up to it
 *
 * @typedef {object} Line
 * @property {number} id stays the same as long as the page is open
 * @property {Place|null} from where it leaves another line
 * @property {string[]} tokens its own
 * @property {string} name given by a person; may be empty
 */

/** A record holds a hundred tags (docs/notation.md); some are for other things. */
export const MOST_BRANCHES = 60;

let ids = 0;

/**
 * @param {Place|null} from
 * @param {string[]} tokens
 * @returns {Line}
 */
const newLine = (from, tokens, name = "") => ({ id: ++ids, from, tokens, name });

/** Where a line begins. @param {Line} line */
export const startOf = ({ from }) => from?.at ?? 0;

/** How many tokens were played at the end of a line. @param {Line} line */
export const endOf = (line) => startOf(line) + line.tokens.length;

/**
 * All tokens up to a place.
 *
 * @param {Line} line
 * @param {number} [at]
 * @returns {string[]}
 */
export function tokensTo(line, at = endOf(line)) {
  const { from, tokens } = line;
  if (!from) return tokens.slice(0, at);
  if (at <= from.at) return tokensTo(from.line, at);
  return [...tokensTo(from.line, from.at), ...tokens.slice(0, at - from.at)];
}

/** The game and its branches, and which place of them lies on the table. */
export class Lines {
  /** @type {Line[]} */
  all;
  /** What lies on the table. @type {Place} */
  shown;
  /** Where the game was taken back to, oldest first. @type {Place[]} */
  takebacks = [];

  /** @param {string[]} tokens of the game */
  constructor(tokens = []) {
    this.all = [newLine(null, tokens)];
    this.shown = { line: this.game, at: tokens.length };
  }

  /** The game itself. */
  get game() {
    return this.all[0];
  }

  get branches() {
    return this.all.slice(1);
  }

  /** May another branch begin? */
  get hasRoom() {
    return this.branches.length < MOST_BRANCHES;
  }

  /** The tokens on the table. */
  get tokens() {
    return tokensTo(this.shown.line, this.shown.at);
  }

  /**
   * Add a branch that was read.
   *
   * @param {Place} from
   * @param {string[]} tokens
   * @param {string} name
   */
  add(from, tokens, name) {
    const line = newLine(from, tokens, name);
    this.all.push(line);
    return line;
  }

  /**
   * Go on with what was played on the table. Where the line goes on already, a branch begins.
   *
   * @param {string[]} tokens
   */
  grow(tokens) {
    if (!tokens.length) return;
    let { line, at } = this.shown;
    if (at < endOf(line)) line = this.add({ line, at }, [], "");
    line.tokens.push(...tokens);
    this.shown = { line, at: endOf(line) };
  }

  /**
   * Put the table where a line was before. What comes after it on that line stays.
   *
   * @param {Place} place
   */
  goTo(place) {
    this.shown = this.#homeOf(place);
  }

  /**
   * Take back what comes after a place of the line on the table: it becomes a branch, and the
   * line goes on with what is played next.
   *
   * @param {number} at
   */
  takeBack(at) {
    const { line } = this.shown;
    if (at >= endOf(line) || at < startOf(line)) return;
    const tail = newLine({ line, at }, line.tokens.splice(at - startOf(line)));
    const place = this.all.indexOf(line) + 1;
    for (const other of [...this.all.slice(place).flatMap((one) => one.from ?? []), ...this.takebacks])
      if (other.line === line && other.at > at) other.line = tail;
    this.all.splice(place, 0, tail);
    this.takebacks.push({ line, at });
    this.shown = { line, at };
  }

  /**
   * Forget what comes after a place of the line on the table.
   *
   * @param {number} at
   */
  cut(at) {
    const { line } = this.shown;
    if (at < startOf(line)) return;
    for (const branch of this.branches)
      if (branch.from?.line === line && branch.from.at > at) this.remove(branch);
    line.tokens.length = Math.min(line.tokens.length, at - startOf(line));
    this.takebacks = this.takebacks.filter((place) => place.line !== line || place.at <= at);
    this.shown = { line, at: endOf(line) };
  }

  /**
   * Forget a branch, and those that leave it.
   *
   * @param {Line} line
   */
  remove(line) {
    if (line === this.game || !line.from) return;
    for (const branch of this.branches) if (branch.from?.line === line) this.remove(branch);
    if (this.shown.line === line) this.shown = { ...line.from };
    this.all = this.all.filter((one) => one !== line);
    this.takebacks = this.takebacks.filter((place) => place.line !== line);
  }

  /**
   * Where these tokens lead, null if no line begins with them.
   *
   * @param {string[]} tokens
   * @returns {Place|null}
   */
  placeOf(tokens) {
    const at = tokens.length;
    const leads = (/** @type {Line} */ line) => at <= endOf(line) && tokensTo(line, at).every((token, index) => token === tokens[index]);
    const line = this.all.find(leads);
    return line ? this.#homeOf({ line, at }) : null;
  }

  /**
   * The same place on the line to which its last token belongs.
   *
   * @param {Place} place
   * @returns {Place}
   */
  #homeOf({ line, at }) {
    return line.from && at <= line.from.at ? this.#homeOf({ line: line.from.line, at }) : { line, at };
  }
}

/**
 * The record of a line up to a place.
 *
 * @param {Record<string, string>} tags of the game
 * @param {Place} place
 * @param {string} [whole] the record of the game, to be left as it is
 * @returns {string}
 */
export function lineRecord(tags, { line, at }, whole) {
  const isWhole = !line.from && at === endOf(line);
  if (isWhole && whole !== undefined && !("Branch1" in recordParts(whole).tags)) return whole;
  return recordOf(isWhole ? tags : withoutResult(tags), tokensTo(line, at));
}
