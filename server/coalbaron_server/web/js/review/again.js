// Trying a reviewed turn again: another one is played on the board, judged beside the best one and
// the one that was played, and may be gone on with as a branch.

import { html } from "../dom.js";
import { measure, spell } from "../measure.js";
import { historyOf } from "../moves/history.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./turns.js").Judgement} Judgement */

/**
 * A turn beside the best of those compared, as `/v1/compare` answers.
 *
 * @typedef {object} Compared
 * @property {string[]} tokens
 * @property {number[]} win
 * @property {number[]} vp
 * @property {number} loss_win
 * @property {number} error
 * @property {number} loss_vp
 * @property {number} error_vp
 * @property {"blunder"|"mistake"|"slip"|null} grade
 * @property {boolean} is_best
 */

/** A second try: what is asked of the board, and what came of it. */
export class Again {
  /** @type {Judgement|null} */
  #turn = null;
  /** @type {string[]|null} */
  #tried = null;
  /** @type {Compared[]|null} */
  #compared = null;
  /** @type {AbortController|null} */
  #request = null;

  /**
   * @param {App} app
   * @param {() => void} onend
   */
  constructor(app, onend) {
    this.app = app;
    this.onend = onend;
    this.element = html("section", { class: "again", id: "again", hidden: true, "aria-live": "polite" });
  }

  /** Is a turn being tried? */
  get isOn() {
    return this.#turn !== null;
  }

  /**
   * Try a turn of the game that was reviewed.
   *
   * @param {Judgement} turn
   * @param {import("../moves/lines.js").Place} place the position before it
   * @param {number} nodes what judging it may take
   */
  async begin(turn, place, nodes) {
    const { app } = this;
    await app.requests.tryAt(place, (tokens) => void this.#judge(tokens, nodes));
    this.#turn = turn;
    this.#tried = this.#compared = null;
    this.draw();
    this.element.scrollIntoView({ block: "nearest" });
    app.showBoard();
  }

  /** Another game, or another place of it, lies on the table. */
  forget() {
    this.#request?.abort();
    this.#turn = this.#tried = this.#compared = this.#request = null;
    this.draw();
  }

  /**
   * @param {string[]} tokens
   * @param {number} nodes
   */
  async #judge(tokens, nodes) {
    const { app } = this;
    const turn = this.#turn;
    if (!turn) return;
    const request = new AbortController();
    this.#request?.abort();
    this.#request = request;
    this.#tried = tokens;
    this.#compared = null;
    this.draw();
    // On a small screen the board is where the panel was.
    app.openPanel("review");
    const turns = [tokens, turn.best, turn.played].map((one) => one.join("/"));
    try {
      const body = { record: app.game.record, turns, limits: { nodes: 2 * nodes } };
      const compared = await app.api.post("/v1/compare", body, { signal: request.signal, patience: 60000 });
      if (this.#request !== request) return;
      this.#compared = compared;
      app.say(this.#verdict());
    } catch (error) {
      if (!request.signal.aborted) app.warn(Object.assign(/** @type {object} */ (error), { retry: () => this.#judge(tokens, nodes) }));
    }
    this.draw();
  }

  /** What the try is worth, in a sentence. */
  #verdict() {
    const { t } = this.app;
    const [tried, best, played] = this.#compared ?? [];
    if (!tried || !best || !played) return "";
    if (tried.is_best) return t(best.is_best ? "again.best" : "again.better");
    const lost = (/** @type {Compared} */ one) => (measure() === "win" ? one.loss_win : one.loss_vp);
    return t(lost(tried) < lost(played) ? "again.improved" : "again.worse");
  }

  /** Draw what is asked, or what came of it. */
  draw() {
    const { app, element } = this;
    const { t, game } = app;
    const turn = this.#turn;
    element.hidden = !turn;
    if (!turn) return;
    /** @param {string} name @param {() => Promise<unknown>} act @param {string} [look] */
    const button = (name, act, look = "") =>
      html("button", { type: "button", class: `button small ${look}`, id: `again-${name}`, onclick: () => void act().catch(app.warn) }, t(`again.${name}`));
    const tried = this.#tried;
    element.replaceChildren(
      html("h3", {}, t("again.title", { seat: app.seatName(turn.seat) })),
      html("p", { class: "note" }, tried ? (this.#compared ? this.#verdict() : t("again.judging")) : t("again.ask")),
      ...(this.#compared ? [this.#table(turn, this.#compared)] : []),
      html(
        "div",
        { class: "row" },
        tried && game.lines.hasRoom && button("on", () => this.#playOn(tried), "primary"),
        tried && button("another", async () => this.#another()),
        button("end", () => this.end()),
      ),
    );
  }

  /**
   * @param {Judgement} turn
   * @param {Compared[]} compared the try, the best one, the one that was played
   */
  #table(turn, compared) {
    const { app } = this;
    const name = measure();
    const before = historyOf(app).eventsBefore(turn.index);
    const isSame = turn.best.join() === turn.played.join();
    const rows = compared.slice(0, isSame ? 2 : 3).map((one, index) => {
      const [lost, error] = name === "win" ? [100 * one.loss_win, 100 * one.error] : [one.loss_vp, one.error_vp];
      return html(
        "tr",
        { class: one.is_best ? "best" : (one.grade ?? "fine") },
        html("th", { scope: "row" }, html("b", {}, app.t(["again.tried", isSame ? "again.both" : "again.engine", "again.played"][index])), " ", app.words.turn(one.tokens, before)),
        html("td", {}, spell(app, name, one[name][turn.seat])),
        html("td", {}, one.is_best ? "–" : `−${app.i18n.number(lost, 1)} ±${app.i18n.spread(error)}`),
      );
    });
    return html(
      "table",
      { class: "numbers again-table" },
      html("caption", { class: "unseen" }, app.t("again.caption")),
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, app.t("again.turn")), html("th", { scope: "col" }, app.t(`again.${name}`)), html("th", { scope: "col" }, app.t("again.loss")))),
      html("tbody", {}, rows),
    );
  }

  /** @param {string[]} tokens */
  async #playOn(tokens) {
    const { game } = this.app;
    game.trial = null;
    this.forget();
    await this.app.requests.commit(tokens);
  }

  #another() {
    const { game } = this.app;
    this.app.showBoard();
    this.#request?.abort();
    this.#tried = this.#compared = this.#request = null;
    while (game.canUndo) game.undo();
    this.draw();
  }

  /** Leave it: the game lies on the table again. */
  async end() {
    this.forget();
    await this.app.requests.endTrial();
    this.onend();
  }
}
