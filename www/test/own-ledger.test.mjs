// The ledger written for a page and the ledger in Rust, without the two tools that run in its session: the same random events give the
// same views, effects and saves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, tool } from 'stepgate';
import { agentOf } from '../src/wasm-agent.js';
import { core } from './real.js';

const text = { type: ['string', 'null'] };
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required, additionalProperties: false });
const account = { type: 'string', minLength: 1 };
const amount = { type: 'integer', minimum: 1 };
const reply = object({
  say: text, memo: text, call: { ...object({ name: { type: 'string' }, args: {} }), type: ['object', 'null'] }, ask: text, done: { type: 'boolean' },
}, []);
const run = () => null;

function decide({ memory, reply: { say: words, memo, call, ask, done }, say, complain, to }) {
  if (words !== undefined && words !== null) say(words);
  if (memo !== undefined && memo !== null) {
    if (new TextEncoder().encode(memo).length > 64) return complain('/memo: at most 64 bytes are allowed');
    memory.memo = memo;
  }
  if (call) return to.run(call, 'act');
  if (ask !== undefined && ask !== null) return to.confirm({ title: ask, accept: 'Yes', decline: 'No' }, { yes: to.think('act'), no: to.listen('chat') });
  return done ? to.finish({ lines: memory.lines.length }, 'chat') : to.listen('chat');
}

const stage = {
  prompt: ({ memory }) => ({ system: `You keep accounts. Memo: ${memory.memo}`, window: 4_000, limits: { corrections: 2, rounds: 6 } }),
  reply, live: { say: '/say' }, decide,
};

const ledger = defineAgent({
  name: 'ledger', version: 2,
  memory: (input, { refuse }) => (['undefined', 'string'].includes(typeof input.memo) ? { memo: input.memo ?? '', lines: [] } : refuse('/memo', 'must be a string')),
  stages: { chat: stage, act: stage },
  tools: {
    balance: tool({ about: { zh: '查询余额', en: 'Look up the balance' }, args: object({ account }), run }),
    deposit: tool({ about: { zh: '存入金额', en: 'Deposit an amount' }, args: object({ account, amount }), access: 'write', preview: ({ args }) => ({ change: args }), run }),
    transfer: tool({ about: { zh: '转账', en: 'Transfer an amount' }, args: object({ from: account, to: account, amount }), access: 'write', preview: ({ args }) => ({ change: args }), run }),
  },
  on: {
    edited({ change, memory, lang, to, refuse }) {
      if (typeof change.memo === 'string') {
        memory.memo = change.memo;
        return to.stay();
      }
      if (change.line !== undefined) {
        if (!memory.memo) return refuse('no_memo', lang === 'zh' ? '没有备忘可以记账。' : 'There is no memo to file.');
        memory.lines.push(memory.memo);
        return to.stay();
      }
      if (change.forget === undefined) return undefined;
      memory.memo = '';
      return to.listen('chat');
    },
  },
  view: ({ memory }) => ({ lines: memory.lines.length }),
  read: ({ memory, query, refuse }) => (query.memo === undefined ? refuse('unknown_query', 'the ledger answers { memo: true }') : { memo: memory.memo, lines: memory.lines }),
});

/** Numbers from a seed. */
function dice(seed) {
  let state = BigInt(seed) * 0x9E3779B97F4A7C15n & 0xFFFFFFFFFFFFFFFFn | 1n;
  return sides => {
    state ^= state >> 12n;
    state ^= state << 25n & 0xFFFFFFFFFFFFFFFFn;
    state ^= state >> 27n;
    return Number((state >> 20n) % BigInt(sides));
  };
}

const REPLIES = [
  { say: 'hello' }, { say: 'look', call: { name: 'balance', args: { account: 'a' } } }, { call: { name: 'deposit', args: { account: 'a', amount: 5 } }, memo: 'd' },
  { call: { name: 'transfer', args: { from: 'a', to: 'b', amount: 1 } } }, { call: { name: 'deposit', args: { account: 'a', amount: -1 } } },
  { ask: 'May I?', memo: 'asked' }, { done: true, say: 'done' }, { memo: 'long '.repeat(20), say: 'too much' }, { memo: '账' }, { done: 'yes', say: 7 },
];
const EDITS = [{ memo: 'by hand' }, { line: true }, { forget: true }, { lang: 'zh' }, { lang: 'fr' }, { account: 'b', amount: 7 }, { nonsense: true }];

const TYPES = ['said', 'answered', 'pressed', 'edited', 'replied', 'returned', 'failed', 'ticked', 'doubted', 'stopped'];
const WANTED = { model: 'replied', tool: 'returned', approval: 'answered', card: 'answered', user: 'said', nothing: 'said' };

/** An event that a host might send now, mostly one that the session waits for. */
function event(roll, { waiting, call = 1, card }, at_ms) {
  const type = roll(3) ? WANTED[waiting] : TYPES[roll(TYPES.length)];
  const number = roll(9) ? call : call - 1;
  const onCard = card?.call ?? number;
  const written = JSON.stringify(REPLIES[roll(REPLIES.length)]);
  const members = {
    said: () => ({ text: ['Hello', 'yes', '好的，可以', '', 'x'.repeat(9_000)][roll(5)] }),
    answered: () => ({ call: onCard, accept: roll(2) === 0, ...(roll(2) && { reason: 'no' }), ...(roll(9) === 0 && { args: { account: 'c', amount: 2 } }) }),
    pressed: () => ({ call: onCard, button: roll(3) }),
    edited: () => ({ change: EDITS[roll(EDITS.length)] }),
    replied: () => ({ call: number, text: [written, written, written, written.slice(0, -5), 'I would rather talk', `\`\`\`json\n${written}\n\`\`\``, ''][roll(7)] }),
    returned: () => ({ call: number, results: [roll(3) ? { ok: roll(100) } : { error: { code: 'failed', text: 'no such account' } }] }),
    failed: () => ({ call: number, code: 'server', text: 'down' }),
    doubted: () => ({ call: number }),
  }[type]?.() ?? {};
  return { type, at_ms, ...members };
}

/** Result of a call, or the code of its error. */
function outcome(call) {
  try {
    return call();
  } catch ({ name, code, message }) {
    return { name, code, message };
  }
}

const seen = session => ({ effect: session.effect(), view: session.view(0), saved: session.changes(0).revision, read: session.read({ memo: true }) });

test('10,000 random events: the same answers, effects, views and number of saves', async () => {
  const { core: own } = await agentOf(ledger);
  const waits = new Set();
  for (let seed = 1; seed <= 250; seed += 1) {
    const roll = dice(seed);
    const start = { open: { input: [{}, { memo: 'rent is due' }, { memo: '账'.repeat(300) }][roll(3)], seed, nonce: `n${seed}`, at_ms: 1_000, lang: ['zh', 'en'][roll(2)] } };
    let pair = [own, core].map(({ Session }) => new Session('ledger', start));
    for (let turn = 0; turn < 40; turn += 1) {
      const next = event(roll, pair[1].view(0), 1_001 + turn);
      const [mine, theirs] = pair.map(session => outcome(() => session.handle(next)));
      assert.deepEqual(mine, theirs, JSON.stringify(next));
      const [here, there] = pair.map(seen);
      assert.deepEqual(here, there, JSON.stringify(next));
      waits.add(there.view.waiting);
      if (roll(20) === 0) pair = pair.map((session, at) => new [own, core][at].Session('ledger', { resume: session.snapshot() }));
    }
    pair.forEach(session => session.free());
  }
  assert.deepEqual([...waits].sort(), ['approval', 'card', 'model', 'nothing', 'tool', 'user']);
});
