// The panel of the real table: put in a position, ask for the best turn, enter what happened.

import { LiveAnalysis } from "../../../static/js/analyse/live.js";
import { tableOf } from "../table.js";
import { defectIn } from "../../../static/js/defects.js";
import { html } from "../../../static/js/dom.js";
import { facts } from "../facts.js";
import { Follow } from "./follow.js";
import { PHASES, formSections } from "./form.js";
import { OnBoard } from "./onboard.js";
import { sketchOf } from "./sketch.js";
import { freshPosition, inPhase, nearestField, settled, withField, withPlayers } from "./model.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./model.js").Position} Position */

const SETTLE_MS = 250;

/** Sections that are open at first. */
const FIRST_OPEN = ["editor-game", "editor-seat-0"];

/** The form and what the server says of it. */
class Editor {
  /** @type {Position | null} */
  #position = null;
  /** @type {{field: string, name: string, expected: string} | null} */
  #defect = null;
  #valid = false;
  /** Is the panel open? */
  #shown = false;
  /** Is the game on the table being replaced by what was put in? */
  #isLeaving = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  /** @type {AbortController | null} */
  #request = null;

  /** The last table that the service described. @type {import("../types.js").Table | null} */
  #base = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.board = new OnBoard(
      app,
      () => (this.#position && this.#shown ? this.#sheet(this.#position) : null),
      (position) => this.#set(position),
    );
    this.begin = html("div", { class: "begin" });
    this.verdict = html("div", {
      class: "verdict",
      id: "editor-verdict",
      role: "status",
      hidden: true,
    });
    this.form = html("div", { class: "form", id: "editor-form" });
    this.actions = html("div", { class: "row actions" });
    this.element = html(
      "section",
      { class: "editor" },
      this.begin,
      this.verdict,
      this.board.pieces,
      this.form,
      this.actions,
    );
    this.relabel();
  }

  /** Put the words in, in the language of the page. */
  relabel() {
    this.#renderBegin();
    this.#render();
  }

  /** The three ways to begin. */
  #renderBegin() {
    const { app } = this;
    const { t } = app;
    const players = html(
      "select",
      { id: "begin-players" },
      facts.players.map((count) => html("option", { value: count }, String(count))),
    );
    const chair = html("select", { id: "begin-chair" });
    const start = html("select", { id: "begin-start" });
    const seats = () => {
      for (const select of [chair, start])
        select.replaceChildren(
          ...Array.from({ length: Number(players.value) }, (_, seat) =>
            html("option", { value: seat }, t("seat.plain", { n: seat + 1 })),
          ),
        );
    };
    players.addEventListener("change", seats);
    seats();
    const field = (/** @type {string} */ name, /** @type {HTMLSelectElement} */ select) =>
      html("div", { class: "field" }, html("label", { for: select.id }, t(name)), select);
    const button = (/** @type {string} */ name, /** @type {() => unknown} */ action, kind = "") =>
      html(
        "button",
        {
          type: "button",
          class: `button ${kind}`,
          id: `begin-${name}`,
          onclick: () => void Promise.resolve().then(action).catch(app.warn),
        },
        t(`editor.begin_${name}`),
      );
    const fresh = () =>
      freshPosition(Number(players.value), Number(start.value), Number(chair.value));
    this.begin.replaceChildren(
      html("p", { class: "note" }, t("editor.intro")),
      html(
        "div",
        { class: "fields" },
        field("editor.players", players),
        field("editor.chair", chair),
        field("editor.start", start),
      ),
      html(
        "div",
        { class: "row" },
        button("new", () => this.#beginGame(fresh()), "primary"),
        button("form", () => this.#edit(inPhase(fresh(), "place"))),
        button("current", () =>
          this.#edit(/** @type {Position} */ (/** @type {unknown} */ (app.game.answer?.data))),
        ),
      ),
    );
  }

  /**
   * Follow a game from this position on the real table.
   *
   * @param {Position} position
   */
  async #beginGame(position) {
    await this.#replace(position, "ask");
  }

  /** @param {Position | undefined} position */
  #edit(position) {
    if (!position) return;
    this.#position = settled(position);
    this.#base = null;
    this.#check(0);
    this.#render();
    this.form.querySelector("summary")?.focus();
  }

  /**
   * Let the position become the game on the table; where that fails the editor stays open.
   *
   * @param {Position} position
   * @param {"ask" | "draw"} chance
   */
  async #replace(position, chance) {
    this.#isLeaving = true;
    try {
      await this.app.requests.replace({ position }, { chance });
      this.#close();
    } finally {
      this.#isLeaving = false;
    }
  }

  #close() {
    this.#request?.abort();
    clearTimeout(this.#settling);
    const wasOpen = this.#position !== null;
    this.#position = null;
    this.#defect = null;
    this.#render();
    if (wasOpen) this.app.game.unpeek();
  }

  /**
   * Put in another position, as a piece was laid somewhere.
   *
   * @param {Position} position
   */
  #set(position) {
    this.#position = settled(position);
    this.#render();
    this.#check(SETTLE_MS);
  }

  /**
   * One field has a new value, which nothing else that is shown depends on.
   *
   * @param {string} field
   * @param {unknown} value
   */
  #note(field, value) {
    if (!this.#position) return;
    this.#position = settled(withField(this.#position, field, value));
    this.#show(false);
    this.#check(SETTLE_MS);
  }

  /**
   * Show on the board what is put in, whether it holds together or not.
   *
   * @param {boolean} [refill] is an open popover drawn anew?
   */
  #show(refill = true) {
    const { game } = this.app;
    const position = this.#position;
    const base = this.#base ?? tableOf(game);
    if (position && this.#shown) {
      if (base?.players === position.players) {
        const table = sketchOf(position, base);
        game.peek({ position: "", options: {}, data: { ...position }, table, legal: [], tokens: [], events: [] }, { sketching: true });
      } else void this.#findBase(position.players).catch(this.app.warn);
    }
    this.board.draw(refill);
  }

  /**
   * Ask for a table of so many seats, to draw on.
   *
   * @param {number} players
   */
  async #findBase(players) {
    const { table } = await this.app.api.post("/v1/legal", { position: freshPosition(players, 0, null) });
    if (this.#position?.players !== players) return;
    this.#base = table;
    this.#show();
  }

  /** The board shows the game: what is being put in goes before it. */
  resume() {
    if (this.#position && this.#shown && !this.#isLeaving) this.#show(false);
  }

  /**
   * The panel was opened or closed: the board is about the game again, or about what is put in.
   *
   * @param {boolean} shown
   */
  show(shown) {
    this.#shown = shown;
    this.#show();
  }

  /**
   * One field has a new value.
   *
   * @param {string} field
   * @param {unknown} value
   */
  #change(field, value) {
    if (!this.#position) return;
    if (field === "players") this.#position = withPlayers(this.#position, Number(value));
    else this.#note(field, value);
    if (field === "phase" && PHASES.includes(String(value)))
      this.#position = settled(inPhase(this.#position, /** @type {import("./model.js").Phase} */ (value)));
    this.#render();
    this.#check(SETTLE_MS);
  }

  /**
   * Ask the server whether the position holds together.
   *
   * @param {number} delay
   */
  #check(delay) {
    clearTimeout(this.#settling);
    this.#request?.abort();
    this.#valid = false;
    this.#settling = setTimeout(() => void this.#validate(), delay);
    this.#renderVerdict();
  }

  async #validate() {
    const own = new AbortController();
    this.#request = own;
    try {
      const answer = await this.app.api.post("/v1/legal", { position: this.#position }, { signal: own.signal });
      this.#defect = null;
      this.#valid = true;
      this.#base = answer.table;
      if (this.#shown) this.app.game.peek(answer, { sketching: true });
      this.board.draw(false);
    } catch (error) {
      if (own.signal.aborted) return;
      const problem = /** @type {any} */ (error);
      if (problem.field === undefined || problem.field === null) {
        this.app.warn(error);
        return;
      }
      this.#defect = {
        field: problem.field.replace(/^position\./, ""),
        ...defectIn(this.app, problem),
      };
    }
    this.#renderVerdict();
  }

  #renderVerdict() {
    const { app, form, verdict } = this;
    for (const old of form.querySelectorAll(".defect")) old.remove();
    for (const old of form.querySelectorAll("[aria-invalid]")) {
      old.removeAttribute("aria-invalid");
      old.removeAttribute("aria-describedby");
    }
    verdict.hidden = !this.#position;
    verdict.className = `verdict ${this.#defect ? "bad" : this.#valid ? "good" : ""}`;
    for (const button of this.actions.querySelectorAll("button.needs-valid"))
      /** @type {HTMLButtonElement} */ (button).disabled = !this.#valid;
    if (!this.#defect) {
      verdict.textContent = app.t(this.#valid ? "editor.valid" : "editor.checking");
      return;
    }
    const { field, name, expected } = this.#defect;
    const shown = [...form.querySelectorAll("[data-field]")];
    const nearest = nearestField(
      field,
      shown.map((element) => element.getAttribute("data-field") ?? ""),
    );
    const place = shown.find((element) => element.getAttribute("data-field") === nearest);
    const message = html("p", { class: "defect", id: "editor-defect" }, name);
    if (place) {
      place.append(message);
      const controls = place.matches(".field") ? place.querySelectorAll("input, select") : [];
      for (const control of controls) {
        control.setAttribute("aria-invalid", "true");
        control.setAttribute("aria-describedby", message.id);
      }
    }
    verdict.replaceChildren(
      html("strong", {}, name),
      expected && html("p", { class: "detail", lang: "en" }, expected),
      place
        ? html(
            "button",
            {
              type: "button",
              class: "button small",
              id: "editor-goto",
              onclick: () => this.#goto(place),
            },
            app.t("editor.goto"),
          )
        : "",
    );
  }

  /** @param {Element} place */
  #goto(place) {
    place.closest("details")?.setAttribute("open", "");
    place.scrollIntoView({ block: "center" });
    /** @type {HTMLElement | null} */ (place.querySelector("input, select"))?.focus();
  }

  /**
   * @param {Position} position
   * @returns {import("./fields.js").Sheet}
   */
  #sheet(position) {
    const now = () => this.#position ?? position;
    return {
      app: this.app,
      get position() {
        return now();
      },
      change: this.#change.bind(this),
      note: this.#note.bind(this),
    };
  }

  #render() {
    const { app, form, actions } = this;
    const position = this.#position;
    const held = form.contains(document.activeElement) ? document.activeElement?.id : null;
    form.hidden = actions.hidden = !position;
    this.begin.hidden = Boolean(position);
    if (position) {
      const open = [...form.querySelectorAll("details[open]")].map((section) => section.id);
      const shown = new Set(form.childElementCount ? open : FIRST_OPEN);
      form.replaceChildren(...formSections(this.#sheet(position), shown));
      if (held) document.getElementById(held)?.focus();
    } else form.replaceChildren();
    this.#show();
    const button = (/** @type {string} */ name, /** @type {() => unknown} */ action, kind = "") =>
      html(
        "button",
        {
          type: "button",
          class: `button ${kind}`,
          id: `editor-${name}`,
          onclick: () => void Promise.resolve().then(action).catch(app.warn),
        },
        app.t(`editor.${name}`),
      );
    const buttons = [
      button(
        "follow",
        () => this.#position && this.#beginGame(this.#position),
        "primary needs-valid",
      ),
      // Chance can only answer where nothing is unknown.
      position?.view === null && button("play", () => this.#playHere(), "needs-valid"),
      button("cancel", () => this.#close()),
    ];
    actions.replaceChildren(...buttons.filter((one) => one !== false));
    this.#renderVerdict();
  }

  async #playHere() {
    if (!this.#position) return;
    await this.#replace(this.#position, "draw");
  }
}

/**
 * Fill the panel of the real table.
 *
 * @param {App} app
 */
export function mount(app) {
  const editor = new Editor(app);
  const follow = new Follow(app);
  const live = new LiveAnalysis(app, "follow", () => {});
  const advice = html("section", { class: "advice" }, live.element);
  const renderAdvice = () => {
    advice.hidden = follow.element.hidden;
    if (advice.hidden) live.want(false);
  };
  app.panel("editor").append(follow.element, advice, editor.element);
  app.on("position", () => {
    if (!app.game.peeking) editor.resume();
    follow.render();
    renderAdvice();
    live.moved();
  });
  app.on("panel", (/** @type {string} */ name) => {
    live.show(name === "editor");
    editor.show(name === "editor");
  });
  app.on("language", () => {
    editor.relabel();
    follow.render();
    live.relabel();
  });
  renderAdvice();
}
