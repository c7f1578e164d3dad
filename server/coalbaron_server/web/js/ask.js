/** A question before something that cannot be taken back. What is safe has the focus. */

import { html } from "./dom.js";

/**
 * Ask; Escape and the focused answer mean no.
 *
 * @param {string} question
 * @param {string} yes what goes ahead
 * @param {string} no what keeps things as they are
 * @returns {Promise<boolean>}
 */
export function ask(question, yes, no) {
  /** @param {string} value @param {string} text @param {boolean} [safe] */
  const answer = (value, text, safe) =>
    html("button", { type: "submit", class: `button${safe ? " primary" : ""}`, value, autofocus: safe }, text);
  const dialog = html(
    "dialog",
    { class: "dialog question", "aria-labelledby": "question" },
    html(
      "form",
      { method: "dialog" },
      html("p", { id: "question" }, question),
      html("div", { class: "actions" }, answer("", no, true), answer("yes", yes)),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
