/**
 * The first shift, as a lesson: a fixed deal for two, late in the shift. The other workers stand at
 * the bank. The words of the steps lie beside this file, a file for each language.
 */

import { engineSeat, person } from "../../../static/js/game.js";
import { readTexts } from "../../../static/js/loading.js";

const POSITION =
  "cb1 players=2 view=- shift=1 first_start=0 start=0 phase=place active=0 space=- draw=- steps=0 fill=- seat0=4;0;9;9;0:-;-;-:y,-:b,-:g,-:k;Byy:-.-,Cgg:-.-,Tk:-;- seat1=4;0;8;10;0:-;-;-:y,-:b,-:g,-:k;Cyyy:-.-.-,Tg:-,Ek:-;- spaces=- factory=f1:g2D,f2:y1L,f3:k1L,f5:b1D,f6:y2D,f7:b2L row=o2:Tb,o3:Cg,o4:Bbb draft=- tile_stack=-;y1L,y1L,y1D,y1D,y1D,y2L,y2L,y2L,y2D,y2D,b1L,b1L,b1L,b1D,b1D,b2L,b2L,b2D,b2D,b2D,g1L,g1L,g1L,g1D,g1D,g1D,g2L,g2L,g2L,g2D,g2D,k1L,k1L,k1D,k1D,k1D,k2L,k2L,k2L,k2D,k2D,k2D;42;- order_stack=-;By,Bb,Bbbb,Bg,Bgg,Bggg,Bk,Bkk,Bybgk,Cy,Cyy,Cb,Cbb,Ck,Ckk,Ckkk,Cybgk,Ty,Tyy,Tyyy,Tbb,Tgg,Tkk,Tkkk,Tybgk,Ey,Eyy,Eb,Ebb,Ebbb,Eg,Egg,Eggg,Ekk,Eybgk;35;- look=-";

const PIT = '[data-seat="0"] .shaft-frame';
const CONFIRM = "#confirm";

/** @param {string} space */
const onSpace = (space) => `[data-space="${space}"]`;

/** Where a work step is chosen: in the list, and in the pit. @param {string} token @param {string} inPit */
const onStep = (token, inPit) => `#decision [data-token="${token}"], [data-seat="0"] ${inPit}`;

/** @type {import("../../../static/js/learn/progress.js").Step[]} */
const STEPS = [
  { text: "goal" },
  { text: "orders", point: '[data-seat="0"] .order-list' },
  { text: "pit", point: PIT },
  { text: "tunnel", point: onSpace("f2"), play: "f2" },
  { text: "confirm", point: CONFIRM, confirm: ["!g1L"] },
  { text: "reply_tunnel", point: onSpace("f5"), reply: ["f5", "!k2D"] },
  { text: "mine", point: onSpace("m6"), play: "m6" },
  { text: "cage_down", point: onStep("@1", '[data-cage="1"]'), play: "@1" },
  { text: "load", point: onStep("+y", ".cage"), play: "+y" },
  { text: "load_again", point: onStep("+y", ".cage"), play: "+y" },
  { text: "cage_up", point: onStep("@0", '[data-cage="0"]'), play: "@0" },
  { text: "fill", point: onStep("y>Byy", '[data-order="Byy"]'), play: "y>Byy" },
  { text: "fill_again", point: onStep("y>Byy", '[data-order="Byy"]'), play: "y>Byy" },
  { text: "confirm_mine", point: CONFIRM, confirm: [] },
  { text: "reply_money", point: onSpace("c6"), reply: ["c6"] },
  { text: "deliver", point: onSpace("dB"), play: "dB" },
  { text: "confirm_delivery", point: CONFIRM, confirm: [] },
  { text: "reply_mine", point: onSpace("m10"), reply: ["m10", "@4", "+k", "@3", "+g", "@0", "k>Ek", "g>Tg", "end"] },
  { text: "clock", point: ".quarter.due" },
  { text: "crowd", point: onSpace("c6"), play: "c6" },
  { text: "confirm_crowd", point: CONFIRM, confirm: [] },
  { text: "reply_order", point: onSpace("o3"), reply: ["o3", "!Cyy"] },
  { text: "order", point: onSpace("o2"), play: "o2" },
  { text: "confirm_order", point: CONFIRM, confirm: ["!Eb"] },
  { text: "reply_delivery", point: onSpace("dE"), reply: ["dE"] },
  { text: "alone", until: (table) => table.shift > 1, others: ["bank"] },
  { text: "scored", point: ".quarter" },
  { text: "later" },
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
