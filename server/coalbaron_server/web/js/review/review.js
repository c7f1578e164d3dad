// The review panel: every turn of the game beside the best one, and jumps to each of them.

import { html } from "../dom.js";
import { KEY, onKeys } from "../keys.js";
import { addStyles } from "../loading.js";
import { reasonsFor } from "../teach/reasons.js";
import { seatLegend } from "../analyse/bars.js";
import { gameChart } from "../analyse/chart.js";
import { estimatesOf, timelineOf } from "../analyse/timeline.js";
import { measure, measureChoice } from "../measure.js";
import { recordParts, recordUpTo } from "../share/record.js";
import { Again } from "./again.js";
import { Balances } from "./balance.js";
import { costliest, seatTable, turnRow } from "./turns.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./turns.js").Judgement} Judgement */
/** @typedef {import("./turns.js").Summary} Summary */

/** How long each turn is thought about. */
const CARES = { quick: 2000, careful: 10000, deep: 50000 };

/** @type {import("../i18n.js").TextSource} */
const texts = async (language) => (await import(`./lang/${language}.js`)).default;

/** The review of the game on the table. */
class Review {
  /** @type {Judgement[]} */
  #turns = [];
  /** @type {Summary | null} */
  #summary = null;
  /** @type {AbortController | null} */
  #request = null;
  /** @type {number | null} */
  #at = null;
  /** The record that was reviewed. */
  #record = "";
  /** What play and luck made of it, once all of it is known. @type {Balances | null} */
  #balances = null;

