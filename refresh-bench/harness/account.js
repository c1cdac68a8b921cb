/** An account at the bank: the judge, which counts what was really paid. */
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {'plain' | 'keyed' | 'status'} Bank `plain`: each request is a payment; `keyed`: a key is paid once; `status`: keyed, and it tells what became of a key */

export class Account {
  /** Payments that were made, and requests that came, by time. @type {{ receipt: number, at: number }[]} */
  made = [];
  /** @type {number[]} */
  requests = [];
  /** @type {number[]} */
  answers = [];
  /** Requests that are under way. */
  pending = 0;
  /** When the page told the user how it ended, and when it died, by the page's own clock. @type {number[]} */
  said = [];
  /** @type {number[]} */
  gone = [];
  /** @type {Map<string, Promise<{ receipt: number, at: number }>>} */
  #byKey = new Map();
  /** @type {Set<string>} */
  #paidKeys = new Set();

  /** @param {{ bank: Bank, delay: number, lose: number }} options `delay`: milliseconds to an answer, half before the payment and half after it; `lose`: answers that get lost */
  constructor({ bank, delay, lose }) {
    Object.assign(this, { bank, delay, lose });
  }

  /** Pays, whether or not the client still waits for the answer. `undefined`: the answer is lost. @param {string | undefined} key */
  async pay(key) {
    this.requests.push(Date.now());
    this.pending += 1;
    const { receipt } = await (this.bank === 'plain' || !key ? this.#make() : this.#once(key));
    await pause(this.delay / 2);
    this.answers.push(Date.now());
    this.pending -= 1;
    if (this.lose === 0) return { receipt };
    this.lose -= 1;
    return undefined;
  }

  /** What became of a key. @param {string} key */
  async statusOf(key) {
    if (this.bank !== 'status') return undefined;
    if (!this.#byKey.has(key)) return { done: false };
    if (!this.#paidKeys.has(key)) return { done: 'pending' };
    const { receipt } = await this.#byKey.get(key);
    return { done: true, result: { receipt } };
  }

  /** Resolves when no request is under way. */
  async settled() {
    while (this.pending > 0) await pause(20);
  }

  /** How far the payment had come at a moment. @param {number} moment @returns {'not sent' | 'sent' | 'paid' | 'answered'} */
  phaseAt(moment) {
    if (this.answers[0] <= moment) return 'answered';
    if (this.made[0]?.at <= moment) return 'paid';
    return this.requests[0] <= moment ? 'sent' : 'not sent';
  }

  async #make() {
    await pause(this.delay / 2);
    const payment = { receipt: this.made.length + 1, at: Date.now() };
    this.made.push(payment);
    return payment;
  }

  async #once(key) {
    if (!this.#byKey.has(key)) this.#byKey.set(key, this.#make());
    const payment = await this.#byKey.get(key);
    this.#paidKeys.add(key);
    return payment;
  }
}
