/** Where a lesson is: which of its steps comes next, told from the tokens that are played. */

/**
 * One step of a lesson. It asks for exactly one of these, or is only there to be read:
 *
 * - `play`: the token that the learner plays.
 * - `confirm`: the learner confirms; these tokens are added (what chance brings, say).
 * - `reply`: the turn of the other seats, with what chance brings.
 * - `until`: the learner plays freely until this is so; `others` is what other seats play meanwhile.
 *
 * @typedef {object} Step
 * @property {string} text key of what the coach says
 * @property {string} [point] selector of what it is about
 * @property {string} [play]
 * @property {string[]} [confirm]
 * @property {string[]} [reply]
 * @property {(table: any) => boolean} [until]
 * @property {string[]} [others]
 */

/** Tokens confirmed, and tokens of the turn in progress. @typedef {{record: number, pending: number}} Done */

/** How many tokens each step adds. @param {Step} step */
const tokensOf = ({ play, confirm, reply }) => (play ? 1 : (confirm ?? reply ?? []).length);

/** The way through a lesson. */
export class Progress {
  index = 0;
  /** Tokens played when each step is done. @type {number[]} */
  #ends = [];

  /** @param {Step[]} steps */
  constructor(steps) {
    this.steps = steps;
    let end = 0;
    for (const step of steps) this.#ends.push((end += tokensOf(step)));
  }

  get step() {
    return this.steps[this.index];
  }

  get isLast() {
    return this.index === this.steps.length - 1;
  }

  /** Go on from a step that is only there to be read. */
  next() {
    if (!this.isLast) this.index++;
  }

  /** Go back to the step before, if that and this one are only there to be read. */
  back() {
    if (this.canGoBack) this.index--;
  }

  get canGoBack() {
    return this.index > 0 && isRead(this.steps[this.index - 1]);
  }

  /**
   * Follow what was played, confirmed or taken back.
   *
   * @param {Done} done
   * @param {object} table
   */
  follow(done, table) {
    const played = done.record + done.pending;
    while (this.index > 0 && played < this.#start(this.index)) this.index--;
    while (!this.isLast && this.#isDone(this.index, done, table)) this.index++;
  }

  /**
   * The turn that the lesson plays for another seat now, null if none.
   *
   * @param {Done} done
   * @param {object} table
   */
  replyAt({ record, pending }, table) {
    if (pending) return null;
    const step = this.steps.find(({ reply }, index) => reply && this.#start(index) === record);
    if (step?.reply) return step.reply;
    const free = this.steps.find(({ until }, index) => until && this.#start(index) <= record && !until(table));
    return free?.others ?? null;
  }

  /** @param {number} index */
  #start(index) {
    return index ? this.#ends[index - 1] : 0;
  }

  /**
   * @param {number} index
   * @param {Done} done
   * @param {object} table
   */
  #isDone(index, { record, pending }, table) {
    const step = this.steps[index];
    if (step.play) return record + pending >= this.#ends[index];
    if (step.confirm || step.reply) return !pending && record >= this.#ends[index];
    return step.until ? !pending && step.until(table) : false;
  }
}

/**
 * Is a step only there to be read?
 *
 * @param {Step} step
 */
export const isRead = ({ play, confirm, reply, until }) => !play && !confirm && !reply && !until;
