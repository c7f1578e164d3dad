/** Names and sentences for what the notation spells: tokens, spaces, markers, events. */

import { facts } from "./facts.js";

/** @typedef {import("../../static/js/types.js").GameEvent} GameEvent */

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
    return space ? this.app.spell(space.phrase) : code;
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
    return this.app.spell(facts.all.phrases[`!${name}`].params.marker);
  }

  /**
   * One token, as a short sentence.
   *
   * @param {string} token
   */
  token(token) {
    return this.app.spell(facts.all.phrases[token]);
  }

  /**
   * A whole turn in one line. Chance in between is left out.
   *
   * @param {string[]} tokens
   */
  turn(tokens) {
    const own = tokens.filter((token) => token[0] !== "!");
    const told = own.length > 1 ? own.filter((token) => token !== "end" && token !== "^-") : own;
    return this.t("turn", { steps: told.map((token) => facts.all.phrases[token]) });
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
      sentences: events.map((event) => this.app.spell(event)),
    };
  }
}
