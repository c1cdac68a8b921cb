/** A session that pays for the user's wishes, at a bank behind HTTP. */
import { coreOf } from '../../src/load/core.js';
import { openAlone } from '../../src/session/driver.js';
import { indexedDbStore } from '../../src/store/indexeddb.js';
import * as glue from '../wasm/stepgate.js';
import { isNamed } from './back.js';
import { atCard } from './rest.js';
import { tell } from './tell.js';
import { transferOf } from './transfer.js';

/** Number of the wish that a call is for. */
export const wishOf = ({ args }) => args.amount;

await glue.default({ module_or_path: '/stepgate_bg.wasm' });
const core = coreOf(glue);
const store = indexedDbStore('pay');

/** A model that pays for the user's wish once; said at an open card, in the place of what that card asks. */
const model = async ({ messages, contract }) => {
  const last = messages.findLast(({ role }) => role === 'user' || role === 'tool')?.content ?? '';
  const [, wish] = /^pay (\d+)$/m.exec(last) ?? [];
  return { text: JSON.stringify({ ...(wish ? { call: { name: 'transfer', args: { from: 'a', to: 'b', amount: Number(wish) } } } : { say: 'done' }), ...atCard(contract) }) };
};

/** @param {string} id @param {string} kind @param {object} [options] of `openSession` */
export const open = (id, kind, options) => openAlone(core, {
  agent: 'ledger', id, lang: 'en', input: {}, store, model,
  tools: { balance: () => 100, deposit: () => null, transfer: transferOf(kind, wishOf), tip: () => null },
  ...options,
});

/** Answers a card: approves it, or answers a doubt with the bank's records. */
export async function answerCard(agent) {
  const { card } = agent.view;
  if (!card?.id) return;
  if (isNamed(card, wishOf)) {
    await agent.answer(card.id, { accept: false });
    await tell('named');
  } else await agent.answer(card.id, { accept: card.code !== 'was_it_done' || await tell('made', { wish: wishOf(card.calls[0]) }) });
}
