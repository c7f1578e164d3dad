/** The facts of the game, as `GET /v1/components` lists them. None stands here a second time. */

/**
 * @typedef {object} Components the answer of the service
 * @property {number[]} rounds
 * @property {number} report_every
 * @property {number[]} influences
 * @property {Record<string, string>} utilities
 * @property {Record<string, {number: number, shape: string, copies: number, coal: number[]}>} tiles
 * @property {Record<string, string[]>} turns openings of a shape, as it can lie
 * @property {{cell: string, openings: string, coal: number[]}} entrance
 * @property {string} columns
 * @property {number} rows
 * @property {Record<string, {number: number, copies: number, playable: boolean, least?: number}>} buildings
 * @property {number} village_spaces
 * @property {[number, number][]} fee_steps earnings from which on a fee costs so much
 * @property {{every: number, add: number}} fee_beyond
 * @property {{base: number, pieces_per_step: number, adjust: Record<string, number>}} coal_price
 * @property {{bottom_row: number, adjust: Record<string, number>}} building_price
 * @property {Record<string, number>} inspection
 * @property {Record<string, number>} places how many foremen of a seat a place of the boards holds
 * @property {string[]} reconstructed groups of facts that are reconstructions
 */

/** The areas of a round in their order, and what else has its time in a round. */
export const AREAS = ["village", "mining", "brokers", "permits", "market", "construction", "refuse"];

/** The areas of the places that are no cells. @type {Record<string, string>} */
const AREA_OF = { shop: "village", doctor: "village", tavern: "village", church: "village", sell: "brokers", util: "market", tandem: "market", build: "construction", dump: "refuse", depot: "refuse" };

/** @type {Record<string, [number, number]>} */
const STEPS = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

/** Facts with what is worked out from them. */
export class Facts {
  /** @param {Components} components */
  constructor(components) {
    this.all = components;
    this.utilities = Object.keys(components.utilities);
    this.buildings = components.buildings;
    /** The influences that a foreman can have, rising. */
    this.printed = [...new Set(components.influences)].sort();
  }

  /** Is this the name of a cell? @param {string} place */
  isCell = (place) => /^[a-q][0-8]$/.test(place);

  /**
   * Column and row of a cell, from 0.
   *
   * @param {string} cell
   * @returns {[number, number]}
   */
  at(cell) {
    return [this.all.columns.indexOf(cell[0]), Number(cell[1])];
  }

  /**
   * The cells next to one, by direction; what leaves the grid is left out.
   *
   * @param {string} cell
   * @returns {[string, string][]}
   */
  around(cell) {
    const [column, row] = this.at(cell);
    return Object.entries(STEPS).flatMap(([direction, [east, north]]) => {
      const [x, y] = [column + east, row + north];
      return this.all.columns[x] && y >= 0 && y < this.all.rows ? [/** @type {[string, string]} */ ([direction, `${this.all.columns[x]}${y}`])] : [];
    });
  }

  /**
   * The area in which a foreman on a place is used.
   *
   * @param {string} place
   * @param {(cell: string) => boolean} hasTile
   */
  areaOf(place, hasTile) {
    return AREA_OF[place] ?? (hasTile(place) ? "mining" : "permits");
  }

  /** How many openings a tile has. @param {string} kind */
  numberOf(kind) {
    return this.all.tiles[kind]?.number ?? this.all.entrance.openings.length;
  }

  /** The ways in which a tile can lie. @param {string} kind */
  turnsOf(kind) {
    return this.all.turns[this.all.tiles[kind].shape];
  }

  /**
   * What a fee costs at these earnings.
   *
   * @param {number} earnings
   */
  feeAt(earnings) {
    const steps = this.all.fee_steps.filter(([from]) => earnings >= from);
    const [from, fee] = steps[steps.length - 1];
    const { every, add } = this.all.fee_beyond;
    return steps.length < this.all.fee_steps.length ? fee : fee + add * Math.floor((earnings - from) / every);
  }
}

/** Known before anything is drawn. @type {Facts} */
export let facts;

/** @param {Components} components */
export function learnFacts(components) {
  facts = new Facts(components);
}

/** What lies opposite. @type {Record<string, string>} */
export const OPPOSITE = { N: "S", E: "W", S: "N", W: "E" };
