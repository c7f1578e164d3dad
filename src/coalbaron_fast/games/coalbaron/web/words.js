/** Names and sentences for what the notation spells: tokens, tiles, orders, spaces, events. */

import { html } from "../../static/js/dom.js";
import { briefOf } from "./brief.js";
import { facts } from "./facts.js";

/** @typedef {import("../../static/js/types.js").GameEvent} GameEvent */

/** A work step that fills an order: cubes, those from storage with `~`, the order, the spot of a pair. */
const TO_ORDER = /^([~a-z]+)>([A-Z][a-z]+)(?::([a-z]))?$/;

/** A work step that fills no order: the cage, a cube into it, a cube into storage. */
const STEP = /^(?:@\d|[+-][a-z])$/;

/** Kinds of events that are told after the scoring. */
const ENDS = ["shift", "over"];

/** What the notation spells, in the chosen language. */
export class Words {
  /** @param {import("../../static/js/types.js").App} app */
  constructor(app) {
    this.app = app;
    this.i18n = app.i18n;
    this.t = app.t;
  }

  /** @param {string} letter */
  colour(letter) {
    return this.t(`colour.${letter}`);
  }

  /** @param {string} cubes such as "yyb" */
  cubes(cubes) {
    if (!cubes) return this.t("cubes.none");
    const counts = facts.colours.flatMap((letter) => {
      const n = [...cubes].filter((cube) => cube === letter).length;
      return n ? [this.t("cubes.count", { n, colour: this.colour(letter) })] : [];
    });
    return counts.join(", ");
  }

  /** @param {string} letter B, C, T or E */
  vehicle(letter) {
    return this.t(`vehicle.${letter}`);
  }

  /** @param {string} name a tile, a card or "?" */
  item(name) {
    const item = facts.tiles.get(name) ?? facts.orders.get(name);
    return item ? this.app.spell(item.phrase) : this.t("item.unknown");
  }

  /** @param {string} name */
  space(name) {
    return this.app.spell(facts.phrases[name]);
  }

  /**
   * A turn in one short line.
   *
   * @param {import("../../static/js/types.js").ToldTurn} turn
   */
  brief(turn) {
    return briefOf(this, turn);
  }

  /**
   * What happened, a sentence each; of what was scored only how much each seat got.
   *
   * @param {{events: GameEvent[]}} answer
   * @returns {import("../../static/js/types.js").Story}
   */
  story(answer) {
    const events = answer.events ?? [];
    const seen = events.filter(({ kind, item }) => !((kind === "draw" || kind === "return") && item === "?"));
    const told = seen.filter(({ kind }) => kind !== "score" && !ENDS.includes(kind)).map((event) => this.app.spell(event));
    const hidden = events.filter(({ kind, item }) => kind === "draw" && item === "?").length;
    if (hidden) told.splice(1, 0, this.t("log.hidden", { n: hidden }));
    const scores = events.filter(({ kind }) => kind === "score");
    if (scores.length) told.push(this.#scored(scores));
    told.push(...events.filter(({ kind }) => ENDS.includes(kind)).map((event) => this.app.spell(event)));
    return {
      seat: events.find(({ kind, seat }) => seat !== null && kind !== "score")?.seat ?? null,
      sentences: told.filter(Boolean),
      details: scores.length ? this.#drawScores(scores) : null,
    };
  }

  /**
   * Victory points that each seat got at the end of a shift.
   *
   * @param {GameEvent[]} scores
   */
  #scored(scores) {
    /** @type {Map<number, number>} */
    const scored = new Map();
    for (const { seat, vp } of scores) if (seat !== null) scored.set(seat, (scored.get(seat) ?? 0) + Number(vp));
    const seats = [...scored]
      .sort(([one], [other]) => one - other)
      .map(([seat, vp]) => this.t("log.scored", { seat: this.app.seatName(seat), vp: this.i18n.signed(vp) }));
    return this.t("log.scoring", { seats: seats.join(", ") });
  }

