// Which opponent sits on a seat: all faces in a row, and what is said of the chosen one below.

import { html } from "../dom.js";

/** @typedef {import("./people.js").People} People */

let pickers = 0;

/**
 * @param {People} people
 * @param {number} seat
 * @param {string} chosen
 * @param {(name: string) => void} onchoose
 * @param {boolean} isFolded are the faces behind a fold, where there is little room?
 */
export function drawPicker(people, seat, chosen, onchoose, isFolded) {
  const { t } = people.app;
  const group = `opponent-${seat}-${++pickers}`;
  const card = html("div", { class: "opponent-card" });
  /** @param {string} name */
  const show = (name) => {
    const opponent = people.find(name) ?? people.all[0];
    const temper = people.temperOf(opponent);
    card.replaceChildren(
      people.face(opponent.name, 72),
      html(
        "div",
        {},
        html("b", { class: "opponent-name" }, people.titleOf(opponent)),
        html("p", {}, people.textOf(opponent)),
        temper ? html("p", { class: "opponent-temper" }, temper) : null,
        html("p", { class: "opponent-elo" }, people.eloOf(opponent)),
      ),
    );
  };
  show(chosen);
  const faces = html(
    "div",
    { class: "opponent-faces", role: "radiogroup", "aria-label": t("people.who", { n: seat + 1 }) },
    people.all.map((opponent) =>
      html(
        "label",
        { class: "opponent-face", title: people.titleOf(opponent) },
        html("input", { type: "radio", name: group, value: opponent.name, checked: opponent.name === chosen, class: "unseen", onchange: () => (show(opponent.name), onchoose(opponent.name)) }),
        people.face(opponent.name, 40),
        html("span", {}, people.titleOf(opponent)),
      ),
    ),
  );
  return html("div", { class: "opponents" }, isFolded ? [card, html("details", { class: "opponent-fold" }, html("summary", {}, t("people.another")), faces)] : [faces, card]);
}
