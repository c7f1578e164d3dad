// The majority radar: what each seat's count in each element is expected to become.

import { badge } from "../../static/js/seats.js";
import { html, svg } from "../../static/js/dom.js";
import { fold } from "../../static/js/analyse/analyse.js";
import { seatLegend } from "../../static/js/analyse/bars.js";
import { seatMark } from "../../static/js/analyse/chart.js";
import { facts } from "./facts.js";
import { tableOf } from "./table.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Majority} Majority */
/**
 * The answer of `/v1/project`.
 *
 * @typedef {object} Projection
 * @property {number[][]} counts by seat, then element
 * @property {number[][]} errors
 * @property {number[]} vp
 * @property {number} games
 */

/** Games that a projection plays. */
const PROJECTION_GAMES = 48;

const SETTLE_MS = 300;
const SIZE = 300;
const MIDDLE = SIZE / 2;
const RADIUS = 108;
const RINGS = 4;

/**
 * @param {number} element
 * @param {number} part of the radius
 * @returns {[number, number]}
 */
function point(element, part) {
  const angle = (2 * Math.PI * element) / facts.majorities - Math.PI / 2;
  return [MIDDLE + RADIUS * part * Math.cos(angle), MIDDLE + RADIUS * part * Math.sin(angle)];
}

/** @param {[number, number][]} points */
const corners = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** The web and the names of its spokes. @param {Majority[]} majorities @param {App} app */
function web(app, majorities) {
  const rings = Array.from({ length: RINGS }, (_, ring) =>
    svg("polygon", {
      class: "chart-grid",
      points: corners(majorities.map((_majority, element) => point(element, (ring + 1) / RINGS))),
    }),
  );
  const spokes = majorities.map((majority, element) => {
    const [x, y] = point(element, 1);
    const [textX, textY] = point(element, 1.16);
    return [
      svg("line", { class: "chart-grid", x1: MIDDLE, y1: MIDDLE, x2: x, y2: y }),
      svg(
        "text",
        { class: "radar-name", x: textX, y: textY + 3 },
        String(majority.index + 1),
        svg("title", {}, app.words.majority(majority.index)),
      ),
    ];
  });
  return [rings, spokes.flat()].flat();
}

/**
 * @param {App} app
 * @param {Majority[]} majorities
 * @param {Projection} projection
 */
function radarPicture(app, majorities, projection) {
  const most = majorities.map((_, element) =>
    Math.max(1, ...projection.counts.map((counts) => counts[element] ?? 0)),
  );
  const seats = projection.counts.map((counts, seat) => {
    const points = counts.map((count, element) => point(element, count / (most[element] ?? 1)));
    return svg(
      "g",
      { class: `chart-seat seat-${seat}` },
      svg("polygon", { class: "radar-area", points: corners(points) }),
      points.map(([x, y]) => seatMark(seat, x, y, 2.6)),
    );
  });
  const label = app.t("radar.label");
  return svg(
    "svg",
    { class: "radar", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": label },
    web(app, majorities),
    seats,
  );
}

/** Seats with the most of an element, to a tenth; none if nobody has any. @param {number[]} counts */
function leaders(counts) {
  const rounded = counts.map((count) => Math.round(10 * count));
  const most = Math.max(...rounded);
  return most > 0 ? rounded.flatMap((count, seat) => (count === most ? [seat] : [])) : [];
}

/**
 * The same in numbers: one row an element, what it is worth, and each seat's count with its error.
 *
 * @param {App} app
 * @param {Majority[]} majorities
 * @param {Projection} projection
 */
function radarTable(app, majorities, projection) {
  const rows = majorities.map((majority, element) => {
    const counts = projection.counts.map((seat) => seat[element] ?? 0);
    const first = leaders(counts);
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, `${majority.index + 1} `, app.words.majority(majority.index)),
      html(
        "td",
        { class: "worth" },
        majority.second === null ? `${majority.first}` : `${majority.first} / ${majority.second}`,
      ),
      counts.map((count, seat) =>
        html(
          "td",
          { class: first.includes(seat) ? "leads" : null },
          app.i18n.number(count, 1),
          html("small", {}, ` ±${app.i18n.number(projection.errors[seat]?.[element] ?? 0, 1)}`),
          first.includes(seat) && html("span", { class: "unseen" }, ` ${app.t("radar.leads")}`),
        ),
      ),
    );
  });
  const seats = projection.counts.map((_, seat) => [
    badge(seat),
    html("span", { class: "unseen" }, app.seatName(seat)),
  ]);
  const heads = [app.t("radar.element"), app.t("radar.worth"), ...seats];
  const points = projection.vp.map((vp) => html("td", {}, app.i18n.number(vp, 1)));
  return html(
    "table",
    { class: "numbers" },
    html("caption", { class: "unseen" }, app.t("radar.label")),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        heads.map((head) => html("th", { scope: "col" }, head)),
      ),
    ),
    html("tbody", {}, rows),
    html(
      "tfoot",
      {},
      html("tr", {}, html("th", { scope: "row" }, app.t("radar.vp")), html("td"), points),
    ),
  );
}

/**
 * Picture and numbers of a projection.
 *
 * @param {App} app
 * @param {Majority[]} majorities
 * @param {Projection} projection
 */
function radar(app, majorities, projection) {
  return html(
    "div",
    { class: "radar-frame" },
    radarPicture(app, majorities, projection),
    html(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": app.t("radar.label") },
      radarTable(app, majorities, projection),
    ),
    html("p", { class: "note" }, app.t("radar.note", { n: projection.games })),
  );
}

/**
 * The radar: asked for again when the position has changed and the part is open.
 *
 * @param {App} app
 * @param {() => boolean} isShown
 */
export function radarPart(app, isShown) {
  /** @type {AbortController | null} */
  let request = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let settling;
  const { element, content } = fold(app, "radar", () => void project());

  const project = async () => {
    const { answer } = app.game;
    const table = tableOf(app.game);
    request?.abort();
    if (!element.open || !isShown() || !answer || !table) return;
    if (table.phase === "over") {
      content.replaceChildren(html("p", { class: "note" }, app.t("radar.over")));
      return;
    }
    const own = new AbortController();
    request = own;
    content.setAttribute("aria-busy", "true");
    try {
      const body = { position: answer.position, games: PROJECTION_GAMES };
      const projection = await app.api.post("/v1/project", body, { signal: own.signal });
      content.replaceChildren(
        seatLegend(app, table.players),
        radar(app, table.majorities, projection),
      );
    } catch (error) {
      if (!own.signal.aborted) app.warn(Object.assign(/** @type {object} */ (error), { retry: () => void project() }));
    }
    if (request === own) content.removeAttribute("aria-busy");
  };

  const later = () => {
    clearTimeout(settling);
    settling = setTimeout(() => void project(), SETTLE_MS);
  };
  app.on("position", later);
  app.on("language", later);
  app.on("panel", later);
  return element;
}
