/** English texts of the coach of lessons. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "learn.count": "{n} of {total}",
  "learn.next": "Next",
  "learn.back": "Back",
  "learn.show": "Show me where",
  "learn.leave": "Leave the lesson",
  "learn.play_on": "Play this game on",
  "learn.new_game": "New game",
  "learn.again": "From the start",
  "learn.not_that": "Later, gladly. Now comes what the lesson asks for.",
  "learn.not_yet": "One moment: the lesson has something to say first.",
  "learn.keeps": "The lesson is kept: Learn goes on where you are.",
};
