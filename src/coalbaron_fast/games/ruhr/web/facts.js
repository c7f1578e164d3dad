/** The facts of the game, as `GET /v1/components` lists them. None stands here a second time. */

/**
 * @typedef {{code: string, type: "storage"|"city"|"industry"|"obstacle"|"port", territory: string|null, name: string|null, trade: string|null, phrase: import("../../static/js/i18n.js").Message}} RiverSpace
 * @typedef {{name: string, fees: number[], pilot: boolean, carry: boolean, up: boolean, marker: string|null}} Option
 *
 * @typedef {object} Components the answer of the service
 * @property {[number, number]} players fewest and most
 * @property {number} turns
 * @property {RiverSpace[]} river
 * @property {Record<string, import("../../static/js/i18n.js").Message>} phrases what each token does
 * @property {Record<string, string>} territories
 * @property {number} standard_trip
 * @property {Option[]} options
 * @property {number} supply_pips
 * @property {number} wage_thalers
 * @property {Record<string, number>} areas
 * @property {{name: string, needs: Record<string, number>, white: boolean}[]} progress
 * @property {number} hauler_pips
 * @property {{thalers: number, points: number}} inn
 * @property {Record<string, number[]>} city_costs
 * @property {Record<string, number[]>} depot_costs
 * @property {{columns: string[], spaces: number, bonus: number[], shift_cost: number}} port
 * @property {number[]} export_values
 * @property {Record<string, string>} return_territory
 * @property {Record<string, number[]>} events turns in which something happens, by what
 * @property {Record<string, number>} countries
 * @property {number} marker_cost of a warehouse by the white marker
 * @property {number} repay_cost
 * @property {number} debt_spaces
 * @property {string[]} reconstructed groups of facts that are reconstructions
 */

/** Facts with what is looked up by name. */
export class Facts {
  /** @param {Components} components */
  constructor(components) {
    this.all = components;
    this.turns = components.turns;
    this.river = components.river;
    this.spaces = new Map(components.river.map((space) => [space.code, space]));
    this.territories = Object.keys(components.territories);
    this.options = new Map(components.options.map((option) => [option.name, option]));
    this.progress = new Map(components.progress.map((marker) => [marker.name, marker]));
    this.areas = Object.entries(components.areas);
    this.columns = components.port.columns;
  }

  /**
   * Where a barge sells that starts here without a pilot; null where it needs one.
   *
   * @param {string} code of a storage space
   */
  standardTarget(code) {
    const at = this.river.findIndex((space) => space.code === code);
    const near = this.river.slice(at + 1, at + 1 + this.all.standard_trip);
    return near.find(({ type }) => type !== "storage" && type !== "obstacle")?.code ?? null;
  }
}

/** Known before anything is drawn. @type {Facts} */
export let facts;

/** @param {Components} components */
export function learnFacts(components) {
  facts = new Facts(components);
}