  /** @param {GameEvent[]} scores */
  #drawScores(scores) {
    return html(
      "details",
      {},
      html("summary", {}, this.t("log.each")),
      html("ul", {}, scores.map((event) => html("li", {}, this.app.spell(event)))),
    );
  }

  /** @param {number} index of a scoring element, from 0 */
  majority(index) {
    const { kind, letter } = elementOf(index);
    if (kind === "orders") return this.t("clock.orders", { vehicle: this.vehicle(letter) });
    return this.t(`clock.${kind}`, { colour: this.colour(letter) });
  }

  /**
   * One token, as a short sentence.
   *
   * @param {string} token
   */
  token(token) {
    const { t } = this;
    if (token === "end" || token === "top" || token === "bottom") return t(`token.${token}`);
    if (token === "+-") return t("token.none");
    if (token.startsWith("fill:"))
      return token === "fill:-"
        ? t("token.fillNone")
        : t("token.fill", { colour: this.colour(token[5]) });
    if (token.startsWith("@"))
      return token === "@0"
        ? t("token.surface")
        : t("token.cage", { n: Number(token[1]), colour: this.colour(facts.colours[Number(token[1]) - 1]) });
    const [sign, rest] = [token[0], token.slice(1)];
    if (sign === "!") return t("token.chance", { item: this.item(rest) });
    if (sign === "^") return t("token.back", { item: this.item(rest) });
    if (sign === "-") return t("token.store", { colour: this.colour(rest) });
    if (sign === "+")
      return rest.length === 1
        ? t("token.load", { colour: this.colour(rest) })
        : t("token.take", { item: this.item(rest) });
    return this.#toOrder(token) ?? this.space(token);
  }

  /** @param {string} token */
  #toOrder(token) {
    const match = TO_ORDER.exec(token);
    if (!match) return null;
    const [, from, order, spot] = match;
    const stored = from.includes("~");
    const cubes = this.cubes(from.replaceAll("~", ""));
    const key = spot ? "token.pair" : stored ? "token.fromStorage" : "token.fromCage";
    return this.t(key, {
      cubes,
      colour: spot ? this.colour(spot) : cubes,
      item: this.item(order),
    });
  }

  /**
   * A whole turn in one line, with what lies on the spaces: now, or after these events. Chance in
   * between is left out.
   *
   * @param {string[]} tokens
   * @param {GameEvent[]} [before]
   */
  turn(tokens, before) {
    const lying = before ? lyingAfter(before) : lyingOn(this.app.game.table);
    const [first, ...rest] = tokens.filter((token) => token[0] !== "!");
    const isWork = (/** @type {string} */ token) => STEP.test(token) || putOf(token) !== null;
    // The order in which those that go back lie is a matter of the tray, not of the turn in short.
    const others = rest.filter((token) => !isWork(token) && token !== "end" && token[0] !== "^");
    if (first === undefined) return "";
    const steps = [first, ...rest].filter(isWork);
    const choice = isWork(first) || first === "end" ? [] : [this.#taking(lying.get(first)) ?? this.token(first)];
    const parts = [...choice, ...others.map((token) => this.token(token)), ...this.#work(steps)];
    return parts.join(" · ") || this.token("end");
  }

  /**
   * What work steps come to: what is loaded, brought onto orders and stored.
   *
   * @param {string[]} steps
   * @returns {string[]}
   */
  #work(steps) {
    const loaded = steps.filter((token) => token[0] === "+").map((token) => token[1]);
    const stored = steps.filter((token) => token[0] === "-").map((token) => token[1]);
    /** Cubes by order and way. @type {Map<string, {key: string, cubes: string, order: string}>} */
    const brought = new Map();
    const pairs = [];
    for (const token of steps) {
      const put = putOf(token);
      if (!put) continue;
      if (put.spot !== null) {
        pairs.push(this.token(token));
        continue;
      }
      const key = put.stored.includes(true) ? "token.fromStorage" : "token.fromCage";
      const known = brought.get(key + put.order) ?? { key, cubes: "", order: put.order };
      brought.set(key + put.order, { ...known, cubes: known.cubes + put.cubes });
    }
    return [
      ...(loaded.length ? [this.t("work.load", { cubes: this.cubes(loaded.join("")) })] : []),
      ...[...brought.values()].map(({ key, cubes, order }) => this.t(key, { cubes: this.cubes(cubes), item: this.item(order) })),
      ...pairs,
      ...(stored.length ? [this.t("work.store", { cubes: this.cubes(stored.join("")) })] : []),
    ];
  }

  /**
   * What choosing the space does on which an item lies.
   *
   * @param {string|undefined} item
   */
  #taking(item) {
    if (item === undefined) return null;
    const tile = facts.tiles.get(item);
    if (tile) return this.t("token.build", { item: this.item(item), n: tile.price });
    return facts.orders.has(item) ? this.t("token.takeOpen", { item: this.item(item), n: facts.orders.get(item)?.vp }) : null;
  }

  /**
   * What a turn does, whatever the way to it: the same for two turns that differ in where the
   * cage passes or stops.
   *
   * @param {string[]} tokens
   */
  essence(tokens) {
    const [first, ...steps] = tokens;
    const work = steps.filter((token) => token[0] !== "@" && token !== "end").sort();
    return [first?.[0] === "@" || first === "end" ? "" : first, ...work].join(" ");
  }
}

/**
 * What lies on the spaces of a table.
 *
 * @param {import("../../static/js/types.js").Table|null} table
 * @returns {Map<string, string>}
 */
function lyingOn(table) {
  const { spaces } = /** @type {import("./types.js").Table} */ (table ?? { spaces: [] });
  return new Map(spaces.flatMap(({ name, item }) => (item === null ? [] : [[name, item]])));
}

/**
 * What lies on the spaces after these events from the beginning of a game.
 *
 * @param {GameEvent[]} events
 * @returns {Map<string, string>}
 */
const lyingAfter = (events) =>
  new Map(events.flatMap(({ kind, space, item }) => (kind === "refill" ? [[String(space), String(item)]] : [])));

/**
 * What a token puts onto an order, null for any other token.
 *
 * @param {string} token
 * @returns {{cubes: string, stored: boolean[], order: string, spot: string|null}|null}
 */
export function putOf(token) {
  const match = TO_ORDER.exec(token);
  if (!match) return null;
  const parts = match[1].match(/~?[a-z]/g) ?? [];
  return {
    cubes: parts.map((part) => part.at(-1)).join(""),
    stored: parts.map((part) => part.length === 2),
    order: match[2],
    spot: match[3] ?? null,
  };
}

/**
 * What a majority counts: coal delivered, orders delivered or empty carts, and of which letter.
 *
 * @param {number} index of a scoring element, from 0
 * @returns {{kind: "coal"|"orders"|"carts", letter: string}}
 */
export function elementOf(index) {
  const { colours, vehicles } = facts;
  if (index < colours.length) return { kind: "coal", letter: colours[index] };
  const beyond = index - colours.length;
  if (beyond < vehicles.length) return { kind: "orders", letter: vehicles[beyond] };
  return { kind: "carts", letter: colours[beyond - vehicles.length] };
}
