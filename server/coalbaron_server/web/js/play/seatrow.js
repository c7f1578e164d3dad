/** Who sits on a seat, to choose: a row of the New game dialog and of the Game tab. */

import { badge } from "../seats.js";
import { html } from "../dom.js";
import { engineSeat, person } from "../game.js";
import { STRENGTHS, opponentIn } from "./strength.js";

const LONGEST_NAME = 24;

/** Stands for all opponents with a face; which one is chosen by its face. */
const OPPONENT = "opponent";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").SeatChoice} SeatChoice */

/**
 * Whom somebody meets who has not chosen yet: the gentlest, for it may be a first game.
 *
 * @param {App} app
 * @param {number} seat
 */
export function firstOpponent(app, seat) {
  const first = app.parts.firstOpponents ?? [];
  return first[(seat + 2) % first.length] ?? null;
}

/**
 * Choices of who sits on a seat: a person, an opponent with a face, or an engine of each strength.
 *
 * @param {App} app
 * @param {number} seat
 * @param {SeatChoice} choice
 */
function seatSelect(app, seat, choice) {
  const { t } = app;
  const isOpponent = opponentIn(choice.strength) !== null;
  const chosen = choice.kind === "person" ? "person" : isOpponent ? OPPONENT : choice.strength;
  const named = Object.keys(STRENGTHS);
  const others = ["person", OPPONENT, ...named].includes(chosen) ? [] : [chosen];
  const select = html(
    "select",
    { "data-seat": seat, "aria-label": t("new.who", { n: seat + 1 }) },
    html("option", { value: "person" }, t("new.person")),
    app.parts.opponents || isOpponent ? html("option", { value: OPPONENT }, t("new.opponent")) : null,
    named.map((strength) => html("option", { value: strength }, t("new.engine", { level: t(`strength.${strength}`) }))),
    others.map((strength) => html("option", { value: strength }, t("new.engine", { level: strength }))),
  );
  select.value = chosen;
  return select;
}

/**
 * A row for a seat: its sign, who sits there, and where a person types a name or an opponent is
 * chosen by its face.
 *
 * @param {App} app
 * @param {number} seat
 * @param {SeatChoice} choice
 * @param {() => void} [onchange]
 * @param {boolean} [isFolded] are the faces of opponents behind a fold?
 */
export function seatRow(app, seat, choice, onchange = () => {}, isFolded = true) {
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
  let opponent = opponentIn(choice.strength) ?? firstOpponent(app, seat) ?? "";
  const faces = html("div", { class: "seat-faces", hidden: true });
  /** Show the faces, which are loaded when they are needed. */
  const showFaces = async () => {
    faces.hidden = select.value !== OPPONENT;
    if (faces.hidden || faces.hasChildNodes()) return;
    const [{ peopleOf }, { drawPicker }] = await Promise.all([import("../opponents/people.js"), import("../opponents/picker.js")]);
    const picker = drawPicker(await peopleOf(app), seat, opponent, (chosen) => ((opponent = chosen), onchange()), isFolded);
    if (!faces.hasChildNodes()) faces.append(picker);
  };
  select.addEventListener("change", () => {
    name.hidden = select.value !== "person";
    void showFaces().catch(app.warn);
    onchange();
  });
  void showFaces().catch(app.warn);
  return {
    element: html("div", { class: "new-seat" }, badge(seat, 16), html("span", {}, t("seat.plain", { n: seat + 1 })), select, name, faces),
    /** @returns {SeatChoice} */
    choice: () => (select.value === "person" ? { ...person(), name: name.value.trim() } : engineSeat(select.value === OPPONENT ? opponent : select.value)),
  };
}
