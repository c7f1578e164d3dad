/** The smallest board that there is: a game of pennies, to show what a game's folder must hold. */

import { html } from "../../static/js/dom.js";
import { addStyles } from "../../static/js/loading.js";

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
  en: { "game.title": "Pennies", "pennies.left": "{n} pennies left", "pennies.take": "take {n}" },
  de: { "game.title": "Pfennige", "pennies.left": "{n} Pfennige liegen noch", "pennies.take": "nimm {n}" },
};

/** @type {import("../../static/js/types.js").GameWeb} */
export default {
  styles: addStyles(import.meta.url, ["pennies.css"]),
  texts: async (language) => TEXTS[language] ?? {},
  open: async (app) => ({
    fileName: "pennies",
    isPosition: () => false,
    confirmation: () => ({ name: "turn" }),
    hasSecrets: false,
    words: {
      token: (token) => app.t("pennies.take", { n: token }),
      turn: (tokens) => tokens.map((token) => app.t("pennies.take", { n: token })).join(" · "),
      story: (answer) => ({ seat: null, sentences: answer.events.map(({ text }) => text) }),
    },
    board(root) {
      const draw = () =>
        root.replaceChildren(
          html("p", { id: "pennies" }, app.t("pennies.left", { n: app.game.answer?.data.pennies })),
          (app.game.answer?.legal ?? []).map(({ token }) =>
            html("button", { type: "button", "data-token": token, onclick: (/** @type {Event} */ event) => app.emit("choose", event.target) }, token),
          )[0] ?? "",
        );
      app.on("position", draw);
      app.on("language", draw);
      return { mark: () => {} };
    },
    controls: (hands) => ({
      title: () => app.t("game.title"),
      draw: () => [],
      choiceAt: (element) => ({ tokens: element.dataset.token ?? "" }),
      take: hands.play,
      isBusy: false,
      finish: async () => true,
      halt: () => {},
    }),
  }),
};
