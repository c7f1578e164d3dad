/** English texts of the Share panel. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "share.export": "Take the game with you",
  "share.link": "Link to this game",
  "share.record": "Record",
  "share.position": "Position",
  "share.copy": "Copy",
  "share.copied": "Copied",
  "share.select": "Selected: copy it with your keyboard.",
  "share.save": "Save as a file",
  "share.import": "Bring a game in",
  "share.paste": "A record, a position or a link",
  "share.file": "Or a file",
  "share.load": "Load",
  "share.loaded": "The game is loaded.",
  "share.refused": "This cannot be loaded. {detail}",
  "share.too_large": "The file is larger than any record.",
};
