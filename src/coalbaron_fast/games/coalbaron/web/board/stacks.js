/** Both stacks, with what is known of them, and the cards of the draft. */

import { html, unseen } from "../../../static/js/dom.js";
import { itemFace } from "./pieces.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Stack} Stack */
/** @typedef {import("../types.js").StackPlace} StackPlace */

/**
 * @param {App} app
 * @param {Table} table
 */
export function drawStacks(app, table) {
  return html(
    "section",
    { class: "stacks", "aria-labelledby": "stacks-title" },
    html("h3", { class: "unseen", id: "stacks-title" }, app.t("stacks.title")),
    drawStack(app, "tiles", table.stacks.tiles),
    drawStack(app, "orders", table.stacks.orders),
  );
}

/**
 * @param {App} app
 * @param {"tiles"|"orders"} name
 * @param {Stack} stack
 */
function drawStack(app, name, stack) {
  const { t } = app;
  return html(
    "details",
    { class: `stack stack-${name}` },
    html(
      "summary",
      {},
      html("span", { class: "stack-name" }, t(`stacks.${name}`, { n: stack.size })),
      knownPart(app, "top", stack.top),
      knownPart(app, "bottom", stack.bottom),
    ),
    html("p", { class: "small-title" }, t("stacks.middle", { n: stack.middle_size })),
    html(
      "ul",
      { class: "stack-middle" },
      Object.entries(stack.middle).map(([item, count]) =>
        html("li", { title: app.words.item(item) }, itemFace(item), unseen(app.words.item(item)), html("b", {}, `×${count}`)),
      ),
    ),
  );
}

/**
 * The places above or below the shuffled middle, uppermost first.
 *
 * @param {App} app
 * @param {"top"|"bottom"} part
 * @param {StackPlace[]} places
 */
function knownPart(app, part, places) {
  if (!places.length) return null;
  return html(
    "span",
    { class: "stack-part" },
    html("span", { class: "small-title" }, app.t(`stacks.${part}`)),
    runsOf(places).map(({ item, count }) =>
      html(
        "span",
        { class: "stack-place", title: app.words.item(item) },
        itemFace(item),
        unseen(app.words.item(item)),
        count > 1 ? html("b", {}, `×${count}`) : null,
      ),
    ),
  );
}

/**
 * Places as they follow each other; those next to each other that are unknown are told as one.
 *
 * @param {StackPlace[]} places
 */
function runsOf(places) {
  /** @type {{item: string, count: number}[]} */
  const runs = [];
  for (const { item } of places) {
    const last = runs.at(-1);
    if (item === "?" && last?.item === "?") last.count++;
    else runs.push({ item, count: 1 });
  }
  return runs;
}

/**
 * The cards of the draft.
 *
 * @param {App} app
 * @param {Table} table
 * @param {boolean} choosing
 */
export function drawDraft(app, table, choosing) {
  if (!table.draft.length) return null;
  return html(
    "section",
    { class: "draft", "aria-labelledby": "draft-title" },
    html("h3", { class: "area-title", id: "draft-title" }, app.t("draft.title")),
    html(
      "div",
      { class: "draft-cards" },
      table.draft.map((card) =>
        html(
          "button",
          {
            type: "button",
            class: `card${choosing ? " can" : ""}`,
            "data-token": `+${card}`,
            "aria-disabled": String(!choosing),
            title: app.words.item(card),
            tabindex: -1,
          },
          itemFace(card),
          unseen(app.words.item(card)),
        ),
      ),
    ),
  );
}
