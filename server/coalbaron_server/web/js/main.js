/** Builds the page: one `app` that every module gets, the game by its name, then each panel. */

import { Address, BrokenLink } from "./address.js";
import { Api, Problem, Unreachable } from "./api.js";
import { ask } from "./ask.js";
import { byId, html } from "./dom.js";
import { Game } from "./game.js";
import { I18n, LANGUAGES } from "./i18n.js";
import { keep, recall } from "./kept.js";
import { KEY, onPageKeys } from "./keys.js";
import { DEFAULT_GAME, NoBoard, gameIn, loadGame } from "./loading.js";
import { mount as mountPlay } from "./play/play.js";
import { Requests, Stayed } from "./requests.js";
import { isYou, seatName, seatTitle, spell, tellOfSeat } from "./seats.js";
import { Shelf } from "./shelf/shelf.js";
import { Tabs } from "./tabs.js";

/** @typedef {import("./types.js").App} App */

const THEMES = ["auto", "light", "dark"];

/** The address of a page beside the game. */
const PAGE = /^#(puzzles|openings)\b/;

/** The set-up that is under way or done; none after one that failed. @type {Promise<void>|null} */
let settingUp = null;

/**
 * What modules get: a game and what belongs to it. A board beside the game has one of its own.
 *
 * @param {string} name of the game
 * @param {string} keptAs under which name the browser keeps it; without a name it does not
 * @param {{api: Api, i18n: I18n}} shared
 * @returns {App}
 */
export function buildApp(name, keptAs, { api, i18n }) {
  /** @type {Map<string, ((...values: any[]) => void)[]>} */
  const listeners = new Map();
  /** @param {string} event @param {...any} values */
  const emit = (event, ...values) => {
    for (const listener of listeners.get(event) ?? []) listener(...values);
  };
  const game = new Game(emit, keptAs);
  const shelf = new Shelf(game);
  const requests = new Requests(api, game, shelf);
  const address = new Address(game, requests, shelf);
  const app = /** @type {App} */ (/** @type {unknown} */ ({
    name,
    api,
    game,
    shelf,
    requests,
    address,
    i18n,
    t: i18n.t,
    seatName: (/** @type {number} */ seat) => seatName(i18n, game.seats, seat),
    seatTitle: (/** @type {number} */ seat) => seatTitle(i18n, game.seats, seat),
    isYou: (/** @type {number} */ seat) => isYou(game.seats, seat),
    tell: (/** @type {string} */ key, /** @type {number} */ seat, /** @type {Record<string, any>} */ params) => tellOfSeat(i18n, game.seats, key, seat, params),
    spell: (/** @type {import("./i18n.js").Message} */ message) => spell(i18n, game.seats, message),
    emit,
    on: (/** @type {string} */ event, /** @type {(...values: any[]) => void} */ listener, /** @type {AbortSignal|undefined} */ until) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      until?.addEventListener("abort", () => listeners.set(event, (listeners.get(event) ?? []).filter((other) => other !== listener)));
    },
    lesson: null,
    page: null,
    panel: (/** @type {string} */ name) => byId(`panel-${name}`),
    say: (/** @type {string} */ text) => void (byId("live").textContent = text),
    warn: (/** @type {unknown} */ problem) => warn(app, problem),
  }));
  app.on("change", () => {
    // A board beside the game has no name: nothing of it is kept.
    if (!game.keptAs) return;
    shelf.keep();
    address.follow();
  });
  return app;
}

/**
 * Show what went wrong above the board, with a way to try again if there is one. Null clears it.
 *
 * @param {App} app
 * @param {unknown} problem
 */
function warn(app, problem) {
  const notice = byId("notice");
  const retry = /** @type {any} */ (problem)?.retry;
  if (problem instanceof Stayed) return;
  notice.hidden = problem === null;
  if (problem === null) return;
  notice.replaceChildren(
    html("p", {}, tellOf(app, problem)),
    ...(problem instanceof Problem && problem.status === 401 ? [keyField(app)] : []),
    ...(retry
      ? [html("button", { type: "button", class: "button", onclick: () => (app.warn(null), retry()) }, app.t("shell.retry"))]
      : []),
    html("button", { type: "button", class: "button quiet", onclick: () => app.warn(null) }, app.t("shell.dismiss")),
  );
}

/**
 * Where the key is entered that a guarded service asks for.
 *
 * @param {App} app
 */
function keyField(app) {
  const input = html("input", { type: "text", autocomplete: "off", onchange: () => app.api.setKey(input.value.trim()) });
  return html("label", {}, app.t("shell.key"), " ", input);
}

/**
 * @param {App} app
 * @param {unknown} problem
 */
