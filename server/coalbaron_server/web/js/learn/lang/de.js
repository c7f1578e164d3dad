/** German texts of the coach of lessons. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "learn.count": "{n} von {total}",
  "learn.next": "Weiter",
  "learn.back": "Zurück",
  "learn.show": "Zeig mir, wo",
  "learn.leave": "Lektion verlassen",
  "learn.play_on": "Dieses Spiel fortsetzen",
  "learn.new_game": "Neues Spiel",
  "learn.again": "Von vorn",
  "learn.not_that": "Später gern. Jetzt ist dran, worum die Lektion bittet.",
  "learn.not_yet": "Einen Augenblick: Die Lektion hat erst etwas zu sagen.",
  "learn.keeps": "Die Lektion bleibt aufgehoben: „Lernen“ setzt sie hier fort.",
};
