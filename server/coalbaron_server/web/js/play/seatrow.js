/** Who sits on a seat, to choose: a row of the New game dialog and of the Game tab. */

import { badge } from "../seats.js";
import { html } from "../dom.js";
import { engineSeat, person } from "../game.js";
import { STRENGTHS } from "./strength.js";

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
