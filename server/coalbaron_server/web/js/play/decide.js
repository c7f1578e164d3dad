/** What the person at the screen decides now: the prompt, the choices, confirm and undo. */

import { itemFace, cube } from "../board/pieces.js";
import { html, unseen } from "../dom.js";
import { drawTray } from "./tray.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Legal} Legal */

/**
 * What a decision panel needs from playing.
 *
 * @typedef {object} Hands
 * @property {(tokens: string|string[]) => Promise<void>} play
 * @property {(table: Table) => Node[]} mine
 */

/**
 * The title of the decision panel.
 *
 * @param {App} app
 * @param {Table} table
 */
export function titleOf(app, table) {
  const { t, words, game } = app;
  if (game.peeking) return t("decide.peeking");
  if (table.phase === "over") return t("decide.over");
  if (table.phase === "chance") return game.confirmable === "look" ? t("decide.look") : t(game.chance === "ask" ? "decide.ask" : "decide.chance");
  if (game.pending.length && table.turn !== game.mover) return t("decide.done");
  const seat = table.turn === null ? "" : words.seat(table.turn);
  if (game.isEngine(table.turn)) return t("decide.engine", { seat });
  return t(`decide.${table.phase}`, { seat, n: table.steps });
}

/**
 * What there is to choose besides the board itself.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Hands} hands
 * @returns {Node[]}
 */
export function drawChoices(app, table, hands) {
  const { game, t } = app;
  if (table.phase === "over") return drawEnd(app, table);
  if (!game.open || (game.pending.length && table.turn !== game.mover && table.phase !== "chance")) return [];
  const legal = game.answer?.legal ?? [];
  switch (table.phase) {
    case "draft":
    case "place":
      return game.confirmable ? [] : [html("p", { class: "prompt" }, t(`prompt.${table.phase}`))];
    case "mine":
      return hands.mine(table);
    case "fill":
      return [html("p", { class: "prompt" }, t("prompt.fill")), drawButtons(app, legal, hands)];
    case "keep":
      return [html("p", { class: "prompt" }, t("prompt.keep")), drawItems(app, keepable(table, legal), hands)];
    case "side":
    case "stack":
      return [drawTrayOf(app, table, hands)];
    case "chance":
      return game.chance === "ask" ? [html("p", { class: "prompt" }, askOf(app, table)), drawItems(app, legal.map(({ token }) => ({ token })), hands)] : [];
    default:
      return [];
  }
}

/**
 * What chance asks at a real table.
 *
 * @param {App} app
 * @param {Table} table
 */
function askOf(app, table) {
  const { t, words } = app;
  if (table.draw === null || table.draw === "draft" || table.draw === "look") return t(`ask.${table.draw ?? "draft"}`);
  return t("ask.space", { space: words.space(table.draw) });
}

/**
 * Everything that was drawn: what may be kept, and what cannot be and why.
 *
 * @param {Table} table
 * @param {Legal[]} legal
 * @returns {{token: string, off?: boolean}[]}
 */
function keepable(table, legal) {
  const tokens = legal.map(({ token }) => token);
  const held = new Set((table.look?.held ?? []).map(({ item }) => `+${item}`));
  const offered = [...held].filter((token) => !token.includes("?"));
  const rest = tokens.filter((token) => !held.has(token));
  return [...offered, ...rest].map((token) => ({ token, off: !tokens.includes(token) }));
}

/**
 * @param {App} app
 * @param {{token: string, off?: boolean}[]} choices tokens that name an item
 * @param {Hands} hands
 */
function drawItems(app, choices, hands) {
  return html(
    "div",
    { class: "items" },
    choices.map(({ token, off }) => {
      const label = off ? `${app.words.token(token)}. ${app.t("prompt.tooDear")}` : app.words.token(token);
      const item = token.slice(1);
      return html(
        "button",
        {
          type: "button",
          class: `card${off ? "" : " can"}`,
          "data-token": token,
          "aria-disabled": String(Boolean(off)),
          title: label,
          onclick: () => (off ? app.emit("refuse", app.t("prompt.tooDear")) : hands.play(token)),
        },
        item === "-" ? html("span", { class: "none" }, app.t("prompt.none")) : [itemFace(item), unseen(label)],
      );
    }),
  );
}

/**
 * @param {App} app
 * @param {Legal[]} legal
 * @param {Hands} hands
 */
function drawButtons(app, legal, hands) {
  return html(
    "div",
    { class: "actions" },
    legal.map(({ token }) =>
      html(
        "button",
        { type: "button", class: "button", "data-token": token, onclick: () => hands.play(token) },
        token === "fill:-" ? null : cube(token[5], 16),
        " ",
        app.words.token(token),
      ),
    ),
  );
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {Hands} hands
 */
function drawTrayOf(app, table, hands) {
  const items = (table.look?.held ?? []).map(({ item }) => item);
  if (items.every((item) => item !== "?")) return drawTray(app, items, table.phase === "side", hands.play);
  return drawButtons(app, app.game.answer?.legal ?? [], hands);
}

/**
 * @param {App} app
 * @param {Table} table
 */
function drawEnd(app, table) {
  const { t, words } = app;
  if (!table.over) return [];
  const { scores, winners } = table.over;
  const ranked = table.seats.map(({ seat }) => seat).sort((one, other) => scores[other] - scores[one]);
  return [
    html("p", { class: "prompt" }, t("end.won", { n: winners.length, seats: winners.map((seat) => words.seat(seat)).join(", ") })),
    html(
      "ol",
      { class: "final" },
      ranked.map((seat) => html("li", {}, html("span", {}, words.seat(seat)), html("b", {}, t("end.vp", { n: scores[seat] })))),
    ),
  ];
}
