/** The list of puzzles: today's, the days in a calendar, and all of them by grade. */

import { html, unseen } from "../dom.js";
import { rove } from "../roving.js";
import { SIGNS, drawCalendar, signOf } from "./calendar.js";
import { dateOf, dayOf, isSolved } from "./diary.js";

/** @typedef {import("./puzzles.js").Puzzles} Puzzles */
/** @typedef {import("./puzzles.js").Entry} Entry */
/** @typedef {import("./diary.js").Outcome} Outcome */

/**
 * @param {Puzzles} puzzles
 * @param {Entry[]} entries
 */
export function drawOverview(puzzles, entries) {
  const { app, page, diary } = puzzles;
  const { t } = app;
  const solved = entries.filter(({ id }) => isSolved(diary.ofPuzzle(id))).length;
  const grades = [...new Set(entries.map(({ grade }) => grade))].sort((one, other) => one - other);
  return html(
    "div",
    { class: "leaf puzzles" },
    html("header", { class: "leaf-head" }, html("h2", {}, t("puzzles.title")), page.drawWayBack()),
    html("div", { class: "puzzle-days" }, drawToday(puzzles), html("section", { class: "card-sheet", "aria-label": t("puzzles.days") }, drawCalendar(puzzles))),
    html(
      "section",
      { class: "card-sheet puzzle-grades", "aria-labelledby": "puzzles-all" },
      html("h3", { id: "puzzles-all" }, t("puzzles.all"), " ", html("small", {}, t("puzzles.solved_of", { n: solved, total: entries.length }))),
      html("p", { class: "note" }, t("puzzles.grades_note")),
      grades.map((grade) => drawGrade(puzzles, grade, entries.filter((entry) => entry.grade === grade))),
      drawKey(puzzles),
    ),
  );
}

/** @param {Puzzles} puzzles */
function drawToday({ app, diary }) {
  const { t, i18n } = app;
  const today = dayOf(new Date());
  const outcome = diary.ofDay(today);
  const { now, most } = diary.streaks(today);
  return html(
    "section",
    { class: "card-sheet puzzle-today", "aria-labelledby": "puzzle-today" },
    html("h3", { id: "puzzle-today" }, t("puzzles.today")),
    html("p", { class: "puzzle-date" }, dateOf(today).toLocaleDateString(i18n.language, { weekday: "long", day: "numeric", month: "long", year: "numeric" })),
    html("p", {}, outcome ? [signOf(outcome), " ", t(`puzzles.outcome_${outcome}`)] : t("puzzles.today_text")),
    html("a", { class: `button${isSolved(outcome) ? "" : " primary"}`, id: "puzzle-of-day", href: `#puzzles=${today}` }, t(outcome ? "puzzles.look_again" : "puzzles.solve")),
    html("p", { class: "puzzle-streak", id: "puzzle-streak" }, html("b", {}, t("puzzles.streak", { n: now })), most > now ? html("span", { class: "note" }, t("puzzles.most", { n: most })) : ""),
  );
}

/**
 * @param {Puzzles} puzzles
 * @param {number} grade
 * @param {Entry[]} entries
 */
function drawGrade({ app, diary }, grade, entries) {
  const { t } = app;
  const solved = entries.filter(({ id }) => isSolved(diary.ofPuzzle(id))).length;
  const list = html(
    "ol",
    { class: "puzzle-list" },
    entries.map(({ id, players }, index) => {
      const outcome = diary.ofPuzzle(id);
      const told = t("puzzles.entry", { n: index + 1, grade: t(`puzzles.grade_${grade}`), players });
      return html(
        "li",
        {},
        html(
          "a",
          { class: `puzzle-link ${outcome ?? "new"}`, "data-puzzle": id, href: `#puzzles=${id}`, title: told },
          html("span", { "aria-hidden": "true" }, String(index + 1)),
          signOf(outcome),
          unseen(`${told}: ${t(`puzzles.outcome_${outcome ?? "new"}`)}`),
        ),
      );
    }),
  );
  rove(list, ".puzzle-link");
  return html(
    "section",
    { class: "puzzle-grade", "data-grade": grade },
    html("h4", {}, t(`puzzles.grade_${grade}`), " ", html("small", {}, t("puzzles.solved_of", { n: solved, total: entries.length }))),
    list,
  );
}

/** @param {Puzzles} puzzles */
const drawKey = ({ app }) =>
  html(
    "ul",
    { class: "puzzle-key note" },
    /** @type {Outcome[]} */ (Object.keys(SIGNS)).map((outcome) => html("li", { class: outcome }, signOf(outcome), " ", app.t(`puzzles.outcome_${outcome}`))),
  );
