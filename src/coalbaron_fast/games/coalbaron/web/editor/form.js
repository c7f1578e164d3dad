// The form of the editor: every field of a position, section by section.

import { badge } from "../../../static/js/seats.js";
import { itemFace } from "../board/pieces.js";
import { facts } from "../facts.js";
import { html } from "../../../static/js/dom.js";
import {
  choiceField,
  cubesField,
  frame,
  itemField,
  itemOptions,
  itemsField,
  numberField,
} from "./fields.js";
import { UNKNOWN, remaining, sortedSpots, spotChoices } from "./model.js";

/** @typedef {import("./fields.js").Sheet} Sheet */
/** @typedef {import("./model.js").Place} Place */
/** @typedef {import("./model.js").StackName} StackName */

/** Nobody, or nothing, as the value of an option. */
const NONE = "-";

/** The phases that the form can put a position in. */
const PHASES = ["place", "mine"];

/**
 * A section that folds.
 *
 * @param {Set<string>} open ids of the sections that are open
 * @param {string} name
 * @param {(Node | string)[]} title
 * @param {...(Node | null | false | Node[])} children
 */
function section(open, name, title, ...children) {
  const id = `editor-${name}`;
  return html(
    "details",
    { class: "fold", id, open: open.has(id) },
    html("summary", {}, title),
    html("div", { class: "fields" }, children.flat()),
  );
}

/**
 * @param {Sheet} sheet
 * @param {string | null} [nobody] how to call nobody; without it a seat must be chosen
 */
function seatOptions({ app, position }, nobody = null) {
  const seats = position.seats.map((_, seat) => ({
    value: String(seat),
    text: app.seatName(seat),
  }));
  return nobody === null ? seats : [{ value: NONE, text: nobody }, ...seats];
}

/** @param {string} value */
const seatOf = (value) => (value === NONE ? null : Number(value));

/** @param {number | null} seat */
const valueOf = (seat) => (seat === null ? NONE : String(seat));

/** @param {Map<string, number>} left @returns {string[]} */
const available = (left) => [...left].flatMap(([item, count]) => (count > 0 ? [item] : []));

/**
 * Who plays, whose turn it is, what is being done.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open
 */
function gameSection(sheet, open) {
  const { app, position } = sheet;
  const { t } = app;
  const phases = PHASES.includes(position.phase) ? PHASES : [...PHASES, position.phase];
  const numbers = (/** @type {number[]} */ values) =>
    values.map((value) => ({ value: String(value), text: String(value) }));
  const seats = seatOptions(sheet);
  const mines = facts.spaces
    .filter((name) => name.startsWith("m") && position.spaces[name])
    .map((name) => ({ value: name, text: app.words.space(name) }));
  const mining = position.phase === "mine";
  return section(
    open,
    "game",
    [t("editor.game")],
    choiceField(
      sheet,
      "players",
      t("editor.players"),
      numbers(facts.players),
      String(position.players),
      Number,
    ),
    choiceField(
      sheet,
      "view",
      t("editor.view"),
      seatOptions(sheet, t("editor.view_all")),
      valueOf(position.view),
      seatOf,
    ),
    choiceField(
      sheet,
      "shift",
      t("editor.shift"),
      numbers(facts.shiftNumbers),
      String(position.shift),
      Number,
    ),
    choiceField(
      sheet,
      "first_start",
      t("editor.first_start"),
      seats,
      String(position.first_start),
      Number,
    ),
    choiceField(sheet, "start", t("editor.start"), seats, String(position.start), Number),
    choiceField(
      sheet,
      "phase",
      t("editor.phase"),
      phases.map((value) => ({ value, text: t(`phase.${value}`) })),
      position.phase,
      String,
    ),
    choiceField(
      sheet,
      "active",
      t("editor.active"),
      seatOptions(sheet, t("editor.nobody")),
      valueOf(position.active),
      seatOf,
    ),
    mining &&
      choiceField(
        sheet,
        "space",
        t("editor.space"),
        [{ value: NONE, text: t("editor.choose") }, ...mines],
        position.space ?? NONE,
        (value) => (value === NONE ? null : value),
      ),
    mining && numberField(sheet, "steps", t("editor.steps"), position.steps, { min: 1, max: facts.mostSteps }),
  );
}

/**
 * A seat's outstanding orders with what lies on their spots.
 *
 * @param {Sheet} sheet
 * @param {number} seat
 * @param {string[]} left
 */
