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
 * @returns {boolean} whether it is kept: private windows and full disks keep nothing
 */
export function keep(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // What cannot be kept need not be forgotten.
  }
}

/**
 * The names that begin like this, of all that is kept.
 *
 * @param {string} beginning
 * @returns {string[]}
 */
export function keptNames(beginning) {
  try {
    const names = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? "");
    return names.filter((name) => name.startsWith(PREFIX + beginning)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}