function tellOf(app, problem) {
  if (problem instanceof Unreachable)
    return app.t(problem.slow ? "shell.slow" : "shell.down");
  if (problem instanceof Problem) {
    if (problem.status === 401) return app.t("shell.guarded");
    if (problem.status === 429 || problem.status === 503) return app.t("shell.busy");
    const place = problem.field ? ` (${problem.field})` : "";
    return app.t("shell.refused", { detail: (problem.detail || problem.title) + place });
  }
  return problem instanceof Error ? app.t("shell.fault", { detail: problem.message }) : String(problem);
}

/** @param {App} app */
function buildTheme(app) {
  const button = byId("theme");
  /** @param {string} theme */
  const choose = (theme) => {
    document.documentElement.dataset.theme = theme;
    keep("theme", theme);
    button.dataset.theme = theme;
    button.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme] ?? "";
    const label = `${app.t("shell.theme")}: ${app.t(`theme.${theme}`)}`;
    button.setAttribute("aria-label", label);
    button.title = label;
    app.emit("theme", theme);
  };
  const current = () => document.documentElement.dataset.theme ?? "auto";
  button.addEventListener("click", () => choose(THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length]));
  app.on("language", () => choose(current()));
  const kept = recall("theme") ?? "auto";
  choose(THEMES.includes(kept) ? kept : "auto");
}

/** @param {App} app */
function buildLanguages(app) {
  const select = /** @type {HTMLSelectElement} */ (byId("language"));
  for (const [code, { name }] of Object.entries(LANGUAGES)) select.append(html("option", { value: code }, name));
  const pick = /** @type {HTMLElement} */ (select.parentElement);
  select.value = pick.dataset.code = app.i18n.language;
  select.addEventListener("change", async () => {
    try {
      await app.i18n.choose(select.value);
    } catch (error) {
      app.warn(error);
      return;
    }
    translate(app);
    pick.dataset.code = select.value;
    app.emit("language", select.value);
  });
}

/**
 * Ask the service what it says of the game.
 *
 * @param {App} app
 * @returns {Promise<import("./types.js").About>}
 */
async function tellOfGame({ api, name }) {
  const games = await api.get("/v1/games");
  return games.find((/** @type {import("./types.js").About} */ game) => game.name === name);
}

/**
 * Load the game and put every panel in its place.
 *
 * @param {App} app
 * @param {Promise<void>} [spoken] resolves when the language is there
 */
async function setUp(app, spoken = Promise.resolve()) {
  const game = await loadGame(app.name);
  const texts = spoken.then(() => app.i18n.add(game.texts));
  const [about, parts] = await Promise.all([tellOfGame(app), game.open(app), texts, game.styles]);
  app.about = about;
  app.i18n.units = about.units;
  app.parts = parts;
  app.words = parts.words;
  app.game.confirmation = parts.confirmation;
  app.board = parts.board(byId("board"));
  const tabs = new Tabs(app, [
    { name: "play", mount: mountPlay },
    { name: "analyse", mount: async () => (await import("./analyse/analyse.js")).mount(app) },
    { name: "review", mount: async () => (await import("./review/review.js")).mount(app) },
    ...(parts.panels ?? []),
    { name: "share", mount: async () => (await import("./share/share.js")).mount(app) },
  ]);
  app.openPanel = (name) => tabs.open(name);
  app.showBoard = () => tabs.showBoard();
  translate(app);
  await tabs.open("play");
  tabs.showBoard();
}

/**
 * Put the texts of the chosen language into what is not drawn again.
 *
 * @param {App} app
 */
function translate(app) {
  app.i18n.apply(document);
  if (!app.i18n.has("game.title")) return;
  document.title = app.t("game.title");
  byId("brand").textContent = app.t("game.title");
}

/** @param {App} app */
async function openGames(app) {
  if (app.parts) (await import("./shelf/list.js")).openGames(app);
}

/**
 * Say that the service has no web folder of the game, and lead to one that it has.
 *
 * @param {App} app
 */
function showNoBoard(app) {
  byId("new-game").hidden = true;
  byId("games").hidden = true;
  byId("decision").hidden = true;
  const draw = () =>
    byId("board").replaceChildren(
      html("p", { class: "no-board" }, app.t("shell.noBoard", { game: app.name })),
      html("p", { class: "no-board" }, html("a", { href: location.pathname }, app.t("shell.toDefault"))),
    );
  app.on("language", draw);
  draw();
}

async function main() {
  const name = gameIn(location.search);
  const isDefault = name === DEFAULT_GAME;
  const shared = { api: new Api(isDefault ? null : name), i18n: new I18n() };
  const app = buildApp(name, isDefault ? "game" : `game.${name}`, shared);
  app.requests.mayLeave = () => ask(app.t("games.lost"), app.t("games.lose"), app.t("games.stay"));
  app.api.onslow = (slow) => {
    byId("status").textContent = slow ? app.t("shell.waiting") : "";
  };
  const spoken = app.i18n.choose(I18n.preferred()).catch(() => app.i18n.choose("en"));
  settingUp = setUp(app, spoken);
  // Callers that wait for it are told; until then there is none to hear.
  settingUp.catch(() => {});
  await spoken;
  buildTheme(app);
  buildLanguages(app);
  translate(app);
  byId("new-game").addEventListener("click", () => (app.parts ? app.emit("new") : void begin(app)));
  app.on("new", () => void newGame(app));
  byId("games").addEventListener("click", () => void openGames(app).catch(app.warn));
  addEventListener("hashchange", () => void begin(app));
  app.on("learn", () => void learn(app));
  byId("help").addEventListener("click", () => void help(app, null));
  onPageKeys({
    [KEY.help]: (event) => {
      event.preventDefault();
      void help(app, /** @type {HTMLElement} */ (event.target));
    },
  });
  await begin(app);
  await keepShell();
}

