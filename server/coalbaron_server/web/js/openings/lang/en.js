/** English texts of the openings. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "openings.text": "The engine played thousands of games against itself. In half of them it chose at first sight: they say how often something is taken where it can be. In the others the first choices were drawn by lot: they say how a game goes on behind each, as nobody took it because the game stood well.",
  "openings.note": "± holds 95 of 100. Each was drawn in about {games} games, so small differences say nothing; of {n} some stand out by chance alone. All seats of these games play at first sight: what is worth more to a player who looks further may differ.",
  "openings.none": "Nothing is known of this number of seats.",
  "openings.seats": "Seats",
  "openings.shows": "The picture shows",
  "openings.shows_lead": "lead, {unit}",
  "openings.shows_win": "the share of the win",
  "openings.what": "Choice",
  "openings.taken": "Taken",
  "openings.tries": "Games",
  "openings.win": "Win",
  "openings.lead": "Lead in {unit}",
  "openings.thin": "(only {n} games)",
  "openings.grade_good": "better than the mean",
  "openings.grade_bad": "worse than the mean",
  "openings.grade_open": "not told apart from the mean",
  "openings.grade_thin": "hardly tried",
  "openings.mean": "mean of all: {mean}",
  "explorer.title": "What self-play did here",
  "explorer.text": "How often each choice was taken at first sight, and by how many {units} whoever drew it by lot was ahead of the best other seat at the end, ± for 95 of 100.",
  "explorer.none": "Self-play tells of the first choices of a game and of a seat's first three turns of a shift, in games from the beginning.",
};
