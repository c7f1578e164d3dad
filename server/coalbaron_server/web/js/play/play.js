/** @param {import("../types.js").App} app */
export function mount(app) {
  void app;
}
