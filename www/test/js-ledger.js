// The ledger as a page would write it, without the two tools that run in its session.
import { defineAgent, tool } from 'stepgate';

const text = { type: ['string', 'null'] };
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required, additionalProperties: false });
const account = { type: 'string', minLength: 1 };
const amount = { type: 'integer', minimum: 1 };
const call = object({ name: { type: 'string' }, args: {} });
const reply = object({
  say: text, memo: text, call: { ...call, type: ['object', 'null'] }, more: { type: 'array', items: call }, ask: text, done: { type: 'boolean' },
}, []);
const run = () => null;

function decide({ memory, reply: { say: words, memo, call: first, more = [], ask, done }, say, complain, to }) {
  if (words !== undefined && words !== null) say(words);
  if (memo !== undefined && memo !== null) {
    if (new TextEncoder().encode(memo).length > 64) return complain('/memo: at most 64 bytes are allowed');
    memory.memo = memo;
  }
  if (first) return to.run([first, ...more], 'act');
  if (ask !== undefined && ask !== null) return to.confirm({ title: ask, accept: 'Yes', decline: 'No' }, { yes: to.think('act'), no: to.listen('chat') });
  return done ? to.finish({ lines: memory.lines.length }, 'chat') : to.listen('chat');
}

function tipped({ amount: given }) {
  if (given > 99) return { deny: { en: 'A tip is at most 99.', zh: '小费最多 99。' } };
  return given > 2 ? 'ask' : 'run';
}

const stage = {
  prompt: ({ memory }) => ({ system: `You keep accounts. Memo: ${memory.memo}`, window: { replies: 4_000 }, wishes: true, limits: { corrections: 2, maxSteps: 6 } }),
  reply, live: { say: '/say' }, decide,
};

export const ledger = defineAgent({
  name: 'ledger', version: 2,
  memory: (input, { refuse }) => (['undefined', 'string'].includes(typeof input.memo) ? { memo: input.memo ?? '', lines: [] } : refuse('/memo', 'must be a string')),
  stages: { chat: stage, act: stage },
  tools: {
    balance: tool({ description: { zh: '查询余额', en: 'Look up the balance' }, inputSchema: object({ account }), execute: run }),
    deposit: tool({ description: { zh: '存入金额', en: 'Deposit an amount' }, inputSchema: object({ account, amount }), access: 'write', yes: ['deposit', '存钱'], preview: ({ args }) => ({ change: args }), execute: run }),
    transfer: tool({ description: { zh: '转账', en: 'Transfer an amount' }, inputSchema: object({ from: account, to: account, amount }), access: 'write', preview: ({ args }) => ({ change: args }), execute: run }),
    tip: tool({ description: { zh: '给小费', en: 'Give a tip' }, inputSchema: object({ account, amount }), access: tipped, execute: run }),
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
