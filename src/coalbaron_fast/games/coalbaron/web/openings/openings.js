/** What the page of openings needs of Coal Baron: the orders of the draft, and the first turns of a shift. */

import { itemFace } from "../board/pieces.js";

/**
 * @param {import("../types.js").App} app
 * @returns {import("../../../static/js/openings/openings.js").GameOpenings}
 */
export const openingsOf = ({ words }) => ({
  main: { phase: "draft", shift: 1 },
  first: { draft: 3, place: 3 },
  picture: (token) => itemFace(token.slice(1)),
  name: (token) => words.item(token.slice(1)),
});
