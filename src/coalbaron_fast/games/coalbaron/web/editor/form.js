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
  palette,
  prefixOf,
} from "./fields.js";
import { LOOKS, UNKNOWN, remaining, sortedSpots, spotChoices } from "./model.js";

/** @typedef {import("./fields.js").Sheet} Sheet */
/** @typedef {import("./model.js").Place} Place */
/** @typedef {import("./model.js").StackName} StackName */

/** Nobody, or nothing, as the value of an option. */
const NONE = "-";

/** The phases that the form can put a position in. */
export const PHASES = ["draft", "place", "mine", "keep", "side", "stack"];

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
        { id: `${prefixOf(sheet)}-${field}.${name}-${index}`, "aria-label": `${app.words.item(name)}, ${label}` },
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
      sheet,
      `${field}.${name}`,
      app.words.item(name),
      html("span", { class: "spots" }, itemFace(name), selects),
    );
  });
  return [list, ...spots];
}

/**
 * A seat's points, Marks and workers.
 *
 * @param {Sheet} sheet
 * @param {number} number
 */
function sumFields(sheet, number) {
  const { t } = sheet.app;
  const seat = sheet.position.seats[number];
  const at = `seats[${number}]`;
  return [
    numberField(sheet, `${at}.marks`, t("editor.marks"), seat.marks, { max: 999 }),
    numberField(sheet, `${at}.vp`, t("editor.vp"), seat.vp, { min: -999, max: 999 }),
    numberField(sheet, `${at}.workers`, t("editor.workers"), seat.workers, { max: facts.mostWorkers }),
    numberField(sheet, `${at}.bank`, t("editor.bank"), seat.bank, { max: facts.mostWorkers }),
  ];
}

/**
 * @param {Sheet} sheet
 * @param {number} number of the seat
 */
function cageFields(sheet, number) {
  const { t, words } = sheet.app;
  const { cage } = sheet.position.seats[number];
  const at = `seats[${number}].cage`;
  const heights = facts.levels.map((level) => ({
    value: String(level),
    text: level
      ? t("editor.level", { n: level, colour: words.colour(facts.colours[level - 1] ?? "") })
      : t("editor.surface"),
  }));
  return [
    choiceField(sheet, `${at}.level`, t("editor.cage_level"), heights, String(cage.level), Number),
    cubesField(sheet, `${at}.cubes`, t("editor.cage"), cage.cubes, facts.cageRoom),
  ];
}

/**
 * @param {Sheet} sheet
 * @param {number} number of the seat
 */
function storageField(sheet, number) {
  const { storage } = sheet.position.seats[number];
  return cubesField(sheet, `seats[${number}].storage`, sheet.app.t("editor.storage"), storage, facts.cubesPerColour);
}

/**
 * A level of a pit: its tiles and the coal on their carts.
 *
 * @param {Sheet} sheet
 * @param {number} number of the seat
 * @param {number} index of the level, from 0
 * @param {string[]} tiles that are left
 */
function levelRow(sheet, number, index, tiles) {
  const { t, words } = sheet.app;
  const level = sheet.position.seats[number].pit[index];
  const colour = facts.colours[index] ?? "";
  const name = t("editor.level", { n: index + 1, colour: words.colour(colour) });
  const fitting = tiles.filter((tile) => tile.startsWith(colour));
  const at = `seats[${number}].pit[${index}]`;
  return html(
    "div",
    { class: "field-row" },
    itemsField(sheet, `${at}.tiles`, t("editor.tiles", { level: name }), level.tiles, fitting, (own) => own),
    cubesField(sheet, `${at}.cubes`, t("editor.cubes", { level: name }), level.cubes, facts.cubesPerColour),
  );
}

/**
 * @param {Sheet} sheet
 * @param {number} number of the seat
 * @param {string[]} left
 */
function deliveredField(sheet, number, left) {
  const { delivered } = sheet.position.seats[number];
  return itemsField(sheet, `seats[${number}].delivered`, sheet.app.t("editor.delivered"), delivered, left, (items) => items);
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
  const seat = position.seats[number];
  if (!seat) return null;
  const levels = seat.pit.map((_, index) => levelRow(sheet, number, index, left.tiles));
  return section(
    open,
    `seat-${number}`,
    [badge(number), ` ${app.seatName(number)}`],
    sumFields(sheet, number),
    cageFields(sheet, number),
    storageField(sheet, number),
    levels,
    ordersField(sheet, number, left.orders),
    deliveredField(sheet, number, left.orders),
  );
}

/**
 * Whose workers stand on a space, and how many.
 *
 * @param {Sheet} sheet
 * @param {string} name
 */
