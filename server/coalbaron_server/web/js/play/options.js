/** How a game is begun: its options, and who starts. */

import { html } from "../dom.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Option} Option */

/**
 * Who starts where the lot decides: chance in the game, where it has that, else the page.
 *
 * @param {App} app
 * @param {number} players
 * @returns {{start?: number}}
 */
export const drawnStart = ({ about }, players) => (about.draws_order ? {} : { start: Math.floor(Math.random() * players) });

/** A row for each option of the game; at first as in the last game. */
export class OptionRows {
  /** @param {App} app */
  constructor(app) {
    const { options } = app.about;
    const last = app.lesson ? undefined : app.game.answer?.options;
    const rows = options.map((option) => rowOf(app, option, last?.[option.name] ?? option.default));
    this.elements = rows.map(({ element }) => element);
    this.chosen = () => Object.fromEntries(rows.map(({ value }, index) => [options[index].name, value()]));
  }
}

/**
 * @param {App} app
 * @param {Option} option
 * @param {boolean|number} now
 * @returns {{element: HTMLElement, value: () => boolean|number}}
 */
function rowOf({ i18n, t }, { name, kind, values, text, key }, now) {
  const label = html("span", {}, i18n.has(key) ? t(key) : text);
  const id = `new-option-${name}`;
  if (kind === "switch") {
    const box = html("input", { type: "checkbox", id, checked: now === true });
    return { element: html("label", { class: "new-option" }, box, label), value: () => box.checked };
  }
  const select = html("select", { id }, values.map((value) => html("option", { value, selected: value === now }, i18n.number(Number(value)))));
  return { element: html("label", { class: "new-start" }, label, select), value: () => Number(select.value) };
}
