// Approved writes while Restate and the sessions' process are killed, and pages close and come back.
import { openRemoteSession } from 'stepgate/remote';
import { openBank } from './bank.js';
import { world } from './restate.js';

const pause = (/** @type {number} */ ms) => new Promise(done => setTimeout(done, ms));

/** Random numbers by a seed, so that a run can be repeated as far as processes can. @param {number} seed */
function diceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The view of a session once it waits for the user. @param {any} page */
const settled = page => new Promise(resolve => {
  const end = page.subscribe((/** @type {any} */ view) => {
    if (view.waiting !== 'model' && view.waiting !== 'tool') queueMicrotask(() => { end(); resolve(view); });
  });
});

/**
 * @param {{ writes: number, kills: number, sessions: number, seed?: number, losesAnswers?: number, tell?: (line: string) => void }} size
 * @returns {Promise<{ writes: number, kills: { restate: number, sessions: number }, reopened: number, twice: number[], lost: number[], asked: number, seconds: number }>}
 */
export async function approveUnderKills({ writes, kills, sessions, seed = 1, losesAnswers = 0.02, tell = () => {} }) {
  const dice = diceOf(seed);
  const bank = await openBank({ losesAnswers, slowMs: 40 });
  const there = await world({ bank: bank.url });
  const started = Date.now();
  const counted = { restate: 0, sessions: 0, reopened: 0, asked: 0, done: 0 };
  let next = 0;

  /** Pays bills in one session, one after the other. @param {number} number */
  async function payer(number) {
    const open = () => openRemoteSession({ base: there.base, agent: 'desk', id: `session-${number}`, headers: () => ({ authorization: 'ada' }) });
    let page = await open();
    const reopen = async () => {
      counted.reopened += 1;
      await page.close();
      page = await open();
    };
    while (next < writes) {
      const bill = next += 1;
      let view = await page.say(`${dice() < 0.5 ? 'pay_idempotent' : 'pay_status'} ${bill}`);
      if (dice() < 0.1) {
        await reopen();
        view = await settled(page);
      }
      while (view.card) {
        if (view.card.kind !== 'approval') {
          counted.asked += 1;
          tell(`bill ${bill}: asked: ${JSON.stringify([view.card.code, view.card.text])}`);
          break; // nobody can answer it: what was not paid is lost then
        }
        const answered = page.answer(view.card.id, { accept: true });
        if (dice() < 0.2) {
          answered.catch(() => {});
          await pause(dice() * 300);
          await reopen();
          view = await settled(page);
        } else {
          view = await answered;
        }
      }
      if (view.error) tell(`bill ${bill}: ${JSON.stringify(view.error)}`);
      counted.done += 1;
    }
    await page.close();
  }

  /** Kills one of the two processes, or both, each time that some more writes are done. */
  async function killer() {
    while (counted.restate + counted.sessions < kills) {
      const before = counted.restate + counted.sessions;
      while (counted.done < before * writes / kills && counted.done < writes) await pause(20);
      await pause(dice() * 300);
      const side = dice();
      const doomed = side < 0.08 ? /** @type {const} */ (['restate', 'sessions']) : side < 0.4 ? /** @type {const} */ (['restate']) : /** @type {const} */ (['sessions']);
      for (const name of doomed) counted[name] += 1;
      await Promise.all(doomed.map(name => there[name].kill()));
      await Promise.all(doomed.map(name => there[name].start()));
      if ((before + 1) % 20 === 0) tell(`${counted.done} writes, ${before + 1} kills, ${Math.round((Date.now() - started) / 1000)} s`);
    }
  }

  try {
    await Promise.all([...Array.from({ length: sessions }, (_, number) => payer(number)), killer()]);
  } finally {
    await there.close();
    bank.close();
  }
  const times = new Map();
  for (const { bill, count } of bank.booked.values()) times.set(bill, (times.get(bill) ?? 0) + count);
  const all = Array.from({ length: writes }, (_, at) => at + 1);
  return {
    writes, kills: { restate: counted.restate, sessions: counted.sessions }, reopened: counted.reopened, asked: counted.asked,
    twice: all.filter(bill => times.get(bill) > 1), lost: all.filter(bill => !times.has(bill)), seconds: Math.round((Date.now() - started) / 1000),
  };
}