function workersFrame(sheet, name) {
  const { app, position } = sheet;
  const { t } = app;
  const held = position.spaces[name];
  const label = app.words.space(name);
  const seat = html("select", {
    id: `${prefixOf(sheet)}-spaces.${name}-seat`,
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
    id: `${prefixOf(sheet)}-spaces.${name}-workers`,
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
  workers.addEventListener("input", () =>
    workers.value !== "" && sheet.note(`spaces.${name}.workers`, Math.trunc(Number(workers.value))),
  );
  return frame(sheet, `spaces.${name}`, label, seat, workers);
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
    .map((name) => workersFrame(sheet, name));
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
      id: `${prefixOf(sheet)}-${field}.item`,
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
        sheet,
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
            id: `${prefixOf(sheet)}-${field}-remove`,
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
  const id = `${prefixOf(sheet)}-${name}-return`;
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
 * The cards that are laid out in the draft.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open
 * @param {string[]} left
 */
function draftSection(sheet, open, left) {
  const { app, position } = sheet;
  return section(open, "draft", [app.t("editor.draft")], itemsField(sheet, "draft", app.t("editor.laid_out"), position.draft, left, (items) => items));
}

/**
 * A look in progress: what is held, what has been named to go back, and where to.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open
 * @param {{tiles: string[], orders: string[]}} left
 */
function lookSection(sheet, open, left) {
  const { app, position } = sheet;
  const { t } = app;
  const { look } = position;
  if (!look) return null;
  const items = position.space === LOOKS[0] ? left.tiles : left.orders;
  const places = (/** @type {"held" | "returned"} */ part) =>
    frame(
      sheet,
      `look.${part}`,
      t(`editor.${part}`),
      html("ol", { class: "places" }, look[part].map((place, at) => placeField(sheet, `look.${part}[${at}]`, place, items))),
      html("span", { class: "row" }, [-1, 1].map((by) => countButton(sheet, part, by))),
    );
  const spaces = LOOKS.map((value) => ({ value, text: app.words.space(value) }));
  const sides = ["top", "bottom"].map((value) => ({ value, text: t(`token.${value}`) }));
  return section(
    open,
    "look",
    [t("editor.look")],
    choiceField(sheet, "space", t("editor.look_at"), spaces, position.space ?? "", String),
    position.phase === "stack" ? choiceField(sheet, "look.side", t("editor.return_side"), sides, look.side ?? "top", String) : null,
    html("div", { "data-field": "look", class: "fields" }, places("held"), position.phase === "stack" ? places("returned") : null),
  );
}

/**
 * A button that makes one more or fewer of the places of a look.
 *
 * @param {Sheet} sheet
 * @param {"held" | "returned"} part
 * @param {number} by
 */
function countButton(sheet, part, by) {
  const { app, position } = sheet;
  const places = position.look?.[part] ?? [];
  const known = position.seats.map((_, seat) => (seat === position.active ? "=" : ".")).join("");
  const next = by > 0 ? [...places, { item: UNKNOWN, known }] : places.slice(0, -1);
  return html(
    "button",
    {
      type: "button",
      class: "button small",
      id: `${prefixOf(sheet)}-look.${part}-${by > 0 ? "more" : "fewer"}`,
      disabled: next.length > facts.look || (by < 0 && !places.length),
      onclick: () => sheet.change(`look.${part}`, next),
    },
    app.t(by > 0 ? "editor.one_more" : "editor.one_fewer"),
  );
}

/**
 * What a place of the board holds, as fields; null where nothing can be put in.
 *
 * @param {Sheet} sheet
 * @param {import("./drop.js").Spot} spot
 * @returns {{title: string, seat: number | null, fields: (Node | null | false | Node[])[]} | null}
 */
export function spotFields(sheet, { kind, name, seat }) {
  const { app, position } = sheet;
  const { t, words } = app;
  const left = leftOf(position);
  if (kind === "draft")
    return { title: t("editor.draft"), seat: null, fields: [itemsField(sheet, "draft", t("editor.laid_out"), position.draft, left.orders, (items) => items)] };
  if (kind === "space") {
    if ((facts.locked[position.players] ?? []).includes(name)) return null;
    const lying = name in position.factory ? /** @type {const} */ (["factory", left.tiles]) : name in position.row ? /** @type {const} */ (["row", left.orders]) : null;
    const item = lying && (position[lying[0]][name] ?? null);
    return {
      title: words.space(name),
      seat: null,
      fields: [
        name === "bank" ? position.seats.map((held, number) => numberField(sheet, `seats[${number}].bank`, app.seatName(number), held.bank, { max: facts.mostWorkers })) : workersFrame(sheet, name),
        lying && palette(sheet, `${lying[0]}.${name}`, t("editor.place_item"), lying[1], (chosen) => chosen, item),
      ],
    };
  }
  const own = position.seats[seat];
  if (!own) return null;
  const who = app.seatName(seat);
  switch (kind) {
    case "level": {
      const index = Number(name) - 1;
      const colour = facts.colours[index] ?? "";
      const tiles = own.pit[index]?.tiles ?? [];
      const field = `seats[${seat}].pit[${index}].tiles`;
      return {
        title: `${who}, ${t("editor.level", { n: index + 1, colour: words.colour(colour) })}`,
        seat,
        fields: [
          levelRow(sheet, seat, index, left.tiles),
          palette(sheet, field, t("editor.add"), left.tiles.filter((tile) => tile.startsWith(colour)), (item) => [...tiles, String(item)]),
          cageFields(sheet, seat)[0],
        ],
      };
    }
    case "cage":
      return { title: who, seat, fields: cageFields(sheet, seat) };
    case "storage":
      return { title: who, seat, fields: [storageField(sheet, seat)] };
    case "delivered":
      return { title: who, seat, fields: [deliveredField(sheet, seat, left.orders)] };
    case "order":
      return { title: who, seat, fields: ordersField(sheet, seat, left.orders) };
    default:
      return { title: who, seat, fields: [...sumFields(sheet, seat), ...ordersField(sheet, seat, left.orders)] };
  }
}

/** @param {import("./model.js").Position} position */
const leftOf = (position) => ({
  tiles: available(remaining(position, "tile_stack")),
  orders: available(remaining(position, "order_stack")),
});

/**
 * All sections.
 *
 * @param {Sheet} sheet
 * @param {Set<string>} open ids of the sections that are open
 * @returns {HTMLElement[]}
 */
export function formSections(sheet, open) {
  const { position } = sheet;
  const left = leftOf(position);
  const look = lookSection(sheet, open, left);
  return [
    gameSection(sheet, open),
    ...(position.phase === "draft" ? [draftSection(sheet, open, left.orders)] : []),
    ...(look ? [look] : []),
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
