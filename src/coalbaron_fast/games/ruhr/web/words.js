/** Names and sentences for what the notation spells: tokens, spaces, markers, events. */

import { facts } from "./facts.js";

/** @typedef {import("../../static/js/types.js").GameEvent} GameEvent */

/** Keys of texts for the markers whose tokens are no letters. @type {Record<string, string>} */
const WATER = { wa: "water", "wa+": "waterUp", "wa-": "waterDown" };

/** A token of few words, by how it begins. */
const SHORT = /^(pay|get|inn):([tv])$/;

/** Sources of points that no token names. */
const UNNAMED = ["export", "cities", "depots", "markers", "debts"];

/** What the notation spells, in the chosen language. */
export class Words {
  /** @param {import("../../static/js/types.js").App} app */
  constructor(app) {
    this.app = app;
    this.t = app.t;
  }

  /**
   * The name of a space of the river.
   *
   * @param {string} code
   */
  space(code) {
    const space = facts.spaces.get(code);
    if (!space) return code;
    if (space.type === "city") return spelled(space.name);
    if (space.type === "obstacle") return this.t("space.obstacle", { name: spelled(space.name).replace(/ lock$/, "") });
    if (space.type === "port") return this.t("space.port", { name: spelled(space.name) });
    return this.t(`space.${space.trade ?? space.type}`, { n: code.slice(1) });
  }

  /**
   * What a place of the board is called, as `targets.js` names them.
   *
   * @param {string} place
   */
  place(place) {
    const [kind, name = ""] = place.split(":");
    if (kind === "depot") return this.t("board.depot", { territory: this.territory(name) });
    if (kind === "port") return this.t("board.column", { country: this.country(name) });
    if (kind === "track") return this.t("board.track", { colour: this.colour(name[0]) });
    return this.space(place);
  }

  /** @param {string} letter b or w */
  colour(letter) {
    return this.t(`colour.${letter}`);
  }

  /** @param {string} territory */
  territory(territory) {
    return this.t(`territory.${territory}`);
  }

  /** @param {string} country */
  country(country) {
    return this.t(`country.${country}`);
  }

  /** @param {string} name of an option, with `*` if the marker makes it free */
  option(name) {
    const base = name.replace("*", "");
    const text = this.t(`option.${base}`, { n: base === "wage" ? facts.all.wage_thalers : facts.all.supply_pips });
    return base === name ? text : this.t("token.free", { option: text });
  }

  /** @param {string} name of a progress marker */
  progress(name) {
    return this.t(`progress.${name}`);
  }

  /**
   * What a progress marker needs.
   *
   * @param {string} name
   */
  needs(name) {
    const needs = Object.entries(facts.progress.get(name)?.needs ?? {});
    return needs.map(([area, n]) => `${n} × ${this.t(`area.${area}`)}`).join(", ");
  }

  /** @param {string} name of a marker of water or demand */
  marker(name) {
    if (name in WATER) return this.t(`marker.${WATER[name]}`);
    if (this.app.i18n.has(`marker.${name}`)) return this.t(`marker.${name}`);
    return this.t(name[0] === "i" ? "marker.workshops" : "marker.cities", { territory: this.territory(name[1]) });
  }

  /**
   * One token, as a short sentence.
   *
   * @param {string} token
   * @returns {string}
   */
  token(token) {
    const { t } = this;
    const rest = token.slice(1);
    if (facts.options.has(token.replace("*", ""))) return this.option(token);
    if (token === "end" || token === "repay") return t(`token.${token}`);
    const short = SHORT.exec(token);
    if (short) return t(`token.${short[1]}_${short[2]}`, { n: short[2] === "t" ? facts.all.inn.thalers : facts.all.inn.points });
    switch (token[0]) {
      case "!":
        return facts.columns.includes(rest) ? t("token.country", { country: this.country(rest) }) : t("token.marker", { marker: this.marker(rest) });
      case "+":
        return t("token.supply", { space: this.space(rest), n: facts.all.supply_pips });
      case "@":
        return t("token.start", { space: this.space(rest) });
      case "^":
        return rest === "-" ? t("token.hauler_none") : t("token.hauler", { space: this.space(rest), n: facts.all.hauler_pips });
      case ">":
        return t("token.trip", { space: this.space(rest) });
    }
    return this.#place(token);
  }

