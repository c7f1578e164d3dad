/** The scoring of a part of the game as a moment: one row after the other, who gets what and why. */

import { html } from "../dom.js";
import { addStyles } from "../loading.js";
import { badge } from "../seats.js";
import { pause } from "./motion.js";

/** @typedef {import("../types.js").App} App */
/**
 * One thing that is scored: what each seat has of it, and the points that brings.
 *
 * @typedef {{icon: Node|null, title: string, why: string, counts: (string|number)[], leads: boolean[], points: number[]}} Round
 * @typedef {{title: string, rounds: Round[], before: number[], after: number[]}} Scoring
 */

/** How long each row is shown before the next comes, by the pace of the engines; none at once. */
const ROW_MS = { calm: 1500, brisk: 750, instant: 0 };
/** How long the whole is shown where no person is there to close it. */
const LEAVE_MS = 4000;

/**
 * Show what a turn has scored; resolves when it is closed.
 *
 * @param {App} app
 * @param {Scoring} scoring
 * @param {keyof typeof ROW_MS} pace of the engines
 */
export async function show(app, scoring, pace) {
  const end = new AbortController();
  try {
    await addStyles(import.meta.url, ["scoring.css"]);
    const stage = new Stage(app, scoring, () => end.abort());
    app.on("leave", () => stage.close(), end.signal);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    await stage.run(isStill ? 0 : ROW_MS[pace]);
    const isWatched = !app.game.seats.some(({ kind }) => kind === "person");
    if (isWatched) await pause(LEAVE_MS, end.signal);
    else await new Promise((resolve) => (end.signal.aborted ? resolve(null) : end.signal.addEventListener("abort", resolve)));
    stage.close();
  } finally {
    end.abort();
  }
}

/** The dialog of one scoring. */
class Stage {
  /** Shows the rows that are left at once. */
  #hurry = new AbortController();

  /**
   * @param {App} app
   * @param {Scoring} scoring
   * @param {() => void} onclose
   */
  constructor(app, scoring, onclose) {
    this.app = app;
    this.scoring = scoring;
    const { t } = app;
    const seats = scoring.before.map((_, seat) => seat);
    this.totals = seats.map((seat) => html("td", { class: "total" }, minus(scoring.before[seat])));
    this.rows = scoring.rounds.map((round) => this.#drawRound(round));
    this.body = html("tbody", {}, this.rows);
    this.button = html("button", { type: "button", class: "button primary", id: "scoring-on", onclick: () => this.#press() }, t("scoring.all"));
    this.dialog = html(
      "dialog",
      { class: "dialog scoring", id: "scoring", "aria-labelledby": "scoring-title" },
      html("h2", { id: "scoring-title" }, scoring.title),
      html(
        "div",
        { class: "scoring-rows", tabindex: 0 },
        html(
          "table",
          {},
          html("thead", {}, html("tr", {}, html("td", {}), seats.map((seat) => html("th", { scope: "col" }, badge(seat, 13), " ", app.seatName(seat))))),
          this.body,
          html("tfoot", {}, html("tr", {}, html("th", { scope: "row" }, t("scoring.total")), this.totals)),
        ),
      ),
      html("div", { class: "actions" }, this.button),
    );
    this.dialog.addEventListener("close", () => {
      this.#hurry.abort();
      this.dialog.remove();
      onclose();
    });
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  /**
   * Show one row after the other.
   *
   * @param {number} wait
   */
  async run(wait) {
    const { rounds, before, after } = this.scoring;
    const points = before.slice();
    for (const [index, round] of rounds.entries()) {
      if (wait && !this.#hurry.signal.aborted) {
        this.rows[index].classList.add("now");
        this.app.say(this.#tell(round));
      }
      this.rows[index].hidden = false;
      this.rows[index].scrollIntoView({ block: "nearest" });
      round.points.forEach((gained, seat) => (points[seat] += gained));
      this.totals.forEach((total, seat) => (total.textContent = minus(points[seat])));
      if (wait) await pause(wait, this.#hurry.signal);
      this.rows[index].classList.remove("now");
    }
    this.totals.forEach((total, seat) => (total.textContent = minus(after[seat])));
    this.#hurry.abort();
    this.button.textContent = this.app.t("scoring.on");
  }

  close() {
    if (this.dialog.open) this.dialog.close();
  }

  #press() {
    if (this.#hurry.signal.aborted) this.close();
    else this.#hurry.abort();
  }

  /** @param {Round} round */
  #drawRound(round) {
    const { icon, title, why, counts, leads, points } = round;
    return html(
      "tr",
      { hidden: true },
      html("th", { scope: "row" }, html("div", { class: "round" }, icon && html("span", { class: "round-icon" }, icon), html("span", {}, title, html("small", {}, why)))),
      counts.map((count, seat) =>
        html(
          "td",
          { class: leads[seat] ? "lead" : "" },
          html("span", { class: "round-count" }, String(count)),
          points[seat] ? html("b", { class: points[seat] < 0 ? "loss" : "gained" }, signed(points[seat])) : null,
        ),
      ),
    );
  }

  /** @param {Round} round */
  #tell({ title, points }) {
    const gains = points.flatMap((gained, seat) => (gained ? [`${this.app.seatName(seat)} ${signed(gained)}`] : []));
    return `${title}: ${gains.join(", ") || this.app.t("scoring.nobody")}`;
  }
}

/** A number with a minus as wide as a plus, not a hyphen. @param {number} points */
export const minus = (points) => `${points < 0 ? "−" : ""}${Math.abs(points)}`;

/** @param {number} points */
export const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points)}`;
