/** The measure in which turns are spoken of: the share of the win, or points. One at a time. */

import { html } from "./dom.js";
import { keep, recall } from "./kept.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {"win"|"vp"} Measure */

/** @returns {Measure} */
export const measure = () => (recall("measure") === "vp" ? "vp" : "win");

/**
 * A number in a measure, with its unit.
 *
 * @param {App} app
 * @param {Measure} name
 * @param {number} value
 */
export const spell = ({ i18n }, name, value) => (name === "win" ? `${i18n.number(100 * value)} %` : i18n.number(value, 1));

/**
 * The choice between the two.
 *
 * @param {App} app
 * @param {string} id begins the ids of its elements
 * @param {() => void} onchange
 */
export function measureChoice(app, id, onchange) {
  const choices = /** @type {Measure[]} */ (["win", "vp"]).map((name) => {
    const input = html("input", { type: "radio", name: id, id: `${id}-${name}`, value: name, checked: name === measure() });
    input.addEventListener("change", () => (keep("measure", name), onchange()));
    return html("label", { class: "choice" }, input, html("span", {}, app.t(`chart.${name}`)));
  });
  return html("div", { class: "row", role: "radiogroup", "aria-label": app.t("review.measure") }, choices);
}
