/**
 * The shapes that the HTTP contract and the page's modules share. Types only, nothing runs here.
 *
 * @typedef {{code: string, text: string, [number: string]: unknown}} Reason
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
 * @typedef {{token: string, text: string, probability?: number}} Legal
 * @typedef {{kind: string, token: string|null, seat: number|null, text: string, [number: string]: unknown}} GameEvent
 *
 * @typedef {object} Answer
 * @property {string} position
 * @property {Record<string, unknown>} data
 * @property {Table} table
 * @property {Legal[]} legal
 * @property {string} [record]
 * @property {string[]} tokens
 * @property {GameEvent[]} events
 *
 * @typedef {object} Line
 * @property {string[]} tokens
 * @property {number} visits
 * @property {number[]} win
 * @property {number[]} vp
 * @property {number} utility
 * @property {number} error
 * @property {number} p_best
 * @property {string[][]} pv
 * @property {number[]} win_error
 * @property {number[]} vp_error
 *
 * @typedef {object} Analysis
 * @property {string[]} best
 * @property {Line[]} lines
 * @property {number} nodes
 * @property {number} worlds
 * @property {number} depth
 * @property {number} time_ms
 * @property {boolean} exact
 * @property {boolean} solved
 * @property {string} [text]
 *
 * @typedef {{tokens: string[], position: string, deliverable: string[], cage: {level: number, cubes: string}, storage: string}} Plan
 *
 * @typedef {{record: string, moves?: string[]}|{position: string|object, moves?: string[]}} Source
 * @typedef {{kind: "person"|"engine", strength: string, name: string}} SeatChoice
 * @typedef {{token?: string, tokens?: string[], rank?: number, colour?: string}} Mark
 *
 * @typedef {object} App
 * @property {import("./api.js").Api} api
 * @property {import("./game.js").Game} game
 * @property {import("./board/board.js").Board} board
 * @property {import("./i18n.js").Translate} t
 * @property {import("./i18n.js").I18n} i18n
 * @property {import("./words.js").Words} words
 * @property {(event: string, fn: (...values: any[]) => void) => void} on
 * @property {(event: string, ...values: any[]) => void} emit
 * @property {(name: string) => HTMLElement} panel
 * @property {(text: string) => void} say
 * @property {(problem: unknown) => void} warn
 */

export {};
