/** The Game tab: what has happened, who sits where, how fast engines play. */

import { html } from "../dom.js";
import { keep } from "../kept.js";
import { mountMoves } from "../moves/moves.js";
import { curtainChoice, isOfUse } from "./curtain.js";
import { PACES } from "./engine.js";
import { seatRow } from "./seatrow.js";
import { TEACHERS, teacherLevel } from "./strength.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Answer} Answer */

/**
 * Fill the tab, which comes after the board: a game may be on the table already.
 *
 * @param {App} app
 * @param {import("./engine.js").EngineSeats} engines
 */
export function mountLog(app, engines) {
  const panel = app.panel("play");
  const seats = html("div", { class: "seat-choices" });
  const curtain = html("div", { hidden: true });
  const pace = html("div", { class: "pace" });
  const teacher = html("label", { class: "pace" });
  // What happens is looked at all the time, the rest is seldom changed.
  mountMoves(app);
  panel.append(seats, curtain, pace, teacher);
  const drawSeats = () => {
    // Who sits where belongs to the lesson.
    seats.hidden = app.lesson !== null;
    const rows = app.game.seats.map((choice, seat) =>
      seatRow(app, seat, choice, () => app.game.reseat(rows.map((row) => row.choice()))),
    );
    seats.replaceChildren(...rows.map(({ element }) => element));
    curtain.replaceChildren(curtainChoice(app, app.game.curtain, (chosen) => app.game.setCurtain(chosen)));
    drawPace(app, engines, pace);
    drawTeacher(app, teacher);
  };
  const offerCurtain = () => (curtain.hidden = !(isOfUse(app) && app.game.isShared));
  app.on("position", offerCurtain);
  app.on("commit", (/** @type {Answer} */ answer) => {
    if (answer.seenBy === app.game.viewer || !app.game.curtain) app.say(app.words.story(answer).sentences.join(". "));
  });
  for (const event of ["game", "lesson", "language"]) app.on(event, drawSeats);
  app.on("thinking", () => drawPace(app, engines, pace));
  if (!app.game.answer) return;
  drawSeats();
  offerCurtain();
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
 * From what a turn gives away the teacher warns, if there is one.
 *
 * @param {App} app
 * @param {HTMLElement} place
 */
function drawTeacher(app, place) {
  const { t, game } = app;
  const select = html(
    "select",
    { id: "teacher-level", onchange: () => (keep("teacher", select.value), app.emit("teacher")) },
    TEACHERS.map((level) => html("option", { value: level }, t(`teacher.${level}`))),
  );
  select.value = teacherLevel();
  place.hidden = app.lesson !== null || game.chance === "ask" || !game.seats.some(({ kind }) => kind === "person");
  place.replaceChildren(html("span", {}, t("teacher.title")), select);
}
