/** The texts of a game's help, for games whose files have titles, pieces, chapters and the reconstructions last. */

import { readTexts } from "../loading.js";

/** @typedef {import("./help.js").HelpTexts} HelpTexts */
/** @typedef {{groups: Record<string, string>, pieces: Record<string, import("./help.js").Explained>, rules: import("./help.js").Chapter[], reconstructed: Record<string, string>}} HelpFile */

/**
 * Texts by language, each file read once.
 *
 * @param {string} folder address of any file of the folder that holds the texts
 * @param {string[]} reconstructed groups of facts that are reconstructions, as the facts say themselves
 * @returns {(language: string) => Promise<HelpTexts>}
 */
export function textsBeside(folder, reconstructed) {
  /** @type {Map<string, Promise<HelpTexts>>} */
  const loaded = new Map();
  return (language) => {
    const texts = loaded.get(language) ?? load(folder, language, reconstructed);
    loaded.set(language, texts);
    texts.catch(() => loaded.delete(language));
    return texts;
  };
}

/**
 * @param {string} folder
 * @param {string} language
 * @param {string[]} reconstructed
 * @returns {Promise<HelpTexts>}
 */
async function load(folder, language, reconstructed) {
  /** @type {HelpFile} */
  const texts = await readTexts(folder, `${language}.json`, `there is no help in ${language}`);
  const last = { ...texts.rules[texts.rules.length - 1], items: reconstructed.map((group) => texts.reconstructed[group]) };
  return {
    title: (key) => texts.groups[key],
    explain: (term) => texts.pieces[term],
    rules: [...texts.rules.slice(0, -1), last],
  };
}
