/** The opponents of Coal Baron on the page: their faces, and what is said of them. */

import { readTexts } from "../../../static/js/loading.js";
import { faceOf } from "./faces.js";

/** @typedef {import("../types.js").App} App */

/**
 * @param {App} app
 * @returns {Promise<import("../../../static/js/opponents/people.js").GamePeople>}
 */
export async function opponentsOf(app) {
  const { t, i18n } = app;
  await i18n.add(texts);
  return {
    face: faceOf,
    text: (name) => (i18n.has(`opponent.${name}`) ? t(`opponent.${name}`) : null),
    temper: (name) => (i18n.has(`temper.${name}`) ? t(`temper.${name}`) : null),
  };
}

/** @type {import("../../../static/js/i18n.js").TextSource} */
const texts = (language) => readTexts(import.meta.url, `lang/${language}.json`, `there are no texts of opponents in ${language}`);
