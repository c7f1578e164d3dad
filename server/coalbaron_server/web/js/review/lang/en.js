/** English texts of play and luck. */

/** @type {Record<string, string|Record<string, string>>} */
export default {
  "balance.title": "Play and luck",
  "balance.ahead": "{seat} won against {rival} by {result}: play {play}, luck {luck}, expected at the start {start}.",
  "balance.behind": "{seat} lost to {rival} by {result}: play {play}, luck {luck}, expected at the start {start}.",
  "balance.level": "{seat} drew level with {rival}: play {play}, luck {luck}, expected at the start {start}.",
  "balance.alone": "{seat} scored {result} {unit}: play {play}, luck {luck}, expected at the start {start}.",
  "balance.parts": "Shift by shift",
  "balance.play": "Play",
  "balance.luck": "Luck",
  "balance.note": "In {unit} of the lead. Luck is what chance brought against the mean of all it could have brought; play is the rest, one's own and the others'.",
  "balance.whose": "Picture and tables of",
  "balance.with_deal": "with the deal",
  "balance.sum": "Together",
  "balance.start": "Expected at the start",
  "balance.result": "Result: lead at the end",
  "balance.turns": "Turn by turn",
  "balance.deal": "The deal",
  "balance.lead": "Lead expected",
  "balance.turn": "Play {play}, luck behind it {luck} {unit} of the lead",
};
