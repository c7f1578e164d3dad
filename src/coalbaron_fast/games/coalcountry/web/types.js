/**
 * The shapes of the game's part of the HTTP contract. Types only, nothing runs here.
 *
 * @typedef {"w"|"a"|"e"} Utility
 *
 * @typedef {object} Tile a tile of a mine, the uppermost one of its cell
 * @property {string} cell
 * @property {string} kind
 * @property {string} openings
 * @property {string} utilities
 * @property {boolean} connected
 * @property {number[]} coal by influence, as the tile lies now
 *
 * @typedef {{place: string, influence: number|null}} Foreman whose influence is null where it is hidden
 *
 * @typedef {object} Inspection what a seat would pay if the inspection came now
 * @property {number} missing
 * @property {number} refuse
 * @property {number} tunnels
 * @property {number} storage
 * @property {number} buildings
 * @property {number} fees
 * @property {number} dollars
 *
 * @typedef {object} Seat
 * @property {number} seat
 * @property {number} money
 * @property {number|null} earnings
 * @property {number} fee in dollars
 * @property {number} coal
 * @property {number} refuse
 * @property {Record<string, number>} storage
 * @property {string[]} buildings
 * @property {string[]} covered
 * @property {Tile[]} mine
 * @property {number} laid
 * @property {(number|null)[]} hand
 * @property {number[]} held
 * @property {Foreman[]} foremen
 * @property {number[]} hidden
 * @property {boolean} tavern
 * @property {string[]} lacking
 * @property {{cell: string, direction: string}[]} open
 * @property {Inspection} inspection
 *
 * @typedef {{kind: string, fees: number}} Offer a building on display
 *
 * @typedef {object} Table
 * @property {number} players
 * @property {number} rounds
 * @property {boolean} reformed
 * @property {boolean} amok
 * @property {number} round
 * @property {number} shift the round
 * @property {string} stage
 * @property {string} phase
 * @property {number|null} turn
 * @property {number|null} viewer
 * @property {{scores: number[], winners: number[]}|null} over
 * @property {number[]} order
 * @property {string|null} draw
 * @property {number|null} left
 * @property {number|null} space
 * @property {string|null} cell
 * @property {string|null} tile
 * @property {string[]} puts
 * @property {string|null} building
 * @property {string[]} calendar
 * @property {number} indicator
 * @property {Record<string, number>} bag
 * @property {Record<string, number>} supply
 * @property {Record<string, number>} market
 * @property {Record<string, Record<string, number>>} stacks
 * @property {Record<string, string|null>} faces
 * @property {Record<string, number>} pile
 * @property {Record<string, number>} gone
 * @property {Offer[]} top
 * @property {Offer[]} bottom
 * @property {{base: number, stockpile: number, steps: number, indicator: number, price: number}} coal
 * @property {{cube: number, incentive: number}} fees
 * @property {{seat: number, influence: number, adjust: number, price: number}|null} sale
 * @property {{seat: number, influence: number, limit: number, fees: number}|null} buyer
 * @property {{seat: number, place: string|null, influence: number|null}[]} queue
 * @property {Seat[]} seats
 *
 * @typedef {import("../../static/js/types.js").App & {words: import("./words.js").Words}} App
 */

export {};
