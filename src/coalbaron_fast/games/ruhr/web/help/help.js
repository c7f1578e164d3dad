/** What every place and piece is, with its picture, the rules, and which facts are reconstructions. */

import { barge, coin, die, house, obstacle, warehouse } from "../board/pieces.js";
import { html } from "../../../static/js/dom.js";
import { textsBeside } from "../../../static/js/help/texts.js";
import { facts } from "../facts.js";

/** @typedef {import("../../../static/js/help/help.js").GameHelp} GameHelp */

/** Pieces in the order in which they are listed, and their pictures. @type {Record<string, () => Node>} */
const PICTURES = {
  storage: () => html("span", { class: "free free-b" }),
  die: () => die("b", 4, 28),
  barge: () => barge(0, 32),
  city: () => house("city"),
  workshop: () => house("forge"),
  port: () => house("port"),
  obstacle: () => obstacle(true, 28),
  lock: () => obstacle(false, 28),
  warehouse: () => warehouse(0, 24),
  depot: () => warehouse(null, 24),
  thaler: () => coin(1, 26),
  debt: () => html("span", { class: "debt-sign" }, "§"),
  tokens: () => html("span", { class: "disc full" }),
  markers: () => html("span", { class: "marker" }, "＋"),
  track: () => die("w", 4, 28),
  export: () => warehouse(1, 24),
};

/** Elements of the board and the terms they stand for; the first that fits counts. @type {[string, string][]} */
const PLACES = [
  [".moored", "barge"],
  [".lying, .count:nth-child(2)", "thaler"],
  [".place-storage", "storage"],
  [".place-city", "city"],
  [".place-industry", "workshop"],
  [".place-port, .column", "port"],
  [".place-obstacle:has(.rocks)", "obstacle"],
  [".place-obstacle", "lock"],
  [".depot", "depot"],
  [".area-tracks", "track"],
  [".area-export", "export"],
  [".count:nth-child(3)", "warehouse"],
  [".count:nth-child(4)", "debt"],
  [".token-area", "tokens"],
  [".seat-markers", "markers"],
];

/** @returns {GameHelp} */
export function helpOf() {
  return {
    selector: PLACES.map(([selector]) => selector).join(", "),
    termAt: (element) => PLACES.find(([selector]) => element.matches(selector))?.[1] ?? null,
    groups: [{ title: "pieces", terms: Object.keys(PICTURES) }],
    picture: (term) => PICTURES[term](),
    texts: textsBeside(import.meta.url, facts.all.reconstructed),
  };
}
