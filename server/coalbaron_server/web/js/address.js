/** The page's address: it holds the game, follows it, and leads back to it. */

import { engineSeat, person } from "./game.js";
import { keep, recall } from "./kept.js";
import { fragmentOf, sharedIn } from "./share/link.js";
import { ORIGIN, recordParts } from "./share/record.js";
import { readKept } from "./shelf/shelf.js";

/** The address follows the game after this pause: browsers take time over each change of it. */
const PAUSE_MS = 300;

/** The address holds a game that cannot be read. */
export class BrokenLink extends Error {}

/** The address of the game on the table. */
export class Address {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #waiting;

  /**
   * @param {import("./game.js").Game} game
   * @param {import("./requests.js").Requests} requests
   * @param {import("./shelf/shelf.js").Shelf} shelf
   */
  constructor(game, requests, shelf) {
    this.game = game;
    this.requests = requests;
    this.shelf = shelf;
  }

  /** An address that holds the game. */
  async link() {
    const fragment = await fragmentOf({ kind: "record", text: this.game.text });
    const seats = this.game.seats.map((seat) => (seat.kind === "person" ? "p" : seat.strength)).join(".");
    return new URL(`${fragment}${seats && `&s=${seats}`}`, document.baseURI).href;
  }

  /**
   * Go on with the game that the address or the browser holds.
   *
   * @returns {Promise<boolean>} whether there was one
   */
  async resume() {
    const { game, requests } = this;
    const [fragment, given] = location.hash.split("&s=");
    const shared = await sharedIn(fragment).catch(() => {
      throw new BrokenLink();
    });
    const kept = readKept(game.keptAs);
    // Back and forward lead from game to game, each as it was left.
    const left = this.shelf.find(history.state?.id);
    const here = requests.coming ?? (game.answer ? game.id : kept?.id);
    if (left && left.id !== here && (!shared || goesOn(left.record, shared))) {
      await requests.replace(left, left);
      return true;
    }
    // An address that has not changed since is older: it follows the game after a pause.
    const isOlder = kept && (location.hash === recall(this.#name) || (isReload() && goesOn(kept.record, shared)));
    if (shared && shared.text !== kept?.record && !isOlder) {
      const source = shared.kind === "record" ? { record: shared.text } : { position: shared.text };
      await requests.replace(source, given ? { seats: seatsFrom(given) } : {});
      return true;
    }
    if (!kept) return false;
    await requests.replace(kept, kept);
    return true;
  }

  /** Follow the game, after a pause. */
  follow() {
    const { id } = this.game;
    const { hash } = location;
    keep(this.#name, hash);
    clearTimeout(this.#waiting);
    const isOther = history.state?.id !== undefined && history.state.id !== id;
    this.#waiting = setTimeout(() => void this.#write(hash), isOther ? 0 : PAUSE_MS);
  }

  /**
   * Let the address hold the game, if it has not become another one meanwhile.
   *
   * @param {string} hash the address when the game was kept
   */
  async #write(hash) {
    const { game } = this;
    const { text } = game;
    const address = await this.link();
    if (text !== game.text || game.isAside || location.hash !== hash) return;
    const { id } = game;
    const before = history.state?.id;
    // Another game is another entry of the browser's history: back leads to the one before.
    if (before === undefined || before === id) history.replaceState({ id }, "", address);
    else history.pushState({ id }, "", address);
    keep(this.#name, location.hash);
  }

  /** Under which name the browser keeps the address that the page had when it kept the game. */
  get #name() {
    return `${this.game.keptAs}.address`;
  }
}

/** Whether the page was loaded again. A browser may then take an address from before the last. */
function isReload() {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}

/**
 * Does a kept game begin as what is shared does? Their texts may differ: the service writes more tags than
 * a link needs.
 *
 * @param {string} record
 * @param {import("./share/link.js").Shared|null} shared
 */
function goesOn(record, shared) {
  if (!shared) return false;
  const kept = recordParts(record);
  if (shared.kind === "position") return kept.tags.Position === shared.text.trim();
  const { tags, tokens } = recordParts(shared.text);
  const isSameStart = ORIGIN.every((name) => !(name in tags) || tags[name] === kept.tags[name]) && tags.Position === kept.tags.Position;
  return isSameStart && tokens.every((token, at) => token === kept.tokens[at]);
}

/**
 * @param {string} text as `link` writes seats
 * @returns {import("./types.js").SeatChoice[]}
 */
const seatsFrom = (text) => text.split(".").map((strength) => (strength === "p" ? person() : engineSeat(strength)));
