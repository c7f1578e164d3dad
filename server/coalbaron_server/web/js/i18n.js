/** Texts in the chosen language, and English for what is missing. */

import { keep, recall } from "./kept.js";
import english from "./lang/en.js";

/**
 * A text, or one for each plural category that the language tells apart.
 *
 * @typedef {string|Record<string, string>} Text
 * @typedef {(key: string, params?: Record<string, any>) => string} Translate
 *
 * What the service says, in no language yet; `text` is how it says it itself.
 *
 * @typedef {{key: string, params: Record<string, any>, text?: string}} Message
 */

/** A place for a parameter: maybe its sign, its name, what joins a list and its last two parts (the module words.py). */
const PLACE = /\{(\+?)(\w+)(?:\|([^|}]*))?(?:\|([^|}]*))?\}/g;

/** @type {Record<string, {name: string, load: () => Promise<{default: Record<string, Text>}>}>} */
export const LANGUAGES = {
  en: { name: "English", load: async () => ({ default: english }) },
  de: { name: "Deutsch", load: () => import("./lang/de.js") },
  nl: { name: "Nederlands", load: () => import("./lang/nl.js") },
};

/** @typedef {(language: string) => Promise<Record<string, Text>>} TextSource */

/** The chosen language and its texts: the shell's, those of the game, and what parts bring when they are loaded. */
export class I18n {
  language = "en";
  /** What the game's points are, as the service says it: `{unit}` and `{units}` in a text. */
  units = { name: "points", short: "VP" };
  /** @type {Record<string, Text>} */
  #english = english;
  /** @type {Record<string, Text>} */
  #texts = english;
  #plurals = new Intl.PluralRules("en");
  /** Texts besides the shell's, with the English ones. @type {{source: TextSource, english: Record<string, Text>}[]} */
  #added = [];

  /** @returns {string} what was chosen before, or what the browser prefers */
  static preferred() {
    const kept = recall("language");
    if (kept && kept in LANGUAGES) return kept;
    const wanted = navigator.languages.map((name) => name.slice(0, 2));
    return wanted.find((name) => name in LANGUAGES) ?? "en";
  }

  /**
   * Change to a language and remember it.
   *
   * @param {string} language
   * @returns {Promise<void>}
   */
  async choose(language) {
    const added = this.#added.slice();
    const [{ default: texts }, ...more] = await Promise.all([LANGUAGES[language].load(), ...added.map(({ source, english: own }) => (language === "en" ? own : source(language)))]);
    // More have come meanwhile.
    if (added.length < this.#added.length) return this.choose(language);
    this.#texts = Object.assign({}, texts, ...more);
    this.#plurals = new Intl.PluralRules(language);
    this.language = language;
    document.documentElement.lang = language;
    keep("language", language);
  }

  /**
   * Add more texts, in the chosen language and in English for what that lacks. Those that are there
   * already are not asked for again.
   *
   * @param {TextSource} source
   */
  async add(source) {
    if (this.#added.some((one) => one.source === source)) return;
    const { language } = this;
    const [own, texts] = await Promise.all([source("en"), language === "en" ? null : source(language)]);
    this.#english = { ...this.#english, ...own };
    this.#added.push({ source, english: own });
    if (language === this.language) this.#texts = { ...this.#texts, ...(texts ?? own) };
    else await this.choose(this.language);
  }

  /** @type {Translate} */
  t = (key, params = {}) => {
    const text = this.#texts[key] ?? this.#english[key] ?? key;
    const chosen =
      typeof text === "string" ? text : (text[this.#plurals.select(Number(params.n))] ?? text.other);
    return chosen.replace(PLACE, (whole, sign, name, joint = ", ", last = joint) => {
      if (!(name in params)) return name === "unit" || name === "units" ? this.#unit(name) : whole;
      const value = params[name];
      if (sign) return this.signed(Number(value));
      if (!Array.isArray(value)) return this.#spell(value);
      const parts = value.map((part) => this.#spell(part));
      const end = parts.pop() ?? "";
      return parts.length ? parts.join(joint) + last + end : end;
    });
  };

  /** @param {any} value text, a number or a message */
  #spell(value) {
    return typeof value === "object" && value !== null ? this.t(value.key, value.params) : String(value);
  }

  /**
   * The word for points after a number (`unit`), or in a sentence.
   *
   * @param {"unit"|"units"} word
   */
  #unit(word) {
    const { name, short } = this.units;
    const key = word === "unit" ? `unit.${name}` : `units.${name}`;
    return this.has(key) ? this.t(key) : word === "unit" ? short : name;
  }

  /**
   * Whether a key has a text, in any language.
   *
   * @param {string} key
   */
  has(key) {
    return key in this.#english;
  }

  /**
   * A number as the language writes it.
   *
   * @param {number} value
   * @param {number} [digits]
   */
  number(value, digits = 0) {
    return value.toLocaleString(this.language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  }

  /**
   * A number with its sign.
   *
   * @param {number} value
   */
  signed(value) {
    return `${value < 0 ? "−" : "+"}${this.number(Math.abs(value))}`;
  }

  /**
   * A standard error, never as none where there is one.
   *
   * @param {number} error
   */
  spread(error) {
    return error > 0 && error < 0.05 ? this.number(Math.max(error, 0.01), 2) : this.number(error, 1);
  }

  /**
   * Put the texts into a part of the page: `data-t` is the content, `data-t-label` the label.
   *
   * @param {ParentNode} root
   */
  apply(root) {
    for (const element of root.querySelectorAll("[data-t]"))
      element.textContent = this.t(element.getAttribute("data-t") ?? "");
    for (const element of root.querySelectorAll("[data-t-label]"))
      element.setAttribute("aria-label", this.t(element.getAttribute("data-t-label") ?? ""));
  }
}
