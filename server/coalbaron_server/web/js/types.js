/**
 * The shapes that the HTTP contract, the shell and a game's web folder share. Types only, nothing
 * runs here. docs/web.md says what a game's folder must export.
 *
 * What the shell reads of a table; a game's own table has more.
 *
 * @typedef {object} Table
 * @property {number} players
 * @property {string} phase `chance` while chance decides, `over` at the end
 * @property {number|null} turn the seat to move
 * @property {number} [shift] the part of the game, where it has parts
 * @property {{scores: number[], winners: number[]}|null} over
 * @property {object[]} seats
 *
 * @typedef {{token: string, text: string, key: string, params: Record<string, any>, probability?: number}} Legal
 * @typedef {{kind: string, token: string|null, seat: number|null, text: string, key: string, params: Record<string, any>, [number: string]: unknown}} GameEvent
 *
 * @typedef {Record<string, boolean|number>} Options a value for each option of the game
 *
 * @typedef {object} Answer
 * @property {Options} options
 * @property {string} position
 * @property {Record<string, unknown>} data
 * @property {Table} table
 * @property {Legal[]} legal
 * @property {string} [record]
 * @property {string[]} tokens
 * @property {GameEvent[]} events
 * @property {number|null} [seenBy] with whose eyes the events are told
 *
 * A turn as `/v1/history` tells it, with the chance that answered it.
 *
 * @typedef {object} ToldTurn
 * @property {number} index of its first token in the record
 * @property {number} length in tokens
 * @property {number|null} seat null for what chance did before the first turn
 * @property {number} shift the part of the game
 * @property {string} phase
 * @property {boolean} is_done
 * @property {GameEvent[]} events
 *
 * @typedef {object} Line
 * @property {string[]} tokens
 * @property {string} text in plain English; `key` and `params` say it by the words of the game
 * @property {string} key
 * @property {Record<string, any>} params
 * @property {number} visits
 * @property {number[]} win
 * @property {number[]} vp
 * @property {number} utility
 * @property {number} error
 * @property {number} p_best
 * @property {string[][]} pv
 * @property {number[]} win_error
 * @property {number[]} vp_error
 * @property {number[]|null} [vp_spread] how far final points stray from `vp`
 * @property {[number, number][]|null} [vp_band] from where to where they end in 8 games of 10
 *
 * @typedef {{tokens: string[], share: number}} MixedTurn a turn, and how often to play it
 *
 * @typedef {object} Analysis
 * @property {string[]} best
 * @property {Line[]} lines
 * @property {MixedTurn[]|null} [policy] what to play how often, where seats decide in secret
 * @property {number} nodes
 * @property {number} depth
 * @property {number} time_ms
 * @property {boolean} exact
 * @property {boolean} solved
 * @property {string} [text]
 *
 * @typedef {{record: string, moves?: string[], viewer?: number|null}|{position: string|object, moves?: string[]}} Source
 * @typedef {{kind: "person"|"engine", strength: string, name: string}} SeatChoice
 * @typedef {{token?: string, tokens?: string[], rank?: number, colour?: string}} Mark
 * @typedef {{nodes?: number, time_ms?: number, lines?: number, root_turns?: string[]}} Limits
 *
 * What confirming does now: the button says `act.<name>`, `tokens` are added to the turn. Where it
 * would waste something, `left` says how much, and the page asks first with the texts `care.<name>`.
 *
 * @typedef {{name: string, tokens?: string[], left?: number}} Confirmation
 *
 * @typedef {object} App
 * @property {string} name of the game
 * @property {import("./api.js").Api} api
 * @property {import("./game.js").Game} game
 * @property {import("./requests.js").Requests} requests what the game asks of the service
 * @property {import("./shelf/shelf.js").Shelf} shelf the games that the browser keeps
 * @property {import("./address.js").Address} address
 * @property {import("./i18n.js").Translate} t
 * @property {import("./i18n.js").I18n} i18n
 * @property {(seat: number) => string} seatName may be “you”
 * @property {(seat: number) => string} seatTitle never is
 * @property {(seat: number) => boolean} isYou
 * @property {(key: string, seat: number, params?: Record<string, any>) => string} tell a text about a seat: that of the key’s `.you`, if it is you and there is one
 * @property {(message: import("./i18n.js").Message) => string} spell what the service says, in the chosen language
 * @property {About} about
 * @property {GameParts} parts
 * @property {Words} words
 * @property {Board} board
 * @property {(event: string, fn: (...values: any[]) => void, until?: AbortSignal) => void} on
 * @property {(event: string, ...values: any[]) => void} emit
 * @property {(name: string) => HTMLElement} panel
 * @property {(name: string) => Promise<void>} openPanel resolves when it is filled
 * @property {() => void} showBoard where there is no room for the board and a panel
 * @property {(text: string) => void} say
 * @property {(problem: unknown) => void} warn
 * @property {import("./learn/lesson.js").Lesson|null} lesson the lesson under way
 * @property {import("./opponents/seating.js").Seating} [seating] the opponents at the table, since one sat there
 * @property {(seat: number) => Node|null} [portrait] the face of who sits there
 * @property {import("./pages/pages.js").Page|null} page the page that is open beside the game
 *
 * The default export of a game's `index.js`.
 *
 * @typedef {object} GameWeb
 * @property {Promise<unknown>} styles resolves when its style sheets apply: see `addStyles`
 * @property {(language: string) => Promise<Record<string, import("./i18n.js").Text>>} texts
 * @property {(app: App) => Promise<GameParts>} open asks the service for what drawing needs
 *
 * What the service says of the game: how many may play, whether chance can draw who begins.
 *
 * @typedef {object} About
 * @property {string} name
 * @property {number[]} players
 * @property {number} usual_players
 * @property {boolean} draws_order
 * @property {Option[]} options
 * @property {{name: string, short: string, size: number}} units what the game is won by
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {"switch"|"number"} kind
 * @property {boolean|number} default
 * @property {(boolean|number)[]} values
 * @property {string} text in plain English, where the game has no text under `key`
 * @property {string} key
 *
 * @typedef {object} GameParts
 * @property {string} fileName begins the names of saved files
 * @property {(text: string) => boolean} isPosition tells a position from a record
 * @property {(game: import("./game.js").Game) => Confirmation|null} confirmation
 * @property {((answer: Answer) => boolean)|false} [hasSecrets] may a seat know more than another? Always, if it is not said; `false`: never in this game
 * @property {Words} words
 * @property {(root: HTMLElement) => Board} board
 * @property {(hands: Hands) => Controls} controls
 * @property {Panel[]} [panels] tabs of the game's own
 * @property {(isShown: () => boolean) => HTMLElement[]|Promise<HTMLElement[]>} [analyses] more for the analysis panel
 * @property {() => Promise<import("./learn/lesson.js").Plan>} [lesson] what beginners are led through
 * @property {() => Promise<import("./help/help.js").GameHelp>} [help] what everything is, and the rules
 * @property {() => Promise<import("./opponents/people.js").GamePeople>} [opponents] the faces of its opponents; missing where there are none
 * @property {string[]} [firstOpponents] three of them for who has not chosen yet, the gentlest first
 * @property {() => Promise<import("./teach/reasons.js").GameReasons>} [reasons] where points come from, in words
 * @property {(answer: Answer) => import("./play/scoring.js").Scoring|null} [scoring] what a turn has scored
 * @property {(events: GameEvent[], table: Table) => import("./play/ending.js").Source[]} [points] where points came from
 * @property {string[]} [pages] pages beside the game that it has: `puzzles`, `openings`
 * @property {() => Promise<import("./openings/openings.js").GameOpenings>} [openings] its first turns, in pictures and words
 * @property {() => Promise<string>} [demo] a position from which engines play on the welcome page
 *
 * A tab: `mount` fills its panel when it is first asked for, and may load what it needs only then.
 *
 * @typedef {{name: string, mount: (app: App) => void|Promise<void>}} Panel
 *
 * @typedef {object} Words
 * @property {(token: string) => string} token
 * @property {(tokens: string[], before?: GameEvent[]) => string} turn now, or after these events
 * @property {(answer: {events: GameEvent[]}) => Story} story
 * @property {(tokens: string[]) => string} [essence] the same for turns that come to the same
 * @property {(turn: ToldTurn) => Brief} [brief] without it the move list has the story's sentences
 *
 * A turn in one short line of the move list, and what is told below it.
 *
 * @typedef {{line: import("./dom.js").Child, text: string, below?: Node|null}} Brief
 *
 * What an answer's events come to, for the log.
 *
 * @typedef {{seat: number|null, sentences: string[], details?: Node|null}} Story
 *
 * What a board can do; what is optional is left out by a board where nothing flies.
 *
 * @typedef {object} Board
 * @property {(marks: Mark[]) => void} mark
 * @property {(tokens: string[]) => import("./play/motion.js").Flights} [flights] of a turn to be played
 * @property {(events: GameEvent[]) => import("./play/motion.js").Flights} [arrivals] after it
 * @property {(seat: number|null, tokens?: string[]) => void} [last] marks a seat's last turn
 * @property {() => void} [draw] draws it again
 *
 * What the shell does for the controls of a game.
 *
 * @typedef {object} Hands
 * @property {(tokens: string|string[]) => Promise<void>} play
 * @property {(limits: Limits, signal: AbortSignal) => Promise<Analysis>} advise
 * @property {() => void} redraw
 *
 * How a person decides: what the decision panel shows, and what a click on the board means.
 *
 * @typedef {object} Controls
 * @property {() => string} title
 * @property {() => Node[]} draw
 * @property {(element: HTMLElement) => {tokens: string|string[]}|{refusal: string}|null} choiceAt
 * @property {(tokens: string[]) => Promise<void>} take plays an engine's turn for the person
 * @property {boolean} isBusy is a turn being shown step by step?
 * @property {() => Promise<boolean>} finish plays the rest of that turn at once; true when all of it is played
 * @property {() => void} halt
 */

export {};
