/** What lies beside the mines: the course of the round, calendar, brokers, permits, utilities, buildings. */

import { html, unseen } from "../../../static/js/dom.js";
import { badge } from "../../../static/js/seats.js";
import { AREAS, facts } from "../facts.js";
import { areaOf } from "../table.js";
import { coal, coin, cube, house, indicator, refuse, sign } from "./pieces.js";
import { drawStanding, tellForeman } from "./mine.js";
import { tileFace } from "./tiles.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("./mine.js").Standing} Standing */
/**
 * Who is on a place, seat by seat, and what may be chosen.
 *
 * @typedef {{mayChoose: (place: string) => boolean, standing: (seat: number, place: string) => Standing[], fee: number, eyes: number}} DeskLook
 */

/** A number with its sign, but for nothing. @param {App} app @param {number} n */
export const signed = ({ i18n }, n) => (n ? i18n.signed(n) : "0");

/**
 * The areas of this round in their order, with who is there.
 *
 * @param {App} app
 * @param {Table} table
 * @param {(seat: Seat) => string[]} placesOf where each foreman of a seat is
 */
export function drawCourse(app, table, placesOf) {
  const { t } = app;
  const stages = ["place", ...AREAS, ...(table.round % facts.all.report_every ? [] : ["report"]), ...(table.round === table.rounds ? ["over"] : [])];
  const now = Math.max(0, stages.indexOf(table.stage));
  const isOver = table.phase === "over";
  return html(
    "section",
    { class: "part course", "aria-label": t("area.course") },
    html("p", { class: "course-round" }, html("b", {}, t("course.round", { n: table.round })), html("span", {}, t("course.of", { rounds: table.rounds }))),
    html(
      "ol",
      { class: "stages" },
      stages.map((stage, at) => {
        const state = isOver || at < now ? "past" : at === now && table.stage !== "setup" ? "now" : at === now + 1 ? "next" : "";
        const there = foremenIn(table, stage, placesOf);
        const label = [t(`course.${stage}`), state ? t(`course.is_${state}`) : "", ...there.map(({ seat, men }) => app.tell("course.foremen", seat, { n: men }))].filter(Boolean).join(". ");
        return html(
          "li",
          { class: `stage stage-${stage} ${state}`, title: label, "aria-current": state === "now" ? "step" : null },
          unseen(label),
          html("span", { class: "stage-head", "aria-hidden": "true" }, AREAS.includes(stage) ? html("i", {}, String(AREAS.indexOf(stage) + 1)) : null, sign(stage, 20)),
          html("span", { class: "stage-name", "aria-hidden": "true" }, t(`course.${stage}`)),
          html("span", { class: "stage-men", "aria-hidden": "true" }, there.map(({ seat, men }) => html("span", { class: `stage-count seat-${seat}` }, badge(seat, 9), String(men)))),
        );
      }),
    ),
    table.reformed && !table.calendar.length ? null : drawCalendar(app, table),
  );
}

/**
 * Which foremen are used in an area.
 *
 * @param {Table} table
 * @param {string} stage
 * @param {(seat: Seat) => string[]} placesOf
 */
const foremenIn = (table, stage, placesOf) =>
  table.seats.map((seat) => ({ seat: seat.seat, men: placesOf(seat).filter((place) => areaOf(seat, place) === stage).length })).filter(({ men }) => men);

/**
 * @param {App} app
 * @param {Table} table
 */
function drawCalendar(app, table) {
  const { t } = app;
  const label = t("calendar.told", { signs: table.calendar.map((one) => ({ key: `indicator.${one}`, params: {} })), n: signed(app, table.indicator) });
  return html(
    "div",
    { class: "indicators", role: "img", "aria-label": label, title: label },
    table.calendar.map((one, at) => html("span", { class: `day${at === 3 ? " stays" : ""}` }, indicator(one, 24))),
    html("b", { class: "indicator-sum" }, signed(app, table.indicator)),
  );
}

/**
 * @param {string} name
 * @param {number} number of the area
 * @param {string} title
 * @param {boolean} isNow
 * @param {...import("../../../static/js/dom.js").Child} content
 */
const panel = (name, number, title, isNow, ...content) =>
  html("section", { class: `part desk-${name}${isNow ? " now" : ""}` }, html("h3", { class: "part-title" }, html("i", { class: "area-number", "aria-hidden": "true" }, String(number)), sign(name, 18), html("span", {}, title)), ...content);

