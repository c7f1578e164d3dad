/**
 * The first round, as a lesson: two seats, and a fixed draw of tiles and indicators. The words of the
 * steps lie beside this file, a file for each language.
 */

import { engineSeat, person } from "../../../static/js/game.js";
import { readTexts } from "../../../static/js/loading.js";

/** Two seats before the first placing; the market indicator is 0. */
const POSITION =
  "cc1 players=2 view=- rounds=6 reformed=0 amok=0 start=0 round=1 stage=place phase=place active=0 order=0,1 draw=- mover=- left=- space=- cell=- tile=- puts=- building=- unseen=0 calendar=!+,!-,!0,!0 bag=+:5,-:5,0:3 supply=w:42,a:42,e:42 market=w:3,a:3,e:3 stacks=1:3.3.3,2:1.1.2.2.2.1,3:3.3.3,4:3.3.3 faces=1:-,2:-,3:-,4:- pile=school:1,tailor:1,shed:2,hall:2,shop:2,doctor:2,tavern:2,church:2 gone=- top=school,tailor bottom=- seat0=0;-;0;0;w:0,a:0,e:0;-;-;i0:entrance.NESW.wae;0;4,4,3,3,2,2,1,1,0;-;-;-;0;- seat1=0;-;0;0;w:0,a:0,e:0;-;-;i0:entrance.NESW.wae;0;4,4,3,3,2,2,1,1,0;-;-;-;0;-";

const CONFIRM = "#confirm";

/** @param {string} place */
const at = (place) => `[data-place="${place}"]`;

/** @type {import("../../../static/js/learn/progress.js").Step[]} */
const STEPS = [
  { text: "goal" },
  { text: "mine", point: ".own-mine" },
  { text: "areas", point: ".course" },
  { text: "miner", point: at("i0"), play: "4>i0" },
  { text: "permit", point: at("h0"), play: "4>h0" },
  { text: "seller", point: at("sell"), play: "3>sell" },
  { text: "buyer", point: at("util"), play: "3>util" },
  { text: "builder", point: at("build"), play: "2>build" },
  { text: "held", point: at("-"), play: "2>-" },
  { text: "dump", point: at("dump"), play: "1>dump" },
  { text: "held_again", point: at("-"), play: "1>-" },
  { text: "held_last", point: at("-"), play: "0>-" },
  { text: "ready", point: CONFIRM, confirm: [] },
  { text: "reply_place", point: at("sell"), reply: ["4>i0", "4>h0", "3>util", "3>-", "2>sell", "2>build", "1>dump", "1>-", "0>-", "sell:5"] },
  { text: "price", point: ".desk-brokers" },
  { text: "sell", point: '#decision [data-token="sell:5"]', play: "sell:5" },
  { text: "sold", point: CONFIRM, confirm: [] },
  { text: "dig", point: at("stack:3"), play: "dig:h0:3" },
  { text: "draw", point: CONFIRM, confirm: ["!3tb"] },
  { text: "lay", point: at("h0"), play: "lay:h0:NEW" },
  { text: "laid", point: CONFIRM, confirm: [] },
  { text: "reply_dig", point: ".seat-card", reply: ["dig:h0:2", "!2la", "lay:h0:NE"] },
  { text: "buy", point: ".market-cubes", play: "buy:111" },
  { text: "put", point: at("h0"), play: "put:w:h0" },
  { text: "put_again", point: at("h0"), play: "put:a:h0" },
  { text: "put_last", point: at("h0"), play: "put:e:h0" },
  { text: "full", point: CONFIRM, confirm: [] },
  { text: "reply_buy", point: ".seat-card", reply: ["buy:110", "put:w:h0", "put:a:h0"] },
  { text: "build", point: at("top:tailor"), play: "build:top:tailor" },
  { text: "onto", point: at("lot:-"), play: "onto:-" },
  { text: "built", point: CONFIRM, confirm: [] },
  { text: "reply_build", point: ".course", reply: ["build:top:school", "onto:-", "!+", "!-", "!+", "!shop", "!hall"] },
  { text: "fee", point: ".track" },
  { text: "alone", until: (table) => table.round > 2 || (table.round === 2 && table.stage !== "place") },
  { text: "inspection", point: ".chip-open" },
  { text: "go_on" },
];

/** @type {import("../../../static/js/learn/lesson.js").Plan} */
export default {
  position: POSITION,
  seats: [person(), engineSeat("apprentice")],
  steps: STEPS,
  texts: (language) => readTexts(import.meta.url, `${language}.json`, `there is no lesson in ${language}`),
};
