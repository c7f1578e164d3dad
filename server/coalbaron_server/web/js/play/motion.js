/** Turns that can be followed: pieces fly over the board, a step at a time. */

import { html } from "../dom.js";

/** @typedef {import("../types.js").App} App */
/**
 * A piece on its way. A ghost flies from one place to another; an element of the board itself is
 * moved by n units of its own.
 *
 * @typedef {{ghost: Element, from: Element|null|undefined, to: Element|null|undefined}|{element: Element, down: number}} Flight
 *
 * What flies at the same time; what follows is asked for when it has landed.
 *
 * @typedef {Iterable<Flight[]>} Flights
 */

/** How long a flight takes, by the pace of the engines. */
export const FLIGHT_MS = { calm: 800, brisk: 300, instant: 0 };
/** Between two pieces of one step. */
const STAGGER = 0.15;

/**
 * Let the pieces of a turn fly, one step after the other. A click on the board ends the waiting.
 *
 * @param {Flights} flights
 * @param {number} milliseconds for each step
 * @param {AbortSignal} signal
 */
export async function follow(flights, milliseconds, signal) {
  if (!milliseconds || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const sky = html("div", { class: "sky", "aria-hidden": "true" });
  const hurry = new AbortController();
  const until = AbortSignal.any([signal, hurry.signal]);
  const board = document.getElementById("board");
  board?.addEventListener("pointerdown", () => hurry.abort(), { signal: until });
  document.body.append(sky);
  try {
    for (const step of flights) {
      if (until.aborted) break;
      await Promise.all(step.map((flight, index) => fly(sky, flight, milliseconds, index, until)));
    }
  } finally {
    sky.remove();
    hurry.abort();
  }
}

/**
 * @param {HTMLElement} sky
 * @param {Flight} flight
 * @param {number} milliseconds
 * @param {number} index
 * @param {AbortSignal} until
 */
async function fly(sky, flight, milliseconds, index, until) {
  const timing = { duration: milliseconds * (1 - STAGGER), delay: index * STAGGER * milliseconds, easing: "ease-in-out" };
  if ("element" in flight) {
    flight.element.animate([{ transform: `translateY(${flight.down}px)` }], { ...timing, fill: "forwards" });
    return pause(milliseconds, until);
  }
  const from = flight.from?.getBoundingClientRect();
  const to = flight.to?.getBoundingClientRect();
  if (!from?.width || !to?.width) return;
  const ghost = html("div", { class: "flying" }, flight.ghost);
  sky.append(ghost);
  const { width, height } = ghost.getBoundingClientRect();
  /** @param {DOMRect} box */
  const at = (box) => `translate(${box.x + (box.width - width) / 2}px, ${box.y + (box.height - height) / 2}px)`;
  ghost.style.transform = at(from);
  ghost.animate([{ transform: at(from) }, { transform: at(to) }], { ...timing, fill: "both" });
  await pause(milliseconds + timing.delay, until);
  ghost.remove();
}

/**
 * Wait, or end early when the signal says so.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const clock = setTimeout(resolve, signal.aborted ? 0 : milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(clock), resolve()), { once: true });
  });
}
