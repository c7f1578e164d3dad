/** Names and sentences for what the notation spells: tokens, cells, tiles, buildings, events. */

/** @typedef {import("../../static/js/types.js").GameEvent} GameEvent */
/** @typedef {import("../../static/js/i18n.js").Message} Message */

/** A foreman is placed, or held back, by who sees it. */
const PLACED = /^\d>/;

/** Events with which foremen of others are turned over. */
const BRINGS_TO_LIGHT = ["area", "ready", "round"];

/** A message without parameters. @param {string} key @returns {Message} */
const named = (key) => ({ key, params: {} });

/** @param {string} letter */
const utility = (letter) => named(`utility.${letter}`);

/** @param {string} key @param {Record<string, any>} [params] @returns {Message} */
const message = (key, params = {}) => ({ key, params });

/**
 * What tokens with a colon do, by what stands before it.
 *
 * @type {Record<string, (rest: string[]) => Message>}
 */
const KINDS = {
  swap: ([pair]) => (pair === "end" ? message("token.swap_end") : message("token.swap", { from: utility(pair[0]), to: utility(pair[1]) })),
  church: ([cell]) => (cell === "-" ? message("token.church_none") : message("token.church", { cell })),
  sell: ([n]) => (n === "0" ? message("token.sell_none") : message("token.sell", { n: Number(n) })),
  mark: ([way]) => message(`token.mark_${way}`),
  dig: ([cell, n]) => (n === "-" ? message("token.dig_none", { cell }) : message("token.dig", { cell, n: Number(n) })),
  lay: ([cell, openings]) => message("token.lay", { cell, openings: [...openings].map((one) => named(`direction.${one}`)) }),
  buy: ([counts]) => (counts === "000" ? message("token.buy_none") : message("token.buy", { cubes: cubesOf(counts) })),
  put: ([type, cell]) => (type === "end" ? message("token.put_end") : cell === "-" ? message("token.store", { cube: utility(type) }) : message("token.put", { cube: utility(type), cell })),
  build: ([row, building]) => (row === "-" ? message("token.build_none") : message("token.build", { building: named(`building.${building}`), row: named(`row.${row}`) })),
  onto: ([building]) => (building === "-" ? message("token.onto_free") : message("token.onto", { building: named(`building.${building}`) })),
};

/** @param {string} counts */
const cubesOf = (counts) => [...counts].flatMap((n, at) => (Number(n) ? [message("amount.cubes", { n: Number(n), cube: utility("wae"[at]) })] : []));

/** @param {string} place */
const placeMessage = (place) => (/^[a-q]\d$/.test(place) ? message("place.cell", { cell: place }) : named(`place.${place}`));

/**
 * What a token does, as the service says it.
 *
 * @param {string} token
 * @returns {Message}
 */
export function messageOf(token) {
  if (token[0] === "!") return drawn(token.slice(1));
  if (token[1] === ">") {
    const place = token.slice(2);
    if (token === "?>?") return message("token.place_unseen");
    if (token[0] === "?") return message("token.place_hidden", { place: placeMessage(place) });
    return place === "-" ? message("token.held", { n: Number(token[0]) }) : message("token.place", { n: Number(token[0]), place: placeMessage(place) });
  }
  const [kind, ...rest] = token.split(":");
  return KINDS[kind](rest);
}

/** @param {string} what */
function drawn(what) {
  if (/^p\d$/.test(what)) return message("token.drawn_order", { seat: Number(what[1]) });
  if (/^[-+0]$/.test(what)) return message("token.drawn_indicator", { indicator: named(`indicator.${what}`) });
  if (/^\d/.test(what)) return message("token.drawn_tile", { tile: named(`tile.${what}`) });
  return message("token.drawn_building", { building: named(`building.${what}`) });
}

/** What the notation spells, in the chosen language. */
export class Words {
  /** @param {import("../../static/js/types.js").App} app */
  constructor(app) {
    this.app = app;
    this.t = app.t;
  }

  /**
   * What a place of the board is called.
   *
   * @param {string} place
   */
  place(place) {
    return this.app.spell(placeMessage(place));
  }

  /** @param {string} kind */
  building(kind) {
    return this.t(`building.${kind}`);
  }

  /** @param {string} letter */
  utility(letter) {
    return this.t(`utility.${letter}`);
  }

  /** @param {string} kind */
  tile(kind) {
    return this.t(`tile.${kind}`);
  }

  /** Dollars, as they are written. @param {number} n */
  dollars(n) {
    return (n < 0 ? "−" : "") + this.t("unit.amount", { n: this.app.i18n.number(Math.abs(n)) });
  }

  /**
   * One token, as a short sentence.
   *
   * @param {string} token
   */
  token(token) {
    return this.app.spell(messageOf(token));
  }

  /**
   * A whole turn in one line. Chance in between is left out; foremen are told by their places.
   *
   * @param {string[]} tokens
   */
  turn(tokens) {
    const placed = tokens.filter((token) => token[1] === ">" && token[0] !== "!");
    const others = tokens.filter((token) => token[0] !== "!" && token[1] !== ">");
    const steps = [...(placed.length > 1 ? [this.placing(placed)] : placed.map(messageOf)), ...others.map(messageOf)];
    return this.t("turn", { steps });
  }

  /**
   * A placing in one line: who goes where.
   *
   * @param {string[]} tokens
   * @returns {Message}
   */
  placing(tokens) {
    const groups = new Map();
    for (const token of tokens) groups.set(token.slice(2), [...(groups.get(token.slice(2)) ?? []), token[0]]);
    const steps = [...groups].map(([place, influences]) => message("turn.group", { influences, place: placeMessage(place) }));
    return message("turn.placing", { steps });
  }

  /**
   * What happened, a sentence each; a placing is one sentence. Of a turn that is not confirmed yet
   * nothing is told that it would bring to light.
   *
   * @param {{events: GameEvent[]}} answer
   * @returns {import("../../static/js/types.js").Story}
   */
  story({ events: all = [] }) {
    const { pending, answer } = this.app.game;
    const light = pending.length && answer?.events === all ? all.findIndex(({ kind }) => BRINGS_TO_LIGHT.includes(kind)) : -1;
    const events = light < 0 ? all : all.slice(0, light);
    /** @type {string[]} */
    const sentences = [];
    /** @type {string[]} */
    let placed = [];
    events.forEach((event, at) => {
      const token = event.token ?? "";
      if (event.kind !== "decide" || !PLACED.test(token)) return sentences.push(this.app.spell(event));
      placed.push(token);
      const next = events[at + 1];
      if (next?.kind === "decide" && next.seat === event.seat && PLACED.test(next.token ?? "")) return sentences.length;
      sentences.push(placed.length > 1 ? this.app.spell(message("event.decide", { seat: event.seat, what: this.placing(placed) })) : this.app.spell(event));
      placed = [];
      return sentences.length;
    });
    return { seat: events.find(({ kind }) => kind === "decide")?.seat ?? null, sentences };
  }
}
