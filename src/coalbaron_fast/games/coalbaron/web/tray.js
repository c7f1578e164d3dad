/** The tray after a look: put what goes back into order, then on top or underneath. */

import { itemFace } from "./board/pieces.js";
import { html, unseen } from "../../static/js/dom.js";

/** @typedef {import("./types.js").App} App */

/**
 * A list that is put into order with the arrow buttons, with Alt and the arrow keys, or by
 * dragging. The first is the uppermost.
 *
 * @param {App} app
 * @param {string[]} items
 * @param {boolean} askSide is the side still to be chosen?
 * @param {(tokens: string[]) => void} give what to play
 */
export function drawTray(app, items, askSide, give) {
  const { t, words } = app;
  const order = items.slice();
  const list = html("ol", { class: "tray", "aria-label": t("tray.label") });

  /** @param {number} from @param {number} to */
  const move = (from, to) => {
    if (to < 0 || to >= order.length || from === to) return;
    order.splice(to, 0, ...order.splice(from, 1));
    draw();
    /** @type {HTMLElement|null} */ (list.children[to].querySelector("button"))?.focus();
    app.say(t("tray.moved", { item: words.item(order[to]), n: to + 1 }));
  };
  const draw = () =>
    list.replaceChildren(...order.map((item, place) => drawPlace(app, item, place, order.length, move)));
  draw();

  const returned = () => order.slice(0, -1).map((item) => `^${item}`);
  const buttons = askSide
    ? ["top", "bottom"].map((side) =>
        html(
          "button",
          { type: "button", class: "button", "data-token": side, onclick: () => give([side, ...returned()]) },
          t(`tray.${side}`),
        ),
      )
    : [html("button", { type: "button", class: "button", onclick: () => give(returned()) }, t("tray.back"))];
  return html(
    "div",
    { class: "tray-frame" },
    order.length > 1 ? html("p", { class: "small-title" }, t("tray.first")) : null,
    list,
    html("div", { class: "actions" }, buttons),
  );
}

/**
 * @param {App} app
 * @param {string} item
 * @param {number} place
 * @param {number} count
 * @param {(from: number, to: number) => void} move
 */
function drawPlace(app, item, place, count, move) {
  const { t, words } = app;
  const name = words.item(item);
  /** @param {number} to @param {string} key @param {string} sign */
  const button = (to, key, sign) =>
    html(
      "button",
      {
        type: "button",
        class: "button tray-move",
        disabled: to < 0 || to >= count,
        onclick: () => move(place, to),
      },
      html("span", { "aria-hidden": "true" }, sign),
      unseen(t(key, { item: name })),
    );
  return html(
    "li",
    {
      class: "tray-place",
      draggable: count > 1,
      "data-item": item,
      ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", String(place)),
      ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        move(Number(event.dataTransfer?.getData("text/plain")), place);
      },
    },
    html("span", { class: "tray-number" }, place + 1),
    itemFace(item),
    html("span", { class: "tray-name" }, name),
    count > 1 ? [button(place - 1, "tray.up", "↑"), button(place + 1, "tray.down", "↓")] : null,
  );
}
