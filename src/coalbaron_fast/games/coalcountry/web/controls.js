/** How a person decides: what each phase asks, and what a click on the board means. */

import { html, unseen } from "../../static/js/dom.js";
import { KEY, onPageKeys } from "../../static/js/keys.js";
import { tileFace } from "./board/tiles.js";
import { coal, coin, cube, foreman, house } from "./board/pieces.js";
import { letDrag } from "./drag.js";
import { HELD } from "./draft.js";
import { OPPOSITE, facts } from "./facts.js";
import { tableOf } from "./table.js";
import { placesOf } from "./targets.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("../../static/js/types.js").Hands} Hands */
/** @typedef {import("../../static/js/types.js").Legal} Legal */
/** @typedef {import("../../static/js/dom.js").Child} Child */

/** The part of the decision panel that knows the phases of the game. */
export class Controls {
  isBusy = false;
  /** The cell whose foreman digs. @type {string|null} */
  #digger = null;
  /** How much coal is to be sold; null for all of it. @type {number|null} */
  #coal = null;
  /** What is to be bought, by type. @type {Record<string, number>} */
  #basket = { w: 0, a: 0, e: 0 };
  /** What these choices are for. */
  #occasion = "";

  /**
   * @param {App} app
   * @param {Hands} hands
   * @param {import("./draft.js").Draft} draft
   */
  constructor(app, hands, draft) {
    this.app = app;
    this.hands = hands;
    this.draft = draft;
    draft.play = (tokens) => hands.play(tokens);
    app.on("draft", () => hands.redraw());
    letDrag(app, draft, (at, place) => this.#drop(at, place));
    this.#hearKeys();
  }

  /** Nothing is shown step by step. */
  async finish() {
    return true;
  }

  /** Whoever undoes where nothing was sent yet takes back a foreman. */
  halt() {
    if (this.draft.isOn && !this.app.game.pending.length) this.draft.takeBack();
  }

  /**
   * Play the engine's turn in one's own name.
   *
   * @param {string[]} best
   */
  async take(best) {
    if (this.draft.isOn && !this.draft.isSingle) this.draft.follow(best);
    else await this.hands.play(best);
  }

  /** The title of the decision panel. */
  title() {
    const { app } = this;
    const { t, game } = app;
    const table = this.#table;
    if (table.phase === "chance") return t(game.chance === "ask" ? "decide.ask" : "decide.chance");
    return table.turn === null ? "" : app.tell(`decide.${table.phase}`, table.turn);
  }

  /** @returns {Node[]} */
  draw() {
    const table = this.#table;
    const { game } = this.app;
    if (table.phase === "chance" && game.chance !== "ask") return [];
    this.#begin(table);
    switch (table.phase) {
      case "place":
        return this.draft.isOn ? this.#drawHand(table) : [];
      case "sell":
        return this.#drawSale(table);
      case "dig":
        return this.#drawDig(table);
      case "lay":
        return this.#drawLay(table);
      case "buy":
        return this.#drawPurchase(table);
      default:
        return [this.#prompt(table.phase), this.#buttons(this.#tokens)];
    }
  }

  /**
   * What a click on the board means; null for nothing.
   *
   * @param {HTMLElement} element
   * @returns {{tokens: string}|{refusal: string}|null}
   */
  choiceAt(element) {
    const { place = "", man } = element.dataset;
    const table = this.#table;
    if (this.draft.isOn) return this.#choosePlace(place, man);
    if (this.app.game.pending.at(-1)?.startsWith(`lay:${place}:`)) return this.#turnTile(place);
    if (table.phase === "buy" && place.startsWith("cubes:")) return this.#addCube(place[6]);
    if (table.phase === "dig") return this.#chooseDig(place);
    if (table.phase === "lay") return this.#chooseLay(table, place);
    const token = this.#tokens.find((one) => placesOf(one).includes(place));
    if (token) return { tokens: token };
    return place ? { refusal: this.app.t("refuse.now", { place: this.#nameOf(place) }) } : null;
  }

  get #table() {
    const table = tableOf(this.app.game);
    if (!table) throw new Error("nothing is on the table");
    return table;
  }

  get #tokens() {
    return (this.app.game.answer?.legal ?? []).map(({ token }) => token);
  }

  /** The seat to decide. @param {Table} table */
  #seat(table) {
    return table.seats[table.turn ?? 0];
  }

  /** Choices begin anew with each question. @param {Table} table */
  #begin(table) {
    const { game } = this.app;
    const occasion = `${game.id} ${game.record.length} ${game.pending.length} ${table.phase}`;
    if (occasion === this.#occasion) return;
    this.#occasion = occasion;
    this.#coal = this.#digger = null;
    this.#basket = { w: 0, a: 0, e: 0 };
  }

  /** @param {string} key @param {Record<string, any>} [params] */
  #prompt(key, params) {
    return html("p", { class: "prompt" }, this.app.t(`prompt.${key}`, params));
  }

  /** @param {string} place */
  #nameOf(place) {
    const [kind, name] = place.split(":");
    if (!name) return facts.isCell(place) || this.app.i18n.has(`place.${place}`) ? this.app.words.place(place) : this.app.t("board.this");
    if (kind === "cubes") return this.app.words.utility(name);
    return facts.buildings[name] ? this.app.words.building(name) : this.app.t("board.this");
  }

