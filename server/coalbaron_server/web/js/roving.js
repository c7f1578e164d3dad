/** One tab stop a group: arrow keys move among its choices, Home and End to the ends. */

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

  group.addEventListener("keydown", (event) => {
    const all = choices();
    const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (here < 0) return;
    const next = neighbour(all, here, event.key);
    if (!next) return;
    event.preventDefault();
    stopAt(next);
    next.focus();
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
 * The choice that an arrow key leads to: left and right in reading order, up and down to the
 * nearest one in the row above or below.
 *
 * @param {HTMLElement[]} all
 * @param {number} here
 * @param {string} key
 * @returns {HTMLElement|undefined}
 */
function neighbour(all, here, key) {
  switch (key) {
    case "ArrowRight":
      return all[(here + 1) % all.length];
    case "ArrowLeft":
      return all[(here - 1 + all.length) % all.length];
    case "Home":
      return all[0];
    case "End":
      return all[all.length - 1];
    case "ArrowDown":
      return nearest(all, all[here], 1);
    case "ArrowUp":
      return nearest(all, all[here], -1);
    default:
      return undefined;
  }
}

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
