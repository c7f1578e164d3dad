/** Waiting that can be cut short. */

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
