/** What every space, majority and piece is, with its picture, and the rules: a sentence each. */

import { svg } from "../../../static/js/dom.js";
import { readTexts } from "../../../static/js/loading.js";
import { elementIcon } from "../board/clock.js";
import { cage, cartAt, coin, cubeAt, cube, orderFace, star, tileFace, worker } from "../board/pieces.js";
import { sideIcon } from "../board/pits.js";
import { faceOf } from "../board/spaces.js";
import { facts } from "../facts.js";
import { elementOf } from "../words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../../../static/js/help/help.js").GameHelp} GameHelp */

/** A tile and a card to show what such things look like. */
const SAMPLES = { tile: "b2D", order: "Cgg" };

/** Spaces that differ in nothing but what lies there, by kind: their letter stands for them in the list. @type {Record<string, string>} */
const ALIKE = { factory: "f", order: "o" };
/** @type {Record<string, string>} */
const AREAS = { f: "area.factory", o: "area.orders" };

/** Pieces in the order in which they are listed, and their pictures. @type {Record<string, () => Node>} */
const PIECES = {
  vp: () => star(26),
  marks: () => coin(5, 28),
  worker: () => worker(0, 32),
  canteen: () => worker(1, 32),
  pit: () => cube("y", 24),
  cage: () => cage(32),
  tile: () => tileFace(SAMPLES.tile),
  cart: () => svg("svg", { class: "piece", viewBox: "0 0 20 18", width: 32, height: 29, "aria-hidden": "true" }, cartAt("b", 0, 0, "b")),
  cube: () => svg("svg", { class: "piece", viewBox: "0 0 34 34", width: 34, height: 34, "aria-hidden": "true" }, facts.colours.map((colour, index) => cubeAt(colour, 18 * (index % 2), 18 * Math.floor(index / 2)))),
  order: () => orderFace(SAMPLES.order),
  storage: () => cube("g", 24),
  light: () => sideIcon("L"),
  dark: () => sideIcon("D"),
  delivered: () => orderFace(SAMPLES.order),
  stack: () => tileFace("?"),
  clock: () => elementIcon(0),
};

/** Elements of the board and the terms they stand for; the first that fits counts. @type {[string, (element: HTMLElement) => string][]} */
const PLACES = [
  ["[data-space]", (element) => `space:${element.dataset.space}`],
  ["[data-majority]", (element) => `majority:${element.dataset.majority}`],
  [".count-vp", () => "piece:vp"],
  [".count-marks", () => "piece:marks"],
  [".count-workers", () => "piece:worker"],
  [".count-light", () => "piece:light"],
  [".count-dark", () => "piece:dark"],
  [".cage", () => "piece:cage"],
  [".cart", () => "piece:cart"],
  [".shaft", () => "piece:pit"],
  [".storage", () => "piece:storage"],
  [".delivered", () => "piece:delivered"],
  [".order-item, .draft .card", () => "piece:order"],
  [".stack", () => "piece:stack"],
  [".clock-face, .clock .area-title", () => "piece:clock"],
];

/**
 * @param {App} app
 * @returns {GameHelp}
 */
export function helpOf(app) {
  /** @type {Map<string, Promise<import("../../../static/js/help/help.js").HelpTexts>>} */
  const loaded = new Map();
  return {
    selector: PLACES.map(([selector]) => selector).join(", "),
    termAt(element) {
      const place = PLACES.find(([selector]) => element.matches(selector));
      return place ? place[1](/** @type {HTMLElement} */ (element)) : null;
    },
    groups: [
      { title: "spaces", terms: [...new Set(facts.spaces.map((space) => `space:${ALIKE[facts.kinds[space]] ?? space}`))] },
      { title: "majorities", terms: Array.from({ length: facts.majorities }, (_, index) => `majority:${index}`) },
      { title: "pieces", terms: Object.keys(PIECES).map((piece) => `piece:${piece}`) },
    ],
    picture: (term) => pictureOf(term),
    texts(language) {
      const texts = loaded.get(language) ?? load(app, language);
      loaded.set(language, texts);
      texts.catch(() => loaded.delete(language));
      return texts;
    },
  };
}

/**
 * @param {string} term
 * @returns {Node|null}
 */
function pictureOf(term) {
  const [group, name] = term.split(":");
  if (group === "majority") return elementIcon(Number(name));
  if (group === "piece") return PIECES[name]();
  if (name[0] === "f" && name !== "fx") return tileFace(SAMPLES.tile);
  if (name[0] === "o" && name !== "ox") return orderFace(SAMPLES.order);
  const kind = /** @type {import("../types.js").Space["kind"]} */ (facts.kinds[name]);
  const face = faceOf({ name, kind, item: null, locked: false, price: null });
  return Array.isArray(face) ? face[0] : face;
}

/**
 * @param {App} app
 * @param {string} language
 * @returns {Promise<import("../../../static/js/help/help.js").HelpTexts>}
 */
async function load(app, language) {
  /** @type {{groups: Record<string, string>, spaces: Record<string, string>, majorities: Record<string, string>, pieces: Record<string, {title: string, text: string}>, rules: import("../../../static/js/help/help.js").Chapter[]}} */
  const texts = await readTexts(import.meta.url, `${language}.json`, `there is no help in ${language}`);
  return {
    title: (key) => texts.groups[key],
    explain(term) {
      const [kind, name] = term.split(":");
      if (kind === "piece") return texts.pieces[name];
      if (kind === "majority") {
        const { first, second } = facts.rewards[Number(name)];
        const { kind: what, letter } = elementOf(Number(name));
        const subject = what === "orders" ? app.words.vehicle(letter) : app.words.colour(letter);
        return { title: app.words.majority(Number(name)), text: put(texts.majorities[what], { subject, first, second }) };
      }
      const text = texts.spaces[name] ?? texts.spaces[name[0]];
      const title = AREAS[name] ? app.t(AREAS[name]) : app.words.space(name);
      return { title, text: put(text, { n: name.slice(1), vehicle: name[0] === "d" ? app.words.vehicle(name[1]) : "" }) };
    },
    rules: texts.rules,
  };
}

/**
 * @param {string} text
 * @param {Record<string, string|number>} values
 */
const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
