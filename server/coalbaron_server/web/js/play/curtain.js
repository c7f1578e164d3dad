/** The curtain between persons at one screen: no person sees what another has looked at. */

import { byId, html } from "../dom.js";

/** @typedef {import("../types.js").App} App */

/**
 * Ask for the next person whenever the table is about to be seen with other eyes.
 *
 * @param {App} app
 */
export function mountCurtain(app) {
  /** Who looked last. @type {number|null} */
  let viewer = null;
  /** @type {HTMLDialogElement|null} */
  let curtain = null;
  const draw = () => curtain?.replaceChildren(...drawCurtain(app, /** @type {number} */ (viewer), () => curtain?.close()));
  const raise = () => {
    if (!curtain) {
      curtain = html("dialog", { class: "dialog curtain", "aria-labelledby": "curtain-title", oncancel: (/** @type {Event} */ event) => event.preventDefault() });
      curtain.addEventListener("close", () => {
        curtain?.remove();
        curtain = null;
        document.body.classList.remove("curtained");
        // Each begins at the top, not where the one before has scrolled to.
        scrollTo({ top: 0, behavior: "instant" });
        byId("decision").focus({ preventScroll: true });
      });
      document.body.append(curtain);
      document.body.classList.add("curtained");
      curtain.showModal();
    }
    draw();
    app.say("");
  };
  app.on("game", () => {
    curtain?.close();
    viewer = null;
  });
  app.on("position", () => {
    const { game } = app;
    if (game.peeking || game.viewer === viewer) return;
    viewer = game.viewer;
    if (viewer !== null && game.curtain && game.isShared && mayHide(app)) raise();
  });
  app.on("language", draw);
}

/**
 * Is anything ever hidden in this game, so that a curtain is of use?
 *
 * @param {App} app
 */
export const isOfUse = ({ parts }) => parts.hasSecrets !== false;

/** @param {App} app */
const mayHide = ({ game, parts }) => game.answer !== null && (parts.hasSecrets ? parts.hasSecrets(game.answer) : parts.hasSecrets !== false);

/**
 * @param {App} app
 * @param {number} seat
 * @param {() => void} lift
 */
function drawCurtain({ t, seatTitle }, seat, lift) {
  return [
    html("h2", { id: "curtain-title" }, t("curtain.title", { seat: seatTitle(seat) })),
    html("p", { class: "prompt" }, t("curtain.text")),
    html("div", { class: "actions" }, html("button", { type: "button", class: "button primary", id: "lift-curtain", onclick: lift }, t("curtain.lift"))),
  ];
}

/**
 * Whether there is a curtain: asked where several persons sit at one screen.
 *
 * @param {App} app
 * @param {boolean} chosen
 * @param {(chosen: boolean) => void} onchange
 */
export function curtainChoice(app, chosen, onchange) {
  const box = html("input", { type: "checkbox", class: "curtain-choice", checked: chosen, onchange: () => onchange(box.checked) });
  return html("label", { class: "choice" }, box, html("span", {}, app.t("curtain.choice")));
}