/**
 * Make the page one that can be installed: what it has loaded is then there without the service too.
 * Where the browser cannot, the page works all the same.
 */
async function keepShell() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("sw.js", { scope: "./" });
    const { active } = await navigator.serviceWorker.ready;
    // The dialog of a new game is loaded when it is asked for; that may be without the service.
    await import("./play/newgame.js");
    active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
  } catch {
    // Private windows and services without TLS on another machine.
  }
}

/**
 * Go on with the game that is there, or offer a new one.
 *
 * @param {App} app
 */
export async function begin(app) {
  settingUp ??= setUp(app);
  app.requests.ready = settingUp;
  // The game is asked for while its board is on the way.
  const going = leadsAside(app) ? null : app.address.resume();
  going?.catch(() => {});
  try {
    await settingUp;
  } catch (error) {
    settingUp = null;
    if (error instanceof NoBoard) showNoBoard(app);
    else app.warn(Object.assign(/** @type {object} */ (error), { retry: () => begin(app) }));
    return;
  }
  try {
    if (!going && ((await visit(app)) || (await goOnLearning(app)))) return;
    if (!(await (going ?? app.address.resume()))) await welcome(app);
  } catch (error) {
    if (error instanceof BrokenLink) {
      history.replaceState(null, "", location.pathname + location.search);
      await begin(app);
      app.warn(app.t("shell.link"));
      return;
    }
    app.warn(Object.assign(/** @type {object} */ (error), { retry: () => begin(app) }));
    if (!app.game.answer) await welcome(app);
  }
}

/**
 * May something else come before the game: a page beside it, or the lesson that was open?
 *
 * @param {App} app
 */
const leadsAside = (app) => app.page !== null || PAGE.test(location.hash) || leadsToLesson(app);

/**
 * Under which name the browser keeps the game of a lesson, and what belongs to it.
 *
 * @param {App} app
 */
export const lessonOf = (app) => `${app.game.keptAs}.lesson`;

/**
 * Is the address that of a lesson? The page without one leads to a lesson that was open.
 *
 * @param {App} app
 */
function leadsToLesson(app) {
  if (app.lesson) return false;
  const { hash } = location;
  // It was kept as empty once where none was open.
  return hash ? hash === recall(`${lessonOf(app)}.address`) : Boolean(recall(`${lessonOf(app)}.open`));
}

/**
 * Show the page beside the game that the address names, or put it away.
 *
 * @param {App} app
 * @returns {Promise<boolean>} whether there is nothing more to do
 */
async function visit(app) {
  if (!app.page && !PAGE.test(location.hash)) return false;
  const pages = await import("./pages/pages.js");
  return pages.visit(app);
}

/**
 * Ask for a new game. Something moves while the dialog is on its way.
 *
 * @param {App} app
 */
async function newGame(app) {
  document.body.classList.add("under-way");
  try {
    await (await import("./play/newgame.js")).openNewGame(app);
  } catch (error) {
    app.warn(Object.assign(/** @type {object} */ (error), { retry: () => newGame(app) }));
  } finally {
    document.body.classList.remove("under-way");
  }
}

/** @param {App} app */
async function learn(app) {
  try {
    app.page?.leave();
    const { openLesson } = await import("./learn/lesson.js");
    await openLesson(app);
  } catch (error) {
    app.warn(Object.assign(/** @type {object} */ (error), { retry: () => learn(app) }));
  }
}

/**
 * Explain an element of the board, or open the help.
 *
 * @param {App} app
 * @param {Element|null} element
 */
async function help(app, element) {
  try {
    const { helpOf } = await import("./help/help.js");
    await (await helpOf(app)).explain(element);
  } catch (error) {
    app.warn(error);
  }
}

/**
 * Go on with a lesson that was open when the page was closed, or to which the address leads back.
 *
 * @param {App} app
 */
async function goOnLearning(app) {
  if (!app.parts.lesson || !leadsToLesson(app)) return false;
  const { openLesson } = await import("./learn/lesson.js");
  await openLesson(app, () => leadsToLesson(app));
  return true;
}

/**
 * There is no game yet: open the doors to one.
 *
 * @param {App} app
 */
async function welcome(app) {
  const { openWelcome } = await import("./welcome/welcome.js");
  await openWelcome(app);
}

void main();
