/** Coal Baron in the browser: what docs/web.md asks of a game's web folder. */

import { addStyles, readTexts } from "../../static/js/loading.js";
import { Board } from "./board/board.js";
import { Controls } from "./controls.js";
import { learnFacts } from "./facts.js";
import { scoringOf, sourcesOf } from "./scoring.js";
import { confirmationOf, hasSecrets } from "./table.js";
import { Words } from "./words.js";

/** @type {import("../../static/js/types.js").GameWeb} */
export default {
  styles: addStyles(import.meta.url, ["pieces.css", "board.css", "seats.css", "play.css", "panels.css"]),

  texts: (language) => readTexts(import.meta.url, `words/${language}.json`, `there are no texts in ${language}`),

  async open(shell) {
    const app = /** @type {import("./types.js").App} */ (shell);
    learnFacts(await app.api.get("/v1/components"));
    return {
      pages: ["puzzles", "openings"],
      fileName: "coal-baron",
      isPosition: (text) => text.startsWith("cb1 "),
      confirmation: confirmationOf,
      hasSecrets: (answer) => hasSecrets(/** @type {import("./types.js").Table} */ (answer.table)),
      words: new Words(app),
      board: (root) => new Board(app, root),
      controls: (hands) => new Controls(app, hands),
      demo: async () => (await import("./demo.js")).DEMO,
      scoring: (answer) => scoringOf(app, answer),
      points: (events, table) => sourcesOf(app, events, /** @type {import("./types.js").Table} */ (table)),
      opponents: async () => ({ face: (await import("./opponents/faces.js")).faceOf }),
      firstOpponents: ["pip", "greta", "konrad"],
      reasons: async () => (await import("./reasons/reasons.js")).reasonsOf(app),
      help: async () => (await import("./help/help.js")).helpOf(app),
      openings: async () => (await import("./openings/openings.js")).openingsOf(app),
      lesson: async () => (await import("./lesson/lesson.js")).default,
      panels: [{ name: "editor", mount: async () => (await import("./editor/editor.js")).mount(app) }],
      analyses: async (isShown) => [(await import("./radar.js")).radarPart(app, isShown)],
    };
  },
};