  /**
   * @param {App} app
   * @param {import("../teach/reasons.js").Reasons} reasons
   */
  constructor(app, reasons) {
    this.app = app;
    this.reasons = reasons;
    this.start = html("button", {
      type: "button",
      class: "button primary",
      id: "review-start",
      onclick: () => void this.#toggle(),
    });
    this.care = html("select", { id: "review-care" });
    this.careLabel = html("label", { for: "review-care" });
    this.reveals = html("p", { class: "note" });
    this.progress = html("progress", { id: "review-progress", max: 1, value: 0, hidden: true });
    this.status = html("p", { class: "note", id: "review-status" });
    this.walk = html("div", { class: "row walk", hidden: true });
    this.again = new Again(app, () => void this.#render());
    this.results = html("div", { class: "results", id: "review-results" });
    this.element = html(
      "section",
      { class: "review" },
      html(
        "div",
        { class: "row" },
        this.start,
        html("span", { class: "row tight" }, this.careLabel, this.care),
      ),
      this.reveals,
      this.progress,
      this.status,
      this.walk,
      this.again.element,
      this.results,
    );
    /** @param {() => void} act */
    const reading = (act) => (/** @type {KeyboardEvent} */ event) => {
      if (this.#at === null || event.target instanceof HTMLSelectElement) return;
      act();
      event.preventDefault();
    };
    onKeys(this.element, {
      [KEY.before]: reading(() => this.#step(-1)),
      [KEY.next]: reading(() => this.#step(1)),
      [KEY.back]: reading(() => app.game.unpeek()),
    });
    this.relabel();
  }

  /** Put the words in, in the language of the page. */
  relabel() {
    const { app, care } = this;
    const chosen = care.value || "quick";
    care.replaceChildren(
      ...Object.keys(CARES).map((name) =>
        html("option", { value: name, selected: name === chosen }, app.t(`review.${name}`)),
      ),
    );
    this.careLabel.textContent = app.t("review.care");
    this.progress.setAttribute("aria-label", app.t("review.progress"));
    this.again.draw();
    this.#balances?.draw();
    this.#render();
  }

  /** Another game lies on the table: what was found is not about it. */
  forget() {
    this.#request?.abort();
    this.#turns = [];
    this.#summary = null;
    this.#balances = null;
    this.#at = null;
    this.again.forget();
    this.#render();
  }

  /** The board shows a position: ours, or one that somebody else has put there. */
  shown() {
    this.reveals.hidden = this.#revealsNothing();
    if (this.again.isOn && !this.app.game.trial && !this.app.game.busy) this.again.forget();
    if (this.app.game.peeking || this.#at === null) return;
    this.#at = null;
    this.app.board.mark([]);
    this.#render();
  }

  async #toggle() {
    if (this.#request) {
      this.#request.abort();
      return;
    }
    this.forget();
    const { app } = this;
    const own = new AbortController();
    this.#request = own;
    this.#record = app.game.record;
    this.#render();
    const nodes = CARES[/** @type {keyof CARES} */ (this.care.value)];
    try {
      const body = { record: this.#record, limits: { nodes } };
      await app.api.stream("/v1/review", body, (name, data) => this.#take(own, name, data), {
        signal: own.signal,
      });
    } catch (error) {
      if (!own.signal.aborted) app.warn(error);
    }
    if (this.#request === own) this.#request = null;
    this.#render();
    if (this.#summary) app.say(app.t("review.finished", { n: this.#turns.length }));
  }

  /**
   * @param {AbortController} own
   * @param {string} name
   * @param {any} data
   */
  #take(own, name, data) {
    if (own.signal.aborted) return;
    if (name === "turn") {
      this.#turns.push(data);
      timelineOf(this.app).put(data);
      this.#renderProgress();
      const list = this.results.querySelector("#review-turns");
      if (list) list.append(turnRow(this.app, data, this.#pick, false));
      else this.#render();
    } else if (name === "summary") {
      this.#summary = data;
      this.#balances = new Balances(this.app, data.balances ?? [], this.#turns);
      for (const estimate of this.#estimates) timelineOf(this.app).put(estimate);
    }
  }

  /** The graph's data: of a whole review what all its searches say together. */
  get #estimates() {
    const course = this.#summary?.course;
    return course ? estimatesOf(course, this.#turns, recordParts(this.#record).tokens.length) : this.#turns;
  }

  /** Try the turn that is shown again. */
  async #tryAgain() {
    const { app } = this;
    const turn = this.#turns.find((one) => one.index === this.#at);
    if (!turn) return;
    const { tokens } = recordParts(this.#record);
    const place = app.game.lines.placeOf(tokens.slice(0, turn.index));
    if (place) await this.again.begin(turn, place, CARES[/** @type {keyof CARES} */ (this.care.value)]);
  }

  /** @type {(turn: Judgement) => void} */
  #pick = (turn) => void this.#show(turn).catch(this.app.warn);

  /**
   * Show the position before a turn, with the turn that was played and the better one.
   *
   * @param {Judgement} turn
   */
  async #show(turn) {
    const { app } = this;
    await app.requests.peek({ record: recordUpTo(recordParts(this.#record), turn.index) });
    this.#at = turn.index;
    app.board.mark([
      { tokens: turn.best, rank: 1 },
      { tokens: turn.played, rank: 2 },
    ]);
    this.#render();
  }

  /** @param {number} by */
  #step(by) {
    const at = this.#turns.findIndex((turn) => turn.index === this.#at);
    const turn = this.#turns[at + by];
    if (at >= 0 && turn) this.#pick(turn);
  }

  #renderProgress() {
    const { app } = this;
    const total = this.#turns[0]?.total ?? 0;
    this.progress.hidden = !this.#request;
    this.progress.value = total ? this.#turns.length / total : 0;
    if (this.#request)
      this.status.textContent = total ? app.t("review.running", { n: this.#turns.length, total }) : app.t("act.hinting");
    else if (this.#summary)
      this.status.textContent = app.t("review.finished", { n: this.#turns.length });
    else if (this.#turns.length)
      this.status.textContent = app.t("review.stopped", { n: this.#turns.length, total });
    else this.status.textContent = app.t("review.intro");
  }

  /**
   * What is told with a turn: its part of play and luck, and of the one that is shown the reasons.
   *
   * @param {Judgement} turn
   */
  #more(turn) {
    const { played, best, seat, reasons = [] } = turn;
    const below = turn.index === this.#at && reasons.length ? this.reasons.draw({ seat, turn: played, best, reasons }) : null;
    return { account: this.#balances?.ofTurn(turn), below };
  }

  /** A game seen from one chair has nothing to reveal, nor has one that is over. */
  #revealsNothing() {
    const { answer, chance, peeking } = this.app.game;
    return !answer || chance === "ask" || peeking || answer.table.phase === "over";
  }

  /** Another measure was chosen: say everything in it. */
  #remeasure() {
    this.#render();
    this.again.draw();
    document.getElementById(`review-measure-${measure()}`)?.focus();
  }

  #renderWalk() {
    const { app, walk } = this;
    walk.hidden = this.#at === null;
    if (this.#at === null) return;
    const held = walk.contains(document.activeElement) ? document.activeElement?.id : null;
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
      html(
        "button",
        { type: "button", class: "button small", id: `review-${name}`, onclick },
        app.t(name === "leave" ? "act.unpeek" : `review.${name}`),
      );
    walk.replaceChildren(
      button("before", () => this.#step(-1)),
      button("after", () => this.#step(1)),
      button("again", () => void this.#tryAgain().catch(app.warn)),
      button("leave", () => app.game.unpeek()),
    );
    if (held) document.getElementById(held)?.focus();
  }

  #render() {
    const { app } = this;
    this.start.textContent = app.t(this.#request ? "review.stop" : "review.start");
    this.reveals.textContent = app.t("review.reveals");
    this.reveals.hidden = this.#revealsNothing();
    this.#renderProgress();
    this.#renderWalk();
    const focused = this.results.contains(document.activeElement)
      ? document.activeElement?.closest("[data-index]")
      : null;
    const index = focused?.getAttribute("data-index");
    const group = focused?.closest("[id]")?.id;
    const turns = this.#turns;
    const picked = (/** @type {{index: number}} */ { index: at }) => {
      const turn = turns.find((one) => one.index === at);
      if (turn) this.#pick(turn);
    };
    this.results.replaceChildren(
      ...(turns.length
        ? [
            measureChoice(app, "review-measure", () => this.#remeasure()),
            ...(this.#summary
              ? [
                  ...(this.#balances ? [this.#balances.element] : []),
                  costliest(app, turns, this.#summary, this.#pick),
                  seatTable(app, this.#summary),
                ]
              : []),
            html("h3", {}, app.t("chart.title")),
            seatLegend(app, turns[0]?.win.length ?? 0),
            gameChart(app, this.#estimates, { quantity: measure(), at: this.#at, onpick: picked }),
            html("h3", {}, app.t("review.all")),
            html(
              "ol",
              { class: "turns", id: "review-turns" },
              turns.map((turn) => turnRow(app, turn, this.#pick, turn.index === this.#at, this.#more(turn))),
            ),
          ]
        : []),
    );
    if (index)
      /** @type {HTMLElement | null} */ (
        this.results.querySelector(`#${group} [data-index="${index}"]`)
      )?.focus();
  }
}

/**
 * Fill the review panel.
 *
 * @param {App} app
 */
export async function mount(app) {
  const [reasons] = await Promise.all([reasonsFor(app), app.i18n.add(texts), addStyles(import.meta.url, ["review.css"])]);
  const review = new Review(app, reasons);
  app.panel("review").append(review.element);
  app.on("game", () => review.forget());
  app.on("position", () => review.shown());
  app.on("language", () => review.relabel());
  app.on("panel", (/** @type {string} */ name) => {
    // A mistake that is looked at may be analysed too; every other panel is about the game itself.
    if (name !== "review" && name !== "analyse") app.game.unpeek();
  });
}
