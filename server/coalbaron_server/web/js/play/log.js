/** The Game tab: who sits where, how fast engines play, and what has happened. */

import { badge } from "../seats.js";
import { html } from "../dom.js";
import { curtainChoice } from "./curtain.js";
import { PACES } from "./engine.js";
import { seatRow } from "./newgame.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Answer} Answer */

/** Turns that the log shows. */
const MOST = 60;

/**
 * @param {App} app
 * @param {import("./engine.js").EngineSeats} engines
 */
export function mountLog(app, engines) {
  const panel = app.panel("play");
  const seats = html("div", { class: "seat-choices" });
  const curtain = html("div", { hidden: true });
  const pace = html("div", { class: "pace" });
  const log = html("ol", { class: "log", "aria-label": app.t("log.title") });
  const title = html("h3", { class: "area-title", "data-t": "log.title" });
  panel.append(seats, curtain, pace, title, log);

  /** Kept to be told again in another language, each to those eyes that saw it. @type {{viewer: number|null, answer: Answer}[]} */
  let told = [];
  const drawLog = () => {
    const own = told.filter((entry) => !app.game.curtain || entry.viewer === app.game.viewer);
    title.hidden = !own.length;
    log.setAttribute("aria-label", app.t("log.title"));
    log.replaceChildren(...own.toReversed().map(({ answer }) => drawEntry(app, answer)));
  };
  const drawSeats = () => {
    const rows = app.game.seats.map((choice, seat) =>
      seatRow(app, seat, choice, () => app.game.reseat(rows.map((row) => row.choice()))),
    );
    seats.replaceChildren(...rows.map(({ element }) => element));
    curtain.replaceChildren(curtainChoice(app, app.game.curtain, (chosen) => app.game.setCurtain(chosen)));
    drawPace(app, engines, pace);
  };
  app.on("position", () => (curtain.hidden = !app.game.isShared));
  app.on("commit", (/** @type {Answer} */ answer) => {
    if (answer.events?.length) told = [...told.slice(1 - MOST), { viewer: answer.seenBy ?? app.game.viewer, answer }];
    drawLog();
    if (answer.seenBy === app.game.viewer || !app.game.curtain) app.say(app.words.story(answer).sentences.join(". "));
  });
  app.on("game", () => {
    told = [];
    drawLog();
    drawSeats();
  });
  app.on("language", () => {
    drawLog();
    drawSeats();
  });
  app.on("thinking", () => drawPace(app, engines, pace));
}

/**
 * @param {App} app
 * @param {import("./engine.js").EngineSeats} engines
 * @param {HTMLElement} place
 */
function drawPace(app, engines, place) {
  const { t, game } = app;
  const engine = game.seats.some((_, seat) => game.isEngine(seat));
  place.hidden = !engine;
  if (!engine || place.contains(document.activeElement)) return;
  const select = html(
    "select",
    { id: "pace", onchange: () => engines.setPace(select.value) },
    Object.keys(PACES).map((name) => html("option", { value: name }, t(`pace.${name}`))),
  );
  select.value = engines.pace;
  const pause = html(
    "button",
    {
      type: "button",
      class: "button",
      id: "pause",
      "aria-pressed": String(engines.paused),
      onclick: () => {
        engines.pause(!engines.paused);
        pause.setAttribute("aria-pressed", String(engines.paused));
        pause.textContent = t(engines.paused ? "pace.resume" : "pace.pause");
      },
    },
    t(engines.paused ? "pace.resume" : "pace.pause"),
  );
  place.replaceChildren(html("label", {}, html("span", {}, t("pace.title")), " ", select), pause);
}

/**
 * @param {App} app
 * @param {Answer} answer
 */
function drawEntry(app, answer) {
  const { seat, sentences, details } = app.words.story(answer);
  return html(
    "li",
    { class: "log-entry" },
    seat === null ? null : badge(seat, 13),
    html("div", {}, sentences.join(" · "), details),
  );
}
