/** A turn in one short line: pieces where a picture says it faster than words. */

import { html } from "../../static/js/dom.js";
import { coin, cage, cube, itemFace, star, vehicle } from "./board/pieces.js";
import { facts } from "./facts.js";
import { putOf } from "./words.js";

/** @typedef {import("../../static/js/dom.js").Child} Child */
/** @typedef {import("../../static/js/types.js").GameEvent} GameEvent */
/** @typedef {import("../../static/js/types.js").ToldTurn} ToldTurn */
/** @typedef {import("./words.js").Words} Words */

/** Kinds of events that are told below a turn. */
const AFTER = ["score", "shift", "over"];

/**
 * @param {Words} words
 * @param {ToldTurn} turn
 * @returns {import("../../static/js/types.js").Brief}
 */
export function briefOf(words, turn) {
  const own = turn.events.filter(({ kind }) => !AFTER.includes(kind));
  const after = turn.events.filter(({ kind }) => AFTER.includes(kind));
  const line = own.some(({ kind }) => kind === "mine") ? mined(words, own) : own.map((event) => pictureOf(words, event));
  const { sentences, details } = words.story({ events: after });
  return {
    line,
    text: words.story({ events: own.filter(({ kind }) => kind !== "refill") }).sentences.join(" · "),
    below: sentences.length ? html("div", {}, sentences.join(" · "), details) : null,
  };
}

/**
 * What stands for one event; nothing for what another one shows already.
 *
 * @param {Words} words
 * @param {GameEvent} event
 * @returns {Child}
 */
function pictureOf(words, event) {
  const item = typeof event.item === "string" ? event.item : null;
  switch (event.kind) {
    case "place":
      return spaceSign(words, String(event.space));
    case "money":
      return ["+", coin(Number(event.marks), 20, event.space === "bank")];
    case "draft":
    case "keep":
      return item === null ? words.t("token.none") : gained(words, item);
    case "deliver":
      return [
        /** @type {string[]} */ (event.items ?? []).map((name) => vehicle(name[0], 22)),
        points(Number(event.vp)),
      ];
    case "fill":
      return event.cubes ? cube(String(event.cubes), 13) : null;
    default:
      return null;
  }
}

/**
 * What tells the space where the rest of the line does not.
 *
 * @param {Words} words
 * @param {string} space
 * @returns {Child}
 */
function spaceSign(words, space) {
  const kind = facts.kinds[space];
  if (kind === "mine") return [cage(16), ` ${space.slice(1)}`];
  return kind === "look" ? `${words.t("brief.look")} ` : null;
}

/**
 * A tile that was built or a card that was taken.
 *
 * @param {Words} words
 * @param {string} name
 * @returns {Child}
 */
function gained(words, name) {
  const tile = facts.tiles.get(name);
  if (tile) return [html("span", { class: "brief-tile" }, itemFace(name)), " −", coin(tile.price, 18)];
  const order = facts.orders.get(name);
  if (!order) return words.item(name);
  return [vehicle(order.vehicle, 24), " ", cubes(order.spots), points(order.vp)];
}

/**
 * A mining turn: what came onto orders and into storage, or what was loaded.
 *
 * @param {Words} words
 * @param {GameEvent[]} events
 * @returns {Child}
 */
function mined(words, events) {
  const tokens = events.map(({ token }) => token ?? "");
  /** By order. @type {Map<string, string>} */
  const filled = new Map();
  for (const put of tokens.flatMap((token) => putOf(token) ?? []))
    filled.set(put.order, (filled.get(put.order) ?? "") + put.cubes);
  const stored = tokens.filter((token) => /^-[a-z]$/.test(token)).map((token) => token[1]);
  const loaded = tokens.filter((token) => /^\+[a-z]$/.test(token)).map((token) => token[1]);
  const place = events.find(({ kind }) => kind === "place");
  return [
    place ? spaceSign(words, String(place.space)) : cage(16),
    [...filled].map(([order, put]) => html("span", { class: "brief-put" }, cubes(put), "→", vehicle(order[0], 22))),
    stored.length ? html("span", { class: "brief-put" }, cubes(stored.join("")), "→▣") : null,
    !filled.size && !stored.length && loaded.length ? html("span", { class: "brief-put" }, "+", cubes(loaded.join(""))) : null,
  ];
}

/** @param {string} letters */
const cubes = (letters) => [...letters].map((letter) => cube(letter, 13));

/** @param {number} vp */
const points = (vp) => html("span", { class: "brief-points" }, String(vp), star(13));
