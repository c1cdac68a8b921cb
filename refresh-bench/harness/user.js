/** The user: the same in front of every library. */
import { setTimeout as pause } from 'node:timers/promises';

/** How long the user waits, in milliseconds: for a page that does nothing, for one that says it is busy, for one that shows nothing yet, and for a card to go away that was answered. */
export const PATIENCE = { idle: 4000, busy: 9000, blank: 15_000, card: 1500 };
/** What is wished, and how it is said once more. */
export const WISH = 'Pay 50 euros to Bob';
export const WISH_AGAIN = 'Pay 50 euros to Bob, please try again';

const CLOSING = /^(DONE|FAILED|NOT PAID|UNKNOWN)/;
/** How the page says it ended: `DONE`, `FAILED`, `NOT PAID`, `UNKNOWN`; `undefined` while it does not. */
const closingOf = state => {
  const last = state?.lines.findLast(({ text }) => text);
  return last?.role === 'assistant' ? CLOSING.exec(last.text)?.[1] : undefined;
};

export class User {
  clicks = 0;
  /** Approvals that were asked for after the first one had been given. */
  asks = 0;
  /** Questions whether it was done. */
  doubts = 0;
  /** Ids of the cards that were approved. @type {Set<string>} */
  #approved = new Set();

  /** @param {import('puppeteer-core').Page} page @param {import('./account.js').Account} account @param {typeof PATIENCE} patience */
  constructor(page, account, patience) {
    Object.assign(this, { page, account, patience });
  }

  /** What the page shows; `null` while it is loading or dead. */
  see() {
    return this.page.evaluate(() => window.state ?? null).catch(() => null);
  }

  /** Waits for something to be shown. @param {(state: any) => boolean} test */
  async until(test, ms = 8000) {
    for (const end = Date.now() + ms; Date.now() < end; await pause(50)) {
      const state = await this.see();
      if (state && test(state)) return state;
    }
    return null;
  }

  async say(text) {
    await this.page.evaluate(words => { window.say?.(words); }, text).catch(() => {});
  }

  /** Presses a button, if it is there. @param {string} act @returns {Promise<boolean>} */
  async click(act) {
    const there = await this.page.evaluate(id => {
      const button = document.getElementById(id);
      button?.click();
      return Boolean(button);
    }, act).catch(() => false);
    if (there) this.clicks += 1;
    return there;
  }

  /** Approves a card. @param {{ id: string }} card */
  async approve({ id }) {
    this.#approved.add(id);
    return this.click('approve');
  }

  /** Counts the next approval as a further one: another user has given the first. */
  approvedElsewhere() {
    this.#approved.add('elsewhere');
  }

  /** Answers what is asked until the page says how it ended, or nothing happens any more. @returns {Promise<{ end: string, state: any }>} */
  async goOn() {
    let before = '';
    let since = Date.now();
    for (let approvals = 0; approvals < 6; await pause(70)) {
      const state = await this.see();
      const now = JSON.stringify([state, this.account.pending, this.account.requests.length]);
      if (now !== before) [before, since] = [now, Date.now()];
      const still = Date.now() - since;
      const card = state?.cards[0];
      if (card?.kind === 'doubt') await this.#answerDoubt(card);
      else if (card) approvals += await this.#approveNext(card, still);
      else if (closingOf(state) && !state.busy) return { end: closingOf(state), state };
      else if (still > this.#patienceWith(state)) return { end: endWithoutWords(state), state };
    }
    return { end: 'stuck', state: await this.see() };
  }

  /** @returns {number} how long an unchanged page is waited for */
  #patienceWith(state) {
    if (!state) return this.patience.blank;
    return state.busy ? this.patience.busy : this.patience.idle;
  }

  /** Approves a card of `goOn`; one that was just approved gets a moment to go away. @returns {Promise<number>} approvals given */
  async #approveNext(card, still) {
    if (this.#approved.has(card.id) && still < this.patience.card) return 0;
    if (this.#approved.size) this.asks += 1;
    await this.approve(card);
    await this.until(({ cards }) => cards[0]?.id !== card.id, this.patience.card);
    return 1;
  }

  /** Looks at the account, once nothing is under way, and answers by it. */
  async #answerDoubt(card) {
    this.doubts += 1;
    await this.account.settled();
    const isPaid = this.account.made.length > 0;
    const [ifPaid, ifNot] = [['was-done', 'was-not-done'], ['leave', 'again'], ['not-here', 'run-here']].find(([act]) => card.buttons.includes(act));
    await this.click(isPaid ? ifPaid : ifNot);
    await this.until(({ cards }) => cards[0]?.id !== card.id, 3000);
  }
}

/** `lost`: the conversation is gone; `stuck`: it is there, and nothing happens. */
const endWithoutWords = state => (state?.lines.some(({ role }) => role === 'user') ? 'stuck' : 'lost');
