/** What an answer to a puzzle is worth, and what each other turn gives away. */

import { html } from "../dom.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** A turn, and what every seat can expect of it. @typedef {{turn: string[], win: number[], vp: number[]}} Answer */
/**
 * What `/v1/answer` says of a turn.
 *
 * @typedef {object} Solution
 * @property {boolean} is_right
 * @property {string[]} turn
 * @property {number} loss_win
 * @property {number} loss_vp
 * @property {string[]} best
 * @property {Answer[]} answers the best one first
 *
 * @typedef {object} Verdict
 * @property {Puzzle} puzzle
 * @property {Solution} solution
 * @property {boolean} isOpen may the answer be seen?
 * @property {boolean} isShown was it shown, and not found?
 * @property {Why|null} why
 */

/** A turn beside the best one, and what draws the reasons. @typedef {{turn: string[], draw: () => Node}} Why */

/** Turns that are listed; the others fold away. */
const LISTED = 6;

/**
 * @param {App} app whose board shows the puzzle
 * @param {Verdict} verdict
 * @param {Node} actions
 */
export function drawVerdict(app, verdict, actions) {
  const { solution, isOpen } = verdict;
  return [
    html("p", { class: `puzzle-verdict ${solution.is_right ? "right" : "wrong"}`, id: "verdict" }, verdictOf(app, verdict)),
    isOpen ? drawBest(app, verdict) : html("p", { class: "note" }, app.t("puzzles.played", { turn: app.words.turn(solution.turn) })),
    actions,
    ...(isOpen && verdict.why ? [drawWhy(app, verdict.why)] : []),
    ...(isOpen ? [drawAnswers(app, verdict)] : []),
  ];
}

/**
 * @param {App} app
 * @param {Verdict} verdict
 */
function verdictOf(app, { puzzle, solution, isShown }) {
  const { t, i18n } = app;
  const isBest = isSame(solution.turn, solution.best);
  if (isShown && isBest) return t("puzzles.shown");
  if (solution.is_right) return t(isBest ? "puzzles.right" : "puzzles.as_good");
  const left = solution.answers[0].win[puzzle.seat] - solution.loss_win;
  if (puzzle.wins && left <= 0) return t("puzzles.loses");
  return t("puzzles.gives_away", { win: i18n.number(100 * solution.loss_win) });
}

/**
 * @param {App} app
 * @param {Verdict} verdict
 */
const drawBest = ({ t, words }, { solution }) => html("p", { class: "puzzle-best" }, html("b", {}, t("puzzles.best")), " ", words.turn(solution.best));

/**
 * @param {App} app
 * @param {Why} why
 */
const drawWhy = ({ t, words }, { turn, draw }) =>
  html("section", { class: "puzzle-why", "aria-labelledby": "puzzle-why" }, html("h3", { id: "puzzle-why" }, t("puzzles.why")), html("p", { class: "note" }, t("puzzles.why_text", { turn: words.turn(turn) })), draw());

/**
 * Each turn with the mover's share of the win and points, and what it gives away.
 *
 * @param {App} app
 * @param {Verdict} verdict
 */
function drawAnswers(app, { puzzle, solution, isShown }) {
  const { t, i18n, words } = app;
  const { seat } = puzzle;
  const [best] = solution.answers;
  const known = solution.answers.some(({ turn }) => isSame(turn, solution.turn));
  const own = known || solution.is_right ? [] : [{ turn: solution.turn, win: lessBy(best.win, seat, solution.loss_win), vp: lessBy(best.vp, seat, solution.loss_vp) }];
  const rows = [...solution.answers, ...own].sort((one, other) => other.win[seat] - one.win[seat]);
  /** @param {Answer} answer */
  const row = (answer) => {
    const lost = 100 * (best.win[seat] - answer.win[seat]);
    const isOwn = isSame(answer.turn, solution.turn) && !(isShown && answer === best);
    return html(
      "tr",
      { class: answer === best ? "best" : isOwn ? "own" : null, onpointerenter: () => app.board.mark([{ tokens: answer.turn, rank: answer === best ? 1 : 2 }]) },
      html("th", { scope: "row" }, isOwn ? [html("b", {}, t("puzzles.yours")), " "] : "", words.turn(answer.turn)),
      html("td", {}, `${i18n.number(100 * answer.win[seat])} %`),
      html("td", {}, pointsOf(app, answer.vp, seat)),
      html("td", {}, answer === best || lost < 0.5 ? "–" : `${i18n.number(lost)} %`),
    );
  };
  /** @param {Answer[]} part */
  const table = (part) =>
    html(
      "table",
      { class: "numbers puzzle-answers" },
      html("caption", { class: "unseen" }, t("puzzles.alternatives")),
      html("thead", {}, html("tr", {}, ["turn", "win", "vp", "loss"].map((name) => html("th", { scope: "col" }, t(`puzzles.${name}`))))),
      html("tbody", {}, part.map(row)),
    );
  const first = rows.filter((answer, index) => index < LISTED || isSame(answer.turn, solution.turn));
  const rest = rows.filter((answer) => !first.includes(answer));
  return html(
    "section",
    { class: "puzzle-alternatives", "aria-labelledby": "puzzle-alternatives" },
    html("h3", { id: "puzzle-alternatives" }, t("puzzles.alternatives")),
    html("p", { class: "note" }, t(puzzle.kind === "ending" ? "puzzles.exact" : "puzzles.searched"), " ", t("puzzles.points")),
    table(first),
    rest.length ? html("details", { class: "fold" }, html("summary", {}, t("puzzles.others", { n: rest.length })), table(rest)) : "",
  );
}

/**
 * One's own points at the end, and those of the best of the others.
 *
 * @param {App} app
 * @param {number[]} vp
 * @param {number} seat
 */
function pointsOf({ i18n }, vp, seat) {
  const spell = (/** @type {number} */ points) => i18n.number(points, Number.isInteger(points) ? 0 : 1);
  const others = vp.filter((_, other) => other !== seat);
  return others.length ? `${spell(vp[seat])} : ${spell(Math.max(...others))}` : spell(vp[seat]);
}

/**
 * @param {string[]} one
 * @param {string[]} other
 */
export const isSame = (one, other) => one.join("/") === other.join("/");

/**
 * @param {number[]} values
 * @param {number} seat
 * @param {number} less
 */
const lessBy = (values, seat, less) => values.map((value, other) => (other === seat ? value - less : value));
