/** A session that pays for the user's wishes, at a bank behind HTTP. */
import { coreOf } from '../../src/core.js';
import { openAgent } from '../../src/driver.js';
import { indexedDbStore } from '../../src/indexeddb.js';
import * as glue from '../wasm/stepgate.js';

/** Sends a message to the page's server and gives its answer. */
export const tell = async (name, body = {}) => (await fetch(`/${name}`, { method: 'POST', body: JSON.stringify(body) })).json();
const pause = ms => new Promise(done => setTimeout(done, ms));

await glue.default({ module_or_path: '/stepgate_bg.wasm' });
const core = coreOf(glue);
const store = indexedDbStore('pay');

/** A transfer tool with its kind's recovery after a start without a known end. */
const transferOf = kind => ({
  run: ({ amount }, { key, signal }) => fetch('/transfer', { method: 'POST', body: JSON.stringify({ wish: amount, key, kind }), signal }).then(answer => answer.json()),
  idempotent: kind === 'idempotent',
  ...((kind === 'status' || kind === 'naive') && { status: ({ amount }) => tell('status', { wish: amount, kind }) }),
});

/** A model that pays for the user's wish once. */
const model = async ({ messages }) => {
  const last = messages.findLast(({ role }) => role === 'user' || role === 'tool')?.content ?? '';
  const [, wish] = /^pay (\d+)$/.exec(last.trim()) ?? [];
  return { text: JSON.stringify(wish ? { call: { name: 'transfer', args: { from: 'a', to: 'b', amount: Number(wish) } } } : { say: 'done' }) };
};

/** @param {string} id @param {string} kind @param {object} [options] of `open` */
export const openPayer = (id, kind, options) => openAgent(core, {
  agent: 'ledger', id, lang: 'en', input: {}, store, model,
  tools: { balance: () => 100, deposit: () => null, transfer: transferOf(kind) },
  ...options,
});

/** Answers a card: approves it, or answers a doubt with the bank's records. */
export async function answerCard(agent) {
  const { card } = agent.view;
  if (card?.call) await agent.answer(card.call, { accept: card.title !== 'Was this done?' || await tell('made', { wish: card.tool.args.amount }) });
}

/** Answers cards until the session waits for the user. */
export async function comeToRest(agent) {
  while (agent.view.card || agent.view.waiting !== 'user') {
    await answerCard(agent);
    await pause(10);
  }
}
