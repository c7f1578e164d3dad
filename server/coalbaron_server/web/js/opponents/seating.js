// A table at which opponents sit: their faces at the seats, and whether the game counts.

import { html } from "../dom.js";
import { opponentIn } from "../play/strength.js";
import { openHistory, spellRating } from "./history.js";
import { Ledger } from "./ledger.js";
import { peopleOf } from "./people.js";
import { ratingsOf } from "./rating.js";

/** @typedef {import("../types.js").App} App */

/** What a page knows of the opponents at its table. */
export class Seating {
  /** What was said last of whether the game counts. */
  #said = "";

  /**
   * @param {App} app
   * @param {import("./people.js").People} people
   */
  constructor(app, people) {
    this.app = app;
    this.people = people;
    this.ledger = new Ledger(app);
    this.note = html("p", { class: "note rated-note", id: "rated" });
    app.panel("play").querySelector(".seat-choices")?.after(this.note);
    app.portrait = (seat) => this.#portrait(seat);
    app.api.onask = (body) => this.#asked(body);
    for (const event of ["position", "lines", "game"]) app.on(event, () => this.#follow());
    app.on("language", () => this.#draw());
    this.#follow();
  }

  /** What is shown at the end of a game. */
  drawEnd() {
    const { app, ledger } = this;
    const state = ledger.state;
    if (!state || app.game.peeking) return null;
    return html("div", { class: "rated-end" }, html("p", {}, this.#tell()), this.#button());
  }

  /** @param {number} seat */
  #portrait(seat) {
    const { kind, strength } = this.app.game.seats[seat] ?? {};
    const name = kind === "engine" ? opponentIn(strength) : null;
    return name && this.people.find(name) ? this.people.face(name, 34) : null;
  }

  /** A player who asks the engine about the game on the table has had help. @param {any} body */
  #asked(body) {
    if (body?.options?.opponent || this.app.game.isAside) return;
    this.ledger.spoil("advice");
    this.#draw();
  }

  #follow() {
    this.ledger.follow();
    this.#draw();
  }

  /** Does the game count, and if not, why? */
  #tell() {
    const { app, ledger, people } = this;
    const { t } = app;
    const state = ledger.state;
    if (!state) return "";
    if (!state.isDone) return state.counts ? t("rated.counts") : t("rated.not", { why: t(`rated.${state.spoiled}`) });
    const { games } = ledger;
    const at = games.findIndex(({ id }) => id === app.game.id);
    const ratings = ratingsOf(games, (name) => people.find(name));
    const now = ratings[at];
    if (!now) return t("rated.later");
    const before = ratings.slice(0, at).findLast((one) => one !== null);
    return before ? t("rated.changed", { before: spellRating(app, before), after: spellRating(app, now) }) : t("rated.first", { after: spellRating(app, now) });
  }

  #button() {
    return html("button", { type: "button", class: "button small", onclick: () => openHistory(this.people, this.ledger) }, this.app.t("rated.title"));
  }

  #draw() {
    const { app, note } = this;
    const told = this.#tell();
    note.hidden = !told;
    note.replaceChildren(told, " ", this.#button());
    // Who loses the rating by a hint is told so at once.
    const state = this.ledger.state;
    const spoiled = state && !state.counts && state.spoiled !== "begun" ? `${app.game.id} ${state.spoiled}` : "";
    if (spoiled && spoiled !== this.#said) app.say(told);
    this.#said = spoiled;
  }
}

/**
 * @param {App} app
 */
export async function seat(app) {
  const people = await peopleOf(app);
  if (app.seating) return;
  app.seating = new Seating(app, people);
  // What was drawn before they were known lacks their faces, and the end what became of the rating.
  app.board.draw?.();
  app.emit("step");
}