function ordersField(sheet, seat, left) {
  const { app, position } = sheet;
  const field = `seats[${seat}].orders`;
  const orders = position.seats[seat]?.orders ?? {};
  const list = itemsField(sheet, field, app.t("editor.orders"), Object.keys(orders), left, (items) =>
    Object.fromEntries(
      items.map((name) => [name, orders[name] ?? [...name.slice(1)].map(() => "-")]),
    ),
  );
  const spots = Object.entries(orders).map(([name, filled]) => {
    const selects = filled.map((spot, index) => {
      const colour = name[index + 1] ?? "";
      const label = app.t("editor.spot", { n: index + 1, colour: app.words.colour(colour) });
      const options = spotChoices(colour).map((value) =>
        html(
          "option",
          { value, selected: value === spot },
          value === "-" ? app.t("editor.free") : app.words.cubes(value),
        ),
      );
      const select = html(
        "select",
        { id: `edit-${field}.${name}-${index}`, "aria-label": `${app.words.item(name)}, ${label}` },
        options,
      );
      select.addEventListener("change", () =>
        sheet.change(
          `${field}.${name}`,
          sortedSpots(
            name,
            filled.map((old, other) => (other === index ? select.value : old)),
          ),
        ),
      );
      return select;
    });
    return frame(
      `${field}.${name}`,
      app.words.item(name),
      html("span", { class: "spots" }, itemFace(name), selects),
    );
  });
  return [list, ...spots];
}

/**
 * A seat: its sums, its pit, its orders.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open
 * @param {number} number
 * @param {{tiles: string[], orders: string[]}} left
 */
function seatSection(sheet, open, number, left) {
  const { app, position } = sheet;
  const { t } = app;
  const seat = position.seats[number];
  if (!seat) return null;
  const at = `seats[${number}]`;
  const levels = seat.pit.map((level, index) => {
    const colour = facts.colours[index] ?? "";
    const name = t("editor.level", { n: index + 1, colour: app.words.colour(colour) });
    const fitting = left.tiles.filter((tile) => tile.startsWith(colour));
    return html(
      "div",
      { class: "field-row" },
      itemsField(
        sheet,
        `${at}.pit[${index}].tiles`,
        t("editor.tiles", { level: name }),
        level.tiles,
        fitting,
        (tiles) => tiles,
      ),
      cubesField(
        sheet,
        `${at}.pit[${index}].cubes`,
        t("editor.cubes", { level: name }),
        level.cubes,
        facts.cubesPerColour,
      ),
    );
  });
  const heights = facts.levels.map((level) => ({
    value: String(level),
    text: level
      ? t("editor.level", { n: level, colour: app.words.colour(facts.colours[level - 1] ?? "") })
      : t("editor.surface"),
  }));
  return section(
    open,
    `seat-${number}`,
    [badge(number), ` ${app.seatName(number)}`],
    numberField(sheet, `${at}.marks`, t("editor.marks"), seat.marks, { max: 999 }),
    numberField(sheet, `${at}.vp`, t("editor.vp"), seat.vp, { min: -999, max: 999 }),
    numberField(sheet, `${at}.workers`, t("editor.workers"), seat.workers, { max: facts.mostWorkers }),
    numberField(sheet, `${at}.bank`, t("editor.bank"), seat.bank, { max: facts.mostWorkers }),
    choiceField(
      sheet,
      `${at}.cage.level`,
      t("editor.cage_level"),
      heights,
      String(seat.cage.level),
      Number,
    ),
    cubesField(sheet, `${at}.cage.cubes`, t("editor.cage"), seat.cage.cubes, facts.cageRoom),
    cubesField(sheet, `${at}.storage`, t("editor.storage"), seat.storage, facts.cubesPerColour),
    levels,
    ordersField(sheet, number, left.orders),
    itemsField(
      sheet,
      `${at}.delivered`,
      t("editor.delivered"),
      seat.delivered,
      left.orders,
      (items) => items,
    ),
  );
}

/**
 * Which seat's workers stand on which space, and how many.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open
 */
function spacesSection(sheet, open) {
  const { app, position } = sheet;
  const { t } = app;
  const locked = facts.locked[position.players] ?? [];
  const rows = facts.spaces
    .filter((name) => name !== "bank" && !locked.includes(name))
    .map((name) => {
      const held = position.spaces[name];
      const label = app.words.space(name);
      const seat = html("select", {
        id: `edit-spaces.${name}-seat`,
        "aria-label": t("editor.who", { space: label }),
      });
      for (const option of seatOptions(sheet, t("editor.nobody")))
        seat.append(
          html(
            "option",
            { value: option.value, selected: option.value === valueOf(held?.seat ?? null) },
            option.text,
          ),
        );
      const workers = html("input", {
        type: "number",
        id: `edit-spaces.${name}-workers`,
        min: 1,
        max: facts.mostWorkers,
        value: held?.workers ?? 1,
        disabled: !held,
        "aria-label": t("editor.how_many", { space: label }),
      });
      seat.addEventListener("change", () => {
        const { [name]: before, ...others } = sheet.position.spaces;
        const who = seatOf(seat.value);
        const here = { seat: who ?? 0, workers: before?.workers ?? 1 };
        sheet.change("spaces", who === null ? others : { ...others, [name]: here });
      });
      workers.addEventListener("change", () =>
        sheet.note(`spaces.${name}.workers`, Math.trunc(Number(workers.value))),
      );
      return frame(`spaces.${name}`, label, seat, workers);
    });
  return section(
    open,
    "spaces",
    [t("editor.spaces")],
    html("div", { "data-field": "spaces", class: "fields" }, rows),
  );
}

/**
 * What lies open on the factory and order spaces.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open
 * @param {{tiles: string[], orders: string[]}} left
 */
