// A position that is being put in by hand, in the dict form of docs/position.md.
// What follows from the rest (the two stacks) is worked out here; whether it all holds
// together is the server's to say.

import { facts } from "../facts.js";

/** @typedef {{item: string, known: string}} Place */
/** @typedef {{top: Place[][], middle: string[], middle_size: number, bottom: Place[][]}} Stack */
/** @typedef {{tiles: string[], cubes: string}} Level */
/**
 * @typedef {object} Seat
 * @property {number} marks
 * @property {number} vp
 * @property {number} workers
 * @property {number} bank
 * @property {{level: number, cubes: string}} cage
 * @property {string} storage
 * @property {Level[]} pit
 * @property {Record<string, string[]>} orders
 * @property {string[]} delivered
 */
/**
 * @typedef {object} Look
 * @property {Place[]} held
 * @property {Place[]} returned
 * @property {string | null} side
 * @property {string} touched
 * @property {string} straddle
 */
/**
 * @typedef {object} Position
 * @property {number} players
 * @property {number | null} view
 * @property {number} shift
 * @property {number} first_start
 * @property {number} start
 * @property {string} phase
 * @property {number | null} active
 * @property {string | null} space
 * @property {string | null} draw
 * @property {number} steps
 * @property {{level: number, carts: number} | null} fill
 * @property {Seat[]} seats
 * @property {Record<string, {seat: number, workers: number}>} spaces
 * @property {Record<string, string | null>} factory
 * @property {Record<string, string | null>} row
 * @property {string[]} draft
 * @property {Stack} tile_stack
 * @property {Stack} order_stack
 * @property {Look | null} look
 */
/** The item of a place whose content is not known. */
export const UNKNOWN = "?";

/** @typedef {"tile_stack" | "order_stack"} StackName */

/**
 * @param {number} players
 * @returns {Seat}
 */
function freshSeat(players) {
  return {
    marks: facts.marks[players] ?? 0,
    vp: 0,
    workers: facts.workers[players] ?? 0,
    bank: 0,
    cage: { level: 0, cubes: "" },
    storage: "",
    pit: facts.colours.map((colour) => ({ tiles: [], cubes: colour })),
    orders: {},
    delivered: [],
  };
}

/**
 * The unlocked spaces of a kind, all of them empty.
 *
 * @param {number} players
 * @param {"factory"|"order"} kind
 * @returns {Record<string, string | null>}
 */
