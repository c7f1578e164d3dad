// A game on a real table, followed: what happened is entered token by token, what chance turned
// up too, and `!?` and `^?` where this chair could not see it.

import { itemFace } from "../board/pieces.js";
import { facts } from "../facts.js";
import { tableOf } from "../table.js";
import { html } from "../../../static/js/dom.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../../../static/js/types.js").Legal} Legal */

/** More choices than these get a field to narrow them down. */
const MANY = 12;

/** The entry of what happened. */
export class Follow {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.question = html("h3", { id: "follow-question" });
    this.progress = html("p", { class: "note", id: "follow-pending" });
    this.filter = html("input", {
      type: "search",
      id: "follow-filter",
      autocomplete: "off",
      oninput: () => this.#renderChoices(),
    });
    this.filterLabel = html("label", { for: "follow-filter" });
    this.filterField = html("div", { class: "field" }, this.filterLabel, this.filter);
    this.choices = html("div", {
      class: "choices",
      id: "follow-choices",
      role: "group",
      "aria-labelledby": "follow-question",
    });
    this.words = html("input", {
      type: "text",
      id: "follow-tokens",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
    });
    this.wordsLabel = html("label", { for: "follow-tokens" });
    this.enter = html("button", { type: "submit", class: "button" });
    this.fault = html("p", { class: "fault", id: "follow-fault", role: "alert", hidden: true });
    this.back = html("button", {
      type: "button",
      class: "button",
      id: "follow-back",
      onclick: () => this.#do(() => this.#takeBack()),
    });
    this.done = html("button", {
      type: "button",
      class: "button primary",
      id: "follow-done",
      onclick: () => this.#do(() => app.requests.confirm()),
    });
    this.element = html(
      "section",
      { class: "follow", id: "follow" },
      this.question,
      this.progress,
      this.filterField,
      this.choices,
      html(
        "form",
        { class: "field", onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
        this.wordsLabel,
        html("span", { class: "row" }, this.words, this.enter),
      ),
      this.fault,
      html("div", { class: "row" }, this.back, this.done),
    );
    this.render();
  }

  /** Show what is asked now. */
  render() {
    const { app } = this;
    const { game } = app;
    this.element.hidden = game.chance !== "ask" || !game.answer;
    if (this.element.hidden) return;
    this.question.textContent = this.#asks();
    this.progress.hidden = !game.pending.length;
    this.progress.textContent = app.t("follow.pending", { turn: app.words.turn(game.pending) });
    this.filterLabel.textContent = app.t("follow.filter");
    this.wordsLabel.textContent = app.t("follow.tokens");
    this.enter.textContent = app.t("follow.enter");
    this.back.textContent = app.t("follow.back");
    this.back.disabled = !game.pending.length && !game.lines.tokens.length;
    this.done.textContent = app.t("follow.done");
    this.done.hidden = game.confirmable === null;
    this.fault.hidden = true;
    this.filter.value = "";
    this.filterField.hidden = (game.answer?.legal.length ?? 0) <= MANY;
    this.#renderChoices();
  }

  /** @returns {string} the question, by phase */
  #asks() {
    const { app } = this;
    const { t, game, words } = app;
    const table = tableOf(game);
    if (!table) return "";
    const seat = app.seatName(table.turn ?? game.mover ?? 0);
    if (table.phase === "chance") {
      if (table.draw === "look") return t("follow.chance_look", { seat });
      if (table.draw === "draft") return t("follow.chance_draft");
      return t("follow.chance", { space: table.draw ? words.space(table.draw) : "" });
    }
    return t(`follow.${table.phase}`, { seat, n: table.steps });
  }

  #renderChoices() {
    const { app } = this;
    const wanted = this.filter.value.trim().toLowerCase();
    const legal = (app.game.answer?.legal ?? []).filter(
      ({ token }) => !wanted || `${token} ${app.words.token(token)}`.toLowerCase().includes(wanted),
    );
    this.choices.replaceChildren(...legal.map((choice) => this.#choice(choice)));
  }

  /** @param {Legal} choice */
  #choice({ token, probability }) {
    const { app } = this;
    const item = /^[!^+]/.test(token) && facts.has(token.slice(1)) ? token.slice(1) : null;
    const unseen = token === "!?" || token === "^?";
    const text = unseen
      ? app.t("follow.unseen")
      : item
        ? app.words.item(item)
        : app.words.token(token);
    const chance =
      typeof probability === "number" &&
      probability < 1 &&
      `${app.i18n.number(100 * probability)} %`;
    return html(
      "button",
      {
        type: "button",
        class: item ? "choice-button with-face" : "choice-button",
        "data-token": token,
        onclick: () => this.#do(() => this.#choose(token)),
      },
      item && itemFace(item),
      html("span", {}, text),
      chance && html("small", {}, chance),
    );
  }

  /**
   * Take one token; what nobody decides, or ends a turn, is entered for good.
   *
   * @param {string} token
   */
  async #choose(token) {
    const { game } = this.app;
    if (token.startsWith("!") || token === "end") return this.app.requests.commit([...game.pending, token]);
    await this.app.requests.play(token);
    if (game.confirmable && game.confirmable.name !== "end") await this.app.requests.commit(game.pending);
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const words = this.words.value.trim().split(/\s+/).filter(Boolean);
    if (!words.length) return;
    this.#do(async () => {
      const { game } = this.app;
      await this.app.requests.commit([...game.pending, ...words.flatMap((word) => word.split("/"))]);
      this.words.value = "";
      this.words.focus();
    });
  }

  async #takeBack() {
    const { game } = this.app;
    if (game.canUndo) {
      game.undo();
      return;
    }
    await this.app.requests.cut(game.lines.tokens.length - 1);
  }

  /** @param {() => unknown} action */
  #do(action) {
    void Promise.resolve()
      .then(action)
      .catch((error) => {
        if (!(error?.status >= 400 && error.status < 500 && error.status !== 429)) {
          this.app.warn(error);
          return;
        }
        this.fault.hidden = false;
        this.fault.textContent = this.app.t("follow.refused", { detail: error.detail });
      });
  }
}
