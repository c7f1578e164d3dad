// The controls of the editor: each shows one field of the position and hands its new value on.

import { cube, itemFace } from "../board/pieces.js";
import { facts } from "../facts.js";
import { html } from "../../../static/js/dom.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./model.js").Position} Position */

/**
 * What every control needs. `change` takes the new value of a field and draws the form anew: other
 * controls may depend on it. `note` takes it and draws nothing: a number changes when its control
 * loses the focus, and the button that was clicked instead must stay.
 *
 * @typedef {object} Sheet
 * @property {App} app
 * @property {Position} position as it is now
 * @property {(field: string, value: unknown) => void} change
 * @property {(field: string, value: unknown) => void} note
 * @property {string} [prefix] begins the ids of the controls, where a field is shown a second time
 */

/** @param {Sheet} sheet */
export const prefixOf = ({ prefix }) => prefix ?? "edit";

/**
 * A frame for what belongs to one field; the field's defect is shown in it.
 *
 * @param {Sheet} sheet
 * @param {string} field
 * @param {string} name
 * @param {...(Node | null | false)} children
 */
export function frame(sheet, field, name, ...children) {
  const id = `${prefixOf(sheet)}-name-${field}`;
  const legend = html("span", { class: "field-name", id }, name);
  return html(
    "div",
    { class: "field", role: "group", "data-field": field, "aria-labelledby": id },
    legend,
    children,
  );
}

/**
 * A whole number.
 *
 * @param {Sheet} sheet
 * @param {string} field
 * @param {string} label
 * @param {number} value
 * @param {{min?: number, max?: number}} [range]
 */
export function numberField(sheet, field, label, value, { min = 0, max = 99 } = {}) {
  const id = `${prefixOf(sheet)}-${field}`;
  const input = html("input", {
    type: "number",
    id,
    min,
    max,
    step: 1,
    value,
    inputmode: "numeric",
  });
  input.addEventListener("input", () => input.value !== "" && sheet.note(field, Math.trunc(Number(input.value))));
  return html(
    "div",
    { class: "field", "data-field": field },
    html("label", { for: id }, label),
    input,
  );
}

/**
 * A choice; values of options are text, `parse` makes them what the field holds.
 *
 * @param {Sheet} sheet
 * @param {string} field
 * @param {string} label
 * @param {{value: string, text: string}[]} options
 * @param {string} value
 * @param {(value: string) => unknown} parse
 */
export function choiceField(sheet, field, label, options, value, parse) {
  const id = `${prefixOf(sheet)}-${field}`;
  const select = html(
    "select",
    { id, onchange: () => sheet.change(field, parse(select.value)) },
    options.map((option) =>
      html("option", { value: option.value, selected: option.value === value }, option.text),
    ),
  );
  return html(
    "div",
    { class: "field", "data-field": field },
    html("label", { for: id }, label),
    select,
  );
}

/**
 * So many cubes of each colour.
 *
 * @param {Sheet} sheet
 * @param {string} field
 * @param {string} name
 * @param {string} value
 * @param {number} max of one colour
 */
export function cubesField(sheet, field, name, value, max) {
  const { app } = sheet;
  const inputs = facts.colours.map((colour) => {
    const count = [...value].filter((one) => one === colour).length;
    const id = `${prefixOf(sheet)}-${field}-${colour}`;
    const label = `${name}: ${app.words.colour(colour)}`;
    const input = html("input", {
      type: "number",
      id,
      min: 0,
      max,
      step: 1,
      value: count,
      inputmode: "numeric",
      "aria-label": label,
    });
    return { colour, input };
  });
  const change = () =>
    sheet.note(
      field,
      inputs
        .map(({ colour, input }) =>
          colour.repeat(Math.min(Math.max(0, Math.trunc(Number(input.value))), max)),
        )
        .join(""),
    );
  for (const { input } of inputs) input.addEventListener("input", change);
  return frame(
    sheet,
    field,
    name,
    html(
      "span",
      { class: "cube-counts" },
      inputs.map(({ colour, input }) => html("span", { class: "cube-count" }, cube(colour), input)),
    ),
  );
}

