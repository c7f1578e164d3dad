/** How a person decides in Coal Baron: what each phase asks, and what a click on the board means. */

import { html, unseen } from "../../static/js/dom.js";
import { cube, itemFace } from "./board/pieces.js";
import { Mining } from "./mining.js";
import { tableOf } from "./table.js";
import { drawTray } from "./tray.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("../../static/js/types.js").Hands} Hands */
/** @typedef {import("../../static/js/types.js").Legal} Legal */
/** @typedef {import("./types.js").Table} Table */

/** The part of the decision panel that knows the phases of the game. */
export class Controls {
  /**
   * @param {App} app
   * @param {Hands} hands
   */
  constructor(app, hands) {
    this.app = app;
    this.hands = hands;
    this.mining = new Mining(app, hands);
  }

  /** Is a plan being shown step by step? */
  get isBusy() {
    return this.mining.animating;
  }

  /** Play the rest of a plan at once. */
  finish() {
    return this.mining.finish();
  }

  /** Stop a plan where it is. */
  halt() {
    this.mining.halt();
  }

  /** The title of the decision panel. */
  title() {
    const { app } = this;
    const { t, game } = app;
    const table = this.#table;
    if (table.phase === "chance") {
      if (game.confirmable?.name === "look") return t("decide.look");
      return t(game.chance === "ask" ? "decide.ask" : "decide.chance");
    }
    return t(`decide.${table.phase}`, { seat: table.turn === null ? "" : app.seatName(table.turn), n: table.steps });
  }

  /** @returns {Node[]} */
  draw() {
    const { app, hands } = this;
    const { game, t } = app;
    const table = this.#table;
    const legal = game.answer?.legal ?? [];
    switch (table.phase) {
      case "draft":
      case "place":
        return game.confirmable ? [] : [html("p", { class: "prompt" }, t(`prompt.${table.phase}`))];
      case "mine":
        return this.mining.draw(table);
      case "fill":
        return [html("p", { class: "prompt" }, t("prompt.fill")), drawButtons(app, legal, hands)];
      case "keep":
        return [html("p", { class: "prompt" }, t("prompt.keep")), drawItems(app, keepable(table, legal), hands)];
      case "side":
      case "stack":
        return [drawReturns(app, table, hands)];
      case "chance":
        return game.chance === "ask" ? [html("p", { class: "prompt" }, askOf(app, table)), drawItems(app, legal, hands)] : [];
      default:
        return [];
    }
  }

  /**
   * Play the engine's turn in one's own name; mining is shown step by step.
   *
   * @param {string[]} best
   */
  async take(best) {
    const placed = best[0]?.[0] === "m" ? 1 : best.length;
    await this.hands.play(best.slice(0, placed));
    const steps = best.slice(placed);
    if (steps.length) await this.mining.animate(steps);
  }

  /**
   * What a click on the board means; null for nothing.
   *
   * @param {HTMLElement} element
   * @returns {{tokens: string}|{refusal: string}|null}
   */
  choiceAt(element) {
    const { space, token } = element.dataset;
    if (space) return this.#choiceOfSpace(space);
    return token ? { tokens: token } : this.#choiceInPit(element);
  }

  get #table() {
    const table = tableOf(this.app.game);
    if (!table) throw new Error("nothing is on the table");
    return table;
  }

  /** @param {string} name */
  #choiceOfSpace(name) {
    const { game, t, words, spell } = this.app;
    const { phase, spaces } = this.#table;
    const space = spaces.find((one) => one.name === name);
    if (!space) return null;
    if (space.locked) return { refusal: t("board.locked") };
    if (phase !== "place") return { refusal: t(game.pending.length ? "refuse.running" : "refuse.phase") };
    return space.why ? { refusal: `${words.space(name)}: ${spell(space.why)}` } : { tokens: name };
  }

  /** @param {HTMLElement} element */
  #choiceInPit(element) {
    const { t } = this.app;
    const { phase, turn } = this.#table;
    if (phase !== "mine") return null;
    const card = /** @type {HTMLElement|null} */ (element.closest(".seat-card"));
    if (Number(card?.dataset.seat) !== turn) return { refusal: t("refuse.pit") };
    const step = this.mining.stepAt(element.dataset);
    return step ? { tokens: step } : { refusal: t("refuse.step") };
  }
}

/**
 * What chance asks at a real table.
 *
 * @param {App} app
 * @param {Table} table
 */
function askOf(app, table) {
  const { t, words } = app;
  if (table.draw === null || table.draw === "draft" || table.draw === "look") return t(`ask.${table.draw ?? "draft"}`);
  return t("ask.space", { space: words.space(table.draw) });
}

/**
 * Everything that was drawn: what may be kept, and what cannot be and why.
 *
 * @param {Table} table
 * @param {Legal[]} legal
 * @returns {{token: string, off?: boolean}[]}
 */
function keepable(table, legal) {
  const tokens = legal.map(({ token }) => token);
  const held = new Set((table.look?.held ?? []).map(({ item }) => `+${item}`));
  const offered = [...held].filter((token) => !token.includes("?"));
  const rest = tokens.filter((token) => !held.has(token));
  return [...offered, ...rest].map((token) => ({ token, off: !tokens.includes(token) }));
}

/**
 * @param {App} app
 * @param {{token: string, off?: boolean}[]} choices tokens that name an item
 * @param {Hands} hands
 */
function drawItems(app, choices, hands) {
  return html(
    "div",
    { class: "items" },
    choices.map(({ token, off }) => {
      const label = off ? `${app.words.token(token)}. ${app.t("prompt.tooDear")}` : app.words.token(token);
      const item = token.slice(1);
      return html(
        "button",
        {
          type: "button",
          class: `card${off ? "" : " can"}`,
          "data-token": token,
          "aria-disabled": String(Boolean(off)),
          title: label,
          onclick: () => (off ? app.emit("refuse", app.t("prompt.tooDear")) : hands.play(token)),
        },
        item === "-" ? html("span", { class: "none" }, app.t("prompt.none")) : [itemFace(item), unseen(label)],
      );
    }),
  );
}

/**
 * @param {App} app
 * @param {Legal[]} legal
 * @param {Hands} hands
 */
function drawButtons(app, legal, hands) {
  return html(
    "div",
    { class: "actions" },
    legal.map(({ token }) =>
      html(
        "button",
        { type: "button", class: "button", "data-token": token, onclick: () => hands.play(token) },
        token === "fill:-" ? null : cube(token[5], 16),
        " ",
        app.words.token(token),
      ),
    ),
  );
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {Hands} hands
 */
function drawReturns(app, table, hands) {
  const items = (table.look?.held ?? []).map(({ item }) => item);
  if (items.every((item) => item !== "?")) return drawTray(app, items, table.phase === "side", hands.play);
  return drawButtons(app, app.game.answer?.legal ?? [], hands);
}
