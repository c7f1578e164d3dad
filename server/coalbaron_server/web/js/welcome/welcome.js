/** The first visit: three doors, and below them a board on which a game goes on quietly. */

import { byId, html, svg } from "../dom.js";
import { addStyles } from "../loading.js";
import { person } from "../game.js";
import { Demo } from "./demo.js";

/** @typedef {import("../types.js").App} App */

/** The pictures on the doors, 32 units wide. */
const PICTURES = {
  learn: "M16 9C12 6 8 5.5 4 6v17c4-.5 8 0 12 3 4-3 8-3.5 12-3V6c-4-.5-8 0-12 3zM16 9v17",
  play: "M9 10.5a3.5 3.5 0 1 1 4 0c2 3 3 6 3 9H6c0-3 1-6 3-9zM4 25h14v-3H4zM21 14.5a3 3 0 1 1 3.5 0c1.5 2 2.5 4.5 2.5 7.5M19 25h9v-3h-6",
  analyse: "M5 5v22h23M9 21l5-6 5 3 7-10M26 13V8h-5",
};

/**
 * Show the doors until a game begins.
 *
 * @param {App} app
 */
export async function openWelcome(app) {
  const page = /** @type {HTMLElement} */ (document.querySelector("main"));
  if (page.querySelector("#welcome")) return;
  await addStyles(import.meta.url, ["welcome.css"]);
  const board = byId("board");
  const decision = byId("decision");
  const position = await app.parts.demo?.();
  const demo = position ? new Demo(app, position) : null;
  const section = html("section", { id: "welcome", class: "welcome", "aria-labelledby": "welcome-title" });
  /** The panels work without a game too; what goes on below ends. */
  const leave = () => {
    demo?.stop();
    section.remove();
    page.classList.remove("welcoming");
  };
  const draw = () => {
    const focused = section.contains(document.activeElement) ? document.activeElement?.id : null;
    section.replaceChildren(...drawWelcome(app, demo, leave));
    if (focused) document.getElementById(focused)?.focus();
  };
  draw();
  page.prepend(section);
  page.classList.add("welcoming");
  board.inert = true;
  decision.hidden = true;
  app.on("language", draw);
  app.on("game", () => {
    leave();
    board.inert = false;
    decision.hidden = false;
  });
  demo?.on(draw);
  await demo?.begin();
}

/**
 * @param {App} app
 * @param {Demo|null} demo
 * @param {() => void} leave
 */
function drawWelcome(app, demo, leave) {
  const { t, i18n } = app;
  const own = i18n.has("welcome.title");
  return [
    html("h2", { id: "welcome-title" }, t(own ? "welcome.title" : "game.title")),
    html("p", { class: "welcome-text" }, own ? t("welcome.text") : null),
    html(
      "div",
      { class: "doors" },
      app.parts.lesson ? drawDoor(app, "learn", () => app.emit("learn")) : null,
      drawDoor(app, "play", () => app.emit("new")),
      drawDoor(app, "analyse", () => analyse(app)),
    ),
    html(
      "p",
      { class: "welcome-more" },
      (app.parts.pages ?? []).map((name) => html("a", { class: "button small", id: `welcome-${name}`, href: `#${name}` }, t(`pages.${name}`))),
      [...(app.parts.panels ?? []).map(({ name }) => name), "share"].map((name) =>
        html("button", { type: "button", class: "button small", id: `welcome-${name}`, onclick: () => (leave(), void app.openPanel(name)) }, t(name === "share" ? "welcome.load" : `panel.${name}`)),
      ),
    ),
    demo?.isThere ? drawCaption(app, demo) : "",
  ];
}

/**
 * @param {App} app
 * @param {keyof typeof PICTURES} name
 * @param {() => void} open
 */
function drawDoor({ t }, name, open) {
  return html(
    "button",
    { type: "button", class: `door door-${name}`, id: `door-${name}`, onclick: open },
    svg("svg", { class: "door-picture", viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("path", { d: PICTURES[name] })),
    html("span", { class: "door-name" }, t(`welcome.${name}`)),
    html("span", { class: "door-text" }, t(`welcome.${name}_text`)),
  );
}

/**
 * What is going on below, and a way to stop it: what moves by itself can be halted.
 *
 * @param {App} app
 * @param {Demo} demo
 */
function drawCaption({ t }, demo) {
  return html(
    "p",
    { class: "demo-caption" },
    html("span", {}, t("welcome.demo")),
    html(
      "button",
      { type: "button", class: "button small", id: "demo-pause", onclick: () => demo.toggle() },
      t(demo.runs ? "pace.pause" : "pace.resume"),
    ),
  );
}

/**
 * A board to try things on: every seat is moved by hand, the analysis lies open.
 *
 * @param {App} app
 */
async function analyse(app) {
  const players = app.about.usual_players;
  app.warn(null);
  try {
    await app.requests.start(Array.from({ length: players }, person), { start: 0 });
    await app.openPanel("analyse");
  } catch (error) {
    app.warn(Object.assign(/** @type {object} */ (error), { retry: () => analyse(app) }));
  }
}