/**
 * The options of a choice of tiles or cards: those that are left, by vehicle or colour.
 *
 * @param {App} app
 * @param {Iterable<string>} items
 * @param {string | null} [chosen]
 */
export function itemOptions(app, items, chosen = null) {
  /** @type {Map<string, HTMLOptGroupElement>} */
  const groups = new Map();
  for (const item of items) {
    const key = item[0] ?? "";
    const name = facts.orders.has(item) ? app.words.vehicle(key) : app.words.colour(key);
    const group = groups.get(key) ?? html("optgroup", { label: name });
    groups.set(key, group);
    group.append(
      html(
        "option",
        { value: item, selected: item === chosen },
        `${item} · ${app.words.item(item)}`,
      ),
    );
  }
  return [...groups.values()];
}

/**
 * A list of tiles or cards: each can be taken out, and another put in.
 *
 * @param {Sheet} sheet
 * @param {string} field
 * @param {string} name
 * @param {string[]} items
 * @param {Iterable<string>} left what may be put in
 * @param {(items: string[]) => unknown} value what the field holds then
 */
export function itemsField(sheet, field, name, items, left, value) {
  const { app } = sheet;
  const chips = items.map((item, index) =>
    html(
      "li",
      { class: "item-chip" },
      itemFace(item),
      html("span", { class: "unseen" }, app.words.item(item)),
      html(
        "button",
        {
          type: "button",
          class: "item-remove",
          id: `${prefixOf(sheet)}-${field}-remove-${index}`,
          "aria-label": app.t("editor.remove", { item: app.words.item(item), place: name }),
          onclick: () => sheet.change(field, value(items.filter((_, other) => other !== index))),
        },
        "×",
      ),
    ),
  );
  const id = `${prefixOf(sheet)}-${field}-add`;
  const add = html(
    "select",
    {
      id,
      "aria-label": app.t("editor.add_to", { place: name }),
      onchange: () => add.value && sheet.change(field, value([...items, add.value])),
    },
    html("option", { value: "" }, app.t("editor.add")),
    itemOptions(app, left),
  );
  return frame(sheet, field, name, html("ul", { class: "chips" }, chips, html("li", {}, add)));
}

/**
 * One place for a tile or a card, which may be empty.
 *
 * @param {Sheet} sheet
 * @param {string} field
 * @param {string} label
 * @param {string | null} item
 * @param {string[]} left
 */
export function itemField(sheet, field, label, item, left) {
  const { app } = sheet;
  const id = `${prefixOf(sheet)}-${field}`;
  const choices = item && !left.includes(item) ? [item, ...left] : left;
  const select = html(
    "select",
    { id, onchange: () => sheet.change(field, select.value || null) },
    html("option", { value: "", selected: !item }, app.t("editor.empty")),
    itemOptions(app, choices, item),
  );
  return html(
    "div",
    { class: "field item-field", "data-field": field },
    html("label", { for: id }, label),
    item ? itemFace(item) : html("span", { class: "no-item", "aria-hidden": "true" }),
    select,
  );
}

/**
 * Pictures of tiles or cards to choose one from.
 *
 * @param {Sheet} sheet
 * @param {string} field
 * @param {string} name
 * @param {Iterable<string>} items
 * @param {(item: string | null) => unknown} value what the field holds then
 * @param {string | null} [chosen] what lies there, null for nothing; without it nothing can be taken away
 */
export function palette(sheet, field, name, items, value, chosen) {
  const { app } = sheet;
  const choice = (/** @type {string | null} */ item) =>
    html(
      "button",
      {
        type: "button",
        class: "palette-item",
        id: `${prefixOf(sheet)}-${field}-item-${item ?? "none"}`,
        "data-item": item ?? "",
        "aria-pressed": String(item === chosen),
        title: item ? app.words.item(item) : app.t("editor.empty"),
        onclick: () => sheet.change(field, value(item)),
      },
      item ? [itemFace(item), html("span", { class: "unseen" }, app.words.item(item))] : app.t("editor.empty"),
    );
  return frame(
    sheet,
    field,
    name,
    html("div", { class: "palette" }, chosen === undefined ? null : choice(null), chosen ? choice(chosen) : null, [...new Set(items)].filter((item) => item !== chosen).map(choice)),
  );
}
