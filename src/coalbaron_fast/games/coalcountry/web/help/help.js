/** What every place and piece is, with its picture, the rules, and which facts are reconstructions. */

import { coal, coin, cube, foreman, house, indicator, refuse, sign } from "../board/pieces.js";
import { tileFace } from "../board/tiles.js";
import { html } from "../../../static/js/dom.js";
import { textsBeside } from "../../../static/js/help/texts.js";
import { facts } from "../facts.js";

/** @typedef {import("../../../static/js/help/help.js").GameHelp} GameHelp */

/** @param {string} kind @param {string} openings @param {object} [look] */
const tile = (kind, openings, look) => html("span", { class: "choice-tile" }, tileFace({ kind, openings, utilities: "wae" }, look));

/** Pieces in the order in which they are listed, and their pictures. @type {Record<string, () => Node>} */
const PIECES = {
  foreman: () => foreman(0, 3, 32),
  facedown: () => foreman(1, null, 32),
  fee: () => coin("$", 26),
  track: () => sign("report", 24),
  indicator: () => indicator("+", 26),
  tile: () => tile("3tb", "NES"),
  entrance: () => tile("entrance", "NESW"),
  open: () => tile("1da", "N", { open: "N" }),
  utilities: () => cube("w", 26),
  coal: () => coal(28),
  refuse: () => refuse(28),
  storage: () => cube("a", 26),
};

/** The seven areas. @type {Record<string, () => Node>} */
const AREAS = Object.fromEntries(["village", "mining", "brokers", "permits", "market", "construction", "refuse_area"].map((name) => [name, () => sign(name.split("_")[0], 26)]));

/** Elements of the board and the terms they stand for; the first that fits counts. @type {[string, string][]} */
const PLACES = [
  [".foreman.down", "facedown"],
  [".foreman-piece, .hand-man", "foreman"],
  [".barrier", "open"],
  [".track", "track"],
  [".indicators", "indicator"],
  [".seat-fee, .fees", "fee"],
  [".is-entrance", "entrance"],
  [".tile", "tile"],
  [".yard", "storage"],
  [".heap-coal", "coal"],
  [".heap-refuse", "refuse"],
  [".cube-row", "utilities"],
  [".stage-village, .lots", "village"],
  [".stage-mining", "mining"],
  [".desk-brokers, .stage-brokers", "brokers"],
  [".desk-permits, .stage-permits, .free-cell", "permits"],
  [".desk-market, .stage-market", "market"],
  [".desk-construction, .stage-construction", "construction"],
  [".desk-refuse, .stage-refuse", "refuse_area"],
];

/** @returns {GameHelp} */
export function helpOf() {
  const buildings = Object.keys(facts.buildings);
  return {
    selector: ["[data-building]", ...PLACES.map(([selector]) => selector)].join(", "),
    termAt: (element) => /** @type {HTMLElement} */ (element).dataset.building ?? PLACES.find(([selector]) => element.matches(selector))?.[1] ?? null,
    groups: [
      { title: "pieces", terms: Object.keys(PIECES) },
      { title: "areas", terms: Object.keys(AREAS) },
      { title: "buildings", terms: buildings },
    ],
    picture: (term) => (facts.buildings[term] ? house(term, 40) : (PIECES[term] ?? AREAS[term])()),
    texts: textsBeside(import.meta.url, facts.all.reconstructed),
  };
}
