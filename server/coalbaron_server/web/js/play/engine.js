/** Seats that an engine plays, and what it would do in yours. */

import { keep, recall } from "../kept.js";
import { FLIGHT_MS, follow, pause } from "./motion.js";
import { limitsOf, opponentIn } from "./strength.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Analysis} Analysis */

/** How long a turn is shown before it is played, in milliseconds. */
export const PACES = { calm: 1600, brisk: 500, instant: 0 };

/** More than the longest search that a seat may ask for, and a wait in the server's queue. */
const PATIENCE_MS = 45000;

/** Plays the engine's seats as long as it is not paused. */
export class EngineSeats {
  paused = false;
  thinking = false;
  /** Does something go on that a turn would disturb? */
  #held = false;
  /** @type {AbortController|null} */
  #search = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const kept = recall("pace") ?? "";
    this.pace = /** @type {keyof typeof PACES} */ (kept in PACES ? kept : "brisk");
    app.on("position", () => void this.consider());
    app.on("leave", () => this.#stop());
    app.on("game", () => app.board.last?.(null));
    app.on("commit", (/** @type {import("../types.js").Answer} */ answer) => this.#committed(answer));
    app.on("stage", (/** @type {boolean} */ isOpen) => {
      this.#held = isOpen;
      if (isOpen) this.#stop();
      else void this.consider();
    });
  }

  /** @param {string} pace */
  setPace(pace) {
    this.pace = /** @type {keyof typeof PACES} */ (pace);
    keep("pace", pace);
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    if (paused) this.#stop();
    else void this.consider();
  }

  #stop() {
    this.#search?.abort();
    this.#search = null;
    this.#tell(false);
  }

  /** @param {boolean} thinking */
  #tell(thinking) {
    if (thinking === this.thinking) return;
    this.thinking = thinking;
    this.app.emit("thinking", thinking);
  }

  /** Play the seat to decide, if an engine sits there. */
  async consider() {
    const { game } = this.app;
    const seat = game.table?.turn ?? null;
    if (this.#search || this.paused || this.#held || game.isAside || game.peeking || game.pending.length || !game.isEngine(seat) || seat === null) return;
    const search = new AbortController();
    this.#search = search;
    this.#tell(true);
    let played = false;
    try {
      const { strength } = game.seats[seat];
      const opponent = opponentIn(strength);
      const best = this.app.lesson?.reply() ?? (await this.advise(opponent ? {} : limitsOf(strength), search.signal, opponent ? { opponent } : {})).best;
      if (this.#search !== search) return;
      await this.#show(best, search.signal);
      if (this.#search !== search) return;
      await this.app.requests.commit(best);
      played = true;
    } catch (error) {
      if (search.signal.aborted) return;
      this.app.warn(Object.assign(/** @type {object} */ (error), { retry: () => this.consider() }));
    } finally {
      if (this.#search === search) {
        this.#search = null;
        this.#tell(false);
        if (played) void this.consider();
      }
    }
  }

  /**
   * @param {string[]} tokens
   * @param {AbortSignal} signal
   */
  async #show(tokens, signal) {
    const wait = PACES[this.pace];
    if (!wait) return;
    const { board } = this.app;
    board.mark([{ tokens, rank: 1 }]);
    await pause(wait, signal);
    board.mark([]);
    await follow(board.flights?.(tokens) ?? [], FLIGHT_MS[this.pace], signal);
  }

  /**
   * Mark where the turn was that has been played, and let come what comes after it.
   *
   * @param {import("../types.js").Answer} answer
   */
  #committed({ events, tokens }) {
    const { app } = this;
    const seat = events.find((event) => event.seat !== null)?.seat ?? null;
    if (seat !== null) app.board.last?.(seat, tokens);
    void follow(app.board.arrivals?.(events) ?? [], FLIGHT_MS[this.pace], new AbortController().signal);
  }

  /**
   * What the engine would do now.
   *
   * @param {import("../types.js").Limits} limits what it may spend on that
   * @param {AbortSignal} signal
   * @param {{opponent?: string}} [options] as whom it plays
   * @returns {Promise<Analysis>}
   */
  async advise(limits, signal, options = {}) {
    const body = { ...this.app.game.body(), limits, options: { threads: 1, ...options } };
    return this.app.api.post("/v1/bestmove", body, { signal, patience: PATIENCE_MS });
  }
}
