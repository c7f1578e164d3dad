/**
 * The first three turns, as a lesson: dice as they lie at the start, a fixed draw of markers. The
 * words of the steps lie beside this file, a file for each language.
 */

import { engineSeat, person } from "../../../static/js/game.js";
import { readTexts } from "../../../static/js/loading.js";

/** Two seats at the first option: a Thaler lies on each workshop in Broich. */
const POSITION =
  "ruhr1 players=2 view=- calm=0 start=0 turn=1 stage=3 phase=option order=0,1 index=0 seat0=0;0;1;6,7,9,10,11;0;bi:0,bc:0,wi:0,wc:0,r:0;-;-;-;m:0,e:0,w:0,b:0;0;-;- seat1=0;0;1;6,7,9,10,11;0;bi:0,bc:0,wi:0,wc:0,r:0;-;-;-;m:0,e:0,w:0,b:0;0;-;- dice=s1:4,s2:4,s4:4,s5:4,s7:3,s8:3,s10:3,s11:3,s13:3,s15:3 tracks=b:-,w:- returning=b:-,w:- obstacles=l1,l2,l3,l4,l5,l6,l7,l8,l9,l10,l11,l12,l13,l14 market=i10:1,i11:1,i12:1 columns=be:-,nl:-,rh:- export=1 markers=im:1,ie:1,iw:1,ib:0,fo:2,ha:2,gu:2,cm:1,ce:1,cw:1,cb:1,wa:4,wa+:1,wa-:1 bag=5 countries=be:2,nl:3,rh:3 country=- water=0 duty=0 did=-";

const CONFIRM = "#confirm";
const OWN = '[data-seat="0"]';

/** @param {string} place */
const at = (place) => `[data-place="${place}"]`;

/** A choice that has no place on the board. @param {string} token */
const listed = (token) => `#decision [data-token="${token}"]`;

/** @type {import("../../../static/js/learn/progress.js").Step[]} */
const STEPS = [
  { text: "goal" },
  { text: "river", point: ".river .place-storage" },
  { text: "option", point: listed("plain"), play: "plain" },
  { text: "start", point: at("s8"), play: "@s8" },
  { text: "confirm", point: CONFIRM, confirm: [] },
  { text: "reply_start", point: at("s11"), reply: ["plain", "@s11"] },
  { text: "trip", point: at("c4"), play: ">c4" },
  { text: "confirm_trip", point: CONFIRM, confirm: [] },
  { text: "reply_trip", point: ".area-turns", reply: [">c5", "!fo"] },
  { text: "token", point: `${OWN} .tokens` },
  { text: "lock_needs", point: `${OWN} .tokens` },
  { text: "second_option", point: listed("plain"), play: "plain" },
  { text: "second_start", point: at("s13"), play: "@s13" },
  { text: "confirm_second", point: CONFIRM, confirm: [] },
  { text: "reply_second", point: at("s15"), reply: ["plain", "@s15"] },
  { text: "workshop", point: at("i10"), play: ">i10" },
  { text: "confirm_workshop", point: CONFIRM, confirm: [] },
  { text: "reply_city", point: `${OWN} .markers`, reply: [">c7"] },
  { text: "lock", point: at("l5"), play: "lock:l5" },
  { text: "free_lock", point: at("l3"), play: "lock:l3" },
  { text: "confirm_locks", point: CONFIRM, confirm: [] },
  { text: "history", point: listed("pay:t"), play: "pay:t" },
  { text: "confirm_history", point: CONFIRM, confirm: [] },
  { text: "reply_history", point: at("i5"), reply: ["pay:t", "!ie"] },
  { text: "haul", point: listed("haul"), play: "haul" },
  { text: "upriver", point: at("s7"), play: "@s7" },
  { text: "confirm_haul", point: CONFIRM, confirm: [] },
  { text: "reply_haul", point: at("s10"), reply: ["haul", "@s10"] },
  { text: "forge", point: at("i5"), play: ">i5" },
  { text: "comes_back", point: at("s12"), play: "b>s12" },
  { text: "confirm_forge", point: CONFIRM, confirm: [] },
  { text: "reply_forge", point: at("i7"), reply: [">i7"] },
  { text: "comes_back_again", point: at("s11"), play: "b>s11" },
  { text: "confirm_back", point: CONFIRM, confirm: [] },
  { text: "market", point: at("l1"), play: "lock:l1" },
  { text: "market_free", point: at("l2"), play: "lock:l2" },
  { text: "depot", point: at("depot:m"), play: "depot:m" },
  { text: "confirm_depot", point: CONFIRM, confirm: [] },
  { text: "alone", until: (table) => table.shift > 4 },
  { text: "port", point: ".area-port" },
  { text: "ending" },
  { text: "go_on" },
];

/** @type {import("../../../static/js/learn/lesson.js").Plan} */
export default {
  position: POSITION,
  seats: [person(), engineSeat("apprentice")],
  steps: STEPS,
  texts: (language) => readTexts(import.meta.url, `${language}.json`, `there is no lesson in ${language}`),
};
