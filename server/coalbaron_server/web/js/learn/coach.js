/** The coach: what the lesson says, beside or above the board, and what it points at. */

import { byId, html } from "../dom.js";
import { isRead } from "./progress.js";

/** @typedef {import("../types.js").App} App */

/** How far down the page something is brought that could not be seen. */
const LINE_OF_SIGHT = 0.45;

/** Draws the step of a lesson that comes next. */
export class Coach {
  /** What was unfolded to show what a step is about. @type {HTMLElement|null} */
  #unfolded = null;
  /** Lets what sticks to the top of the page stick below the coach. */
  #height = new ResizeObserver(() => this.#makeRoom());
  /** The panel is drawn again at any time, as when an engine has thought: the mark belongs to what it shows now. */
  #panel = new MutationObserver(() => this.point());

  /**
   * @param {App} app
   * @param {import("./lesson.js").Lesson} lesson
   */
  constructor(app, lesson) {
    this.app = app;
    this.lesson = lesson;
    this.root = html("section", { class: "coach", id: "coach", "aria-labelledby": "coach-title" });
    document.querySelector(".side")?.prepend(this.root);
    this.#height.observe(this.root);
    this.#height.observe(document.body);
    this.#panel.observe(byId("decision"), { childList: true, subtree: true });
  }

  remove() {
    this.#height.disconnect();
    this.#panel.disconnect();
    this.root.remove();
    this.#makeRoom();
    this.#unpoint();
  }

  #makeRoom() {
    const isAbove = this.root.isConnected && getComputedStyle(this.root).position === "sticky";
    document.documentElement.style.setProperty("--coach", isAbove ? `${this.root.offsetHeight}px` : null);
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
        html("h2", { id: "coach-title" }, t("lesson.title")),
        html("span", { class: "coach-count" }, t("learn.count", { n: index + 1, total: steps.length })),
        html("progress", { max: steps.length, value: index + 1, "aria-label": t("lesson.title") }),
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
    if (scrolls) this.#unfold(targets);
    for (const target of targets) target.classList.add("pointed");
    if (scrolls) reveal(targets);
  }

  /** @returns {Element[]} */
  #targets() {
    const { point } = this.lesson.progress.step;
    return point ? [...document.querySelectorAll(point)] : [];
  }

  /**
   * Unfold what the step is about, and fold what was unfolded for another step.
   *
   * @param {Element[]} targets
   */
  #unfold(targets) {
    const fold = folding(targets[0]);
    if (!fold && targets.some((target) => this.#unfolded?.closest("article")?.contains(target))) return;
    if (this.#unfolded?.isConnected && this.#unfolded.getAttribute("aria-expanded") === "true") this.#unfolded.click();
    fold?.click();
    this.#unfolded = fold;
  }

  #unpoint() {
    for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
  }

  /** Take the reader there: into view, and the keyboard with it. */
  #show() {
    const targets = this.#targets();
    reveal(targets);
    const control = /** @type {HTMLElement|undefined} */ (targets.find((target) => target.matches("button, [tabindex]")));
    control?.focus();
  }
}

/**
 * Scroll only if none of the targets can be seen: what lies over them counts too.
 *
 * @param {Element[]} targets
 */
function reveal(targets) {
  const boxes = targets.map((target) => ({ target, box: target.getBoundingClientRect() })).filter(({ box }) => box.width);
  if (!boxes.length) return;
  const isSeen = boxes.some(({ target, box }) => {
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there !== null && (target.contains(there) || there.contains(target));
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isSeen) scrollBy({ top: boxes[0].box.top - LINE_OF_SIGHT * innerHeight, behavior: still ? "auto" : "smooth" });
}

/**
 * The button that unfolds what hides an element, if something does.
 *
 * @param {Element|undefined} element
 */
const folding = (element) =>
  element?.checkVisibility() ? null : /** @type {HTMLElement|null} */ (element?.closest("article")?.querySelector('[aria-expanded="false"]') ?? null);
