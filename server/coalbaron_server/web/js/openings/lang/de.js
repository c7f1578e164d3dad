/** German texts of the openings. */

/** @type {Record<string, import("../../i18n.js").Text>} */
export default {
  "openings.text": "Der Rechner hat Tausende Partien gegen sich selbst gespielt. In der Hälfte wählte er auf den ersten Blick: Sie sagen, wie oft etwas genommen wird, wo es geht. In den anderen wurden die ersten Entscheidungen ausgelost: Sie sagen, wie eine Partie nach jeder weitergeht, denn niemand nahm sie, weil die Partie schon gut stand.",
  "openings.note": "± enthält 95 von 100. Jede wurde in rund {games} Partien gelost, kleine Unterschiede sagen also nichts; von {n} ragen einige allein durch Zufall heraus. Alle Plätze dieser Partien spielen auf den ersten Blick: Was sich für jemanden lohnt, der weiter blickt, mag etwas anderes sein.",
  "openings.none": "Zu so vielen Plätzen ist nichts bekannt.",
  "openings.seats": "Plätze",
  "openings.shows": "Das Bild zeigt",
  "openings.shows_lead": "Vorsprung, {unit}",
  "openings.shows_win": "den Anteil am Sieg",
  "openings.what": "Wahl",
  "openings.taken": "Genommen",
  "openings.tries": "Partien",
  "openings.win": "Sieg",
  "openings.lead": "Vorsprung in {unit}",
  "openings.thin": "(nur {n} Partien)",
  "openings.grade_good": "besser als der Schnitt",
  "openings.grade_bad": "schlechter als der Schnitt",
  "openings.grade_open": "vom Schnitt nicht zu unterscheiden",
  "openings.grade_thin": "kaum versucht",
  "openings.mean": "Schnitt von allen: {mean}",
  "explorer.title": "Was der Rechner gegen sich selbst hier tat",
  "explorer.text": "Wie oft jede Wahl auf den ersten Blick getroffen wurde, und um wie viele {units} am Ende vorn lag, wem sie zugelost wurde, gegenüber dem besten anderen Platz; ± für 95 von 100.",
  "explorer.none": "Erzählt wird von den ersten Entscheidungen einer Partie und von den ersten drei Zügen eines Platzes in einer Schicht, in Partien von Anfang an.",
};
