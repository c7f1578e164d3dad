/** The coach: what the lesson says, beside or above the board, and what it points at. */

import { html } from "../dom.js";
import { isRead } from "./progress.js";

/** @typedef {import("../types.js").App} App */

/** Draws the step of a lesson that comes next. */
export class Coach {
  /**
   * @param {App} app
   * @param {import("./lesson.js").Lesson} lesson
   */
  constructor(app, lesson) {
    this.app = app;
    this.lesson = lesson;
    this.root = html("section", { class: "coach", id: "coach", "aria-labelledby": "coach-title" });
    document.querySelector(".side")?.prepend(this.root);
  }

  remove() {
    this.root.remove();
    this.#unpoint();
  }

  /** Say what comes next. */
  draw() {
    const { app, lesson } = this;
    const { t } = app;
    const { progress } = lesson;
    const { index, steps } = progress;
    const focused = this.root.contains(document.activeElement);
    this.root.replaceChildren(
      html(
        "header",
        { class: "coach-head" },
        html("h2", { id: "coach-title" }, t("learn.title")),
        html("span", { class: "coach-count" }, t("learn.count", { n: index + 1, total: steps.length })),
        html("progress", { max: steps.length, value: index + 1, "aria-label": t("learn.title") }),
      ),
      html("p", { class: "coach-text", id: "coach-text" }, lesson.text),
      html("div", { class: "actions" }, this.#drawActions()),
    );
    app.say(lesson.text);
    this.point(true);
    if (focused) /** @type {HTMLElement|null} */ (this.root.querySelector("button"))?.focus();
  }

  #drawActions() {
    const { lesson } = this;
    const { t } = this.app;
    const { progress } = lesson;
    const { step } = progress;
    /** @param {string} name @param {() => void} act @param {string} [kind] @param {string} [text] */
    const button = (name, act, kind = "", text = t(`learn.${name}`)) =>
      html("button", { type: "button", id: `coach-${name}`, class: `button ${kind}`, onclick: act }, text);
    if (progress.isLast)
      return [
        button("play_on", () => lesson.playOn(), "primary"),
        button("new", () => lesson.newGame(), "", t("shell.new")),
        button("again", () => void lesson.restart().catch(this.app.warn)),
        button("leave", () => lesson.leave(), "quiet"),
      ];
    return [
      isRead(step) ? button("next", () => lesson.next(), "primary") : null,
      step.point && !isRead(step) ? button("show", () => this.#show()) : null,
      progress.canGoBack ? button("back", () => lesson.back()) : null,
      button("leave", () => lesson.leave(), "quiet"),
    ];
  }

  /**
   * Let what the step is about stand out.
   *
   * @param {boolean} [scrolls] bring it into view as well
   */
  point(scrolls = false) {
    this.#unpoint();
    const targets = this.#targets();
    for (const target of targets) target.classList.add("pointed");
    if (scrolls) reveal(targets, this.root);
  }

  /** @returns {Element[]} */
  #targets() {
    const { point } = this.lesson.progress.step;
    return point ? [...document.querySelectorAll(point)] : [];
  }

  #unpoint() {
    for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
  }

  /** Take the reader there: into view, and the keyboard with it. */
  #show() {
    const targets = this.#targets();
    targets[0]?.scrollIntoView({ block: "center" });
    const control = /** @type {HTMLElement|undefined} */ (targets.find((target) => target.matches("button, [tabindex]")));
    control?.focus();
  }
}

/**
 * Scroll as little as needed to have the first one that shows in sight, below the coach where that
 * lies above the board.
 *
 * @param {Element[]} targets
 * @param {Element} coach
 */
function reveal(targets, coach) {
  const first = targets.find((target) => target.getBoundingClientRect().width);
  if (!first) return;
  const { top, left, right } = first.getBoundingClientRect();
  const above = coach.getBoundingClientRect();
  const isBelow = above.left < right && left < above.right;
  const from = isBelow ? above.height + 12 : 12;
  const isSeen = targets.some((target) => {
    const box = target.getBoundingClientRect();
    return box.width && box.top >= from && box.bottom <= innerHeight;
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isSeen) scrollBy({ top: top - from - 8, behavior: still ? "auto" : "smooth" });
}
