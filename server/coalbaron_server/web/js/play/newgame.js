/** The dialog that begins a game: how many seats, who sits where, who starts. */

import { html } from "../dom.js";
import { engineSeat, person } from "../game.js";
import { keep, recall } from "../kept.js";
import { curtainChoice, isOfUse } from "./curtain.js";
import { OptionRows, drawnStart } from "./options.js";
import { firstOpponent, seatRow } from "./seatrow.js";
import { USUAL } from "./strength.js";


/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").SeatChoice} SeatChoice */

/**
 * Ask for a new game and begin it.
 *
 * @param {App} app
 */
export function openNewGame(app) {
  const { t } = app;
  const { players: counts } = app.about;
  const most = Math.max(...counts);
  const usual = Array.from({ length: most }, (_, seat) => (seat ? engineSeat(firstOpponent(app, seat) ?? USUAL) : { ...person(), name: recall("name") ?? "" }));
  // Who sits in a lesson is no choice of the player's.
  const last = app.lesson ? [] : app.game.seats;
  const kept = usual.map((choice, seat) => last[seat] ?? choice);
  let players = last.length || app.about.usual_players;

  const rows = html("div", { class: "new-seats" });
  const start = html("select", { id: "new-start" });
  const options = new OptionRows(app);
  const rating = html("p", { class: "new-rating", id: "new-rating" });
  if (app.parts.opponents) void drawRating(app, rating).catch(app.warn);
  let hasCurtain = true;
  const curtain = html("div", {}, curtainChoice(app, hasCurtain, (chosen) => (hasCurtain = chosen)));
  /** @type {ReturnType<typeof seatRow>[]} */
  let seatRows = [];
  const seatsChosen = () => seatRows.map(({ choice }) => choice());
  const drawCurtain = () => (curtain.hidden = !isOfUse(app) || seatsChosen().filter(({ kind }) => kind === "person").length < 2);
  const drawRows = () => {
    seatsChosen().forEach((choice, seat) => (kept[seat] = choice));
    seatRows = kept.slice(0, players).map((choice, seat) => seatRow(app, seat, choice, drawCurtain, players > 2));
    rows.replaceChildren(...seatRows.map(({ element }) => element));
    start.replaceChildren(
      html("option", { value: "" }, t("new.lot")),
      ...Array.from({ length: players }, (_, seat) => html("option", { value: seat }, t("seat.plain", { n: seat + 1 }))),
    );
    drawCurtain();
  };
  const choices = html(
    "fieldset",
    { class: "new-count" },
    html("legend", {}, t("new.seats")),
    counts.map((count) =>
      html(
        "label",
        {},
        html("input", { type: "radio", name: "players", value: count, checked: count === players, onchange: () => ((players = count), drawRows()) }),
        ` ${count}`,
      ),
    ),
  );
  drawRows();
  const dialog = html(
    "dialog",
    { class: "dialog", "aria-labelledby": "new-title" },
    html(
      "form",
      { method: "dialog", class: "new-form" },
      html("h2", { id: "new-title" }, t("new.title")),
      choices,
      rows,
      curtain,
      html("label", { class: "new-start" }, html("span", {}, t("new.start")), start),
      options.elements,
      rating,
      app.game.record ? html("p", { class: "small-title", id: "new-keeps" }, t(app.lesson ? "learn.keeps" : "new.keeps")) : null,
      html(
        "div",
        { class: "actions" },
        html("button", { type: "submit", class: "button primary", value: "begin" }, t("new.begin")),
        html("button", { type: "submit", class: "button", value: "" }, t("new.cancel")),
      ),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue !== "begin") return;
    const seats = seatsChosen();
    if (seats.filter(({ kind }) => kind === "person").length === 1) keep("name", seats.find(({ kind }) => kind === "person")?.name ?? "");
    const first = start.value === "" ? drawnStart(app, seats.length) : { start: Number(start.value) };
    void begin(app, seats, { ...first, options: options.chosen() }, hasCurtain);
  });
  app.on("game", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The player's own rating against opponents, and the way to its history.
 *
 * @param {App} app
 * @param {HTMLElement} place
 */
async function drawRating(app, place) {
  const [{ peopleOf }, { openHistory, ratingNow, spellRating }, { Ledger }] = await Promise.all([import("../opponents/people.js"), import("../opponents/history.js"), import("../opponents/ledger.js")]);
  const people = await peopleOf(app);
  const ledger = new Ledger(app);
  const now = ratingNow(people, ledger.games);
  const { t } = app;
  place.replaceChildren(
    html("span", {}, t("rated.now", { rating: now ? spellRating(app, now) : "–" })),
    " ",
    html("button", { type: "button", class: "button small", id: "new-history", onclick: () => openHistory(people, ledger) }, t("rated.history")),
  );
}

/**
 * @param {App} app
 * @param {SeatChoice[]} seats
 * @param {{start?: number, options: import("../types.js").Options}} choices
 * @param {boolean} curtain
 */
async function begin(app, seats, choices, curtain) {
  app.warn(null);
  try {
    await app.requests.start(seats, choices, curtain);
  } catch (error) {
    app.warn(Object.assign(/** @type {object} */ (error), { retry: () => begin(app, seats, choices, curtain) }));
  }
}
