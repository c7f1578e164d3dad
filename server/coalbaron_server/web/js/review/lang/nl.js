/** Dutch texts of play and luck. */

/** @type {Record<string, string|Record<string, string>>} */
export default {
  "balance.title": "Spel en geluk",
  "balance.ahead": "{seat} tegen {rival}: gewonnen met {result}. Spel {play}, geluk {luck}, aan het begin verwacht {start}.",
  "balance.behind": "{seat} tegen {rival}: verloren met {result}. Spel {play}, geluk {luck}, aan het begin verwacht {start}.",
  "balance.level": "{seat} tegen {rival}: gelijk. Spel {play}, geluk {luck}, aan het begin verwacht {start}.",
  "balance.alone": "{seat}: {result} {unit}. Spel {play}, geluk {luck}, aan het begin verwacht {start}.",
  "balance.parts": "Dienst voor dienst",
  "balance.play": "Spel",
  "balance.luck": "Geluk",
  "balance.note": "In {unit} van de voorsprong. Geluk is wat het toeval bracht ten opzichte van het gemiddelde van alle mogelijkheden; spel is de rest, het eigen spel en dat van de anderen.",
  "balance.whose": "Plaatje en tabellen van",
  "balance.with_deal": "met de opzet",
  "balance.sum": "Samen",
  "balance.start": "Aan het begin verwacht",
  "balance.result": "Uitslag: voorsprong aan het eind",
  "balance.turns": "Beurt voor beurt",
  "balance.deal": "De opzet",
  "balance.lead": "Verwachte voorsprong",
  "balance.turn": "Spel {play}, geluk erna {luck} {unit} voorsprong",
};
