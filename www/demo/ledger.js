/**
 * The account the `ledger` agent works on: a database of this page, so that what a tool did outlives a killed page.
 * The tools tell nobody whether a call was made before, and so leave exactly-once to Stepgate.
 */
import { openDB } from 'idb';

const OPENING_BALANCE = 100;

const database = openDB('stepgate-ledger', 1, {
  upgrade(db) { db.createObjectStore('runs', { autoIncrement: true }); },
});

const news = new BroadcastChannel('stepgate-ledger');
let listener = null;

/** How long a tool takes, in milliseconds: `?tool-delay=` lets a test stop the page in the middle. */
const delay = Number(new URLSearchParams(location.search).get('tool-delay') ?? 0);

const pause = () => new Promise(done => setTimeout(done, delay));

async function account() {
  const runs = await (await database).getAll('runs');
  return { balance: runs.reduce((sum, run) => sum + run.change, OPENING_BALANCE), runs };
}

/** Tells this page and the others what the account is now. */
async function publish() {
  listener?.(await account());
}

news.onmessage = publish;

/** @param {(value: { balance: number, runs: object[] }) => void} listen is told the account now and after each change */
export function watchLedger(listen) {
  listener = listen;
  publish();
}

async function write(name, args, key, change) {
  await pause();
  await (await database).add('runs', { name, args, key, change, at: Date.now() });
  await pause();
  news.postMessage('changed');
  await publish();
  return { balance: (await account()).balance };
}

/** The host tools of the `ledger` agent. */
export const ledgerTools = {
  balance: async () => ({ balance: (await account()).balance }),
  deposit: (args, { key }) => write('deposit', args, key, args.amount),
  transfer: (args, { key }) => write('transfer', args, key, -args.amount),
};
