/** The list of kept games: open, name or delete one. */

import { ask } from "../ask.js";
import { html, unseen } from "../dom.js";
import { badge, seatName } from "../seats.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./shelf.js").Shelved} Shelved */

/**
 * Show the list.
 *
 * @param {App} app
 */
export function openGames(app) {
  const { t, game } = app;
  const list = html("ol", { class: "kept-games" });
  const draw = () => {
    const all = app.shelf.all;
    list.replaceChildren(...all.map((shelved) => drawGame(app, shelved, { open: () => open(shelved), draw })));
    if (!all.length) list.append(html("li", { class: "prompt" }, t("games.none")));
  };
  /** @param {Shelved} shelved */
  const open = async (shelved) => {
    dialog.close();
    try {
      if (shelved.id !== game.id) await app.requests.replace(shelved, shelved);
      app.warn(null);
    } catch (error) {
      app.warn(error);
    }
  };
  draw();
  const dialog = html(
    "dialog",
    { class: "dialog games", "aria-labelledby": "games-title" },
    html("h2", { id: "games-title" }, t("games.title")),
    html("p", { class: "small-title" }, t("games.where")),
    list,
    html("div", { class: "actions" }, html("button", { type: "button", class: "button", autofocus: true, onclick: () => dialog.close() }, t("games.close"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {App} app
 * @param {Shelved} shelved
 * @param {{open: () => void, draw: () => void}} acts
 */
function drawGame(app, shelved, { open, draw }) {
  const { t, game } = app;
  const title = titleOf(app, shelved);
  const remove = async () => {
    if (!(await ask(t("games.sure", { game: title }), t("games.delete"), t("games.keep")))) return;
    app.shelf.remove(shelved.id);
    draw();
  };
  const rename = () => {
    const input = html("input", { type: "text", value: shelved.name, maxlength: 60, "aria-label": t("games.name"), placeholder: title });
    const form = html("form", { class: "row", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), take()) }, input, html("button", { type: "submit", class: "button" }, t("games.take")));
    const take = () => (app.shelf.rename(shelved, input.value.trim()), draw());
    row.replaceChildren(form);
    input.focus();
  };
  const isHere = shelved.id === game.id;
  /** @param {string} name @param {string} sign @param {() => void} onclick @param {boolean} [disabled] */
  const tool = (name, sign, onclick, disabled) =>
    html("button", { type: "button", class: `button icon ${name}-game`, disabled, title: t(`games.${name}`), onclick }, html("span", { "aria-hidden": "true" }, sign), unseen(t(`games.${name}`), ": ", title));
  const row = html(
    "li",
    { class: "kept-game", "data-game": shelved.id },
    html(
      "button",
      { type: "button", class: "kept-open", "aria-current": isHere ? "true" : null, onclick: open },
      html("span", { class: "kept-title" }, title),
      html("span", { class: "kept-facts" }, [dateOf(app, shelved), stateOf(app, shelved), isHere ? t("games.here") : ""].filter(Boolean).join(" · ")),
    ),
    tool("rename", "✎", rename),
    tool("delete", "✕", () => void remove(), isHere),
  );
  if (shelved.over) row.querySelector(".kept-facts")?.prepend(...shelved.over.winners.map((seat) => badge(seat, 12)), " ");
  return row;
}

/**
 * Its own name, else who played.
 *
 * @param {App} app
 * @param {Shelved} shelved
 */
function titleOf(app, { name, seats, chance }) {
  if (name) return name;
  if (chance === "ask") return app.t("games.real");
  return seats.map((_, seat) => seatName(app.i18n, seats, seat)).join(" – ");
}

/**
 * @param {App} app
 * @param {Shelved} shelved
 */
const dateOf = (app, { changed }) =>
  new Date(changed).toLocaleString(app.i18n.language, { dateStyle: "medium", timeStyle: "short" });

/**
 * How it ended, or how far it is.
 *
 * @param {App} app
 * @param {Shelved} shelved
 */
function stateOf(app, { over, shift }) {
  if (over) return app.t("games.over", { scores: over.scores.join(" : ") });
  return shift === null ? "" : app.t("games.shift", { n: shift });
}