/**
 * A place for foremen, with those who are there.
 *
 * @param {App} app
 * @param {Table} table
 * @param {string} place
 * @param {DeskLook} look
 */
export function drawPlace(app, table, place, look) {
  const can = look.mayChoose(place);
  const there = table.seats.map(({ seat }) => ({ seat, men: look.standing(seat, place) })).filter(({ men }) => men.length);
  const label = [app.words.place(place), ...there.flatMap(({ seat, men }) => men.map((man) => tellForeman(app, seat, man)))].join(". ");
  return html(
    "button",
    { type: "button", class: `place desk-place desk-place-${place}${can ? " can" : ""}`, "data-place": place, "aria-disabled": String(!can), title: label },
    unseen(label),
    html("span", { class: "desk-place-name", "aria-hidden": "true" }, app.t(`slot.${place}`)),
    html("span", { class: "desk-men" }, there.length ? there.map(({ seat, men }) => drawStanding(seat, men, 30)) : html("span", { class: "slot-gap", "aria-hidden": "true" })),
  );
}

/**
 * The boards of the areas 3 to 7.
 *
 * @param {App} app
 * @param {Table} table
 * @param {DeskLook} look
 */
export const drawDesk = (app, table, look) => [
  drawBrokers(app, table, look),
  html("div", { class: "desk-column" }, drawPermits(app, table, look), drawRefuse(app, table, look)),
  drawMarket(app, table, look),
  drawConstruction(app, table, look),
];

/**
 * How the price of coal comes about, in plain sight.
 *
 * @param {App} app
 * @param {Table} table
 * @param {DeskLook} look
 */
