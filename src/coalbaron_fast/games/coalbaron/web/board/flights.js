/** How a turn is seen to be played: workers walk, the cage rides, cubes, tunnels and orders fly. */

import { facts } from "../facts.js";
import { putOf } from "../words.js";
import { coin, cube, cubeAt, itemFace, worker } from "./pieces.js";
import { cageTop, placeInCage } from "./pits.js";

/** @typedef {import("../../../static/js/play/motion.js").Flight} Flight */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Space} Space */

/** More workers than these are not told apart on their way. */
const MOST_WORKERS = 3;

/** The pieces of one seat's turn, on the board as it was before. */
class Turn {
  /**
   * @param {HTMLElement} root the board
   * @param {Table} table
   * @param {number} seat
   */
  constructor(root, table, seat) {
    this.root = root;
    this.table = table;
    this.seat = seat;
    this.card = root.querySelector(`.seat-card[data-seat="${seat}"]`);
    this.level = table.seats[seat].cage.level;
    /** Cubes in the cage, as they are drawn. @type {{colour: string, shape: Element|null}[]} */
    this.held = [...table.seats[seat].cage.cubes].map((colour) => ({ colour, shape: null }));
  }

  /** @param {string} selector */
  mine(selector) {
    return this.card?.querySelector(selector);
  }

  /**
   * @param {string} token
   * @returns {Iterable<Flight[]>}
   */
  *play(token) {
    const space = this.table.spaces.find(({ name }) => name === token);
    if (space) yield* this.#place(space);
    else if (token[0] === "@") yield this.#ride(Number(token[1]));
    else if (token[0] === "+" && token.length === 2 && facts.colours.includes(token[1])) yield* this.#load(token[1]);
    else if (token[0] === "+") yield* this.#gain(token.slice(1));
    else if (token[0] === "-") yield [this.#unload(token[1], this.mine(".storage"))];
    else if (putOf(token)) yield this.#fill(token);
  }

  /** @param {Space} space */
  *#place(space) {
    const button = this.root.querySelector(`[data-space="${space.name}"]`);
    const workers = Math.min(space.needs, MOST_WORKERS);
    yield Array.from({ length: workers }, () => ({ ghost: worker(this.seat, 24), from: this.mine(".count-workers"), to: button?.querySelector(".space-foot") }));
    const face = button?.querySelector(".space-face");
    switch (space.kind) {
      case "factory":
      case "order":
        if (space.item) yield [{ ghost: item(space.item), from: face, to: this.mine(space.kind === "factory" ? ".shaft" : ".orders") }];
        break;
      case "money":
      case "bank":
        yield [{ ghost: coin(space.kind === "bank" ? 1 : Number(space.name.slice(1)), 30), from: face, to: this.mine(".count-marks") }];
        break;
      case "deliver":
        yield this.table.seats[this.seat].orders
          .filter(({ vehicle, complete }) => complete && vehicle === space.name[1])
          .map(({ name }) => ({ ghost: item(name), from: this.mine(`[data-order="${name}"]`), to: this.mine(".count-vp") }));
    }
  }

  /**
   * @param {string} name a card of the draft, or what was kept of a look
   * @returns {Iterable<Flight[]>}
   */
  *#gain(name) {
    if (!facts.has(name)) return;
    const isTile = facts.tiles.has(name);
    const laidOut = this.root.querySelector(`.draft [data-token="+${name}"]`);
    const from = laidOut ?? this.root.querySelector(isTile ? ".stack-tiles" : ".stack-orders");
    yield [{ ghost: item(name), from, to: this.mine(isTile ? ".shaft" : ".orders") }];
  }

  /**
   * @param {number} level
   * @returns {Flight[]}
   */
  #ride(level) {
    this.level = level;
    const cage = this.mine(".cage");
    const from = this.table.seats[this.seat].cage.level;
    return cage ? [{ element: cage, down: cageTop(level) - cageTop(from) }] : [];
  }

  /**
   * @param {string} colour
   * @returns {Iterable<Flight[]>}
   */
  *#load(colour) {
    const source = [...(this.card?.querySelectorAll(`.level[data-level="${this.level}"] .cart .coal-${colour}`) ?? [])].find((one) => one.getAttribute("visibility") !== "hidden");
    source?.setAttribute("visibility", "hidden");
    const cage = this.mine(".cage");
    yield [{ ghost: cube(colour, 16), from: source, to: cage }];
    const shape = cubeAt(colour, ...placeInCage(this.held.length, this.table.seats[this.seat].cage.level), 11);
    cage?.append(shape);
    this.held.push({ colour, shape });
  }

  /**
   * @param {string} colour
   * @param {Element|null|undefined} to
   * @returns {Flight}
   */
  #unload(colour, to) {
    const index = this.held.findIndex((one) => one.colour === colour);
    if (index >= 0) this.held.splice(index, 1)[0].shape?.remove();
    return { ghost: cube(colour, 16), from: this.mine(".cage"), to };
  }

  /** @param {string} token */
  #fill(token) {
    const put = putOf(token);
    if (!put) return [];
    const to = this.mine(`[data-order="${put.order}"]`);
    return [...put.cubes].map((colour, index) =>
      put.stored[index] ? { ghost: cube(colour, 16), from: this.mine(".storage"), to } : this.#unload(colour, to),
    );
  }
}

/**
 * The flights of a turn that is about to be played.
 *
 * @param {HTMLElement} root the board
 * @param {Table} table before the turn
 * @param {number} seat whose turn it is
 * @param {string[]} tokens
 * @returns {import("../../../static/js/play/motion.js").Flights}
 */
export function* flightsOf(root, table, seat, tokens) {
  const turn = new Turn(root, table, seat);
  for (const token of tokens) yield* turn.play(token);
}

/**
 * What comes from the stacks when a turn has been played, on the board as it is then.
 *
 * @param {HTMLElement} root the board
 * @param {import("../../../static/js/types.js").GameEvent[]} events
 * @returns {import("../../../static/js/play/motion.js").Flights}
 */
export function* arrivalsOf(root, events) {
  const refills = events.filter(({ kind, space }) => kind === "refill" && space !== "draft");
  const flights = refills.flatMap(({ space, item: name }) => {
    const to = root.querySelector(`[data-space="${space}"] .space-face`);
    const from = root.querySelector(facts.tiles.has(String(name)) ? ".stack-tiles" : ".stack-orders");
    return facts.has(String(name)) ? [{ ghost: item(String(name)), from, to }] : [];
  });
  if (flights.length) yield flights;
}

/** @param {string} name */
function item(name) {
  const face = itemFace(name);
  face.classList.add("flying-item");
  return face;
}
