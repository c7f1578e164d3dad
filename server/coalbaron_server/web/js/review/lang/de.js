/** German texts of play and luck. */

/** @type {Record<string, string|Record<string, string>>} */
export default {
  "balance.title": "Spiel und Glück",
  "balance.ahead": "{seat} gegen {rival}: gewonnen mit {result}. Spiel {play}, Glück {luck}, am Anfang erwartet {start}.",
  "balance.behind": "{seat} gegen {rival}: verloren mit {result}. Spiel {play}, Glück {luck}, am Anfang erwartet {start}.",
  "balance.level": "{seat} gegen {rival}: gleichauf. Spiel {play}, Glück {luck}, am Anfang erwartet {start}.",
  "balance.alone": "{seat}: {result} {unit}. Spiel {play}, Glück {luck}, am Anfang erwartet {start}.",
  "balance.parts": "Schicht für Schicht",
  "balance.play": "Spiel",
  "balance.luck": "Glück",
  "balance.note": "In {unit} des Vorsprungs. Glück ist, was der Zufall gegenüber dem Mittel aller Möglichkeiten brachte; Spiel ist der Rest, das eigene und das der anderen.",
  "balance.whose": "Bild und Tabellen für",
  "balance.with_deal": "mit dem Aufbau",
  "balance.sum": "Zusammen",
  "balance.start": "Am Anfang erwartet",
  "balance.result": "Ergebnis: Vorsprung am Ende",
  "balance.turns": "Zug für Zug",
  "balance.deal": "Der Aufbau",
  "balance.lead": "Erwarteter Vorsprung",
  "balance.turn": "Spiel {play}, Glück danach {luck} {unit} Vorsprung",
};
