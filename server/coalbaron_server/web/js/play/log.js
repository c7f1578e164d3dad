/** The Game tab: who sits where, how fast engines play, and what has happened. */

import { badge } from "../board/pieces.js";
import { html } from "../dom.js";
import { PACES } from "./engine.js";
import { choiceOf, seatSelect } from "./newgame.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Answer} Answer */

const MOST = 60;

/** Kinds of events that are told after the scoring. */
const ENDS = ["shift", "over"];

/**
 * @param {App} app
 * @param {import("./engine.js").EngineSeats} engines
 */
export function mountLog(app, engines) {
  const panel = app.panel("play");
  const seats = html("div", { class: "seat-choices" });
  const pace = html("div", { class: "pace" });
  const log = html("ol", { class: "log", "aria-label": app.t("log.title") });
  const title = html("h3", { class: "area-title", "data-t": "log.title" });
  panel.append(seats, pace, title, log);

  /** Kept to be told again in another language. @type {Answer[]} */
  let told = [];
  const drawLog = () => {
    title.hidden = !told.length;
    log.setAttribute("aria-label", app.t("log.title"));
    log.replaceChildren(...told.toReversed().map((answer) => drawEntry(app, answer)));
  };
  const drawSeats = () => {
    seats.replaceChildren(
      ...app.game.seats.map((choice, seat) => {
        const select = seatSelect(app, seat, choice);
        select.addEventListener("change", () =>
          app.game.reseat(app.game.seats.map((other, number) => (number === seat ? choiceOf(select.value) : other))),
        );
        return html("label", { class: "new-seat" }, badge(seat, 14), html("span", {}, t1(app, seat)), select);
      }),
    );
    drawPace(app, engines, pace);
  };
  app.on("commit", (/** @type {Answer} */ answer) => {
    if (answer.events?.length) told = [...told.slice(1 - MOST), answer];
    drawLog();
    app.say(sentences(app, answer).join(". "));
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

/** @param {App} app @param {number} seat */
const t1 = (app, seat) => app.t("seat.plain", { n: seat + 1 });

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
 * What happened, a sentence each; of what was scored only how much each seat got.
 *
 * @param {App} app
 * @param {Answer} answer
 */
export function sentences(app, answer) {
  const events = answer.events ?? [];
  const seen = events.filter(({ kind, item }) => !((kind === "draw" || kind === "return") && item === "?"));
  const told = seen.filter(({ kind }) => kind !== "score" && !ENDS.includes(kind)).map((event) => app.words.event(event));
  const hidden = events.filter(({ kind, item }) => kind === "draw" && item === "?").length;
  if (hidden) told.splice(1, 0, app.t("log.hidden", { n: hidden }));
  const scored = scoredBySeat(answer).map(([seat, vp]) => app.t("log.scored", { seat: app.words.seat(seat), vp: signed(app, vp) }));
  if (scored.length) told.push(app.t("log.scoring", { seats: scored.join(", ") }));
  told.push(...events.filter(({ kind }) => ENDS.includes(kind)).map((event) => app.words.event(event)));
  return told.filter(Boolean);
}

/**
 * Victory points that each seat got at the end of a shift.
 *
 * @param {Answer} answer
 * @returns {[number, number][]}
 */
function scoredBySeat(answer) {
  /** @type {Map<number, number>} */
  const scored = new Map();
  for (const { kind, seat, vp } of answer.events)
    if (kind === "score" && seat !== null) scored.set(seat, (scored.get(seat) ?? 0) + Number(vp));
  return [...scored].sort(([one], [other]) => one - other);
}

/** @param {App} app @param {number} vp */
const signed = (app, vp) => `${vp < 0 ? "−" : "+"}${app.i18n.number(Math.abs(vp))}`;

/**
 * @param {App} app
 * @param {Answer} answer
 */
function drawScores(app, answer) {
  const scores = answer.events.filter(({ kind }) => kind === "score");
  if (!scores.length) return null;
  return html(
    "details",
    {},
    html("summary", {}, app.t("log.each")),
    html("ul", {}, scores.map((event) => html("li", {}, app.words.event(event)))),
  );
}

/**
 * @param {App} app
 * @param {Answer} answer
 */
function drawEntry(app, answer) {
  const seat = answer.events.find((event) => event.seat !== null && event.kind !== "score")?.seat ?? null;
  return html(
    "li",
    { class: "log-entry" },
    seat === null ? null : badge(seat, 13),
    html("div", {}, sentences(app, answer).join(" · "), drawScores(app, answer)),
  );
}
