// What everybody's result is made of: play and luck, in points of the lead over a rival.

import { html } from "../dom.js";
import { badge } from "../seats.js";
import { shownBalance } from "./accounts.js";
import { luckChart } from "./luckchart.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./accounts.js").Shown} Shown */
/** @typedef {import("./accounts.js").ShownBalance} ShownBalance */
/** @typedef {import("./turns.js").Balance} Balance */
/** @typedef {import("./turns.js").Judgement} Judgement */

/** What play and luck made of a game; nothing where the whole game is not known. */
export class Balances {
  /** Whose parts are shown; null is the first person's, else the first seat's. @type {number|null} */
  #seat = null;
  /** Are the tables of turns open? */
  #isOpen = false;

  /**
   * @param {App} app
   * @param {Balance[]} balances
   * @param {Judgement[]} turns
   */
  constructor(app, balances, turns) {
    this.app = app;
    this.turns = turns;
    this.balances = balances.map(shownBalance);
    this.element = html("section", { class: "balance", hidden: !balances.length });
    this.draw();
  }

  /**
   * An amount in words: with a sign, and with its error if it has one.
   *
   * @param {Shown} amount
   */
  spell = ({ tenths, error }) => {
    const { i18n } = this.app;
    const sign = tenths < 0 ? "−" : tenths > 0 ? "+" : "";
    return `${sign}${i18n.number(Math.abs(tenths) / 10, 1)}${error ? ` ±${i18n.spread(error)}` : ""}`;
  };

  /**
   * What a turn's own seat gained in it by play, and by luck after it.
   *
   * @param {Judgement} turn
   */
  ofTurn({ seat, number }) {
    const parts = this.balances[seat]?.shifts.flatMap(({ turns }) => turns) ?? [];
    const own = parts.find((part) => part.number === number);
    return own ? this.app.t("balance.turn", { play: this.spell(own.play), luck: this.spell(own.luck) }) : null;
  }

  /** Draw it again, in the language of the page. */
  draw() {
    const { app, balances, element } = this;
    const { t, game } = app;
    if (!balances.length) return;
    const seat = this.#seat ?? Math.max(0, game.seats.findIndex(({ kind }) => kind === "person"));
    const shown = balances[Math.min(seat, balances.length - 1)];
    const held = element.contains(document.activeElement) ? document.activeElement?.id : null;
    element.replaceChildren(
      html("h3", {}, t("balance.title")),
      html("ul", { class: "balances", id: "review-balances" }, balances.map((balance) => html("li", {}, badge(balance.seat), " ", this.#sentence(balance)))),
      this.#chooser(shown.seat),
      luckChart(app, shown, this.spell),
      this.#shiftTable(shown),
      html(
        "details",
        { class: "continuation", id: "balance-turns", open: this.#isOpen, ontoggle: (/** @type {Event} */ event) => (this.#isOpen = /** @type {HTMLDetailsElement} */ (event.target).open) },
        html("summary", {}, t("balance.turns")),
        this.#turnTable(shown),
      ),
      html("p", { class: "note" }, t("balance.note")),
    );
    if (held) document.getElementById(held)?.focus();
  }

  /** @param {ShownBalance} balance */
  #sentence({ seat, rival, result, start, play, luck }) {
    const { app } = this;
    const outcome = rival === null ? "alone" : result > 0 ? "ahead" : result < 0 ? "behind" : "level";
    return app.t(`balance.${outcome}`, {
      seat: app.seatName(seat),
      rival: rival === null ? "" : app.seatName(rival),
      result: app.i18n.number(Math.abs(result)),
      start: this.spell(start),
      play: this.spell(play),
      luck: this.spell(luck),
    });
  }

  /** @param {number} chosen */
  #chooser(chosen) {
    const { app } = this;
    const select = html(
      "select",
      { id: "balance-seat", onchange: () => ((this.#seat = Number(select.value)), this.draw()) },
      this.balances.map(({ seat }) => html("option", { value: seat }, app.seatName(seat))),
    );
    select.value = String(chosen);
    return html("label", { class: "row" }, html("span", {}, app.t("balance.whose")), select);
  }

  /** @param {ShownBalance} balance */
  #shiftTable({ start, deal, play, luck, shifts, result }) {
    const { t, i18n } = this.app;
    return this.#table("balance.parts", [
      ...shifts.map((part, index) =>
        this.#row([t("chart.shift", { n: part.shift }), index || !deal.error ? "" : html("small", {}, t("balance.with_deal"))], [part.play, part.luck]),
      ),
    ], [
      this.#row(t("balance.sum"), [play, luck]),
      html("tr", {}, html("th", { scope: "row" }, t("balance.start")), html("td", { colspan: 2 }, this.spell(start))),
      html("tr", {}, html("th", { scope: "row" }, t("balance.result")), html("td", { colspan: 2 }, `${result < 0 ? "−" : result > 0 ? "+" : ""}${i18n.number(Math.abs(result))}`)),
    ]);
  }

  /**
   * Turn by turn, with what was to be expected of the lead after each.
   *
   * @param {ShownBalance} balance
   */
  #turnTable({ start, deal, shifts }) {
    const { app } = this;
    let lead = start.tenths;
    const after = (/** @type {Shown[]} */ ...amounts) => {
      for (const { tenths } of amounts) lead += tenths;
      return this.spell({ tenths: lead, error: 0 });
    };
    const rows = [
      this.#row(app.t("balance.start"), [null, null], after()),
      this.#row(app.t("balance.deal"), [null, deal], after(deal)),
      ...shifts.flatMap(({ shift, turns }) =>
        turns.map(({ number, play, luck }) => {
          const seat = this.turns[number]?.seat ?? 0;
          const title = app.t("review.turn", { n: number + 1, shift, seat: app.seatName(seat) });
          return this.#row([badge(seat), " ", title], [play, luck], after(play, luck));
        }),
      ),
    ];
    return html("div", { class: "balance-rows", tabindex: 0, "aria-label": app.t("balance.turns") }, this.#table("balance.turns", rows, [], "balance.lead"));
  }

  /**
   * @param {string} caption
   * @param {HTMLElement[]} rows
   * @param {HTMLElement[]} foot
   * @param {string[]} more columns
   */
  #table(caption, rows, foot, ...more) {
    const { t } = this.app;
    return html(
      "table",
      { class: "numbers" },
      html("caption", { class: "unseen" }, t(caption)),
      html("thead", {}, html("tr", {}, html("td", {}), ["balance.play", "balance.luck", ...more].map((key) => html("th", { scope: "col" }, t(key))))),
      html("tbody", {}, rows),
      foot.length ? html("tfoot", {}, foot) : null,
    );
  }

  /**
   * @param {import("../dom.js").Child} title
   * @param {(Shown|null)[]} amounts
   * @param {string[]} more
   */
  #row(title, amounts, ...more) {
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, title),
      amounts.map((amount) => html("td", {}, amount ? this.spell(amount) : "–")),
      more.map((text) => html("td", {}, text)),
    );
  }
}
