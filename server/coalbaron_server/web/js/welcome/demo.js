/** A game that two engines play on the board of somebody who has none yet. Nothing of it is kept. */

import { FLIGHT_MS, follow, pause } from "../play/motion.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Answer} Answer */

/** What an engine may spend on a turn here: the service has others to serve. */
const LIMITS = { nodes: 400 };
const BETWEEN_TURNS_MS = 1500;
/** Turns after which no visitor looks any more. */
const MOST_TURNS = 60;

/** The game of the welcome page. */
export class Demo {
  /** Does it go on by itself? */
  runs = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** @type {Answer|null} */
  #answer = null;
  #turns = 0;
  #playing = false;
  #end = new AbortController();
  /** @type {() => void} */
  #changed = () => {};

  /**
   * @param {App} app
   * @param {string} position from which it begins
   */
  constructor(app, position) {
    this.app = app;
    this.position = position;
    document.addEventListener("visibilitychange", () => void this.#play(), { signal: this.#end.signal });
  }

  /** Is there a board to look at? */
  get isThere() {
    return this.#answer !== null;
  }

  /** @param {() => void} changed called when it goes on or stops */
  on(changed) {
    this.#changed = changed;
  }

  /** Show the first position, and go on from there. Without the service there is no demo. */
  async begin() {
    const { api } = this.app;
    const answer = await api.post("/v1/legal", { position: this.position }, { signal: this.#end.signal }).catch(() => null);
    if (!answer || this.#end.signal.aborted) return;
    this.#show(answer);
    this.#changed();
    await this.#play();
  }

  /** Halt it, or let it go on. */
  toggle() {
    this.runs = !this.runs;
    this.#changed();
    void this.#play();
  }

  /** End it for good. */
  stop() {
    this.#end.abort();
  }

  async #play() {
    if (this.#playing) return;
    this.#playing = true;
    try {
      while (this.runs && !this.#end.signal.aborted && !document.hidden && this.#turns < MOST_TURNS) {
        await pause(BETWEEN_TURNS_MS, this.#end.signal);
        if (this.runs && !this.#end.signal.aborted && !this.app.game.isAside) await this.#turn();
      }
    } catch {
      // No visitor asked for this game: what ends it is no fault to tell.
      this.runs = false;
      this.#changed();
    } finally {
      this.#playing = false;
    }
  }

  async #turn() {
    const { api } = this.app;
    const { signal } = this.#end;
    const { position } = /** @type {Answer} */ (this.#answer);
    if (this.#answer?.table.over) return this.#show(await api.post("/v1/legal", { position: this.position }, { signal }));
    const { best } = await api.post("/v1/bestmove", { position, limits: LIMITS, options: { threads: 1 } }, { signal });
    if (signal.aborted) return;
    await follow(this.app.board.flights?.(best) ?? [], FLIGHT_MS.calm, signal);
    const answer = await api.post("/v1/play", { position, tokens: best, chance: "draw" }, { signal });
    this.#turns++;
    this.#show(answer);
    void follow(this.app.board.arrivals?.(answer.events) ?? [], FLIGHT_MS.calm, signal);
  }

  /** @param {Answer} answer */
  #show(answer) {
    if (this.#end.signal.aborted) return;
    this.#answer = answer;
    this.app.game.preview(answer);
  }
}
