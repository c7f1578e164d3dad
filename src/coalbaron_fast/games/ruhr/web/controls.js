/** How a person decides: what each phase asks, in words, and what a click on the board means. */

import { html } from "../../static/js/dom.js";
import { coin, die } from "./board/pieces.js";
import { facts } from "./facts.js";
import { tableOf } from "./table.js";
import { placesOf } from "./targets.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("../../static/js/types.js").Hands} Hands */

/** The part of the decision panel that knows the phases of the game. */
export class Controls {
  isBusy = false;

  /**
   * @param {App} app
   * @param {Hands} hands
   */
  constructor(app, hands) {
    this.app = app;
    this.hands = hands;
  }

  /** Nothing is shown step by step. */
  async finish() {
    return true;
  }

  halt() {}

  /**
   * Play the engine's turn in one's own name.
   *
   * @param {string[]} best
   */
  take(best) {
    return this.hands.play(best);
  }

  /** The title of the decision panel. */
  title() {
    const { app } = this;
    const { t, game } = app;
    const table = this.#table;
    if (table.phase === "chance") return t(game.chance === "ask" ? "decide.ask" : "decide.chance");
    return table.turn === null ? "" : app.tell(`decide.${table.phase}`, table.turn);
  }

  /** @returns {Node[]} */
  draw() {
    const { app } = this;
    const { game, t } = app;
    const table = this.#table;
    if (table.phase === "chance" && game.chance !== "ask") return [];
    const prompt = table.did.includes("must") ? "prompt.duty" : `prompt.${table.phase}`;
    const free = table.did.includes("free") && !table.did.includes("must") ? [html("p", { class: "prompt" }, t("prompt.free"))] : [];
    return [html("p", { class: "prompt" }, t(prompt)), ...free, this.#drawChoices(table)];
  }

  /**
   * Every choice as a button: in the panel the whole turn can be made.
   *
   * @param {Table} table
   */
  #drawChoices(table) {
    const { app, hands } = this;
    const tokens = (app.game.answer?.legal ?? []).map(({ token }) => token);
    // To stop stands first: below all that can be bought it would be out of sight.
    const stops = tokens.filter((token) => token === "end");
    return html(
      "div",
      { class: "choices" },
      [...stops, ...tokens.filter((token) => token !== "end")].map((token) =>
        html(
          "button",
          { type: "button", class: "button choice-button", "data-token": token, onclick: () => hands.play(token) },
          html("span", {}, app.words.token(token)),
          this.#cost(table, token),
        ),
      ),
    );
  }

  /**
   * What a choice costs, or which die it means.
   *
   * @param {Table} table
   * @param {string} token
   */
  #cost(table, token) {
    const price = priceOf(table, token);
    if (price) return html("span", { class: "cost" }, "−", coin(price, 20));
    const [place] = placesOf(token);
    const space = /^[@+^]/.test(token) ? table.spaces.find(({ code }) => code === place) : null;
    return space?.die && space.colour ? html("span", { class: "cost" }, die(space.colour, space.die, 20)) : null;
  }

  /**
   * What a click on the board means; null for nothing.
   *
   * @param {HTMLElement} element
   * @returns {{tokens: string}|{refusal: string}|null}
   */
  choiceAt(element) {
    const { place } = element.dataset;
    if (!place) return null;
    const { t, game } = this.app;
    const tokens = (game.answer?.legal ?? []).map(({ token }) => token).filter((token) => placesOf(token).includes(place));
    // The marker that works only once is kept where it is not needed: the panel offers it too.
    const token = tokens.find((one) => !one.includes("*")) ?? tokens[0];
    if (token) return { tokens: token };
    const { phase } = this.#table;
    return { refusal: t(phase === "option" ? "refuse.option" : "refuse.place", { place: this.app.words.place(place) }) };
  }

  get #table() {
    const table = tableOf(this.app.game);
    if (!table) throw new Error("nothing is on the table");
    return table;
  }
}

/**
 * What a purchase or an option costs now, in Thalers; 0 for nothing.
 *
 * @param {Table} table
 * @param {string} token
 */
function priceOf(table, token) {
  if (token in table.fees) return table.fees[token];
  const [kind, place] = token.split(":");
  switch (kind) {
    case "lock":
      return table.did.includes("free") ? 0 : (table.prices.lock ?? 0);
    case "city":
      return table.prices[place] ?? 0;
    case "port":
      return table.prices.port ?? 0;
    case "depot":
      return table.depots.find(({ territory }) => territory === place)?.price ?? 0;
    case "city*":
    case "port*":
      return facts.all.marker_cost;
    case "shift":
      return facts.all.port.shift_cost;
    case "repay":
      return facts.all.repay_cost;
    default:
      return 0;
  }
}
