/** The HTTP API: JSON and event streams, with the service's problems as exceptions. */

import { keep, recall } from "./kept.js";

/** What the service answers when it refuses: an RFC 9457 problem document. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>} document
   * @param {number|null} retryAfter seconds
   */
  constructor(status, document, retryAfter = null) {
    super(document.detail ?? document.title ?? `HTTP ${status}`);
    this.status = status;
    this.title = String(document.title ?? "");
    this.detail = String(document.detail ?? "");
    /** @type {string|null} */
    this.field = document.field ?? null;
    /** @type {string|null} */
    this.defect = document.defect ?? null;
    /** @type {string[]|null} */
    this.legal = document.legal ?? null;
    this.retryAfter = retryAfter;
  }
}

/** The service does not answer: it is down, or the way to it is. */
export class Unreachable extends Error {
  /** @param {boolean} slow it may be there, but took too long */
  constructor(slow = false) {
    super(slow ? "the server takes too long" : "the server does not answer");
    this.slow = slow;
  }
}

/** @typedef {{signal?: AbortSignal, patience?: number}} CallOptions */

/** Where a search is asked for. */
const SEARCHES = /^\/v1\/(bestmove|analyse|judge|compare|project|review)$/;

const PATIENCE_MS = 20000;
const SLOW_MS = 4000;
const ATTEMPTS = 4;

/** Seconds to wait before another attempt: the server's word, or a little longer each time. */
const pauseMs = (/** @type {number} */ attempt, /** @type {number|null} */ retryAfter) =>
  retryAfter === null ? 400 * 2 ** attempt : Math.min(1000 * retryAfter, 5000);

/** The service, seen from the page. Requests hold all they need, so each can be sent again. */
export class Api {
  /** Called with true when an answer is overdue, false when it has come. @type {(slow: boolean) => void} */
  onslow = () => {};

  /** Called with what the service is asked to search. @type {(body: any) => void} */
  onask = () => {};

  /** The key that the service asks for, if it does. */
  key = recall("key") ?? "";

  /**
   * @param {string|null} game named in every request; null leaves it to the service
   * @param {string} base the address of the page
   */
  constructor(game = null, base = document.baseURI) {
    this.game = game;
    this.base = new URL(".", base);
  }

  /** @param {string} key */
  setKey(key) {
    this.key = key;
    keep("key", key);
  }

  /**
   * Send a body, get the answer. A busy server (429, 503) and a failed connection are tried again.
   *
   * @param {string} path such as "/v1/play"
   * @param {object} body
   * @param {CallOptions} [options]
   * @returns {Promise<any>}
   */
  async post(path, body, options = {}) {
    return this.#persist(() => this.#send("POST", path, body, options), options.signal);
  }

  /**
   * @param {string} path
   * @param {CallOptions} [options]
   * @returns {Promise<any>}
   */
  async get(path, options = {}) {
    return this.#persist(() => this.#send("GET", path, null, options), options.signal);
  }

  /**
   * Send a body and hand on the server-sent events of the answer. Resolves when the stream ends;
   * aborting the signal closes the connection, which ends the search.
   *
   * @param {string} path
   * @param {object} body
   * @param {(name: string, data: any) => void} onEvent
   * @param {CallOptions} [options]
   */
  async stream(path, body, onEvent, options = {}) {
    const response = await this.#persist(
      () => this.#fetch("POST", path, body, options.signal),
      options.signal,
    );
    if (!response.body) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) dispatch(block, onEvent);
      }
    } catch (error) {
      if (options.signal?.aborted || error instanceof Problem) throw error;
      throw new Unreachable();
    }
  }

  /**
   * @template T
   * @param {() => Promise<T>} attempt
   * @param {AbortSignal} [signal]
   * @returns {Promise<T>}
   */
  async #persist(attempt, signal) {
    for (let count = 0; ; count++) {
      try {
        return await attempt();
      } catch (error) {
        const busy = error instanceof Problem && [429, 503].includes(error.status);
        const away = error instanceof Unreachable && !error.slow;
        if (!(busy || away) || count + 1 >= ATTEMPTS) throw error;
        await pause(pauseMs(count, error instanceof Problem ? error.retryAfter : null), signal);
      }
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object|null} body
   * @param {CallOptions} options
   */
  async #send(method, path, body, { signal, patience = PATIENCE_MS }) {
    const clock = new AbortController();
    const late = setTimeout(() => clock.abort(), patience);
    const slow = setTimeout(() => this.onslow(true), Math.max(SLOW_MS, patience - PATIENCE_MS));
    const both = signal ? AbortSignal.any([signal, clock.signal]) : clock.signal;
    try {
      return await (await this.#fetch(method, path, body, both)).json();
    } catch (error) {
      throw clock.signal.aborted ? new Unreachable(true) : error;
    } finally {
      clearTimeout(late);
      clearTimeout(slow);
      this.onslow(false);
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object|null} body
   * @param {AbortSignal} [signal]
   */
  async #fetch(method, path, body, signal) {
    /** @type {Record<string, string>} */
    const headers = this.key ? { "x-api-key": this.key } : {};
    if (body) headers["content-type"] = "application/json";
    if (SEARCHES.test(path)) this.onask(body);
    const content = body && JSON.stringify(this.game === null ? body : { game: this.game, ...body });
    const address = new URL(path.replace(/^\//, ""), this.base);
    if (!body && this.game !== null) address.searchParams.set("game", this.game);
    let response;
    try {
      response = await fetch(address, { method, headers, body: content, signal });
    } catch (error) {
      throw signal?.aborted ? error : new Unreachable();
    }
    if (response.ok) return response;
    const told = response.headers.get("retry-after");
    const text = await response.text();
    throw new Problem(response.status, parseDocument(text), told ? Number(told) : null);
  }
}

/** @param {string} text */
function parseDocument(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { detail: text.slice(0, 200) };
  }
}

/**
 * @param {string} block one server-sent event
 * @param {(name: string, data: any) => void} onEvent
 */
function dispatch(block, onEvent) {
  let name = "message";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data += line.slice(5).trimStart();
  }
  if (!data) return;
  const parsed = JSON.parse(data);
  if (name === "problem") throw new Problem(parsed.status ?? 500, parsed);
  onEvent(name, parsed);
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(clock);
      reject(signal.reason);
    });
  });
}
