// The engine thinking aloud about what the board shows: better and better lines until it is
// stopped, another position comes, or its time is up.

import { html } from "../dom.js";
import { canBeTold } from "../seats.js";
import { expectedPoints, seatLegend, winBar } from "./bars.js";
import { continued, distinct, linesFor } from "./distinct.js";
import { MixtureView } from "./mixture.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Line} Line */

/** The longest that one position is thought about. */
const TIME_MS = 20000;

/** The same where an engine is to move: on a small server it waits for us to be done. */
const ENGINE_TIME_MS = 2000;

/** Positions that flit by faster are not asked about. */
const SETTLE_MS = 150;

/** Turns of a line's continuation that are shown. */
const CONTINUATION = 6;

/** How sure it is that no other line is better, in words: from this probability on. */
const TRUST = /** @type {const} */ ([
  [0.95, "settled"],
  [0.5, "ahead"],
  [0.05, "open"],
  [0, "behind"],
]);

/**
 * One line: the turn in words, what is expected of it, what follows. Answers come many times a
 * second, so its elements stay and only what they say changes: a button can be clicked meanwhile.
 */
class LineView {
  /** @type {Line | null} */
  #line = null;

  /**
   * @param {App} app
   * @param {string} name of the analysis
   * @param {number} index
   * @param {(focused: number | null) => void} look told that this line is looked at, or none
   */
  constructor(app, name, index, look) {
    this.app = app;
    this.index = index;
    this.turn = html("span");
    this.play = html("button", {
      type: "button",
      class: "button small",
      id: `${name}-play-${index}`,
      onclick: () => void app.requests.play(this.#line?.tokens ?? []).catch(app.warn),
    });
    this.share = html("p", { class: "mover-share" });
    this.bar = html("div");
    this.facts = html("div", { class: "line-facts" });
    this.then = html("summary");
    this.next = html("ol");
    this.continuation = html("details", { class: "continuation" }, this.then, this.next);
    const here = () => look(index);
    const away = () => look(null);
    this.element = html(
      "li",
      { class: "line", onmouseenter: here, onmouseleave: away, onfocusin: here, onfocusout: away },
      html(
        "div",
        { class: "line-turn" },
        html("span", { class: "rank" }, String(index + 1)),
        this.turn,
      ),
      this.share,
      this.bar,
      this.facts,
      html("div", { class: "line-foot" }, this.continuation, this.play),
    );
  }

  /** @param {Line} line */
  update(line) {
    const { app, index } = this;
    this.#line = line;
    const mover = app.game.table?.turn ?? null;
    const [, trust] = TRUST.find(([least]) => line.p_best >= least) ?? [0, "behind"];
    this.turn.textContent = app.words.turn(line.tokens);
    this.share.textContent = mover === null ? "" : app.t("analyse.share", { seat: app.seatName(mover), p: app.i18n.number(100 * (line.win[mover] ?? 0)) });
    this.play.hidden = !app.game.open;
    this.play.textContent = app.t("analyse.play");
    this.play.setAttribute("aria-label", app.t("analyse.play_line", { n: index + 1 }));
    this.bar.replaceChildren(winBar(app, line.win, mover));
    this.facts.replaceChildren(
      expectedPoints(app, line, mover),
      html("span", { class: `trust ${trust}` }, app.t(`analyse.${trust}`)),
    );
    const turns = continued(app, line.pv.slice(0, CONTINUATION + 1)).slice(1);
    this.continuation.hidden = !turns.length;
    this.then.textContent = app.t("analyse.then");
    this.next.replaceChildren(...turns.map((turn) => html("li", {}, turn)));
  }
}

/** The live analysis: its switch, its lines, its request. */
export class LiveAnalysis {
  #wanted = false;
  /** Is a search under way, or about to begin? */
  #active = false;
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
  /** @type {LineView[]} */
  #views = [];

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
    this.mixture = new MixtureView(app);
    this.worth = html("p", { class: "note", hidden: true });
    this.switch = html("button", {
      type: "button",
      class: "button primary",
      id: `${name}-switch`,
      onclick: () => this.want(!this.#active),
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
      this.mixture.element,
      this.list,
      this.worth,
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
    this.switch.textContent = app.t(this.#active ? "analyse.stop" : "analyse.start");
    this.switch.setAttribute("aria-pressed", String(this.#active));
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
   * The panel was opened or closed: nothing is searched for a closed panel.
   *
   * @param {boolean} shown
   */
  show(shown) {
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#stop();
    if (!shown) this.app.board.mark([]);
    else if (this.#wanted) this.#begin();
    this.relabel();
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
    this.#active = false;
  }

  #begin() {
    const { answer } = this.app.game;
    // What is being put in has no position before it holds together.
    if (!answer?.position || !canBeTold(answer)) return;
    this.#active = true;
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
    const { game } = this.app;
    const time = game.isEngine(game.table?.turn ?? null) ? ENGINE_TIME_MS : TIME_MS;
    const body = { position, limits: { time_ms: time, lines: linesFor(this.#lines) } };
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
    this.#active = false;
    this.relabel();
  }

  /**
   * @param {AbortController} request
   * @param {Analysis} analysis
   */
  #take(request, analysis) {
    if (this.#request !== request) return;
    this.#analysis = { ...analysis, lines: distinct(this.app, analysis.lines, this.#lines) };
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
    const { answer } = app.game;
    if (!answer) return "";
    const { phase, turn } = answer.table;
    if (phase === "over") return app.t("analyse.over");
    if (turn === null) return app.t("analyse.chance");
    if (!canBeTold(answer)) return app.tell("analyse.hidden", turn);
    if (!this.#analysis) return app.tell(this.#wanted ? "analyse.waiting" : "analyse.off", turn);
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
    const { app, list } = this;
    this.status.textContent = this.#state();
    this.element.setAttribute("aria-busy", String(this.running));
    const lines = this.#analysis?.lines ?? [];
    while (this.#views.length > lines.length) this.#views.pop()?.element.remove();
    while (this.#views.length < lines.length) {
      const view = new LineView(app, this.name, this.#views.length, (focused) =>
        this.#look(focused),
      );
      this.#views.push(view);
      list.append(view.element);
    }
    for (const [index, line] of lines.entries()) this.#views[index]?.update(line);
    this.mixture.update(this.#analysis?.policy);
    const first = lines[0];
    this.worth.hidden = !first;
    if (first) this.worth.textContent = worthOf(app, first);
  }

  /**
   * Show one line alone on the board, or all of them again.
   *
   * @param {number | null} focused
   */
  #look(focused) {
    this.#focused = focused;
    this.#mark();
  }
}

/**
 * What the numbers are worth: how the game may still go, and how much more thinking could change.
 *
 * @param {App} app
 * @param {Line} line
 */
function worthOf({ t, i18n }, line) {
  const most = (/** @type {number[]} */ errors) => Math.max(...errors);
  const sampling = t("analyse.sampling", {
    win: i18n.number(200 * most(line.win_error), 1),
    vp: i18n.number(2 * most(line.vp_error), 1),
  });
  return line.vp_band ? `${t("analyse.ranges")} ${sampling}` : sampling;
}
