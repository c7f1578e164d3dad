/** German texts of the help. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "help.close": "Schließen",
  "help.terms": "Was ist was",
  "help.rules": "Regeln",
  "help.keys": "Tasten",
  "help.learn": "Das Spiel lernen",
  "help.ask": "Auf dem Plan fragen",
  "help.asking": "Wähle, was du erklärt haben willst.",
  "help.asking_end": "Fertig",
  "help.reading": "Hier so gelesen:",
  "help.key_tab": "geht von Gruppe zu Gruppe: Plan, Entscheidung, Reiter",
  "help.key_arrows": "gehen von Feld zu Feld, von Karte zu Karte, von Reiter zu Reiter; Pos1 und Ende an die Enden",
  "help.key_enter": "wählt; auf dem Plan bestätigt es auch einen fertigen Zug",
  "help.key_escape": "nimmt die letzte Wahl zurück oder führt ins Spiel zurück",
  "help.key_help": "erklärt, worauf der Fokus liegt, oder öffnet diese Hilfe",
};
