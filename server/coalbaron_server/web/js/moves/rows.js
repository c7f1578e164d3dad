/** The rows of the move list: turns, the branches that leave them, where the game was taken back. */

import { badge } from "../seats.js";
import { html, unseen } from "../dom.js";
import { startOf } from "./lines.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").ToldTurn} ToldTurn */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {import("./lines.js").Place} Place */

/**
 * @typedef {object} Sheet
 * @property {App} app
 * @property {ReturnType<typeof import("./history.js").historyOf>} history
 * @property {Place} here what is seen on the board
 * @property {(place: Place) => void} onpick
 * @property {(line: Line) => void} onremove
 * @property {(line: Line, name: string) => void} onname
 */

/** The longest name of a branch. */
const LONGEST_NAME = 60;

/** What a tag of a record may hold: printable text in one line. @param {string} text */
const printable = (text) => text.replace(/[\p{C}\p{Z}]/gu, " ").trim();

/**
 * The rows of a line, by default of the game itself, with those of the branches that leave it.
 *
 * @param {Sheet} sheet
 * @param {Line} [line]
 * @returns {HTMLElement[]}
 */
export function drawLine(sheet, line = sheet.app.game.lines.game) {
  const { app, history } = sheet;
  const turns = history.turnsOf(line);
  const before = history.pathTo(line, startOf(line)).filter(({ turn, line: on }) => turn.seat !== null && on !== line);
  let number = before.length;
  let shift = before.at(-1)?.turn.shift;
  const rows = turns.flatMap((turn) => {
    const fresh = turn.seat !== null && turn.shift !== shift;
    if (turn.seat !== null) {
      number += 1;
      shift = turn.shift;
    }
    return [
      ...(fresh ? [html("li", { class: "moves-part" }, app.t("chart.shift", { n: turn.shift }))] : []),
      ...(turn.seat === null ? [] : drawTurn(sheet, line, turn, number)),
      ...drawLeaving(sheet, line, (at) => at === turn.index),
    ];
  });
  // Branches that leave where no turn of this line begins: at its end.
  return [...rows, ...drawLeaving(sheet, line, (at) => !turns.some(({ index }) => index === at))];
}

/**
 * @param {Sheet} sheet
 * @param {Line} line
 * @param {ToldTurn} turn
 * @param {number} number
 */
function drawTurn({ app, here, onpick }, line, turn, number) {
  const end = turn.index + turn.length;
  const { line: content, text, below } = briefOf(app, turn);
  const seat = Number(turn.seat);
  const isHere = here.line === line && here.at === end;
  const row = html(
    "li",
    { class: `move seat-${seat}` },
    html(
      "button",
      {
        type: "button",
        class: "move-button",
        "data-key": `${line.id}-${end}`,
        "aria-current": isHere ? "true" : null,
        title: text,
        onclick: () => onpick({ line, at: end }),
      },
      html("span", { class: "move-number" }, String(number)),
      badge(seat, 12),
      html("span", { class: "move-line", "aria-hidden": "true" }, content),
      unseen(`${app.seatName(seat)}: ${text}`),
    ),
  );
  return below ? [row, html("li", { class: "move-below" }, below)] : [row];
}

/**
 * A turn in the game's own short words, or as its story goes.
 *
 * @param {App} app
 * @param {ToldTurn} turn
 * @returns {import("../types.js").Brief}
 */
function briefOf({ words }, turn) {
  if (words.brief) return words.brief(turn);
  const text = words.story({ events: turn.events }).sentences.join(" · ");
  return { line: html("span", { class: "move-told" }, text), text };
}

/**
 * The branches that leave a line where `isHere` says so, and what was taken back there.
 *
 * @param {Sheet} sheet
 * @param {Line} line
 * @param {(at: number) => boolean} isHere
 */
function drawLeaving(sheet, line, isHere) {
  const { app } = sheet;
  const { branches, takebacks } = app.game.lines;
  const times = takebacks.filter((place) => place.line === line && isHere(place.at)).length;
  return [
    ...(times ? [html("li", { class: "move-note" }, "↶ ", app.t("moves.taken_back", { n: times }))] : []),
    ...branches.filter(({ from }) => from?.line === line && isHere(from.at)).map((branch) => drawBranch(sheet, branch)),
  ];
}

/**
 * @param {Sheet} sheet
 * @param {Line} line
 */
function drawBranch(sheet, line) {
  const { app, onremove, onname } = sheet;
  const { t } = app;
  const number = app.game.lines.all.indexOf(line);
  const called = line.name || t("moves.branch", { n: number });
  const name = html("input", {
    type: "text",
    class: "branch-name",
    "data-key": `name-${line.id}`,
    maxlength: LONGEST_NAME,
    value: line.name,
    placeholder: t("moves.branch", { n: number }),
    "aria-label": t("moves.name", { branch: called }),
    onchange: () => onname(line, printable(name.value)),
  });
  return html(
    "li",
    { class: "branch", "data-branch": number },
    html(
      "div",
      { class: "branch-head" },
      name,
      html(
        "button",
        { type: "button", class: "button small icon branch-remove", "aria-label": t("moves.remove", { branch: called }), title: t("moves.remove", { branch: called }), onclick: () => onremove(line) },
        "×",
      ),
    ),
    html("ol", { class: "moves-branch", "aria-label": called }, drawLine(sheet, line)),
  );
}
