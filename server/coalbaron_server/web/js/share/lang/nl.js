/** Dutch texts of the Share panel. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "share.export": "Het spel meenemen",
  "share.link": "Link naar dit spel",
  "share.record": "Verslag",
  "share.position": "Stelling",
  "share.copy": "Kopiëren",
  "share.copied": "Gekopieerd",
  "share.select": "Geselecteerd: kopieer het met je toetsenbord.",
  "share.save": "Als bestand bewaren",
  "share.import": "Een spel binnenhalen",
  "share.paste": "Verslag, stelling of link",
  "share.file": "Of een bestand",
  "share.load": "Laden",
  "share.loaded": "Het spel is geladen.",
  "share.refused": "Dit kan niet worden geladen. {detail}",
  "share.too_large": "Het bestand is groter dan elk verslag.",
};