  // Placing

  /**
   * The hand: nine foremen, where each of them goes, and who is held back.
   *
   * @param {Table} table
   */
  #drawHand(table) {
    const { app, draft } = this;
    const { t, words } = app;
    const seat = Number(table.turn);
    const held = draft.on(HELD);
    const open = !app.game.busy;
    const men = draft.men.map((man, at) => {
      const where = man.place === null ? t("hand.at") : man.place === HELD ? t("hand.held") : words.place(man.place);
      const label = t("hand.man", { n: man.influence, place: where });
      return html(
        "button",
        { type: "button", class: `hand-man${man.place === null ? "" : " placed"}`, "data-man": at, "aria-pressed": String(draft.selected === at), "aria-label": label, title: label, onclick: () => open && this.#pick(at) },
        foreman(seat, man.influence, 38),
        html("small", { "aria-hidden": "true" }, man.place === null ? "" : man.place === HELD ? "–" : this.#shortOf(man.place)),
      );
    });
    const single = draft.isSingle;
    const foot = [
      !single && draft.atHand && !draft.lacksSeller ? html("button", { type: "button", class: "button small", id: "hold-rest", onclick: () => draft.holdRest() }, t("hand.hold_rest", { n: draft.atHand })) : null,
      !single && draft.atHand < draft.men.length ? html("button", { type: "button", class: "button small quiet", id: "take-all", onclick: () => draft.clear() }, t("hand.take_all")) : null,
    ].filter((part) => part !== null);
    return [
      html("p", { class: "prompt" }, t(draft.isComplete && !draft.lacksSeller ? "prompt.placed" : draft.lacksSeller && draft.isComplete ? "prompt.seller" : single && !app.lesson?.leads ? "prompt.place_one" : "prompt.place")),
      html("div", { class: "hand", role: "group", "aria-label": t("hand.title") }, men),
      html(
        "button",
        { type: "button", class: `hand-held${draft.selected !== null && draft.suits(draft.selected, HELD) ? " can" : ""}`, "data-place": HELD, onclick: () => draft.selected !== null && this.#drop(draft.selected, HELD) },
        html("span", {}, t("hand.back"), held.length ? html("b", {}, ` ${held.map((at) => draft.men[at].influence).join(" ")}`) : null),
        html("span", { class: "cost" }, draft.penalty ? `−${words.dollars(draft.penalty)}` : held.length ? words.dollars(0) : t("hand.back_cost")),
      ),
      ...(foot.length ? [html("div", { class: "actions" }, foot)] : []),
    ];
  }

  /** A place in a word or two. @param {string} place */
  #shortOf(place) {
    return facts.isCell(place) ? place : this.app.t(`slot.${place}`);
  }

  /** A tap on a foreman in the hand selects him; on one who has his place, takes him back. @param {number} at */
  #pick(at) {
    const man = this.draft.men[at];
    if (man.place !== null) this.draft.takeUp(at);
    else this.draft.select(at);
  }

