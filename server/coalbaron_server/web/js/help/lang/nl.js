/** Dutch texts of the help. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "help.close": "Sluiten",
  "help.terms": "Wat is wat",
  "help.rules": "Regels",
  "help.keys": "Toetsen",
  "help.learn": "Het spel leren",
  "help.ask": "Op het bord vragen",
  "help.asking": "Kies wat je uitgelegd wilt hebben.",
  "help.asking_end": "Klaar",
  "help.reading": "Hier zo gelezen:",
  "help.key_tab": "gaat van groep naar groep: bord, beslissing, tabs",
  "help.key_arrows": "gaan van veld naar veld, van kaart naar kaart, van tab naar tab; Home en End naar de uiteinden",
  "help.key_enter": "kiest; op het bord bevestigt het ook een beurt die af is",
  "help.key_escape": "neemt de laatste keuze terug of gaat terug naar het spel",
  "help.key_help": "legt uit waar de focus op staat, of opent deze hulp",
};