function openSection(sheet, open, left) {
  const { app, position } = sheet;
  const fields = [
    ...Object.entries(position.factory).map(([name, item]) =>
      itemField(sheet, `factory.${name}`, app.words.space(name), item, left.tiles),
    ),
    ...Object.entries(position.row).map(([name, item]) =>
      itemField(sheet, `row.${name}`, app.words.space(name), item, left.orders),
    ),
  ];
  return section(open, "open", [app.t("editor.open")], fields);
}

/**
 * One place that somebody has returned: what lies there, if the viewer knows it.
 *
 * @param {Sheet} sheet
 * @param {string} field
 * @param {Place} place
 * @param {string[]} left
 */
function placeField(sheet, field, place, left) {
  const { app } = sheet;
  const known = place.item === UNKNOWN ? left : [place.item, ...left];
  const select = html(
    "select",
    {
      id: `edit-${field}.item`,
      "aria-label": app.t("editor.place_item"),
      onchange: () => sheet.change(`${field}.item`, select.value),
    },
    html("option", { value: UNKNOWN, selected: place.item === UNKNOWN }, app.t("editor.unknown")),
    itemOptions(app, known, place.item),
  );
  return html("li", { class: "place", "data-field": field }, select);
}

/**
 * One of the two stacks: what is left, and what was put back on top or underneath.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open
 * @param {StackName} name
 * @param {string[]} left
 */
function stackSection(sheet, open, name, left) {
  const { app, position } = sheet;
  const { t } = app;
  const stack = position[name];
  const part = (/** @type {"top" | "bottom"} */ side) =>
    stack[side].map((batch, index) => {
      const field = `${name}.${side}[${index}]`;
      const who = [...(batch[0]?.known ?? "")].flatMap((sign, seat) =>
        sign === "." ? [] : [app.seatName(seat)],
      );
      const title = t(`editor.returned_${side}`, {
        n: batch.length,
        seat: who.join(", ") || t("editor.nobody"),
      });
      return frame(
        field,
        title,
        html(
          "ol",
          { class: "places" },
          batch.map((place, at) => placeField(sheet, `${field}[${at}]`, place, left)),
        ),
        html(
          "button",
          {
            type: "button",
            class: "button small",
            id: `edit-${field}-remove`,
            onclick: () =>
              sheet.change(
                `${name}.${side}`,
                stack[side].filter((_, other) => other !== index),
              ),
          },
          t("editor.remove_batch"),
        ),
      );
    });
  return section(
    open,
    name,
    [t(`editor.${name}`)],
    html(
      "div",
      { class: "fields", "data-field": name },
      html("p", { class: "note" }, t("editor.stack_note", { n: stack.middle_size })),
      part("top"),
      part("bottom"),
      returnForm(sheet, name),
    ),
  );
}

/**
 * Tell that a seat has looked and put some back.
 *
 * @param {Sheet} sheet
 * @param {StackName} name
 */
function returnForm(sheet, name) {
  const { app, position } = sheet;
  const { t } = app;
  const id = `edit-${name}-return`;
  const count = html("input", { type: "number", id: `${id}-count`, min: 1, max: facts.look, value: facts.look - 1 });
  const seat = html(
    "select",
    { id: `${id}-seat` },
    seatOptions(sheet).map(({ value, text }) => html("option", { value }, text)),
  );
  const side = html(
    "select",
    { id: `${id}-side` },
    ["top", "bottom"].map((value) => html("option", { value }, t(`token.${value}`))),
  );
  const add = () => {
    const known = position.seats
      .map((_, other) => (other === Number(seat.value) ? "=" : "."))
      .join("");
    const batch = Array.from({ length: Math.min(facts.look, Math.max(1, Number(count.value))) }, () => ({
      item: UNKNOWN,
      known,
    }));
    const where = side.value === "top" ? "top" : "bottom";
    // The latest return lies outermost: uppermost of the top part, lowermost of the bottom part.
    const parts =
      where === "top" ? [batch, ...position[name].top] : [...position[name].bottom, batch];
    sheet.change(`${name}.${where}`, parts);
  };
  return html(
    "div",
    { class: "field returned" },
    html("label", { for: seat.id }, t("editor.return_seat")),
    seat,
    html("label", { for: count.id }, t("editor.return_count")),
    count,
    html("label", { for: side.id }, t("editor.return_side")),
    side,
    html(
      "button",
      { type: "button", class: "button small", id: `${id}-add`, onclick: add },
      t("editor.return_add"),
    ),
  );
}

/**
 * All sections.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open ids of the sections that are open
 * @returns {HTMLElement[]}
 */
export function formSections(sheet, open) {
  const { position } = sheet;
  const left = {
    tiles: available(remaining(position, "tile_stack")),
    orders: available(remaining(position, "order_stack")),
  };
  return [
    gameSection(sheet, open),
    html(
      "div",
      { "data-field": "seats" },
      position.seats.map((_, seat) => seatSection(sheet, open, seat, left)),
    ),
    spacesSection(sheet, open),
    openSection(sheet, open, left),
    stackSection(sheet, open, "tile_stack", left.tiles),
    stackSection(sheet, open, "order_stack", left.orders),
  ];
}
