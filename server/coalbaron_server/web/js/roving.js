/** One tab stop a group: arrow keys move among its choices, Home and End to the ends. */

import { KEY, onKeys } from "./keys.js";

/**
 * Make the elements of a group that match `selector` reachable with the arrow keys. The group may
 * be filled again later: call the returned function then.
 *
 * @param {HTMLElement} group
 * @param {string} selector
 * @returns {() => void}
 */
export function rove(group, selector) {
  const choices = () =>
    /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]).filter(
      (choice) => !choice.closest("[hidden], details:not([open])"),
    );

  /** @param {HTMLElement|undefined} chosen */
  const stopAt = (chosen) => {
    for (const choice of choices()) choice.tabIndex = choice === chosen ? 0 : -1;
  };

  /** @param {(all: HTMLElement[], here: number) => HTMLElement|undefined} neighbour */
  const go = (neighbour) => (/** @type {KeyboardEvent} */ event) => {
    const all = choices();
    const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = here < 0 ? undefined : neighbour(all, here);
    if (!next) return;
    event.preventDefault();
    stopAt(next);
    next.focus();
  };
  // Left and right in reading order, up and down to the nearest one in the row above or below.
  onKeys(group, {
    [KEY.next]: go((all, here) => all[(here + 1) % all.length]),
    [KEY.before]: go((all, here) => all.at(here - 1)),
    [KEY.first]: go((all) => all[0]),
    [KEY.last]: go((all) => all.at(-1)),
    [KEY.below]: go((all, here) => nearest(all, all[here], 1)),
    [KEY.above]: go((all, here) => nearest(all, all[here], -1)),
  });
  group.addEventListener("focusin", (event) => {
    const chosen = /** @type {HTMLElement} */ (event.target);
    if (chosen.matches(selector)) stopAt(chosen);
  });

  const refresh = () => {
    const all = choices();
    stopAt(all.find((choice) => choice.tabIndex === 0 && !isOff(choice)) ?? all.find((choice) => !isOff(choice)) ?? all[0]);
  };
  refresh();
  return refresh;
}

/** @param {HTMLElement} choice */
const isOff = (choice) => choice.getAttribute("aria-disabled") === "true";

/**
 * @param {HTMLElement[]} all
 * @param {HTMLElement} from
 * @param {1|-1} direction
 */
function nearest(all, from, direction) {
  const start = from.getBoundingClientRect();
  let best;
  let least = Infinity;
  for (const choice of all) {
    const box = choice.getBoundingClientRect();
    const down = direction * (box.top - start.top);
    if (down < start.height / 2) continue;
    const aside = Math.abs(box.left + box.width / 2 - start.left - start.width / 2);
    const distance = 4 * down + aside;
    if (distance < least) [best, least] = [choice, distance];
  }
  return best;
}
