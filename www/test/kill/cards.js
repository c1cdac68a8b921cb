/** A session that pays for several wishes with one card, by tools of unlike recovery, at a bank behind HTTP. */
import { openSession, tool, toolAgent } from '../../src/index.js';
import { indexedDbStore } from '../../src/store/indexeddb.js';
import { isNamed } from './back.js';
import { atCard } from './rest.js';
import { tell } from './tell.js';
import { transferOf } from './transfer.js';

/** Recovery of each tool after a start without a known end. */
const KINDS = ['nothing', 'status', 'idempotent'];

/** Number of the wish that a call is for. */
export const wishOf = ({ args }) => args.wish;

const transfer = kind => tool({
  description: `Pays, ${kind}`,
  inputSchema: { type: 'object', properties: { wish: { type: 'integer' }, amount: { type: 'number' } }, required: ['wish', 'amount'] },
  access: 'write',
  ...transferOf(kind, wishOf),
});

const agent = toolAgent({ name: 'cards', instructions: 'Pay.', tools: Object.fromEntries(KINDS.map(kind => [kind, transfer(kind)])) });

/** A model that pays at once for all that was wished since it last spoke; said at an open card, in the place of what that card asks. */
const model = async ({ messages, contract }) => {
  const wishes = [...messages.at(-1).content.matchAll(/^pay ([\d ]+)$/gm)].flatMap(([, numbers]) => numbers.split(' ').map(Number));
  const tool = wishes.map(wish => ({ name: KINDS[wish % KINDS.length], args: { wish, amount: wish } }));
  return { text: JSON.stringify({ say: tool.length ? 'I pay.' : 'That is all.', tool: tool.length ? tool : null, ...atCard(contract) }) };
};

const store = indexedDbStore('cards');

/** @param {string} id @param {string} [_kind] of a tool: a session has all of them @param {object} [options] of `openSession` */
export const open = (id, _kind, options) => openSession({ agent, id, lang: 'en', store, model, ...options });

/** Answers a card: as its user decides, or a doubt by the bank's records. */
export async function answerCard(session) {
  const { card } = session.view;
  if (!card) return;
  if (isNamed(card, wishOf)) {
    await session.answer(card.id, { accept: false });
    await tell('named');
  } else if (card.kind === 'approval') return decide(session, card);
  else await session.answer(card.id, { accept: card.code !== 'was_it_done' || await tell('made', card.calls[0].args) });
}

/** Answers an approval: for all calls, some or none, with other amounts. An answer that was taken is reported. */
async function decide(session, card) {
  const wishes = card.calls.map(wishOf);
  const { accepts, amounts, afterFailure, always } = await tell('decide', { id: session.id, wishes });
  const edits = card.calls.map(({ args }, at) => (amounts[at] ? { ...args, amount: amounts[at] } : null));
  const args = edits.length > 1 ? edits : edits[0];
  const yes = { accept: accepts.length === wishes.length || accepts, afterFailure, ...(args && { args }), ...(always && { always }) };
  await session.answer(card.id, accepts.length ? yes : { accept: false });
  await tell('answered', { wishes });
}
