/** Names and sentences for what the notation spells: tokens, tiles, orders, spaces, events. */

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").Reason} Reason */

const TILE = /^([ybgk])([12])([LD])$/;
const ORDER = /^([BCTE])([ybgk]{1,4})$/;
const TO_ORDER = /^([~ybgk]+)>([BCTE][ybgk]+)(?::([ybgk]))?$/;

/** What the notation spells, in the chosen language. */
export class Words {
  /**
   * @param {import("./i18n.js").I18n} i18n
   * @param {() => import("./types.js").SeatChoice[]} seats
   */
  constructor(i18n, seats) {
    this.i18n = i18n;
    this.t = i18n.t;
    this.seats = seats;
  }

  /** @param {string} letter */
  colour(letter) {
    return this.t(`colour.${letter}`);
  }

  /** @param {string} cubes such as "yyb" */
  cubes(cubes) {
    if (!cubes) return this.t("cubes.none");
    const counts = [..."ybgk"].flatMap((letter) => {
      const n = [...cubes].filter((cube) => cube === letter).length;
      return n ? [`${n} ${this.colour(letter)}`] : [];
    });
    return counts.join(", ");
  }

  /** @param {string} letter B, C, T or E */
  vehicle(letter) {
    return this.t(`vehicle.${letter}`);
  }

  /** @param {string} name a tile, a card or "?" */
  item(name) {
    const tile = TILE.exec(name);
    if (tile)
      return this.t("item.tile", {
        colour: this.colour(tile[1]),
        n: Number(tile[2]),
        side: this.t(`side.${tile[3]}`),
      });
    const order = ORDER.exec(name);
    if (order)
      return this.t("item.order", {
        vehicle: this.vehicle(order[1]),
        cubes: this.cubes(order[2]),
      });
    return this.t("item.unknown");
  }

  /** @param {string} name */
  space(name) {
    if (name === "bank" || name === "fx" || name === "ox") return this.t(`space.${name}`);
    const rest = name.slice(1);
    if (name[0] === "d") return this.t("space.d", { vehicle: this.vehicle(rest) });
    return this.t(`space.${name[0]}`, { n: Number(rest) });
  }

  /** @param {number} number */
  seat(number) {
    const seats = this.seats();
    const choice = seats[number];
    if (choice?.name) return choice.name;
    if (choice?.kind === "engine") return this.t("seat.engine", { n: number + 1 });
    if (choice && seats.filter(({ kind }) => kind === "person").length === 1) return this.t("seat.you");
    return this.t("seat.plain", { n: number + 1 });
  }

  /** @param {Reason|null} reason why a space cannot be chosen, or what it brings */
  why(reason) {
    if (!reason) return "";
    return this.#coded(`why.${reason.code}`, reason);
  }

  /** @param {Reason|null} reason */
  brings(reason) {
    if (!reason) return "";
    return this.#coded(`brings.${reason.code}`, reason);
  }

  /** @param {GameEvent} event */
  event(event) {
    if (event.kind === "mine") return this.token(event.token ?? "");
    return this.#coded(`event.${variantOf(event)}`, event);
  }

  /**
   * A text for a code with its numbers; what the page has no text for keeps the service's.
   *
   * @param {string} key
   * @param {{text: string, [name: string]: unknown}} facts
   */
  #coded(key, facts) {
    if (!this.i18n.has(key)) return facts.text;
    /** @type {Record<string, any>} */
    const params = {};
    for (const [name, value] of Object.entries(facts)) params[name] = this.#spell(name, value);
    params.n ??= facts.workers ?? facts.marks ?? facts.steps ?? facts.vp ?? facts.count;
    return this.t(key, params);
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  #spell(name, value) {
    if (value === null) return "";
    switch (name) {
      case "seat":
        return this.seat(Number(value));
      case "space":
        return value === "draft" ? "" : this.space(String(value));
      case "item":
        return this.item(String(value));
      case "items":
        return /** @type {string[]} */ (value).map((item) => this.item(item)).join("; ");
      case "vehicle":
        return this.vehicle(String(value));
      case "cubes":
        return this.cubes(String(value));
      case "winners":
        return /** @type {number[]} */ (value).map((seat) => this.seat(seat)).join(", ");
      case "element":
        return this.majority(Number(value));
      default:
        return value;
    }
  }

  /** @param {number} index of a scoring element, from 0 */
  majority(index) {
    if (index < 4) return this.t("clock.coal", { colour: this.colour("ybgk"[index]) });
    if (index < 8) return this.t("clock.orders", { vehicle: this.vehicle("BCTE"[index - 4]) });
    return this.t("clock.carts", { colour: this.colour("ybgk"[index - 8]) });
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
        : t("token.cage", { n: Number(token[1]), colour: this.colour("ybgk"[Number(token[1]) - 1]) });
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
   * A whole turn in one line. Chance in between is left out.
   *
   * @param {string[]} tokens
   */
  turn(tokens) {
    return tokens
      .filter((token) => token[0] !== "!")
      .map((token) => this.token(token))
      .join(" · ");
  }
}

/**
 * Which text tells an event: some kinds have more than one.
 *
 * @param {GameEvent} event
 */
function variantOf(event) {
  if (event.kind === "keep" && event.item === null) return "keepNone";
  if (event.kind === "fill" && !event.cubes) return "fillNone";
  if (event.kind === "refill" && event.space === "draft") return "deal";
  if (event.kind === "score") return `score.${event.source}`;
  if (event.kind === "return") return event.item === null ? `return.${event.side}` : "returnItem";
  return event.kind;
}

/**
 * What a token puts onto an order, null for any other token.
 *
 * @param {string} token
 * @returns {{cubes: string, stored: boolean[], order: string, spot: string|null}|null}
 */
export function putOf(token) {
  const match = TO_ORDER.exec(token);
  if (!match) return null;
  const parts = match[1].match(/~?[ybgk]/g) ?? [];
  return {
    cubes: parts.map((part) => part.at(-1)).join(""),
    stored: parts.map((part) => part.length === 2),
    order: match[2],
    spot: match[3] ?? null,
  };
}

/**
 * Colour, carts and side of a tile's name.
 *
 * @param {string} name
 */
export function tileOf(name) {
  const match = TILE.exec(name);
  return match && { colour: match[1], carts: Number(match[2]), side: match[3] };
}

/**
 * Vehicle and spots of a card's name.
 *
 * @param {string} name
 */
export function orderOf(name) {
  const match = ORDER.exec(name);
  return match && { vehicle: match[1], spots: match[2] };
}
