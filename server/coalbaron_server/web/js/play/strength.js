/** How strong an engine seat plays, what a hint may spend, and how strict the teacher is. */

import { recall } from "../kept.js";

/** @typedef {import("../types.js").Limits} Limits */

/** Weakest first. @type {Record<string, Limits>} */
export const STRENGTHS = {
  apprentice: { nodes: 40 },
  hewer: { nodes: 1000 },
  foreman: { nodes: 30000, time_ms: 3000 },
  baron: { time_ms: 5000 },
};

export const USUAL = "hewer";

/** What a hint may spend. @type {Limits} */
export const HINT = { time_ms: 1500, lines: 12 };

/** From what a turn gives away a teacher warns. */
export const TEACHERS = /** @type {const} */ (["off", "gentle", "strict"]);

/** The teacher that was chosen. */
export const teacherLevel = () => TEACHERS.find((level) => level === recall("teacher")) ?? "off";

/**
 * The opponent with a face that is meant, null if none is.
 *
 * @param {string} strength
 */
export const opponentIn = (strength) => (/^[a-z]+$/.test(strength) && !(strength in STRENGTHS) ? strength : null);

/**
 * The limits of a seat's search. Besides the named ones, `n50` means fifty nodes.
 *
 * @param {string} strength
 * @returns {Limits}
 */
export function limitsOf(strength) {
  const nodes = /^n(\d{1,6})$/.exec(strength);
  return nodes ? { nodes: Number(nodes[1]) } : (STRENGTHS[strength] ?? STRENGTHS[USUAL]);
}
