/** Coal Country in the browser: what docs/web.md asks of a game's web folder. */

import { addStyles, readTexts } from "../../static/js/loading.js";
import { Board } from "./board/board.js";
import { Controls } from "./controls.js";
import { Draft } from "./draft.js";
import { learnFacts } from "./facts.js";
import { confirmationOf, hasSecrets, inspectionOf, sourcesOf } from "./table.js";
import { Words } from "./words.js";

/** @type {import("../../static/js/types.js").GameWeb} */
export default {
  styles: addStyles(import.meta.url, ["pieces.css", "mine.css", "desk.css", "play.css"]),

  texts: (language) => readTexts(import.meta.url, `words/${language}.json`, `there are no texts in ${language}`),

  async open(shell) {
    const app = /** @type {import("./types.js").App} */ (shell);
    learnFacts(await app.api.get("/v1/components"));
    const draft = new Draft(app);
    return {
      fileName: "coalcountry",
      isPosition: (text) => text.startsWith("cc1 "),
      confirmation: (game) => confirmationOf(game, draft),
      hasSecrets,
      words: new Words(app),
      board: (root) => new Board(app, root, draft),
      controls: (hands) => new Controls(app, hands, draft),
      scoring: (answer) => inspectionOf(app, answer),
      reasons: async () => (await import("./reasons/reasons.js")).reasonsOf(app),
      help: async () => (await import("./help/help.js")).helpOf(),
      demo: async () => (await import("./demo.js")).DEMO,
      lesson: async () => (await import("./lesson/lesson.js")).default,
      points: (events, table) => sourcesOf(app, events, table),
      opponents: async () => ({ face: (await import("./opponents/faces.js")).faceOf }),
      firstOpponents: ["clem", "mabel", "otis"],
    };
  },
};
