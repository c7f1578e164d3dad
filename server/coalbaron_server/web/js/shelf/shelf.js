/** The games that the browser keeps: each under a name of its own, written at every choice. */

import { forget, keep, keptNames, recall } from "../kept.js";
import { recordParts } from "../share/record.js";

/** @typedef {import("../game.js").Kept} Kept */
/** @typedef {import("../game.js").Game} Game */

/**
 * A game on the shelf: how it goes on, and what the list tells of it.
 *
 * @typedef {Kept & {id: string, name: string, began: string, changed: string, over: {scores: number[], winners: number[]}|null, shift: number|null}} Shelved
 */

/** The games of one name, as `coalbaron`. */
export class Shelf {
  /** Could the game on the table be kept? */
  isKept = true;

  /**
   * @param {Game} game
   */
  constructor(game) {
    this.game = game;
    this.usual = game.keptAs;
    this.beginning = `${this.usual}s.`;
  }

  /** All games, the one last played first. @returns {Shelved[]} */
  get all() {
    return keptNames(this.beginning)
      .flatMap((name) => read(name) ?? [])
      .sort((one, other) => other.changed.localeCompare(one.changed));
  }

  /**
   * @param {unknown} id
   * @returns {Shelved|null}
   */
  find(id) {
    return typeof id === "string" ? read(this.beginning + id) : null;
  }

  /**
   * The game with this record.
   *
   * @param {string} record
   */
  findRecord(record) {
    return this.all.find((game) => game.record === record) ?? null;
  }

  /**
   * Keep the game on the table as it is now. On the shelf one in which nothing was done yet is not
   * worth it, and the game of a lesson means nothing without the lesson, which keeps it under a name
   * of its own.
   */
  keep() {
    const { id, kept, laid, keptAs } = this.game;
    keep(keptAs, JSON.stringify(kept));
    if (keptAs !== this.usual) return;
    const now = new Date().toISOString();
    const before = this.find(id);
    if (!before && isUntouched(kept)) return;
    const isSame = before !== null && before.record === kept.record && before.pending.length === kept.pending.length;
    const { over = null, shift = null } = laid?.table ?? {};
    const shelved = { ...kept, name: before?.name ?? "", began: before?.began ?? now, changed: isSame ? before.changed : now, over, shift };
    this.isKept = keep(this.beginning + id, JSON.stringify(shelved));
  }

  /**
   * @param {Shelved} shelved
   * @param {string} name
   */
  rename(shelved, name) {
    keep(this.beginning + shelved.id, JSON.stringify({ ...shelved, name }));
  }

  /** @param {string} id */
  remove(id) {
    forget(this.beginning + id);
  }
}

/**
 * Has nothing been done in a game yet, and did it begin as every game does?
 *
 * @param {Kept} kept
 */
function isUntouched({ record, pending }) {
  const { tags, tokens } = recordParts(record);
  return !pending.length && !("Position" in tags) && tokens.every((token) => token[0] === "!");
}

/**
 * @param {string} name
 * @returns {Shelved|null}
 */
function read(name) {
  const shelved = readKept(name);
  return typeof shelved?.id === "string" ? /** @type {Shelved} */ (shelved) : null;
}

/**
 * @param {string} name
 * @returns {Kept|null}
 */
export function readKept(name) {
  try {
    const kept = JSON.parse(recall(name) ?? "null");
    return typeof kept?.record === "string" && Array.isArray(kept.seats) ? kept : null;
  } catch {
    return null;
  }
}
