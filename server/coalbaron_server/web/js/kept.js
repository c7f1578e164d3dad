/** What the browser keeps for this page. Where it keeps nothing, the page works all the same. */

const PREFIX = "coalbaron.";

/**
 * @param {string} name
 * @returns {string|null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
export function keep(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // Private windows and full disks: the address still holds the game.
  }
}
