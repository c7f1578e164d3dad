// What a result is made of, in tenths of a point that add up: what is shown of a sum is the sum of
// what is shown.

/** @typedef {import("./turns.js").Amount} Amount */
/** @typedef {import("./turns.js").Balance} Balance */
/**
 * An amount to be shown: whole tenths, and the standard error in points.
 *
 * @typedef {{tenths: number, error: number}} Shown
 *
 * @typedef {{shift: number, play: Shown, luck: Shown, turns: {number: number, play: Shown, luck: Shown}[]}} ShownShift
 * @typedef {{seat: number, rival: number|null, result: number, start: Shown, deal: Shown, play: Shown, luck: Shown, shifts: ShownShift[]}} ShownBalance
 */

const TENTHS = 10;

/**
 * Round amounts so that they add up: those that lose most by being cut off are rounded up.
 *
 * @param {Amount[]} amounts
 * @param {number} total in tenths; the amounts add up to it but for less than one tenth
 * @returns {Shown[]}
 */
export function apportion(amounts, total) {
  const exact = amounts.map(({ vp }) => TENTHS * vp);
  const cut = exact.map(Math.floor);
  const missing = total - cut.reduce((sum, value) => sum + value, 0);
  const order = exact.map((_, index) => index).sort((one, other) => exact[other] - cut[other] - exact[one] + cut[one]);
  const raised = new Set(order.slice(0, missing));
  return amounts.map(({ error }, index) => ({ tenths: cut[index] + Number(raised.has(index)), error }));
}

/**
 * @param {Balance} balance
 * @returns {ShownBalance}
 */
export function shownBalance(balance) {
  const { seat, rival, result, shifts } = balance;
  const [start, play, luck] = apportion([balance.start, balance.play, balance.luck], TENTHS * result);
  const plays = apportion(shifts.map((part) => part.play), play.tenths);
  const lucks = apportion(shifts.map((part) => part.luck), luck.tenths);
  let deal = { tenths: 0, error: 0 };
  const parts = shifts.map(({ shift, turns }, index) => {
    const played = apportion(turns.map((turn) => turn.play), plays[index].tenths);
    // The deal is luck of the first shift, before anybody's turn.
    const before = index ? [] : [balance.deal];
    const fell = apportion([...before, ...turns.map((turn) => turn.luck)], lucks[index].tenths);
    if (!index) deal = fell[0];
    const own = fell.slice(before.length);
    return { shift, play: plays[index], luck: lucks[index], turns: turns.map(({ number }, at) => ({ number, play: played[at], luck: own[at] })) };
  });
  return { seat, rival, result, start, deal, play, luck, shifts: parts };
}