  /**
   * A foreman is put on a place.
   *
   * @param {number} at
   * @param {string} place
   */
  #drop(at, place) {
    const { app, draft } = this;
    const man = draft.men[at];
    if (!man || !draft.isOn) return;
    const refusal = draft.put(at, place);
    if (refusal) app.emit("refuse", app.t(refusal, { place: place === HELD ? app.t("hand.back") : this.#nameOf(place), n: man.influence }));
    else app.say(app.t("hand.man", { n: man.influence, place: place === HELD ? app.t("hand.held") : this.#nameOf(place) }));
  }

  /**
   * @param {string} place
   * @param {string|undefined} man the foreman that was clicked on a place
   */
  #choosePlace(place, man) {
    const { draft } = this;
    const { selected } = draft;
    if (man !== undefined) {
      // Where there is room for two, a click on the first one puts the second beside him.
      const where = draft.men[Number(man)].place ?? "";
      if (selected !== null && draft.men[selected].place === null && draft.hasRoom(where)) this.#drop(selected, where);
      else draft.takeUp(Number(man));
      return null;
    }
    // With nobody in the hand, a place gives back who is on it.
    const there = draft.on(place).at(-1);
    if (selected === null && there !== undefined) draft.takeUp(there);
    else if (selected === null) return { refusal: this.app.t("refuse.nobody") };
    else this.#drop(selected, place);
    return null;
  }

  /** The digits of the keyboard select a foreman by his influence, Backspace takes one back. */
  #hearKeys() {
    const { draft } = this;
    const whilePlacing = (/** @type {() => void} */ act) => (/** @type {KeyboardEvent} */ event) => {
      if (!draft.isOn || event.ctrlKey || event.metaKey || event.altKey) return;
      act();
      event.preventDefault();
    };
    onPageKeys({
      ...Object.fromEntries(facts.printed.map((influence) => [influence, whilePlacing(() => draft.selectInfluence(influence))])),
      [KEY.erase]: whilePlacing(() => draft.takeBack()),
    });
  }

  // Selling

  /** @param {Table} table */
  #drawSale(table) {
    const { app, hands } = this;
    const { t, words } = app;
    const amounts = this.#tokens.map((token) => Number(token.slice(5)));
    const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
    const n = Math.min(most, Math.max(least, this.#coal ?? most));
    const price = table.sale?.price ?? table.coal.price;
    /** @param {number} value */
    const choose = (value) => {
      this.#coal = Math.min(most, Math.max(least, value));
      hands.redraw();
    };
    const slider = html("input", { type: "range", class: "sale-slider", min: least, max: most, value: n, "aria-label": t("sale.how_many"), oninput: () => choose(Number(slider.value)) });
    return [
      this.#prompt("sell", { price: words.dollars(price) }),
      html(
        "div",
        { class: "sale" },
        html("span", { class: "sale-sum" }, coal(26), html("b", {}, String(n)), " × ", coin(price, 26), " = ", html("b", { class: "sale-total" }, words.dollars(n * price))),
        most > least ? html("div", { class: "stepper" }, this.#step("−", t("sale.less"), n > least, () => choose(n - 1)), slider, this.#step("+", t("sale.more"), n < most, () => choose(n + 1))) : null,
        html("button", { type: "button", class: "button choice-button wide", "data-token": `sell:${n}`, onclick: () => hands.play(`sell:${n}`) }, html("span", {}, n ? t("sale.sell", { n }) : words.token("sell:0")), html("span", { class: "cost gain" }, n ? `+${words.dollars(n * price)}` : "")),
        n && least === 0 ? html("button", { type: "button", class: "button small quiet", "data-token": "sell:0", onclick: () => hands.play("sell:0") }, this.#said("sell:0")) : null,
      ),
    ];
  }

  /** @param {string} face @param {string} label @param {boolean} can @param {() => void} act */
  #step(face, label, can, act) {
    return html("button", { type: "button", class: "button icon", "aria-label": label, title: label, disabled: !can, onclick: act }, face);
  }

  // Permits

  /** @param {Table} table */
  #drawDig(table) {
    const { app, hands } = this;
    const { t } = app;
    const cells = [...new Set(this.#tokens.map((token) => token.split(":")[1]))];
    const digger = this.#digger ?? cells[0];
    const men = this.#seat(table).foremen;
    return [
      this.#prompt("dig"),
      cells.length > 1
        ? html(
            "div",
            { class: "diggers", role: "group", "aria-label": t("dig.who") },
            cells.map((cell) =>
              html("button", { type: "button", class: "digger", "aria-pressed": String(cell === digger), "data-cell": cell, onclick: () => ((this.#digger = cell), hands.redraw()) }, foreman(Number(table.turn), men.find(({ place }) => place === cell)?.influence ?? null, 30), html("span", {}, cell)),
            ),
          )
        : null,
      this.#buttons(this.#tokens.filter((token) => token.split(":")[1] === digger)),
    ].filter((part) => part !== null);
  }

  /** @param {string} place */
  #chooseDig(place) {
    const cells = [...new Set(this.#tokens.map((token) => token.split(":")[1]))];
    if (cells.includes(place)) {
      this.#digger = place;
      this.hands.redraw();
      return null;
    }
    const token = `dig:${this.#digger ?? cells[0]}:${place.split(":")[1]}`;
    if (this.#tokens.includes(token)) return { tokens: token };
    return { refusal: this.app.t(place.startsWith("stack:") ? "refuse.stack" : "refuse.now", { place: this.#nameOf(place) }) };
  }

  // Laying

  /** @param {Table} table */
  #drawLay(table) {
    const { app, hands } = this;
    const kind = String(table.tile);
    const cells = [...new Set(this.#tokens.map((token) => token.split(":")[1]))];
    return [
      this.#prompt("lay", { tile: app.words.tile(kind) }),
      html(
        "div",
        { class: "layings" },
        cells.map((cell) =>
          html(
            "div",
            { class: "laying", role: "group", "aria-label": cell },
            html("span", { class: "laying-cell" }, html("b", {}, cell), html("small", {}, app.t(this.#seat(table).mine.some((tile) => tile.cell === cell) ? "lay.cover" : "lay.free"))),
            html(
              "div",
              { class: "ways" },
              this.#turns(table, cell).map((token) =>
                html("button", { type: "button", class: "way-button", "data-token": token, title: app.words.token(token), onclick: () => hands.play(token) }, unseen(app.words.token(token)), tileFace({ kind, openings: token.split(":")[2] })),
              ),
            ),
          ),
        ),
      ),
    ];
  }

  /**
   * The ways to lay the tile on a cell, those that join most shafts first; then those that lead where another tile can be laid.
   *
   * @param {Table} table
   * @param {string} cell
   */
  #turns(table, cell) {
    const { mine } = this.#seat(table);
    const around = facts.around(cell).map(([direction, other]) => ({ direction, tile: mine.find((tile) => tile.cell === other) }));
    const worth = (/** @type {string} */ token) => {
      const openings = token.split(":")[2];
      return around.reduce((sum, { direction, tile }) => sum + (openings.includes(direction) ? (tile?.openings.includes(OPPOSITE[direction]) ? (tile.connected ? 3 : 2) : tile ? 0 : 1) : 0), 0);
    };
    return this.#tokens.filter((token) => token.startsWith(`lay:${cell}:`)).sort((one, other) => worth(other) - worth(one));
  }

  /**
   * @param {Table} table
   * @param {string} place
   */
  #chooseLay(table, place) {
    const [token] = this.#turns(table, place);
    return token ? { tokens: token } : { refusal: this.app.t("refuse.lay") };
  }

  /**
   * The tile that was just laid is turned by another click on it.
   *
   * @param {string} place
   */
  #turnTile(place) {
    const { game } = this.app;
    const last = String(game.pending.at(-1));
    game.undo();
    const turns = this.#turns(this.#table, place).sort();
    void this.hands.play(turns[(turns.indexOf(last) + 1) % turns.length]);
    return null;
  }

  // Utilities

  /** @param {Table} table */
  #drawPurchase(table) {
    const { app, hands } = this;
    const { t, words } = app;
    const seat = this.#seat(table);
    const cost = table.fees.cube * seat.fee;
    const chosen = this.#spelt();
    const n = [...chosen].reduce((sum, one) => sum + Number(one), 0);
    /** @param {string} type @param {number} by */
    const more = (type, by) => {
      this.#basket[type] += by;
      hands.redraw();
    };
    /** @param {string} type @param {number} by */
    const can = (type, by) => this.#tokens.includes(`buy:${this.#spelt({ [type]: this.#basket[type] + by })}`);
    return [
      this.#prompt("buy", { price: words.dollars(cost), n: table.buyer?.limit ?? "" }),
      html(
        "div",
        { class: "basket" },
        facts.utilities.map((type) =>
          html(
            "div",
            { class: "basket-row" },
            cube(type, 26),
            html("span", {}, words.utility(type)),
            this.#step("−", t("buy.less", { utility: words.utility(type) }), this.#basket[type] > 0, () => more(type, -1)),
            html("b", {}, String(this.#basket[type])),
            this.#step("+", t("buy.more", { utility: words.utility(type) }), can(type, 1), () => more(type, 1)),
          ),
        ),
      ),
      n
        ? html("button", { type: "button", class: "button choice-button wide", id: "buy-basket", "data-token": `buy:${chosen}`, onclick: () => hands.play(`buy:${chosen}`) }, html("span", {}, words.token(`buy:${chosen}`)), html("span", { class: "cost" }, `−${words.dollars(n * cost)}`))
        : null,
      this.#tokens.includes("buy:000") ? html("button", { type: "button", class: "button small quiet", "data-token": "buy:000", onclick: () => hands.play("buy:000") }, this.#said("buy:000")) : null,
    ].filter((part) => part !== null);
  }

  /** The basket as the notation spells it. @param {Record<string, number>} [other] */
  #spelt(other = {}) {
    return facts.utilities.map((type) => other[type] ?? this.#basket[type]).join("");
  }

  /** @param {string} type */
  #addCube(type) {
    if (!this.#tokens.includes(`buy:${this.#spelt({ [type]: this.#basket[type] + 1 })}`)) return { refusal: this.app.t("refuse.buy") };
    this.#basket[type]++;
    this.hands.redraw();
    return null;
  }

  // All else

  /**
   * Choices as buttons.
   *
   * @param {string[]} tokens
   */
  #buttons(tokens) {
    return html("div", { class: "choices" }, tokens.map((token) => this.#button(token)));
  }

  /** A choice as the service says it, which knows what it costs now. @param {string} token */
  #said(token) {
    const legal = this.app.game.answer?.legal.find((one) => one.token === token);
    return legal ? this.app.spell(legal) : this.app.words.token(token);
  }

  /** @param {string} token */
  #button(token) {
    const { app, hands } = this;
    const legal = app.game.answer?.legal.find((one) => one.token === token);
    const dollars = legal?.params?.dollars;
    return html(
      "button",
      { type: "button", class: "button choice-button", "data-token": token, onclick: () => hands.play(token) },
      html("span", { class: "choice-text" }, this.#icon(token), html("span", {}, token.startsWith("mark:") ? this.#said(token) : app.words.token(token))),
      typeof dollars === "number" ? html("span", { class: "cost" }, dollars ? `−${app.words.dollars(Math.abs(dollars))}` : app.words.dollars(0)) : null,
    );
  }

  /**
   * The picture of what a choice is about.
   *
   * @param {string} token
   * @returns {Child}
   */
  #icon(token) {
    const [kind, what, more] = token.split(":");
    if (kind === "build" && more) return house(more, 30);
    if (kind === "onto" && what !== "-") return house(what, 30);
    if (kind === "put" && what !== "end") return cube(what, 20);
    if (kind === "swap" && what !== "end") return [cube(what[0], 18), "→", cube(what[1], 18)];
    if (kind === "dig" && more !== "-") return html("span", { class: "stack-back small" }, more);
    if (facts.all.tiles[token.slice(1)]) return html("span", { class: "choice-tile" }, tileFace({ kind: token.slice(1), openings: facts.turnsOf(token.slice(1))[0] }));
    return null;
  }
}