  /** @param {string} token that puts, removes or builds something */
  #place(token) {
    const { t } = this;
    if (token[1] === ">") return t("token.put", { colour: this.colour(token[0]), space: this.space(token.slice(2)) });
    const [kind, place = ""] = token.split(":");
    switch (kind) {
      case "x":
        return facts.spaces.has(place)
          ? t("token.remove", { space: this.space(place) })
          : t("token.removeTrack", { colour: this.colour(place[0]), n: place[1] });
      case "lock":
      case "city":
        return t(`token.${kind}`, { space: this.space(place) });
      case "city*":
        return t("token.cityMarker", { space: this.space(place) });
      case "depot":
        return t("token.depot", { territory: this.territory(place) });
      case "port":
        return t("token.port", { country: this.country(place) });
      case "port*":
        return t("token.portMarker", { country: this.country(place) });
      case "shift": {
        const [from, to] = place.split(">");
        return t("token.shift", { from: this.country(from), to: this.country(to) });
      }
      default:
        return token;
    }
  }

  /**
   * A whole turn in one line. Chance in between is left out.
   *
   * @param {string[]} tokens
   */
  turn(tokens) {
    const own = tokens.filter((token) => token[0] !== "!");
    const told = own.length > 1 ? own.filter((token) => token !== "end" && token !== "^-") : own;
    return told.map((token) => this.token(token)).join(" · ");
  }

  /**
   * What happened, a sentence each.
   *
   * @param {{events: GameEvent[]}} answer
   * @returns {import("../../static/js/types.js").Story}
   */
  story({ events = [] }) {
    return {
      seat: events.find(({ kind }) => kind === "decide")?.seat ?? null,
      sentences: events.map((event) => this.event(event)).filter(Boolean),
    };
  }

  /** @param {GameEvent} event */
  event(event) {
    const { t, app } = this;
    const seat = event.seat ?? 0;
    const n = Number(event.count);
    switch (event.kind) {
      case "chance":
      case "decide":
        return this.token(event.token ?? "");
      case "token":
        return app.tell("event.token", seat, { area: t(`area.${event.area}`) });
      case "gain":
        return app.tell("event.gain", seat, { amounts: this.#amounts(event) });
      case "debt":
        return app.tell(n > 0 ? "event.debt" : "event.repaid", seat, { n: Math.abs(n) });
      case "pool":
        return app.tell("event.pool", seat, { n });
      case "progress":
        return app.tell("event.progress", seat, { marker: this.progress(String(event.marker)) });
      case "turn":
        return t("event.turn", { n: event.turn });
      case "over":
        return t("event.over", { scores: /** @type {number[]} */ (event.scores).join(" : ") });
      default:
        return event.text;
    }
  }

  /** @param {GameEvent} event with Thalers, points or both */
  #amounts({ thalers, points, source }) {
    const parts = [
      thalers ? this.t("amount.thalers", { n: Math.abs(Number(thalers)), signed: this.signed(Number(thalers)) }) : "",
      points ? this.t("amount.points", { n: Math.abs(Number(points)), signed: this.signed(Number(points)) }) : "",
    ];
    const told = parts.filter(Boolean).join(", ");
    return UNNAMED.includes(String(source)) ? `${told} (${this.t(`source.${source}`)})` : told;
  }

  /** @param {number} amount */
  signed(amount) {
    return `${amount < 0 ? "−" : "+"}${this.app.i18n.number(Math.abs(amount))}`;
  }
}

/**
 * A name as it is written: the facts are spelled in ASCII.
 *
 * @param {string|null|undefined} name
 */
const spelled = (name) => (name ?? "").replace(/(?<=m)ue/gi, "ü");
