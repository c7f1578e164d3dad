// The analysis panel: the engine's lines, the graph of the game, and what the game adds to them.

import { html } from "../dom.js";
import { seatLegend } from "./bars.js";
import { gameChart } from "./chart.js";
import { canBeTold } from "../seats.js";
import { LiveAnalysis } from "./live.js";
import { estimatesOf, timelineOf } from "./timeline.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("./chart.js").Quantity} Quantity */

/** A turn of the graph is thought about so long: enough to see the tide, no more. */
const GRAPH_NODES = 2000;

/**
 * A part of the panel that folds away, and works only while it can be seen.
 *
 * @param {App} app
 * @param {string} name
 * @param {() => void} onopen
 */
export function fold(app, name, onopen) {
  const summary = html("summary", {}, app.t(`${name}.title`));
  const content = html("div", { class: "fold-content" });
  const element = html(
    "details",
    { class: "fold", id: `fold-${name}`, ontoggle: () => element.open && onopen() },
    summary,
    content,
  );
  app.on("language", () => (summary.textContent = app.t(`${name}.title`)));
  return { element, content };
}

/**
 * The shares of the win when the game is over.
 *
 * @param {{scores: number[], winners: number[]}} over
 */
function sharesOf({ scores, winners }) {
  return scores.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
}

/**
 * The graph: turns that the engine has looked at, in live play one more with each turn.
 *
 * @param {App} app
 */
function graphPart(app) {
  const timeline = timelineOf(app);
  /** @type {Quantity} */
  let quantity = "win";
  /** @type {AbortController | null} */
  let request = null;
  const { element, content } = fold(app, "chart", () => {
    render();
    void estimateHere();
  });

  const choices = /** @type {Quantity[]} */ (["win", "vp"]).map((name) => {
    const input = html("input", {
      type: "radio",
      name: "chart-quantity",
      value: name,
      checked: name === quantity,
    });
    const text = html("span");
    input.addEventListener("change", () => {
      quantity = name;
      render();
    });
    return { name, text, label: html("label", { class: "choice" }, input, text) };
  });
  const whole = html("button", { type: "button", class: "button small", id: "chart-whole" });
  const legend = html("div");
  const picture = html("div");
  content.append(
    html(
      "div",
      { class: "row" },
      choices.map((choice) => choice.label),
      whole,
    ),
    legend,
    picture,
  );

  const render = () => {
    if (!element.open) return;
    const { estimates } = timeline;
    for (const { name, text } of choices) text.textContent = app.t(`chart.${name}`);
    whole.textContent = app.t(request ? "chart.stop" : "chart.whole");
    legend.replaceChildren(seatLegend(app, app.game.table?.players ?? 0));
    picture.replaceChildren(
      estimates.length
        ? gameChart(app, estimates, { quantity, at: timeline.length })
        : html("p", { class: "note" }, app.t("chart.empty")),
    );
  };

  /** Give the position on the board its point, if the graph has none there yet. */
  const estimateHere = async () => {
    const { answer, pending, peeking, record } = app.game;
    const index = timeline.length;
    if (!element.open || !answer || pending.length || peeking || timeline.has(index)) return;
    const { turn: seat, shift, over } = answer.table;
    if (over) {
      timeline.put({ index, seat, shift, win: sharesOf(over), vp: over.scores });
      return;
    }
    if (!canBeTold(answer)) return;
    const limits = { nodes: GRAPH_NODES };
    /** @type {Analysis} */
    const analysis = await app.api.post("/v1/bestmove", { position: answer.position, limits });
    const line = analysis.lines[0];
    if (line && record === app.game.record)
      timeline.put({ index, seat, shift, win: line.win, vp: line.vp, win_error: line.win_error, vp_error: line.vp_error });
  };

  /** Every turn of the record, or stop doing so. */
  const wholeGame = async () => {
    if (request) {
      request.abort();
      return;
    }
    const own = new AbortController();
    request = own;
    render();
    const { record } = app.game;
    const body = { record, limits: { nodes: GRAPH_NODES } };
    /** @type {import("./timeline.js").Estimate[]} */
    const turns = [];
    try {
      await app.api.stream(
        "/v1/review",
        body,
        (name, data) => {
          if (record !== app.game.record) own.abort();
          else if (name === "turn") {
            turns.push(data);
            timeline.put(data);
          } else if (name === "summary")
            for (const estimate of estimatesOf(data.course ?? [], turns, timeline.length)) timeline.put(estimate);
        },
        { signal: own.signal },
      );
    } catch (error) {
      if (!own.signal.aborted) app.warn(error);
    }
    request = null;
    render();
  };

  whole.addEventListener("click", () => void wholeGame());
  timeline.listen(render);
  app.on("position", () => void estimateHere().catch(app.warn));
  app.on("game", () => request?.abort());
  app.on("language", render);
  return element;
}

/**
 * Fill the analysis panel.
 *
 * @param {App} app
 */
export async function mount(app) {
  const timeline = timelineOf(app);
  let shown = false;
  const live = new LiveAnalysis(app, "analyse", (analysis) => {
    const { answer, pending, peeking } = app.game;
    const line = analysis.lines[0];
    if (!line || !answer || pending.length || peeking) return;
    const { turn: seat, shift } = answer.table;
    timeline.put({ index: timeline.length, seat, shift, win: line.win, vp: line.vp, win_error: line.win_error, vp_error: line.vp_error });
  });
  const isShown = () => shown;
  const explorer = app.parts.openings ? (await import("../openings/explorer.js")).explorerPart(app, isShown) : null;
  const more = await Promise.all([...((await app.parts.analyses?.(isShown)) ?? []), ...(explorer ? [explorer] : [])]);
  app.panel("analyse").append(live.element, graphPart(app), ...more);
  app.on("panel", (name) => {
    shown = name === "analyse";
    live.show(shown);
  });
  app.on("position", () => live.moved());
  app.on("language", () => live.relabel());
}
