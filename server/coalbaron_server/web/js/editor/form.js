// The form of the editor: every field of a position, section by section.

import { badge, itemFace } from "../board/pieces.js";
import { html } from "../dom.js";
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

/** @typedef {import("./fields.js").Desk} Desk */
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
 * @param {Desk} desk
 * @param {string | null} [nobody] how to call nobody; without it a seat must be chosen
 */
function seatOptions({ app, position }, nobody = null) {
  const seats = position.seats.map((_, seat) => ({
    value: String(seat),
    text: app.words.seat(seat),
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
 * @param {Desk} desk
 * @param {Set<string>} open
 */
function gameSection(desk, open) {
  const { app, position } = desk;
  const { t } = app;
  const phases = PHASES.includes(position.phase) ? PHASES : [...PHASES, position.phase];
  const numbers = (/** @type {number[]} */ values) =>
    values.map((value) => ({ value: String(value), text: String(value) }));
  const seats = seatOptions(desk);
  const mines = desk.facts.spaces
    .filter((name) => name.startsWith("m") && position.spaces[name])
    .map((name) => ({ value: name, text: app.words.space(name) }));
  const mining = position.phase === "mine";
  return section(
    open,
    "game",
    [t("editor.game")],
    choiceField(
      desk,
      "players",
      t("editor.players"),
      numbers([2, 3, 4]),
      String(position.players),
      Number,
    ),
    choiceField(
      desk,
      "view",
      t("editor.view"),
      seatOptions(desk, t("editor.view_all")),
      valueOf(position.view),
      seatOf,
    ),
    choiceField(
      desk,
      "shift",
      t("editor.shift"),
      numbers([1, 2, 3]),
      String(position.shift),
      Number,
    ),
    choiceField(
      desk,
      "first_start",
      t("editor.first_start"),
      seats,
      String(position.first_start),
      Number,
    ),
    choiceField(desk, "start", t("editor.start"), seats, String(position.start), Number),
    choiceField(
      desk,
      "phase",
      t("editor.phase"),
      phases.map((value) => ({ value, text: t(`phase.${value}`) })),
      position.phase,
      String,
    ),
    choiceField(
      desk,
      "active",
      t("editor.active"),
      seatOptions(desk, t("editor.nobody")),
      valueOf(position.active),
      seatOf,
    ),
    mining &&
      choiceField(
        desk,
        "space",
        t("editor.space"),
        [{ value: NONE, text: t("editor.choose") }, ...mines],
        position.space ?? NONE,
        (value) => (value === NONE ? null : value),
      ),
    mining && numberField(desk, "steps", t("editor.steps"), position.steps, { min: 1, max: 10 }),
  );
}

/**
 * A seat's outstanding orders with what lies on their spots.
 *
 * @param {Desk} desk
 * @param {number} seat
 * @param {string[]} left
 */
function ordersField(desk, seat, left) {
  const { app, facts, position } = desk;
  const field = `seats[${seat}].orders`;
  const orders = position.seats[seat]?.orders ?? {};
  const list = itemsField(desk, field, app.t("editor.orders"), Object.keys(orders), left, (items) =>
    Object.fromEntries(
      items.map((name) => [name, orders[name] ?? [...name.slice(1)].map(() => "-")]),
    ),
  );
  const spots = Object.entries(orders).map(([name, filled]) => {
    const selects = filled.map((spot, index) => {
      const colour = name[index + 1] ?? "";
      const label = app.t("editor.spot", { n: index + 1, colour: app.words.colour(colour) });
      const options = spotChoices(facts, colour).map((value) =>
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
        desk.change(
          `${field}.${name}`,
          sortedSpots(
            facts,
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
 * @param {Desk} desk
 * @param {Set<string>} open
 * @param {number} number
 * @param {{tiles: string[], orders: string[]}} left
 */
function seatSection(desk, open, number, left) {
  const { app, facts, position } = desk;
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
        desk,
        `${at}.pit[${index}].tiles`,
        t("editor.tiles", { level: name }),
        level.tiles,
        fitting,
        (tiles) => tiles,
      ),
      cubesField(
        desk,
        `${at}.pit[${index}].cubes`,
        t("editor.cubes", { level: name }),
        level.cubes,
        9,
      ),
    );
  });
  const heights = [0, 1, 2, 3, 4].map((level) => ({
    value: String(level),
    text: level
      ? t("editor.level", { n: level, colour: app.words.colour(facts.colours[level - 1] ?? "") })
      : t("editor.surface"),
  }));
  return section(
    open,
    `seat-${number}`,
    [badge(number), ` ${app.words.seat(number)}`],
    numberField(desk, `${at}.marks`, t("editor.marks"), seat.marks, { max: 999 }),
    numberField(desk, `${at}.vp`, t("editor.vp"), seat.vp, { min: -999, max: 999 }),
    numberField(desk, `${at}.workers`, t("editor.workers"), seat.workers, { max: 18 }),
    numberField(desk, `${at}.bank`, t("editor.bank"), seat.bank, { max: 18 }),
    choiceField(
      desk,
      `${at}.cage.level`,
      t("editor.cage_level"),
      heights,
      String(seat.cage.level),
      Number,
    ),
    cubesField(desk, `${at}.cage.cubes`, t("editor.cage"), seat.cage.cubes, 5),
    cubesField(desk, `${at}.storage`, t("editor.storage"), seat.storage, 16),
    levels,
    ordersField(desk, number, left.orders),
    itemsField(
      desk,
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
 * @param {Desk} desk
 * @param {Set<string>} open
 */
function spacesSection(desk, open) {
  const { app, facts, position } = desk;
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
      for (const option of seatOptions(desk, t("editor.nobody")))
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
        max: 18,
        value: held?.workers ?? 1,
        disabled: !held,
        "aria-label": t("editor.how_many", { space: label }),
      });
      seat.addEventListener("change", () => {
        const { [name]: before, ...others } = desk.position.spaces;
        const who = seatOf(seat.value);
        const here = { seat: who ?? 0, workers: before?.workers ?? 1 };
        desk.change("spaces", who === null ? others : { ...others, [name]: here });
      });
      workers.addEventListener("change", () =>
        desk.note(`spaces.${name}.workers`, Math.trunc(Number(workers.value))),
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
 * @param {Desk} desk
 * @param {Set<string>} open
 * @param {{tiles: string[], orders: string[]}} left
 */
function openSection(desk, open, left) {
  const { app, position } = desk;
  const fields = [
    ...Object.entries(position.factory).map(([name, item]) =>
      itemField(desk, `factory.${name}`, app.words.space(name), item, left.tiles),
    ),
    ...Object.entries(position.row).map(([name, item]) =>
      itemField(desk, `row.${name}`, app.words.space(name), item, left.orders),
    ),
  ];
  return section(open, "open", [app.t("editor.open")], fields);
}

/**
 * One place that somebody has returned: what lies there, if the viewer knows it.
 *
 * @param {Desk} desk
 * @param {string} field
 * @param {Place} place
 * @param {string[]} left
 */
function placeField(desk, field, place, left) {
  const { app } = desk;
  const known = place.item === UNKNOWN ? left : [place.item, ...left];
  const select = html(
    "select",
    {
      id: `edit-${field}.item`,
      "aria-label": app.t("editor.place_item"),
      onchange: () => desk.change(`${field}.item`, select.value),
    },
    html("option", { value: UNKNOWN, selected: place.item === UNKNOWN }, app.t("editor.unknown")),
    itemOptions(app, known, place.item),
  );
  return html("li", { class: "place", "data-field": field }, select);
}

/**
 * One of the two stacks: what is left, and what was put back on top or underneath.
 *
 * @param {Desk} desk
 * @param {Set<string>} open
 * @param {StackName} name
 * @param {string[]} left
 */
function stackSection(desk, open, name, left) {
  const { app, position } = desk;
  const { t } = app;
  const stack = position[name];
  const part = (/** @type {"top" | "bottom"} */ side) =>
    stack[side].map((batch, index) => {
      const field = `${name}.${side}[${index}]`;
      const who = [...(batch[0]?.known ?? "")].flatMap((sign, seat) =>
        sign === "." ? [] : [app.words.seat(seat)],
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
          batch.map((place, at) => placeField(desk, `${field}[${at}]`, place, left)),
        ),
        html(
          "button",
          {
            type: "button",
            class: "button small",
            id: `edit-${field}-remove`,
            onclick: () =>
              desk.change(
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
      returnForm(desk, name),
    ),
  );
}

/**
 * Tell that a seat has looked and put some back.
 *
 * @param {Desk} desk
 * @param {StackName} name
 */
function returnForm(desk, name) {
  const { app, position } = desk;
  const { t } = app;
  const id = `edit-${name}-return`;
  const count = html("input", { type: "number", id: `${id}-count`, min: 1, max: 5, value: 4 });
  const seat = html(
    "select",
    { id: `${id}-seat` },
    seatOptions(desk).map(({ value, text }) => html("option", { value }, text)),
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
    const batch = Array.from({ length: Math.min(5, Math.max(1, Number(count.value))) }, () => ({
      item: UNKNOWN,
      known,
    }));
    const where = side.value === "top" ? "top" : "bottom";
    // The latest return lies outermost: uppermost of the top part, lowermost of the bottom part.
    const parts =
      where === "top" ? [batch, ...position[name].top] : [...position[name].bottom, batch];
    desk.change(`${name}.${where}`, parts);
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
 * @param {Desk} desk
 * @param {Set<string>} open ids of the sections that are open
 * @returns {HTMLElement[]}
 */
export function formSections(desk, open) {
  const { facts, position } = desk;
  const left = {
    tiles: available(remaining(facts, position, "tile_stack")),
    orders: available(remaining(facts, position, "order_stack")),
  };
  return [
    gameSection(desk, open),
    html(
      "div",
      { "data-field": "seats" },
      position.seats.map((_, seat) => seatSection(desk, open, seat, left)),
    ),
    spacesSection(desk, open),
    openSection(desk, open, left),
    stackSection(desk, open, "tile_stack", left.tiles),
    stackSection(desk, open, "order_stack", left.orders),
  ];
}
