/** Help: the pages of the dialog, and the sentence on whatever the reader asks about on the board. */

import { html } from "../dom.js";
import { LISTED } from "../keys.js";
import { addStyles } from "../loading.js";
import { Asking } from "./asking.js";

/** @typedef {import("../types.js").App} App */
/**
 * A game's help.
 *
 * @typedef {object} GameHelp
 * @property {string} selector what on the board can be explained
 * @property {(element: Element) => string|null} termAt which term an element stands for
 * @property {{title: string, terms: string[]}[]} groups all terms; `title` is a key of the texts
 * @property {(term: string) => Node|null} picture
 * @property {(language: string) => Promise<HelpTexts>} texts
 *
 * @typedef {{title: string, text: string}} Explained
 * @typedef {{title: string, text?: string[], items?: string[], readings?: string[]}} Chapter
 * @typedef {{explain: (term: string) => Explained, title: (key: string) => string, rules: Chapter[]}} HelpTexts
 */

const PAGES = ["terms", "rules", "keys"];

/** @type {import("../i18n.js").TextSource} */
const texts = async (language) => (await import(`./lang/${language}.js`)).default;

/** @type {WeakMap<App, Promise<Help>>} */
const opened = new WeakMap();

/**
 * The page's one help; what it needs is loaded when somebody first asks.
 *
 * @param {App} app
 * @returns {Promise<Help>}
 */
export function helpOf(app) {
  const known = opened.get(app);
  if (known) return known;
  const help = Promise.all([app.parts?.help?.() ?? null, app.i18n.add(texts), addStyles(import.meta.url, ["help.css"])]).then(([game]) => new Help(app, game));
  if (app.parts) opened.set(app, help);
  help.catch(() => opened.delete(app));
  return help;
}

/** The help of the page. */
export class Help {
  /**
   * @param {App} app
   * @param {GameHelp|null} game null for a game that has none
   */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.asking = game ? new Asking(app, game) : null;
  }

  /**
   * Open the dialog.
   *
   * @param {string} [page]
   */
  async open(page = this.game ? "terms" : "keys") {
    const { t, i18n } = this.app;
    const texts = await this.game?.texts(i18n.language);
    const names = PAGES.filter((name) => texts || name === "keys");
    const content = html("div", { class: "help-page", tabindex: 0 });
    const tabs = names.map((name) =>
      html("button", { type: "button", class: "button", id: `help-${name}`, onclick: () => show(name) }, t(`help.${name}`)),
    );
    const dialog = html(
      "dialog",
      { class: "dialog help", "aria-labelledby": "help-title" },
      html(
        "header",
        { class: "help-head" },
        html("h2", { id: "help-title" }, t("help.title")),
        html("button", { type: "button", class: "button quiet", id: "help-close", onclick: () => dialog.close() }, t("help.close")),
      ),
      html("div", { class: "help-tabs" }, tabs, this.#drawWays(() => dialog.close())),
      content,
    );
    /** @param {string} name */
    const show = (name) => {
      for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.id === `help-${name}`));
      content.setAttribute("aria-label", t(`help.${name}`));
      content.replaceChildren(...this.#drawPage(name, texts));
      content.scrollTop = 0;
    };
    show(names.includes(page) ? page : "keys");
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /**
   * Explain an element of the board, or open the dialog if it stands for nothing.
   *
   * @param {Element|null} element
   */
  async explain(element) {
    const target = element?.closest(this.game?.selector ?? "no-such-element");
    if (target && this.asking) await this.asking.explain(target);
    else await this.open();
  }

  /**
   * The lesson, and asking on the board.
   *
   * @param {() => void} close
   */
  #drawWays(close) {
    const { app } = this;
    const { t } = app;
    return [
      app.parts?.lesson && !app.lesson
        ? html("button", { type: "button", class: "button primary", id: "help-learn", onclick: () => (close(), app.emit("learn")) }, t("help.learn"))
        : null,
      app.lesson ? null : (app.parts?.pages ?? []).map((name) => html("a", { class: "button", id: `help-${name}`, href: `#${name}`, onclick: close }, t(`pages.${name}`))),
      this.asking && app.game.answer
        ? html("button", { type: "button", class: "button", id: "help-ask", onclick: () => (close(), this.asking?.begin()) }, t("help.ask"))
        : null,
    ];
  }

  /**
   * @param {string} name
   * @param {HelpTexts|undefined} texts
   */
  #drawPage(name, texts) {
    if (name === "keys" || !texts || !this.game) return [this.#drawKeys()];
    return name === "rules" ? this.#drawRules(texts.rules) : this.#drawTerms(this.game, texts);
  }

  /**
   * @param {GameHelp} game
   * @param {HelpTexts} texts
   */
  #drawTerms(game, texts) {
    return game.groups.flatMap(({ title, terms }) => [
      html("h3", {}, texts.title(title)),
      html(
        "dl",
        { class: "terms" },
        terms.map((term) => {
          const { title, text } = texts.explain(term);
          return html("div", { class: "term", "data-term": term }, html("dt", {}, html("span", { class: "term-picture" }, game.picture(term)), title), html("dd", {}, text));
        }),
      ),
    ]);
  }

  /** @param {Chapter[]} chapters */
  #drawRules(chapters) {
    const { t } = this.app;
    return chapters.flatMap(({ title, text = [], items = [], readings = [] }) => [
      html("h3", {}, title),
      ...text.map((paragraph) => html("p", {}, paragraph)),
      items.length ? html("ul", { class: "rule-items" }, items.map((item) => html("li", {}, item))) : "",
      ...readings.map((reading) => html("p", { class: "reading" }, html("b", {}, t("help.reading")), " ", reading)),
    ]);
  }

  #drawKeys() {
    const { t } = this.app;
    return html(
      "dl",
      { class: "keys" },
      LISTED.map(([key, text]) => html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, t(text)))),
    );
  }
}
