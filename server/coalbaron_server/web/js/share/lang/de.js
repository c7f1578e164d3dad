/** German texts of the Share panel. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "share.export": "Das Spiel mitnehmen",
  "share.link": "Link zu diesem Spiel",
  "share.record": "Aufzeichnung",
  "share.position": "Stellung",
  "share.copy": "Kopieren",
  "share.copied": "Kopiert",
  "share.select": "Ausgewählt: Kopiere es mit der Tastatur.",
  "share.save": "Als Datei sichern",
  "share.import": "Ein Spiel holen",
  "share.paste": "Aufzeichnung, Stellung oder Link",
  "share.file": "Oder eine Datei",
  "share.load": "Laden",
  "share.loaded": "Das Spiel ist geladen.",
  "share.refused": "Das lässt sich nicht laden. {detail}",
  "share.too_large": "Die Datei ist größer als jede Aufzeichnung.",
};
