/** Loads the web folder of a game by its name. Nothing else of the shell knows where it lies. */

import { Unreachable } from "./api.js";
import { html } from "./dom.js";

/** @typedef {import("./types.js").GameWeb} GameWeb */

/** The game of an address that names none. */
export const DEFAULT_GAME = "coalbaron";

const NAME = /^[a-z][a-z0-9_]*$/;

/** The service has no web folder of this game. */
export class NoBoard extends Error {}

/**
 * The game that an address asks for, as in `?game=coalbaron`.
 *
 * @param {string} search
 */
export const gameIn = (search) => new URLSearchParams(search).get("game") ?? DEFAULT_GAME;

/**
 * Load a game's `index.js`.
 *
 * @param {string} name
 * @returns {Promise<GameWeb>}
 */
export async function loadGame(name) {
  if (!NAME.test(name)) throw new NoBoard();
  const { href } = new URL(`games/${name}/index.js`, document.baseURI);
  try {
    // The browser counts the page as loaded only when the files of its elements are there. It does
    // not wait for those of `import`.
    await loadElement(html("script", { type: "module", src: href }));
  } catch (error) {
    const answer = await fetch(href).catch(() => null);
    throw answer?.status === 404 ? new NoBoard() : error;
  }
  return (await import(href)).default;
}

/**
 * Add style sheets of a game; resolves when they apply. They come after the shell's, all in one answer.
 *
 * @param {string} folder address of any file of the folder that holds them
 * @param {string[]} names
 */
export const addStyles = (folder, names) =>
  loadElement(html("link", { rel: "stylesheet", href: new URL(names.join("+"), folder).href }));

/**
 * Read the texts that lie in a game's folder as JSON.
 *
 * @param {string} folder address of any file of the folder that the path begins in
 * @param {string} path
 * @param {string} missing what is said if they are not there
 */
export async function readTexts(folder, path, missing) {
  const answer = await fetch(new URL(path, folder));
  if (!answer.ok) throw new Error(missing);
  return answer.json();
}

/**
 * Put an element into the page's head; resolves when its file is there.
 *
 * @param {HTMLElement} element
 * @returns {Promise<void>}
 */
function loadElement(element) {
  return new Promise((resolve, reject) => {
    element.addEventListener("load", () => resolve());
    element.addEventListener("error", () => {
      element.remove();
      reject(new Unreachable());
    });
    document.head.append(element);
  });
}
