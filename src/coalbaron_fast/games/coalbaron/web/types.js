/**
 * The shapes of Coal Baron's part of the HTTP contract. Types only, nothing runs here.
 *
 * @typedef {{code: string, text: string, key: string, params: Record<string, any>, [number: string]: unknown}} Reason
 *
 * @typedef {object} Space
 * @property {string} name
 * @property {"factory"|"look"|"mine"|"deliver"|"money"|"order"|"bank"} kind
 * @property {boolean} locked
 * @property {number|null} seat who stands there
 * @property {number} standing
 * @property {number} needs workers that it now takes
 * @property {string|null} item
 * @property {number|null} price
 * @property {boolean} legal
 * @property {Reason|null} why why it cannot be chosen
 * @property {Reason|null} brings
 *
 * @typedef {{colour: string, cubes: string}} Spot
 * @typedef {{name: string, vehicle: string, vp: number, spots: Spot[], complete: boolean}} OpenOrder
 *
 * @typedef {object} Level
 * @property {string} colour
 * @property {{printed: number, L: number, D: number}} carts
 * @property {string[]} tiles
 * @property {string} cubes
 * @property {number} empty
 *
 * @typedef {object} SeatView
 * @property {number} seat
 * @property {number} marks
 * @property {number} vp
 * @property {number} workers
 * @property {number} bank
 * @property {{level: number, cubes: string}} cage
 * @property {string} storage
 * @property {Level[]} levels
 * @property {{L: number, D: number}} balance
 * @property {OpenOrder[]} orders
 * @property {string[]} delivered
 *
 * @typedef {{item: string, known: string}} StackPlace
 *
 * @typedef {object} Stack
 * @property {number} size
 * @property {StackPlace[]} top
 * @property {Record<string, number>} middle
 * @property {number} middle_size
 * @property {StackPlace[]} bottom
 *
 * @typedef {object} Majority
 * @property {number} index
 * @property {string} name
 * @property {number} first
 * @property {number|null} second
 * @property {number[]} scored_after
 * @property {number[]} counts
 * @property {number[]} leaders
 * @property {number[]} seconds
 * @property {number[]} reward
 *
 * @typedef {object} Look
 * @property {StackPlace[]} held
 * @property {StackPlace[]} returned
 * @property {"top"|"bottom"|null} side
 *
 * @typedef {object} Table
 * @property {number} players
 * @property {"chance"|"draft"|"place"|"fill"|"keep"|"side"|"stack"|"mine"|"over"} phase
 * @property {number} shift
 * @property {number} start
 * @property {number|null} turn
 * @property {number|null} viewer
 * @property {string|null} space
 * @property {string|null} draw
 * @property {number} steps
 * @property {{scores: number[], winners: number[]}|null} over
 * @property {SeatView[]} seats
 * @property {Space[]} spaces
 * @property {string[]} draft
 * @property {{tiles: Stack, orders: Stack}} stacks
 * @property {Look|null} look
 * @property {Majority[]} majorities
 *
 * @typedef {import("../../static/js/types.js").App & {words: import("./words.js").Words}} App
 */

export {};
