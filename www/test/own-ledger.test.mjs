// The ledger written for a page and the ledger in Rust, without the two tools that run in its session: the same random events give the
// same views, effects and saves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentOf } from '../src/load/wasm-agent.js';
import { ledger } from './js-ledger.js';
import { core } from './real.js';

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
  { call: { name: 'transfer', args: { from: 'a', to: 'b', amount: 1 } } },
  { call: { name: 'tip', args: { account: 'a', amount: 1 } }, more: [{ name: 'tip', args: { account: 'b', amount: 100 } }, { name: 'tip', args: { account: 'b', amount: 3 } }] }, { call: { name: 'tip', args: { account: 'a', amount: 50 } } },
  { call: { name: 'deposit', args: { account: 'a', amount: 2 } }, more: [{ name: 'balance', args: { account: 'b' } }, { name: 'transfer', args: { from: 'a', to: 'b', amount: 2 } }] }, { call: { name: 'deposit', args: { account: 'a', amount: -1 } } },
  { say: 'Later.', later: ['tip b', 'file it'] }, { call: { name: 'balance', args: { account: 'a' } }, later: ['look at b'], finished: [1] }, { say: 'Well.', asks: true }, { finished: [9] },
  { ask: 'May I?', memo: 'asked' }, { done: true, say: 'done' }, { memo: 'long '.repeat(20), say: 'too much' }, { memo: '账' }, { done: 'yes', say: 7 },
];
const ALWAYS = ['session', 'turn', { until: 'session', where: { '/account': 'a' } }, { until: 'turn', where: { '/amount': 5 } }, { until: 'session', where: { '/account': '*' } }];
const EDITS = [{ unwish: 1 }, { unwish: 2 }, { unwish: 'none' }, { revoke: 1 }, { revoke: 'all' }, { revoke: 'none' }, { memo: 'by hand' }, { line: true }, { forget: true }, { lang: 'zh' }, { lang: 'fr' }, { account: 'b', amount: 7 }, { nonsense: true }];

const TYPES = ['said', 'answered', 'pressed', 'edited', 'replied', 'returned', 'failed', 'ticked', 'doubted', 'stopped'];
const WANTED = { model: 'replied', tool: 'returned', approval: 'answered', card: 'answered', user: 'said', nothing: 'said' };

/** An event that a host might send now, mostly one that the session waits for. */
function event(roll, { waiting, call = 1, card }, at_ms) {
  const type = roll(3) ? WANTED[waiting] : TYPES[roll(TYPES.length)];
  const number = roll(9) ? call : call - 1;
  const onCard = card?.id ?? number;
  const written = JSON.stringify(REPLIES[roll(REPLIES.length)]);
  const members = {
    said: () => ({ text: ['Hello', 'yes', '好的，可以', '', 'x'.repeat(9_000)][roll(5)] }),
    answered: () => ({ call: onCard, accept: roll(2) === 0, ...(roll(2) && { reason: 'no' }), ...(roll(9) === 0 && { args: { account: 'c', amount: 2 } }), ...(roll(4) === 0 && { calls: [roll(3)] }), ...(roll(3) === 0 && { always: ALWAYS[roll(ALWAYS.length)] }), ...(roll(3) === 0 && { afterFailure: 'go_on' }) }),
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
  const [waits, reasons] = [new Set(), new Set()];
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
      for (const { verdict, grant } of there.view.blocks) reasons.add(verdict).add(grant && 'grant');
      if (roll(20) === 0) pair = pair.map((session, at) => new [own, core][at].Session('ledger', { resume: session.snapshot() }));
    }
    pair.forEach(session => session.free());
  }
  assert.deepEqual([...waits].sort(), ['approval', 'card', 'model', 'nothing', 'tool', 'user']);
  assert.deepEqual([...reasons].filter(Boolean).sort(), ['ask', 'deny', 'grant', 'run']);
});
