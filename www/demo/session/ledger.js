/**
 * Accounts of the test agent `ledger`, in a database of the page, so that a tool's effect outlives a killed page.
 * The tools cannot tell whether a call was made before, and so leave exactly-once to Stepgate.
 */
import { openDB } from 'idb';

/** The user's account and its initial balance. */
const OWN_ACCOUNT = 'main';
const OPENING_BALANCE = 100;

const database = () => openDB('stepgate-ledger', 1, {
  upgrade(db) { db.createObjectStore('runs', { autoIncrement: true }); },
});

let opened = null;
const open = () => (opened ??= database());

/** Pause before and after a write in milliseconds: tests set it with `?tool-delay=` to stop the page in between. */
const delay = Number(new URLSearchParams(location.search).get('tool-delay') ?? 0);

const pause = () => new Promise(done => setTimeout(done, delay));

/**
 * All runs of write tools so far.
 * @returns {Promise<{ name: string, args: any, key: string, at: number, moves: Record<string, number> }[]>}
 */
const runs = async () => (await open()).getAll('runs');

const balanceOf = (account, all) => all.reduce((sum, { moves }) => sum + (moves[account] ?? 0), account === OWN_ACCOUNT ? OPENING_BALANCE : 0);

const news = new BroadcastChannel('stepgate-ledger');

/** @param {(value: { balance: number, runs: object[] }) => void} listen receives the account now and after each change in any tab */
export function watchLedger(listen) {
  const publish = async () => {
    const all = await runs();
    listen({ balance: balanceOf(OWN_ACCOUNT, all), runs: all });
  };
  news.onmessage = publish;
  addEventListener('ledger', publish);
  publish();
}

async function write(name, args, { key }, moves, account) {
  await pause();
  await (await open()).add('runs', { name, args, key, moves, at: Date.now() });
  news.postMessage('changed');
  dispatchEvent(new Event('ledger'));
  await pause();
  return { balance: balanceOf(account, await runs()) };
}

/** Host tools of the `ledger` agent. */
export const ledgerTools = {
  balance: async ({ account }) => ({ balance: balanceOf(account, await runs()) }),
  deposit: (args, context) => write('deposit', args, context, { [args.account]: args.amount }, args.account),
  tip: (args, context) => write('tip', args, context, { [args.account]: args.amount }, args.account),
  transfer: (args, context) => write('transfer', args, context, { [args.from]: -args.amount, [args.to]: args.amount }, args.from),
};