function emptySpaces(players, kind) {
  const locked = facts.locked[players] ?? [];
  const names = facts.spaces.filter((name) => facts.kinds[name] === kind && !locked.includes(name));
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** @returns {Stack} */
function emptyStack() {
  return { top: [], middle: [], middle_size: 0, bottom: [] };
}

/**
 * The table before the first tile is turned up.
 *
 * @param {number} players
 * @param {number} start
 * @param {number | null} view the seat whose view it is; null when everybody may know everything
 * @returns {Position}
 */
export function freshPosition(players, start, view) {
  return settled({
    players,
    view,
    shift: 1,
    first_start: start,
    start,
    phase: "chance",
    active: null,
    space: null,
    draw: Object.keys(emptySpaces(players, "factory"))[0] ?? null,
    steps: 0,
    fill: null,
    seats: Array.from({ length: players }, () => freshSeat(players)),
    spaces: {},
    factory: emptySpaces(players, "factory"),
    row: emptySpaces(players, "order"),
    draft: [],
    tile_stack: emptyStack(),
    order_stack: emptyStack(),
    look: null,
  });
}

/**
 * The same table for another number of players; what fits is kept.
 *
 * @param {Position} position
 * @param {number} players
 * @returns {Position}
 */
export function withPlayers(position, players) {
  const fresh = freshPosition(players, 0, null);
  const last = players - 1;
  /** @param {Record<string, string | null>} wanted @param {Record<string, string | null>} old */
  const kept = (wanted, old) =>
    Object.fromEntries(Object.keys(wanted).map((name) => [name, old[name] ?? null]));
  const locked = facts.locked[players] ?? [];
  return settled({
    ...position,
    players,
    view: position.view === null ? null : Math.min(position.view, last),
    first_start: Math.min(position.first_start, last),
    start: Math.min(position.start, last),
    active: position.active === null ? null : Math.min(position.active, last),
    seats: fresh.seats.map((seat, index) => position.seats[index] ?? seat),
    spaces: Object.fromEntries(
      Object.entries(position.spaces).filter(
        ([name, held]) => held.seat < players && !locked.includes(name),
      ),
    ),
    factory: kept(fresh.factory, position.factory),
    row: kept(fresh.row, position.row),
    tile_stack: emptyStack(),
    order_stack: emptyStack(),
    look: null,
  });
}

/** The spaces of looks: at tiles, at orders. */
export const LOOKS = ["fx", "ox"];

/** @typedef {"draft" | "place" | "mine" | "keep" | "side" | "stack"} Phase a form can put a position in */

/**
 * The position as a game under way: in the draft, a seat that is to place workers, that mines, or
 * that looks at five and keeps one or puts the others back.
 *
 * @param {Position} position
 * @param {Phase} phase
 * @returns {Position}
 */
export function inPhase(position, phase) {
  const active = position.active ?? position.start;
  const looking = phase === "keep" || phase === "side" || phase === "stack";
  const mining = phase === "mine";
  const held = (/** @type {(name: string) => boolean} */ fits) =>
    Object.keys(position.spaces).find((name) => fits(name) && position.spaces[name]?.seat === active);
  const mine = held((name) => facts.kinds[name] === "mine") ?? position.space;
  const look = held((name) => LOOKS.includes(name)) ?? LOOKS[1];
  const space = mining ? mine : looking ? look : null;
  const isNew = looking && space !== null && position.spaces[space]?.seat !== active;
  const spaces = isNew ? { ...position.spaces, [space]: { seat: active, workers: 1 } } : position.spaces;
  // Whoever looks has put a worker there.
  const seats = position.seats.map((seat, number) => (isNew && number === active ? { ...seat, workers: Math.max(0, seat.workers - 1) } : seat));
  return {
    ...position,
    seats,
    phase,
    active,
    space,
    spaces,
    steps: mining ? Math.max(1, position.steps) : 0,
    draw: null,
    fill: null,
    draft: phase === "draft" ? position.draft : [],
    look: looking ? lookOf(position, active, phase) : null,
  };
}

/**
 * The look of a phase: five are held until one is kept.
 *
 * @param {Position} position
 * @param {number} active
 * @param {Phase} phase
 * @returns {Look}
 */
function lookOf(position, active, phase) {
  const nothing = ".".repeat(position.players);
  const known = position.seats.map((_, seat) => (seat === active ? "=" : ".")).join("");
  const wanted = phase === "keep" ? facts.look : facts.look - 1;
  const before = position.look?.held ?? [];
  const held = Array.from({ length: wanted }, (_, index) => before[index] ?? { item: UNKNOWN, known });
  return {
    held,
    returned: phase === "stack" ? (position.look?.returned ?? []) : [],
    side: phase === "stack" ? (position.look?.side ?? "top") : null,
    touched: position.look?.touched ?? nothing,
    straddle: position.look?.straddle ?? nothing,
  };
}

/** @param {Place[][]} part */
function itemsOf(part) {
  return part.flat().map((place) => place.item);
}

/**
 * Everything of one stack's kind that lies somewhere by name, or as an unknown place.
 *
 * @param {Position} position
 * @param {StackName} name
 * @returns {string[]}
 */
function placed(position, name) {
  const stack = position[name];
  const tiles = name === "tile_stack";
  const look = position.look && (position.space === "fx") === tiles ? position.look : null;
  const table = tiles
    ? [
        ...Object.values(position.factory),
        ...position.seats.flatMap((seat) => seat.pit.flatMap((level) => level.tiles)),
      ]
    : [
        ...Object.values(position.row),
        ...position.draft,
        ...position.seats.flatMap((seat) => [...Object.keys(seat.orders), ...seat.delivered]),
      ];
  return [
    ...table.filter((item) => item !== null),
    ...itemsOf(stack.top),
    ...itemsOf(stack.bottom),
    ...(look ? itemsOf([look.held, look.returned]) : []),
  ];
}

/**
 * How many of each kind the game has.
 *
 * @param {StackName} name
 * @returns {Map<string, number>}
 */
function allOf(name) {
  if (name === "order_stack") return new Map([...facts.orders.keys()].map((order) => [order, 1]));
  return new Map([...facts.tiles.values()].map((tile) => [tile.name, tile.copies]));
}

/**
 * How many of each kind nobody has put anywhere yet.
 *
 * @param {Position} position
 * @param {StackName} name
 * @returns {Map<string, number>}
 */
export function remaining(position, name) {
  const left = allOf(name);
  for (const item of placed(position, name)) {
    const count = left.get(item);
    if (count !== undefined) left.set(item, count - 1);
  }
  return left;
}

/**
 * A stack whose shuffled middle holds all that is nowhere else.
 *
 * @param {Position} position
 * @param {StackName} name
 * @returns {Stack}
 */
function settledStack(position, name) {
  const { top, bottom } = position[name];
  const all = [...allOf(name).values()].reduce((sum, count) => sum + count, 0);
  const size = all - placed(position, name).length;
  const middle = [...remaining(position, name)].flatMap(([item, count]) =>
    Array.from({ length: Math.max(0, count) }, () => item),
  );
  // With nothing between them, both known parts are one list (docs/position.md).
  return size > 0
    ? { top, middle, middle_size: size, bottom }
    : { top: [...top, ...bottom], middle, middle_size: size, bottom: [] };
}

/**
 * The position with both stacks made to hold what remains, and lists in their order.
 *
 * @param {Position} position
 * @returns {Position}
 */
export function settled(position) {
  const tile = rankIn([...facts.tiles.keys()]);
  const order = rankIn([...facts.orders.keys()]);
  const seats = position.seats.map((seat) => ({
    ...seat,
    cage: { ...seat.cage, cubes: sortedCubes(seat.cage.cubes) },
    storage: sortedCubes(seat.storage),
    pit: seat.pit.map((level) => ({
      tiles: [...level.tiles].sort(tile),
      cubes: sortedCubes(level.cubes),
    })),
    orders: Object.fromEntries(Object.entries(seat.orders).sort(([a], [b]) => order(a, b))),
    delivered: [...seat.delivered].sort(order),
  }));
  const rank = position.space === LOOKS[0] ? tile : order;
  const look = position.look && {
    ...position.look,
    // What is not known comes last.
    held: [...position.look.held].sort((a, b) => Number(a.item === UNKNOWN) - Number(b.item === UNKNOWN) || rank(a.item, b.item)),
  };
  const sorted = { ...position, seats, look, draft: [...position.draft].sort(order) };
  return {
    ...sorted,
    tile_stack: settledStack(sorted, "tile_stack"),
    order_stack: settledStack(sorted, "order_stack"),
  };
}

/**
 * @param {string[]} names
 * @returns {(a: string, b: string) => number}
 */
function rankIn(names) {
  return (a, b) => names.indexOf(a) - names.indexOf(b);
}

/**
 * @param {string} cubes
 * @returns {string}
 */
function sortedCubes(cubes) {
  return [...cubes].sort(rankIn(facts.colours)).join("");
}

/**
 * What each cart spot of an order may hold: free, its own colour, or a pair.
 *
 * @param {string} colour
 * @returns {string[]}
 */
export function spotChoices(colour) {
  const pairs = facts.colours.flatMap((first, index) =>
    facts.colours.slice(index).map((second) => first + second),
  );
  return ["-", colour, ...pairs];
}

/**
 * The spots of an order in the order that the dict wants within one colour.
 *
 * @param {string} name
 * @param {string[]} spots
 * @returns {string[]}
 */
export function sortedSpots(name, spots) {
  const colours = [...name.slice(1)];
  /** @param {string} spot @param {string} colour */
  const rank = (spot, colour) => {
    const choices = spotChoices(colour);
    // Own colour first, then the pairs, then free: free stands first among the choices.
    return spot === "-" ? choices.length : choices.indexOf(spot);
  };
  return facts.colours.flatMap((colour) =>
    spots
      .filter((_, index) => colours[index] === colour)
      .sort((a, b) => rank(a, colour) - rank(b, colour)),
  );
}

/**
 * A copy of the position with one field changed: `seats[1].cage.cubes`.
 *
 * @param {Position} position
 * @param {string} field
 * @param {unknown} value
 * @returns {Position}
 */
export function withField(position, field, value) {
  const copy = structuredClone(position);
  const steps = field.split(/[.[\]]+/).filter((step) => step !== "");
  const last = steps.pop() ?? "";
  /** @type {any} */
  let at = copy;
  for (const step of steps) at = at[step];
  at[last] = value;
  return copy;
}

/**
 * The shown field that a defect belongs to: the longest that begins as the server's does.
 *
 * @param {string} field
 * @param {string[]} shown
 * @returns {string | null}
 */
export function nearestField(field, shown) {
  const parts = field.split(/(?=[.[])/);
  for (let length = parts.length; length > 0; length -= 1) {
    const prefix = parts.slice(0, length).join("");
    if (shown.includes(prefix)) return prefix;
  }
  return null;
}
