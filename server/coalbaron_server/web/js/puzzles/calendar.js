/** A month of puzzles: a link to each day that has come, and how its puzzle was answered. */

import { html, unseen } from "../dom.js";
import { rove } from "../roving.js";
import { dateOf, dayAfter, dayOf } from "./diary.js";

/** @typedef {import("./puzzles.js").Puzzles} Puzzles */

/** The sign of each outcome, told apart without colour. */
export const SIGNS = { first: "★", later: "✓", shown: "–", wrong: "✗" };

/** @param {import("./diary.js").Outcome|undefined} outcome */
export const signOf = (outcome) => html("span", { class: "puzzle-sign", "aria-hidden": "true" }, outcome ? SIGNS[outcome] : "");

/** A Monday, with which the week begins. */
const MONDAY = "2024-01-01";
const WEEK = 7;

/**
 * A calendar that turns its leaves itself.
 *
 * @param {Puzzles} puzzles
 */
export function drawCalendar(puzzles) {
  const today = dayOf(new Date());
  const element = html("div", { class: "calendar", id: "calendar" });
  /** @param {string} first day of a month @param {string} [focus] selector of what gets the focus */
  const show = (first, focus) => {
    element.replaceChildren(drawHead(puzzles, first, today, show), drawMonth(puzzles, first, today));
    rove(element, ".calendar-day");
    const button = /** @type {HTMLElement|null} */ (focus ? element.querySelector(`${focus}:not([disabled])`) ?? element.querySelector(".calendar-turn:not([disabled])") : null);
    button?.focus();
  };
  show(firstOf(today));
  return element;
}

/** @param {string} day */
const firstOf = (day) => `${day.slice(0, -2)}01`;

/**
 * @param {Puzzles} puzzles
 * @param {string} first
 * @param {string} today
 * @param {(first: string, focus: string) => void} show
 */
function drawHead({ app }, first, today, show) {
  const { t, i18n } = app;
  const next = firstOf(dayAfter(first, 31));
  /** @param {string} name @param {string} sign @param {string} to @param {boolean} [disabled] */
  const turn = (name, sign, to, disabled) =>
    html("button", { type: "button", class: "button icon calendar-turn", id: `calendar-${name}`, disabled, "aria-label": t(`puzzles.${name}_month`), onclick: () => show(to, `#calendar-${name}`) }, html("span", { "aria-hidden": "true" }, sign));
  return html(
    "div",
    { class: "calendar-head" },
    turn("before", "‹", firstOf(dayAfter(first, -1))),
    html("h3", { "aria-live": "polite" }, dateOf(first).toLocaleDateString(i18n.language, { month: "long", year: "numeric" })),
    turn("after", "›", next, next > today),
  );
}

/**
 * @param {Puzzles} puzzles
 * @param {string} first
 * @param {string} today
 */
function drawMonth({ app, diary }, first, today) {
  const { t, i18n } = app;
  const weekdays = Array.from({ length: WEEK }, (_, after) => dateOf(dayAfter(MONDAY, after)));
  /** @param {string} day */
  const cell = (day) => {
    if (firstOf(day) !== first) return html("td", {});
    const date = dateOf(day);
    const outcome = diary.ofDay(day);
    const number = String(date.getDate());
    if (day > today) return html("td", { class: "calendar-later" }, number);
    const told = date.toLocaleDateString(i18n.language, { day: "numeric", month: "long" });
    return html(
      "td",
      {},
      html(
        "a",
        { class: `calendar-day ${outcome ?? "new"}`, href: `#puzzles=${day}`, "data-day": day, "aria-current": day === today ? "date" : null },
        html("span", { "aria-hidden": "true" }, number),
        signOf(outcome),
        unseen(`${told}: ${t(`puzzles.outcome_${outcome ?? "new"}`)}`),
      ),
    );
  };
  const rows = [];
  for (let week = dayAfter(first, -((dateOf(first).getDay() + WEEK - 1) % WEEK)); firstOf(week) <= first; week = dayAfter(week, WEEK))
    rows.push(html("tr", {}, Array.from({ length: WEEK }, (_, after) => cell(dayAfter(week, after)))));
  return html(
    "table",
    { class: "calendar-month" },
    html("caption", { class: "unseen" }, t("puzzles.days")),
    html("thead", {}, html("tr", {}, weekdays.map((date) => html("th", { scope: "col", abbr: date.toLocaleDateString(i18n.language, { weekday: "long" }) }, date.toLocaleDateString(i18n.language, { weekday: "narrow" }))))),
    html("tbody", {}, rows),
  );
}
