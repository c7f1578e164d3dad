/** What lies beside the river: the course of the turns, tracks, depots, the port, markers. */

import { html, unseen } from "../../../static/js/dom.js";
import { facts } from "../facts.js";
import { coin, die, warehouse } from "./pieces.js";
import { drawSlots } from "./river.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** What happens at the beginning of a turn, and its sign. */
const SIGNS = { pay: "−1", get: "+1", warehouse: "⌂", pips: "⚀+", remove: "×", track: "▭−", fees: "T+" };

/**
 * @param {string} name
 * @param {string} title
 * @param {...import("../../../static/js/dom.js").Child} content
 */
const area = (name, title, ...content) => html("section", { class: `area area-${name}` }, html("h3", { class: "area-title" }, title), ...content);

/**
 * The twelve turns, and what this one brings.
 *
 * @param {App} app
 * @param {Table} table
 */
export function drawTurns(app, table) {
  const { t, words } = app;
  const numbers = Array.from({ length: facts.turns }, (_, before) => before + 1);
  const told = [
    t("turn.now", { n: table.shift, turns: facts.turns, stage: t(`stage.${table.stage}`) }),
    table.country ? t("turn.country", { country: words.country(table.country) }) : "",
    table.territory && table.phase !== "over" ? t("turn.territory", { territory: words.territory(table.territory) }) : "",
    ...Object.keys(SIGNS).filter((name) => facts.all.events[name].includes(table.shift)).map((name) => t(`happens.${name}`)),
    table.water ? t("turn.water") : "",
    table.duty ? t("turn.duty") : "",
  ];
  return area(
    "turns",
    t("area.turns"),
    html(
      "ol",
      { class: "turn-track" },
      numbers.map((n) => {
        const happens = Object.keys(SIGNS).filter((name) => facts.all.events[name].includes(n));
        const label = [t("chart.shift", { n }), ...happens.map((name) => t(`happens.${name}`))].join(". ");
        return html(
          "li",
          { class: `turn-box land-box-${facts.all.return_territory[n] ?? "none"}${n === table.shift ? " now" : ""}${n < table.shift ? " past" : ""}`, title: label },
          html("b", { "aria-hidden": "true" }, String(n)),
          html("span", { class: "turn-signs", "aria-hidden": "true" }, happens.map((name) => SIGNS[/** @type {keyof typeof SIGNS} */ (name)]).join(" ")),
          unseen(label),
        );
      }),
    ),
    html("p", { class: "turn-told" }, told.filter(Boolean).join(" · ")),
  );
}

/**
 * The transport tracks, the export track and what has yet to be drawn.
 *
 * @param {App} app
 * @param {Table} table
 * @param {(place: string) => boolean} mayChoose
 */
export function drawTracks(app, table, mayChoose) {
  const { t, words } = app;
  return [
    area(
      "tracks",
      t("area.tracks"),
      table.tracks.map(({ colour, dice, boxes, returning }) =>
        html(
          "div",
          { class: "track" },
          html("span", { class: "track-name" }, words.colour(colour)),
          Array.from({ length: Math.max(boxes, dice.length) }, (_, at) => {
            const place = `track:${colour}${at + 1}`;
            const can = mayChoose(place);
            const label = dice[at] ? t("board.trackDie", { colour: words.colour(colour), n: dice[at], box: at + 1 }) : t("board.trackFree", { box: at + 1 });
            const face = [dice[at] ? die(colour, dice[at], 26) : at ? "" : "➔", unseen(label)];
            const kind = `box${at ? "" : " arrow-box"}`;
            return can
              ? html("button", { type: "button", class: `place ${kind} can`, "data-place": place, title: label }, face)
              : html("span", { class: kind, title: label }, face);
          }),
          returning.length ? html("span", { class: "returning" }, t("board.returning"), " ", returning.map((value) => die(colour, value, 22))) : null,
        ),
      ),
    ),
    area(
      "export",
      t("area.export"),
      html(
        "ol",
        { class: "export-track" },
        facts.all.export_values.map((value, at) => html("li", { class: `box${at + 1 === table.export ? " now" : ""}` }, String(value))),
      ),
      html("p", { class: "small-title" }, t("board.export", { n: table.export_value, box: table.export })),
    ),
    drawDrawn(app, table),
  ];
}

/**
 * @param {App} app
 * @param {Table} table
 */
function drawDrawn(app, table) {
  const { t, words } = app;
  /** @param {Record<string, number>} counts @param {(name: string) => string} name */
  const list = (counts, name) =>
    Object.entries(counts)
      .filter(([, count]) => count)
      .map(([kind, count]) => html("li", {}, html("b", {}, `${count} × `), name(kind)));
  return html(
    "details",
    { class: "area area-bag" },
    html("summary", {}, html("span", { class: "area-title" }, t("area.bag", { n: table.bag }))),
    html("ul", { class: "undrawn" }, list(table.markers, (kind) => words.marker(kind))),
    html("ul", { class: "undrawn" }, list(table.countries, (kind) => words.country(kind))),
  );
}

/**
 * The depots of the four territories and the three columns of the port.
 *
 * @param {App} app
 * @param {Table} table
 * @param {(place: string) => boolean} mayChoose
 */
export function drawBuildings(app, table, mayChoose) {
  const { t, words } = app;
  /** @param {string} place @param {string} kind @param {string} title @param {string} label @param {...any} content */
  const building = (place, kind, title, label, ...content) =>
    html(
      "button",
      { type: "button", class: `place building ${kind}${mayChoose(place) ? " can" : ""}`, "data-place": place, "aria-disabled": String(!mayChoose(place)), title: label },
      unseen(label),
      html("span", { class: "place-name", "aria-hidden": "true" }, title),
      ...content,
    );
  const depots = table.depots.map(({ territory, counts, price }) => {
    const place = `depot:${territory}`;
    const owners = counts.flatMap((count, seat) => Array.from({ length: count }, () => seat));
    const label = [words.place(place), price ? t("board.price", { n: price }) : t("board.full"), ...tellOwners(app, owners)].join(". ");
    return building(place, `depot in-${territory}`, words.territory(territory), label, drawSlots(facts.all.depot_costs[territory], owners));
  });
  const columns = facts.columns.map((country) => {
    const place = `port:${country}`;
    const owners = table.columns[country];
    const full = owners.length >= facts.all.port.spaces;
    const label = [words.place(place), full ? t("board.full") : t("board.price", { n: table.prices.port }), ...tellOwners(app, owners)].join(". ");
    const slots = facts.all.port.bonus.map((bonus, at) =>
      owners[at] === undefined ? html("span", { class: "slot" }, bonus > 0 ? `+${bonus}` : String(bonus).replace("-", "−")) : warehouse(owners[at], 20),
    );
    return building(place, `column${country === table.country ? " now" : ""}`, words.country(country), label, html("span", { class: "slots", "aria-hidden": "true" }, slots));
  });
  return [
    area("depots", t("area.depots"), html("div", { class: "buildings" }, depots)),
    area("port", t("area.port"), html("div", { class: "buildings" }, columns), html("p", { class: "small-title with-coin" }, t("board.portPrice"), coin(table.prices.port ?? "–", 18), t("board.lockPrice"), coin(table.prices.lock ?? "–", 18))),
  ];
}

/**
 * @param {App} app
 * @param {number[]} owners
 */
const tellOwners = (app, owners) => owners.map((seat) => app.tell("board.owner", seat));
