/** The dialog that begins a game: how many seats, who sits where, who starts. */

import { badge } from "../seats.js";
import { html } from "../dom.js";
import { engineSeat, person } from "../game.js";
import { keep, recall } from "../kept.js";
import { curtainChoice } from "./curtain.js";
import { STRENGTHS, USUAL } from "./strength.js";

const LONGEST_NAME = 24;

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").SeatChoice} SeatChoice */

/**
 * Choices of who sits on a seat: a person, or an engine of each strength.
 *
 * @param {App} app
 * @param {number} seat
 * @param {SeatChoice} choice
 */
function seatSelect(app, seat, choice) {
  const { t } = app;
  const chosen = choice.kind === "person" ? "person" : choice.strength;
  const named = Object.keys(STRENGTHS);
  const others = chosen === "person" || named.includes(chosen) ? [] : [chosen];
  const select = html(
    "select",
    { "data-seat": seat, "aria-label": t("new.who", { n: seat + 1 }) },
    html("option", { value: "person" }, t("new.person")),
    named.map((strength) => html("option", { value: strength }, t("new.engine", { level: t(`strength.${strength}`) }))),
    others.map((strength) => html("option", { value: strength }, t("new.engine", { level: strength }))),
  );
  select.value = chosen;
  return select;
}

/**
 * A row for a seat: its sign, who sits there, and where a person types a name.
 *
 * @param {App} app
 * @param {number} seat
 * @param {SeatChoice} choice
 * @param {() => void} [onchange]
 */
export function seatRow(app, seat, choice, onchange = () => {}) {
  const { t } = app;
  const select = seatSelect(app, seat, choice);
  const name = html("input", {
    type: "text",
    class: "seat-name-field",
    "data-name": seat,
    maxlength: LONGEST_NAME,
    autocomplete: "off",
    value: choice.kind === "person" ? choice.name : "",
    placeholder: t("new.nameHint"),
    "aria-label": t("new.name", { n: seat + 1 }),
    hidden: choice.kind !== "person",
    onchange,
  });
  select.addEventListener("change", () => {
    name.hidden = select.value !== "person";
    onchange();
  });
  return {
    element: html("div", { class: "new-seat" }, badge(seat, 16), html("span", {}, t("seat.plain", { n: seat + 1 })), select, name),
    /** @returns {SeatChoice} */
    choice: () => ({ ...choiceOf(select.value), name: name.hidden ? "" : name.value.trim() }),
  };
}

/**
 * @param {string} value of a `seatSelect`
 * @returns {SeatChoice}
 */
const choiceOf = (value) => (value === "person" ? person() : engineSeat(value));

/**
 * Ask for a new game and begin it.
 *
 * @param {App} app
 */
export function openNewGame(app) {
  const { t } = app;
  const { players: counts } = app.parts;
  const most = Math.max(...counts);
  const usual = Array.from({ length: most }, (_, seat) => (seat ? choiceOf(USUAL) : { ...person(), name: recall("name") ?? "" }));
  const kept = usual.map((choice, seat) => app.game.seats[seat] ?? choice);
  let players = app.game.seats.length || Math.min(...counts);

  const rows = html("div", { class: "new-seats" });
  const start = html("select", { id: "new-start" });
  let hasCurtain = true;
  const curtain = html("div", {}, curtainChoice(app, hasCurtain, (chosen) => (hasCurtain = chosen)));
  /** @type {ReturnType<typeof seatRow>[]} */
  let seatRows = [];
  const seatsChosen = () => seatRows.map(({ choice }) => choice());
  const drawCurtain = () => (curtain.hidden = seatsChosen().filter(({ kind }) => kind === "person").length < 2);
  const drawRows = () => {
    seatsChosen().forEach((choice, seat) => (kept[seat] = choice));
    seatRows = kept.slice(0, players).map((choice, seat) => seatRow(app, seat, choice, drawCurtain));
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
      html("p", { class: "small-title" }, t("new.keeps")),
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
    void begin(app, seats, start.value === "" ? Math.floor(Math.random() * seats.length) : Number(start.value), hasCurtain);
  });
  app.on("game", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {App} app
 * @param {SeatChoice[]} seats
 * @param {number} start
 * @param {boolean} curtain
 */
async function begin(app, seats, start, curtain) {
  app.warn(null);
  try {
    await app.game.start(seats, { start }, curtain);
  } catch (error) {
    app.warn(Object.assign(/** @type {object} */ (error), { retry: () => begin(app, seats, start, curtain) }));
  }
}
