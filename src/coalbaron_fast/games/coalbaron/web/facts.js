/** The facts of the game, as `GET /v1/components` lists them. None stands here a second time. */

/**
 * @typedef {import("../../static/js/i18n.js").Message} Message
 * @typedef {{name: string, letter: string}} Named
 * @typedef {{name: string, colour: string, carts: number, side: string, price: number, copies: number, phrase: Message}} Tile
 * @typedef {{name: string, vehicle: string, spots: string, vp: number, phrase: Message}} Order
 * @typedef {{index: number, name: string, first: number, second: number}} Reward
 *
 * @typedef {object} Components the answer of the service
 * @property {[number, number]} players fewest and most
 * @property {number} shifts
 * @property {(Named & {level: number})[]} colours by level
 * @property {number} cubes_per_colour
 * @property {number} cage_room
 * @property {Named[]} vehicles
 * @property {Tile[]} tiles
 * @property {Order[]} orders
 * @property {{name: string, kind: string, phrase: Message}[]} spaces
 * @property {Record<string, string[]>} locked spaces that take no part, by players
 * @property {Record<string, number>} workers each, by players
 * @property {Record<string, number>} marks each, by players
 * @property {number} look
 * @property {Reward[]} rewards
 */

/** Facts with what is looked up by name. */
export class Facts {
  /** @param {Components} components */
  constructor(components) {
    this.shifts = components.shifts;
    this.shiftNumbers = Array.from({ length: this.shifts }, (_, before) => before + 1);
    this.look = components.look;
    this.cageRoom = components.cage_room;
    this.cubesPerColour = components.cubes_per_colour;
    this.locked = components.locked;
    this.workers = components.workers;
    this.marks = components.marks;
    /** Letters, by level. */
    this.colours = components.colours.map(({ letter }) => letter);
    this.vehicles = components.vehicles.map(({ letter }) => letter);
    this.spaces = components.spaces.map(({ name }) => name);
    this.phrases = Object.fromEntries(components.spaces.map(({ name, phrase }) => [name, phrase]));
    this.kinds = Object.fromEntries(components.spaces.map(({ name, kind }) => [name, kind]));
    this.tiles = new Map(components.tiles.map((tile) => [tile.name, tile]));
    this.orders = new Map(components.orders.map((order) => [order.name, order]));
    const [fewest, most] = components.players;
    /** How many may play. */
    this.players = Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more);
    /** Levels of the cage; 0 is the surface. */
    this.levels = [0, ...components.colours.map(({ level }) => level)];
    this.rewards = components.rewards;
    this.majorities = components.rewards.length;
    /** Majorities that each shift scores for the first time. */
    this.rewardsPerShift = this.majorities / this.shifts;
    /** No seat has more workers, however many play. */
    this.mostWorkers = Math.max(...Object.values(components.workers));
    /** Work steps of the largest mining space: its name ends with them. */
    this.mostSteps = Math.max(...this.spaces.filter((name) => this.kinds[name] === "mine").map((name) => Number(name.slice(1))));
  }

  /**
   * Is this the name of a tile or a card?
   *
   * @param {string} name
   */
  has(name) {
    return this.tiles.has(name) || this.orders.has(name);
  }
}

/** Known before anything is drawn. @type {Facts} */
export let facts;

/** @param {Components} components */
export function learnFacts(components) {
  facts = new Facts(components);
}
