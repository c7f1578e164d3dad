/**
 * The shapes of the game's part of the HTTP contract. Types only, nothing runs here.
 *
 * @typedef {object} Space
 * @property {string} code
 * @property {"b"|"w"|null} colour of the dice that may lie here
 * @property {number|null} die
 * @property {number} thalers
 * @property {boolean} blocked by an obstacle
 * @property {number[]} owners seats with a warehouse here
 * @property {number[]} barges
 *
 * @typedef {{name: string, state: "waiting"|"here"|"used"|"gone"}} Marker
 *
 * @typedef {object} Seat
 * @property {number} seat
 * @property {number} thalers
 * @property {number} points
 * @property {number} pool
 * @property {number[]} waiting
 * @property {number} debts
 * @property {Record<string, number>} tokens
 * @property {Marker[]} markers
 * @property {number} locks
 * @property {string|null} barge
 * @property {string|null} option
 *
 * @typedef {{territory: string, counts: number[], price: number|null}} Depot
 * @typedef {{colour: "b"|"w", dice: number[], boxes: number, returning: number[]}} Track
 *
 * @typedef {object} Table
 * @property {number} players
 * @property {boolean} calm
 * @property {string} phase
 * @property {number} stage
 * @property {number} shift the turn of the game
 * @property {number} start
 * @property {number|null} turn
 * @property {number|null} viewer
 * @property {{scores: number[], winners: number[]}|null} over
 * @property {number[]} order
 * @property {number} index
 * @property {Seat[]} seats
 * @property {Space[]} spaces
 * @property {Depot[]} depots
 * @property {Track[]} tracks
 * @property {Record<string, number[]>} columns
 * @property {number} export
 * @property {number} export_value
 * @property {string|null} country
 * @property {Record<string, number>} countries
 * @property {Record<string, number>} markers
 * @property {number} bag
 * @property {boolean} water
 * @property {boolean} duty
 * @property {string|null} territory
 * @property {Record<string, number|null>} prices
 * @property {Record<string, number>} fees
 * @property {string[]} did
 *
 * @typedef {import("../../static/js/types.js").App & {words: import("./words.js").Words}} App
 */

export {};
