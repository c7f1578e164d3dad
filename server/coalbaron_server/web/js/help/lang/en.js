/** English texts of the help. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "help.close": "Close",
  "help.terms": "What is what",
  "help.rules": "Rules",
  "help.keys": "Keys",
  "help.learn": "Learn the game",
  "help.ask": "Ask on the board",
  "help.asking": "Choose whatever you want explained.",
  "help.asking_end": "Done",
  "help.reading": "As read here:",
  "help.key_tab": "goes from group to group: board, decision, tabs",
  "help.key_arrows": "go from space to space, from card to card, from tab to tab; Home and End go to the ends",
  "help.key_enter": "chooses; on the board it also confirms a finished turn",
  "help.key_escape": "takes back the last choice, or goes back to the game",
  "help.key_help": "explains what has the focus, or opens this help",
};
