// The engine thinking aloud about what the board shows: better and better lines until it is
// stopped, another position comes, or its time is up.

import { html } from "../dom.js";
import { expectedPoints, seatLegend, winBar } from "./bars.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Line} Line */

/** The longest that one position is thought about. */
const TIME_MS = 20000;

/** Positions that flit by faster are not asked about. */
const SETTLE_MS = 150;

/** Turns of a line's continuation that are shown. */
const CONTINUATION = 6;

/** The live analysis: its switch, its lines, its request. */
export class LiveAnalysis {
  #wanted = false;
  #shown = false;
  #lines = 3;
  /** @type {AbortController | null} */
  #request = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  /** @type {Analysis | null} */
  #analysis = null;
  /** @type {number | null} */
  #focused = null;

  /**
   * @param {App} app
   * @param {string} name begins the ids of its elements: there may be two on the page
   * @param {(analysis: Analysis) => void} onanswer told each answer
   */
  constructor(app, name, onanswer) {
    this.app = app;
    this.name = name;
    this.onanswer = onanswer;
    this.status = html("p", { class: "note", id: `${name}-status` });
    this.list = html("ol", { class: "lines", id: `${name}-lines` });
    this.legend = html("div");
    this.switch = html("button", {
      type: "button",
      class: "button primary",
      id: `${name}-switch`,
      onclick: () => this.want(!this.#wanted),
    });
    this.count = html(
      "select",
      { id: `${name}-count`, onchange: () => this.#chooseLines() },
      [1, 3, 5, 8].map((lines) =>
        html("option", { value: lines, selected: lines === this.#lines }, String(lines)),
      ),
    );
    this.countLabel = html("label", { for: `${name}-count` });
    this.element = html(
      "section",
      { class: "live" },
      html(
        "div",
        { class: "row" },
        this.switch,
        html("span", { class: "row tight" }, this.countLabel, this.count),
      ),
      this.legend,
      this.status,
      this.list,
    );
    this.relabel();
  }

  /** Is a search under way? */
  get running() {
    return this.#request !== null;
  }

  /** Put the words in, in the language of the page. */
  relabel() {
    const { app } = this;
    this.switch.textContent = app.t(this.#wanted ? "analyse.stop" : "analyse.start");
    this.switch.setAttribute("aria-pressed", String(this.#wanted));
    this.countLabel.textContent = app.t("analyse.count");
    const players = app.game.table?.players ?? 0;
    this.legend.replaceChildren(seatLegend(app, players));
    this.#render();
  }

  /**
   * Switch the analysis on or off.
   *
   * @param {boolean} wanted
   */
  want(wanted) {
    this.#wanted = wanted;
    this.#stop();
    if (wanted) this.#begin();
    else this.app.board.mark([]);
    this.relabel();
  }

  /**
   * The panel was opened or closed: nobody searches for a closed panel.
   *
   * @param {boolean} shown
   */
  show(shown) {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#stop();
    if (!shown) this.app.board.mark([]);
    else if (this.#wanted) this.#begin();
    this.#render();
  }

  /** The board shows another position. */
  moved() {
    this.#stop();
    this.#analysis = null;
    if (this.#wanted && this.#shown) {
      this.app.board.mark([]);
      this.#begin();
    }
    this.relabel();
  }

  #chooseLines() {
    this.#lines = Number(this.count.value);
    if (this.#wanted) this.want(true);
  }

  #stop() {
    clearTimeout(this.#settling);
    this.#request?.abort();
    this.#request = null;
  }

  #begin() {
    const { answer } = this.app.game;
    if (!answer || answer.table.turn === null) return;
    this.#settling = setTimeout(() => void this.#search(answer.position), SETTLE_MS);
  }

  /**
   * Ask about the position as it is shown: so the answer tells nothing that the screen hides.
   *
   * @param {string} position
   */
  async #search(position) {
    const request = new AbortController();
    this.#request = request;
    this.#render();
    const body = { position, limits: { time_ms: TIME_MS, lines: this.#lines } };
    try {
      await this.app.api.stream(
        "/v1/analyse",
        body,
        (_name, analysis) => this.#take(request, analysis),
        { signal: request.signal },
      );
    } catch (error) {
      if (request.signal.aborted) return;
      this.app.warn(error);
      this.#wanted = false;
    }
    if (this.#request !== request) return;
    this.#request = null;
    this.relabel();
  }

  /**
   * @param {AbortController} request
   * @param {Analysis} analysis
   */
  #take(request, analysis) {
    if (this.#request !== request) return;
    this.#analysis = analysis;
    this.onanswer(analysis);
    this.#render();
    this.#mark();
  }

  /** Arrows for the line that is looked at, or for all of them. */
  #mark() {
    const lines = this.#analysis?.lines ?? [];
    const marks = lines.map((line, index) => ({ tokens: line.tokens, rank: index + 1 }));
    this.app.board.mark(
      this.#focused === null ? marks : marks.slice(this.#focused, this.#focused + 1),
    );
  }

  /** @returns {string} what is going on, in words */
  #state() {
    const { app } = this;
    const table = app.game.table;
    if (!table) return "";
    if (table.phase === "over") return app.t("analyse.over");
    if (table.turn === null) return app.t("analyse.chance");
    if (!this.#analysis)
      return app.t(this.#wanted ? "analyse.waiting" : "analyse.off", {
        seat: app.words.seat(table.turn),
      });
    const { nodes, depth, time_ms: time, solved, exact } = this.#analysis;
    const facts = {
      n: nodes,
      nodes: app.i18n.number(nodes),
      depth,
      seconds: app.i18n.number(time / 1000, 1),
    };
    const done = exact
      ? "analyse.exact"
      : solved
        ? "analyse.solved"
        : this.running
          ? "analyse.searching"
          : "analyse.done";
    return `${app.t(done)} ${app.t("analyse.facts", facts)}`;
  }

  #render() {
    this.status.textContent = this.#state();
    const held = this.list.contains(document.activeElement) ? document.activeElement?.id : null;
    const lines = this.#analysis?.lines ?? [];
    this.list.replaceChildren(...lines.map((line, index) => this.#line(line, index)));
    if (held) document.getElementById(held)?.focus();
    this.element.setAttribute("aria-busy", String(this.running));
  }

  /**
   * One line: the turn in words, what is expected of it, what follows.
   *
   * @param {Line} line
   * @param {number} index
   */
  #line(line, index) {
    const { app } = this;
    const look = (/** @type {number | null} */ focused) => () => {
      this.#focused = focused;
      this.#mark();
    };
    const mover = app.game.table?.turn ?? null;
    const facts = {
      p: app.i18n.number(100 * line.p_best),
      n: line.visits,
      visits: app.i18n.number(line.visits),
    };
    return html(
      "li",
      {
        class: "line",
        onmouseenter: look(index),
        onmouseleave: look(null),
        onfocusin: look(index),
        onfocusout: look(null),
      },
      html(
        "div",
        { class: "line-turn" },
        html("span", { class: "rank" }, String(index + 1)),
        html("span", {}, app.words.turn(line.tokens)),
        this.#playButton(line, index),
      ),
      winBar(app, line.win, line.win_error, mover),
      html(
        "div",
        { class: "line-facts" },
        expectedPoints(app, line.vp, line.vp_error, mover),
        html("span", {}, app.t("analyse.trust", facts)),
      ),
      this.#continuation(line, index),
    );
  }

  /**
   * @param {Line} line
   * @param {number} index
   */
  #playButton(line, index) {
    const { app } = this;
    if (!app.game.open) return null;
    const label = app.t("analyse.play_line", { n: index + 1 });
    const play = () => app.game.play(line.tokens).catch(app.warn);
    return html(
      "button",
      {
        type: "button",
        class: "button small",
        id: `${this.name}-play-${index}`,
        "aria-label": label,
        onclick: play,
      },
      app.t("analyse.play"),
    );
  }

  /**
   * @param {Line} line
   * @param {number} index
   */
  #continuation(line, index) {
    const { app } = this;
    const turns = line.pv.slice(1, CONTINUATION + 1);
    if (!turns.length) return null;
    const open =
      this.list.querySelector(`#${this.name}-next-${index}`)?.hasAttribute("open") ?? false;
    return html(
      "details",
      { class: "continuation", id: `${this.name}-next-${index}`, open },
      html("summary", {}, app.t("analyse.then")),
      html(
        "ol",
        {},
        turns.map((turn) => html("li", {}, app.words.turn(turn))),
      ),
    );
  }
}
