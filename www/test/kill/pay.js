/** A session that pays for the user's wishes, at a bank behind HTTP. */
import { coreOf } from '../../src/load/core.js';
import { openAlone } from '../../src/session/driver.js';
import { indexedDbStore } from '../../src/store/indexeddb.js';
import * as glue from '../wasm/stepgate.js';

/** Number of the browser's start. */
const run = Number(new URLSearchParams(location.search).get('run'));
/** Sends a message to the page's server and gives its answer. */
export const tell = async (name, body = {}) => (await fetch(`/${name}`, { method: 'POST', body: JSON.stringify({ run, ...body }) })).json();
const pause = ms => new Promise(done => setTimeout(done, ms));

await glue.default({ module_or_path: '/stepgate_bg.wasm' });
const core = coreOf(glue);
const store = indexedDbStore('pay');

/** A transfer tool with its kind's recovery after a start without a known end. */
const transferOf = kind => ({
  execute: ({ amount }, { idempotencyKey: key, signal }) => fetch('/transfer', { method: 'POST', body: JSON.stringify({ wish: amount, key, kind }), signal }).then(answer => answer.json()),
  idempotent: kind === 'idempotent',
  ...((kind === 'status' || kind === 'naive') && { status: ({ amount }) => tell('status', { wish: amount, kind }) }),
});

/** A model that pays for the user's wish once. */
const model = async ({ messages }) => {
  const last = messages.findLast(({ role }) => role === 'user' || role === 'tool')?.content ?? '';
  const [, wish] = /^pay (\d+)$/.exec(last.trim()) ?? [];
  return { text: JSON.stringify(wish ? { call: { name: 'transfer', args: { from: 'a', to: 'b', amount: Number(wish) } } } : { say: 'done' }) };
};

/** @param {string} id @param {string} kind @param {object} [options] of `openSession` */
export const openPayer = (id, kind, options) => openAlone(core, {
  agent: 'ledger', id, lang: 'en', input: {}, store, model,
  tools: { balance: () => 100, deposit: () => null, transfer: transferOf(kind) },
  ...options,
});

/** Answers a card: approves it, or answers a doubt with the bank's records. */
export async function answerCard(agent) {
  const { card } = agent.view;
  if (card?.id) await agent.answer(card.id, { accept: card.code !== 'was_it_done' || await tell('made', { wish: card.calls[0].args.amount }) });
}

/** Answers cards until the session waits for the user. */
export async function comeToRest(agent) {
  while (agent.view.card || agent.view.waiting !== 'user') {
    await answerCard(agent);
    await pause(10);
  }
}
