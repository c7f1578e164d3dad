/** What is wrong with a position or a record, in the language of the page. */

/**
 * The name of a defect, and what the service says besides: where it is and what it expected.
 *
 * @param {import("./types.js").App} app
 * @param {{defect?: string|null, detail?: string, message?: string}} problem
 * @returns {{name: string, expected: string}}
 */
export function defectIn(app, problem) {
  const told = problem.detail || problem.message || "";
  const key = `defect.${problem.defect}`;
  if (!problem.defect || !app.i18n.has(key)) return { name: told, expected: "" };
  const at = told.indexOf("; expected ");
  return { name: app.t(key), expected: at < 0 ? "" : told.slice(at + 2) };
}