function drawBrokers(app, table, look) {
  const { t } = app;
  const { base, stockpile, steps, price } = table.coal;
  /** @param {string} kind @param {import("../../../static/js/dom.js").Child} value @param {import("../../../static/js/dom.js").Child} told */
  const term = (kind, value, told) => html("span", { class: `sum-part ${kind}` }, html("b", {}, value), html("small", {}, told));
  const { adjust } = facts.all.coal_price;
  const changes = [...new Set(Object.values(adjust))].sort((one, other) => one - other);
  const told = t("coal.told", { base, steps, stockpile, indicator: signed(app, table.indicator), price });
  return panel(
    "brokers",
    3,
    t("area.brokers"),
    table.stage === "brokers",
    html(
      "p",
      { class: "sum", role: "img", "aria-label": told, title: told },
      term("base", coin(base, 26), t("coal.base")),
      html("span", { class: "operator" }, "−"),
      term("stock", String(steps), [coal(14), String(stockpile)]),
      html("span", { class: "operator" }, table.indicator < 0 ? "−" : "+"),
      term("sign", String(Math.abs(table.indicator)), t("coal.indicator")),
      html("span", { class: "operator" }, "="),
      term("price", coin(price, 34), t("coal.price")),
    ),
    html(
      "ul",
      { class: "adjust", title: t("coal.adjust") },
      changes.map((change) =>
        html(
          "li",
          { class: table.sale && adjust[table.sale.influence] === change ? "now" : "" },
          html("span", { class: "adjust-men" }, facts.printed.filter((n) => adjust[n] === change).map((n) => html("span", { class: "influence" }, n))),
          html("b", {}, signed(app, change)),
          coin(Math.max(0, price + change), 24),
        ),
      ),
    ),
    drawPlace(app, table, "sell", look),
  );
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {DeskLook} look
 */
function drawMarket(app, table, look) {
  const { t, words } = app;
  return panel(
    "market",
    5,
    t("area.market"),
    table.stage === "market",
    html(
      "div",
      { class: "market-cubes" },
      facts.utilities.map((type) => {
        const n = table.market[type];
        const place = `cubes:${type}`;
        const can = look.mayChoose(place);
        const label = t("market.cubes", { utility: words.utility(type), n });
        const content = [unseen(label), html("span", { class: "cube-heap", "aria-hidden": "true" }, Array.from({ length: Math.min(n, 8) }, () => cube(type, 20))), html("b", { "aria-hidden": "true" }, String(n))];
        return can
          ? html("button", { type: "button", class: "place cube-row can", "data-place": place, title: label }, content)
          : html("div", { class: "cube-row", title: label }, content);
      }),
    ),
    drawFees(app, table.fees.cube, t("market.each"), look),
    html("div", { class: "two-places" }, drawPlace(app, table, "util", look), drawPlace(app, table, "tandem", look)),
  );
}

/**
 * A price in fees, and what it is for the seat whose eyes the table is seen with.
 *
 * @param {App} app
 * @param {number} fees
 * @param {string} told
 * @param {DeskLook} look
 */
const drawFees = (app, fees, told, look) =>
  html("p", { class: "fees" }, html("span", {}, told), html("b", {}, app.t("fees.count", { n: fees })), html("span", { class: `fees-dollars seat-${look.eyes}` }, badge(look.eyes, 10), app.words.dollars(fees * look.fee)));

/**
 * @param {App} app
 * @param {Table} table
 * @param {DeskLook} look
 */
function drawPermits(app, table, look) {
  const { t, words } = app;
  return panel(
    "permits",
    4,
    t("area.permits"),
    table.stage === "permits",
    html(
      "div",
      { class: "tile-stacks" },
      Object.entries(table.stacks).map(([number, kinds]) => {
        const place = `stack:${number}`;
        const face = table.faces[number];
        const n = Object.values(kinds).reduce((sum, count) => sum + count, 0) + (face ? 1 : 0);
        const can = look.mayChoose(place);
        const list = Object.entries(kinds).map(([kind, count]) => `${count} × ${words.tile(kind)}`);
        const label = [t("permits.stack", { number, n }), face ? t("permits.face", { tile: words.tile(face) }) : "", list.join(", ")].filter(Boolean).join(". ");
        return html(
          "button",
          { type: "button", class: `place tile-stack${can ? " can" : ""}${n ? "" : " empty"}`, "data-place": place, "aria-disabled": String(!can), title: label },
          unseen(label),
          face ? html("span", { class: "stack-face", "aria-hidden": "true" }, tileFace({ kind: face, openings: facts.turnsOf(face)[0] })) : html("span", { class: "stack-back", "aria-hidden": "true" }, number),
          html("small", { "aria-hidden": "true" }, `× ${n}`),
        );
      }),
    ),
    drawFees(app, table.fees.incentive, t("permits.each"), look),
  );
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {DeskLook} look
 */
function drawConstruction(app, table, look) {
  const { t, words } = app;
  return panel(
    "construction",
    6,
    t("area.construction"),
    table.stage === "construction",
    html("div", { class: `rows rows-${table.players}` }, /** @type {const} */ (["top", "bottom"]).map((row) =>
      html(
        "div",
        { class: `offers offers-${row}` },
        table[row].map(({ kind, fees }) => {
          const place = `${row}:${kind}`;
          const can = look.mayChoose(place);
          const label = [words.building(kind), t("fees.count", { n: fees }), t(`effect.${kind}`)].join(". ");
          return html(
            "button",
            { type: "button", class: `place offer${can ? " can" : ""}`, "data-place": place, "data-building": kind, "aria-disabled": String(!can), title: label },
            unseen(label),
            house(kind, 42),
            html("span", { class: "offer-name", "aria-hidden": "true" }, words.building(kind)),
            html("b", { class: "offer-fees", "aria-hidden": "true" }, t("fees.short", { n: fees })),
          );
        }),
        table[row].length ? null : html("span", { class: "none-left" }, t("construction.none")),
      ),
    )),
    drawPlace(app, table, "build", look),
  );
}

/**
 * @param {App} app
 * @param {Table} table
 * @param {DeskLook} look
 */
const drawRefuse = (app, table, look) =>
  panel("refuse", 7, app.t("area.refuse"), table.stage === "refuse", html("div", { class: "two-places" }, drawPlace(app, table, "dump", look), drawPlace(app, table, "depot", look)));

/**
 * The earnings track: ten columns of ten, the fee of each, and the markers.
 *
 * @param {App} app
 * @param {Table} table
 */
export function drawTrack(app, table) {
  const { t } = app;
  const columns = Array.from({ length: 10 }, (_, at) => at * 10);
  const markers = table.seats.filter(({ earnings }) => earnings !== null);
  return html(
    "section",
    { class: "part track-part" },
    html("h3", { class: "part-title" }, sign("report", 18), html("span", {}, t("area.track"))),
    html(
      "div",
      { class: "track", "data-place": "track", role: "img", "aria-label": [t("track.told"), ...table.seats.map((seat) => tellMarker(app, seat))].join(". ") },
      columns.map((from) =>
        html(
          "div",
          { class: "track-column" },
          html("span", { class: "track-fee" }, app.words.dollars(facts.feeAt(from))),
          html(
            "div",
            { class: "track-steps" },
            markers
              .filter(({ earnings }) => Math.floor((Number(earnings) % 100) / 10) * 10 === from)
              .map(({ seat, earnings }) => {
                const marker = html("span", { class: `marker seat-${seat}` }, badge(seat, 13), Number(earnings) >= 100 ? html("small", {}, `+${Math.floor(Number(earnings) / 100) * 100}`) : null);
                marker.style.bottom = `${(Number(earnings) % 10) * 8.5}%`;
                return marker;
              }),
          ),
          html("span", { class: "track-from" }, String(from)),
        ),
      ),
    ),
    html(
      "ul",
      { class: "track-fees" },
      table.seats.map((seat) => html("li", { title: tellMarker(app, seat) }, badge(seat.seat, 12), html("span", {}, seat.earnings === null ? t("track.none") : app.words.dollars(seat.earnings)), html("b", {}, t("track.fee", { fee: app.words.dollars(seat.fee) })))),
    ),
  );
}

/** @param {App} app @param {Seat} seat */
const tellMarker = (app, seat) => app.tell(seat.earnings === null ? "track.seat_none" : "track.seat", seat.seat, { earnings: app.words.dollars(seat.earnings ?? 0), fee: app.words.dollars(seat.fee) });

/**
 * The village of a seat: its buildings, what it has stored, its coal and its refuse.
 *
 * @param {App} app
 * @param {Table} table
 * @param {Seat} seat
 * @param {DeskLook} look
 * @param {boolean} isLarge one's own, whose places can be chosen
 */
export function drawVillage(app, table, seat, look, isLarge) {
  const { t, words } = app;
  const size = isLarge ? 54 : 34;
  const vacant = Math.max(0, facts.all.village_spaces - seat.buildings.length);
  /** @param {string} place @param {string} label @param {string} kind @param {import("../../../static/js/dom.js").Child[]} content @param {Record<string, string>} [data] */
  const lot = (place, label, kind, content, data = {}) => {
    const can = isLarge && look.mayChoose(place);
    return isLarge
      ? html("button", { type: "button", class: `place lot ${kind}${can ? " can" : ""}`, "data-place": place, "aria-disabled": String(!can), title: label, ...data }, unseen(label), content)
      : html("span", { class: `lot ${kind}`, role: "img", "aria-label": label, title: label, ...data }, content);
  };
  const isOnto = table.phase === "onto";
  return html(
    "div",
    { class: `village${isLarge ? " large" : ""}` },
    html(
      "div",
      { class: "yard", "data-place": isLarge ? "yard" : null, title: t("village.yard") },
      unseen(t("village.yard")),
      facts.utilities.map((type) => html("span", { class: "yard-count" }, cube(type, isLarge ? 20 : 16), html("b", {}, String(seat.storage[type])))),
    ),
    html(
      "div",
      { class: "lots" },
      seat.buildings.map((kind) => {
        const standing = look.standing(seat.seat, kind);
        const label = [words.building(kind), t(`effect.${kind}`), ...standing.map((man) => tellForeman(app, seat.seat, man))].join(". ");
        return lot(isOnto ? `lot:${kind}` : kind, label, "built", [house(kind, size), isLarge ? html("span", { class: "lot-name", "aria-hidden": "true" }, words.building(kind)) : null, drawStanding(seat.seat, standing, isLarge ? 32 : 22)], { "data-building": kind });
      }),
      Array.from({ length: isLarge ? vacant : 0 }, (_, at) => (at === 0 && isOnto ? lot("lot:-", t("village.vacant"), "vacant", []) : html("span", { class: "lot vacant", title: t("village.vacant") }))),
    ),
    html(
      "div",
      { class: "heaps" },
      html("span", { class: "heap heap-coal", title: t("seat.coal", { n: seat.coal }) }, coal(isLarge ? 26 : 18), html("b", {}, String(seat.coal)), unseen(t("seat.coal", { n: seat.coal }))),
      html("span", { class: "heap heap-refuse", title: t("seat.refuse", { n: seat.refuse }) }, refuse(isLarge ? 26 : 18), html("b", {}, String(seat.refuse)), unseen(t("seat.refuse", { n: seat.refuse }))),
    ),
  );
}
