// How often to play which turn, where seats decide in secret: bars that the answer's shares fill.

import { html } from "../dom.js";
import { essenceOf } from "./distinct.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").MixedTurn} MixedTurn */

/** Turns that are shown by themselves; the others are summed up. */
const MOST = 6;

/** A share below this is none to be told. */
const LEAST = 0.005;

/** The mixture of an answer. Its elements stay while the shares change, as those of the lines do. */
export class MixtureView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = html("h3", {});
    this.note = html("p", { class: "note" });
    this.list = html("ol", { class: "mixture-turns" });
    this.element = html("section", { class: "mixture", hidden: true }, this.title, this.note, this.list);
  }

  /** @param {MixedTurn[]|null} [policy] none where no mixture was found */
  update(policy) {
    const { app } = this;
    const turns = told(app, policy ?? []);
    this.element.hidden = !turns.length;
    this.title.textContent = app.t("mixture.title");
    this.note.textContent = app.t(turns.length > 1 ? "mixture.note" : "mixture.single");
    this.list.replaceChildren(...turns.map(({ tokens, share }) => this.#row(tokens ? app.words.turn(tokens) : app.t("mixture.others"), share)));
  }

  /**
   * @param {string} turn in words
   * @param {number} share
   */
  #row(turn, share) {
    const fill = html("span", { class: "mixture-fill" });
    fill.style.width = `${100 * share}%`;
    const percent = html("b", { class: "mixture-share" }, `${this.app.i18n.number(100 * share)} %`);
    const bar = html("span", { class: "mixture-bar", "aria-hidden": "true" }, fill);
    return html("li", {}, percent, bar, html("span", { class: "mixture-turn" }, turn));
  }
}

/**
 * The turns to show: those that come to the same are one, and what is left of the whole is the last, without tokens.
 *
 * @param {App} app
 * @param {MixedTurn[]} policy
 * @returns {{tokens: string[]|null, share: number}[]}
 */
function told(app, policy) {
  /** @type {Map<string, {tokens: string[]|null, share: number}>} */
  const found = new Map();
  for (const { tokens, share } of policy) {
    const essence = essenceOf(app, tokens);
    const first = found.get(essence);
    if (first) first.share += share;
    else found.set(essence, { tokens, share });
  }
  const turns = [...found.values()].sort((one, other) => other.share - one.share).slice(0, MOST);
  const rest = 1 - turns.reduce((sum, { share }) => sum + share, 0);
  return turns.length && rest >= LEAST ? [...turns, { tokens: null, share: rest }] : turns;
}
