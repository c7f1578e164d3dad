/** The keys of the page: which there are, what the help says of them, and who hears them. */

/** By what it does, the name that a browser gives a key. */
export const KEY = Object.freeze({
  before: "ArrowLeft",
  next: "ArrowRight",
  above: "ArrowUp",
  below: "ArrowDown",
  first: "Home",
  last: "End",
  confirm: "Enter",
  back: "Escape",
  erase: "Backspace",
  larger: "+",
  largerUnshifted: "=",
  smaller: "-",
  help: "?",
});

/** What the help lists: how a key is written, and the text that says what it does. */
export const LISTED = [
  ["Tab", "help.key_tab"],
  ["← → ↑ ↓", "help.key_arrows"],
  ["Enter", "help.key_enter"],
  ["Esc", "help.key_escape"],
  [KEY.help, "help.key_help"],
];

/** Is an element one that text is written into, or that keys change by themselves? @param {Element} element */
const takesKeys = (element) => element.matches("input, select, textarea, [contenteditable]");

/** @typedef {(event: KeyboardEvent) => void} Act */

/**
 * Hear keys: an act for each.
 *
 * @param {EventTarget} target
 * @param {Record<string, Act>} acts by `KEY`
 * @param {AddEventListenerOptions} [options]
 */
export function onKeys(target, acts, options) {
  target.addEventListener("keydown", (event) => acts[/** @type {KeyboardEvent} */ (event).key]?.(/** @type {KeyboardEvent} */ (event)), options);
}

/**
 * Hear keys of the whole page: not while a dialog is open, and but for the way back not where they
 * write or choose something.
 *
 * @param {Record<string, Act>} acts by `KEY`
 */
export function onPageKeys(acts) {
  onKeys(document, Object.fromEntries(Object.entries(acts).map(([key, act]) => [key, (/** @type {KeyboardEvent} */ event) => {
    if (document.querySelector("dialog[open]")) return;
    if (key === KEY.back || !takesKeys(/** @type {Element} */ (event.target))) act(event);
  }])));
}
