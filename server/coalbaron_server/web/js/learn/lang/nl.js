/** Dutch texts of the coach of lessons. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "learn.count": "{n} van {total}",
  "learn.next": "Verder",
  "learn.back": "Terug",
  "learn.show": "Laat zien waar",
  "learn.leave": "Les verlaten",
  "learn.play_on": "Dit spel voortzetten",
  "learn.new_game": "Nieuw spel",
  "learn.again": "Opnieuw vanaf het begin",
  "learn.not_that": "Later graag. Nu komt eerst wat de les vraagt.",
  "learn.not_yet": "Een ogenblik: de les heeft eerst iets te zeggen.",
  "learn.keeps": "De les blijft bewaard: Leren gaat hier verder.",
};
