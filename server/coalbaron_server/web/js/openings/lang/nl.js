/** Dutch texts of the openings. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "openings.text": "De computer speelde duizenden partijen tegen zichzelf. In de helft koos hij op het eerste gezicht: die zeggen hoe vaak iets genomen wordt waar het kan. In de andere werden de eerste keuzes geloot: die zeggen hoe een partij na elke keuze verdergaat, want niemand nam hem omdat de partij al goed stond.",
  "openings.note": "± bevat 95 van 100. Elke keuze werd in ongeveer {games} partijen geloot, dus kleine verschillen zeggen niets; van {n} springen er enkele alleen door toeval uit. Alle plaatsen van deze partijen spelen op het eerste gezicht: wat loont voor wie verder kijkt, kan iets anders zijn.",
  "openings.none": "Over dit aantal plaatsen is niets bekend.",
  "openings.seats": "Plaatsen",
  "openings.shows": "Het beeld toont",
  "openings.shows_lead": "voorsprong, {unit}",
  "openings.shows_win": "het aandeel in de winst",
  "openings.what": "Keuze",
  "openings.taken": "Genomen",
  "openings.tries": "Partijen",
  "openings.win": "Winst",
  "openings.lead": "Voorsprong in {unit}",
  "openings.thin": "(slechts {n} partijen)",
  "openings.grade_good": "beter dan het gemiddelde",
  "openings.grade_bad": "slechter dan het gemiddelde",
  "openings.grade_open": "niet te onderscheiden van het gemiddelde",
  "openings.grade_thin": "nauwelijks geprobeerd",
  "openings.mean": "gemiddelde van alle: {mean}",
  "explorer.title": "Wat de computer tegen zichzelf hier deed",
  "explorer.text": "Hoe vaak elke keuze op het eerste gezicht werd gemaakt, en met hoeveel {units} wie hem door loting kreeg aan het einde voorlag op de beste andere plaats; ± voor 95 van 100.",
  "explorer.none": "Verteld wordt van de eerste keuzes van een partij en van de eerste drie beurten van een plaats in een dienst, in partijen vanaf het begin.",
};
