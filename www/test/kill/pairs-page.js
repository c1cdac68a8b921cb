/** The page of `pairs.js`: three sessions of an agent of the page's own that makes two approved writes in one list, until the page is killed. */
import { indexedDbStore } from '../../src/store/indexeddb.js';
import { defineAgent, openSession, tool } from '../../src/index.js';
import { startControl } from './control.js';
import { watchDiscarded } from './discarded.js';

/** Sends a message to the page's server and gives its answer. */
const tell = async (name, body = {}) => (await fetch(`/${name}`, { method: 'POST', body: JSON.stringify(body) })).json();
const pause = ms => new Promise(done => setTimeout(done, ms));

const SESSIONS = 3;
const KINDS = ['nothing', 'status', 'idempotent'];
const store = indexedDbStore('pairs');

/** A transfer with its kind's recovery after a start without a known end. */
const transfer = kind => tool({
  description: `Pays, ${kind}`,
  inputSchema: { type: 'object', properties: { wish: { type: 'integer' } }, required: ['wish'] },
  access: 'write',
  execute: async ({ wish }, { idempotencyKey: key, signal }) => (await fetch('/transfer', { method: 'POST', body: JSON.stringify({ wish, key, kind }), signal })).json(),
  idempotent: kind === 'idempotent',
  ...(kind === 'status' && { status: ({ wish }) => tell('status', { wish, kind }) }),
});

/** Makes the calls that the model lists. */
const agent = defineAgent({
  name: 'pairs',
  memory: () => ({}),
  stages: {
    talk: {
      prompt: () => ({ system: 'Pay.', window: { replies: 4_000 } }),
      reply: { type: 'object', properties: { calls: { type: 'array' } } },
      decide: ({ reply, to }) => (reply.calls?.length ? to.run(reply.calls) : to.listen()),
    },
  },
  tools: Object.fromEntries(KINDS.map(kind => [kind, transfer(kind)])),
});

/** Pays each wish of the user's words: a single one, which asks, or two, by tools of unlike kinds. */
const model = async ({ messages }) => {
  const { content = '' } = messages.findLast(({ role }) => role === 'user') ?? {};
  const wishes = content.startsWith('pay ') ? content.slice(4).split(' ').map(Number) : [];
  return { text: JSON.stringify({ calls: wishes.map((wish, at) => ({ name: KINDS[(wish + at) % KINDS.length], args: { wish } })) }) };
};

/** Answers cards until the session waits for the user: approves for good, or answers a doubt with the bank's records. */
async function comeToRest(session) {
  while (session.view.card || session.view.waiting !== 'user') {
    const { card } = session.view;
    if (card?.code === 'was_it_done') await session.answer(card.id, { accept: await tell('made', card.calls[0].args) });
    else if (card) await session.answer(card.id, { accept: true, ...(card.kind === 'approval' && { always: 'session' }) });
    await pause(10);
  }
}

async function live(id, first) {
  const session = await openSession({ agent, id, lang: 'en', store, model });
  await Promise.all(discarded);
  if (session.warning) await tell('warned', { id, code: session.warning.code });
  await comeToRest(session);
  const wishes = session.view.blocks.flatMap(block => (block.kind === 'user' ? block.text.slice(4).split(' ').map(Number) : []));
  await tell('rests', { id, wishes });
  for (let last = first; !last;) {
    const count = wishes.length === 0 ? 1 : 2; // the first one asks, and is approved for all
    const pair = [];
    while (pair.length < count) pair.push(await tell('wish'));
    wishes.push(...pair);
    await session.say(`pay ${pair.join(' ')}`);
    for (const wish of pair) await tell('said', { id, wish, warning: session.warning?.code });
    await comeToRest(session);
  }
}

const discarded = [];
watchDiscarded(what => discarded.push(tell('discarded', what)));

const { last } = await tell('hello');
await startControl(tell);
await Promise.all(Array.from({ length: SESSIONS }, (_, n) => live(`pairs-${n}`, last).catch(error => tell('failed', { kind: 'pairs', n, error: `${error?.name} ${error?.code ?? ''}: ${error?.message}` }))));
