// The agent of the tests, and what plays its model: the words "NAME 17" call that tool for bill 17.
import { tool, toolAgent } from 'stepgate';

const BILL = { type: 'object', properties: { bill: { type: 'integer' } }, required: ['bill'] };

/** @param {string} bank address @param {object} body */
const post = async (bank, path, body) => {
  const response = await fetch(bank + path, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
};

/** @param {string} bank its address */
export function deskOf(bank) {
  const pay = (/** @type {string} */ name) => ({
    description: `Pays a bill (${name})`, inputSchema: BILL, access: /** @type {const} */ ('write'),
    execute: (/** @type {any} */ { bill }, /** @type {any} */ { idempotencyKey }) => post(bank, '/pay', { key: idempotencyKey, bill, tool: name }),
  });
  return toolAgent({
    name: 'desk',
    instructions: 'Pay bills.',
    tools: {
      look: tool({ description: 'Looks a bill up', inputSchema: BILL, execute: ({ bill }) => ({ bill, amount: bill * 3 }) }),
      pay_idempotent: tool({ ...pay('pay_idempotent'), idempotent: true }),
      pay_status: tool({ ...pay('pay_status'), status: (_, { idempotencyKey }) => post(bank, '/status', { key: idempotencyKey }) }),
      pay_plain: tool(pay('pay_plain')),
      photo: tool({ description: 'Takes a photo', inputSchema: BILL, execute: () => { throw new Error('on the page'); } }),
      stamp: tool({ description: 'Stamps a bill on the page', inputSchema: BILL, access: 'write', execute: () => { throw new Error('on the page'); } }),
    },
  });
}

/** Plays the model. The word "slow" takes until it is called off, "aloud" comes in pieces. @type {import('stepgate').Model} */
export async function model({ messages }, { signal, onText }) {
  const words = String(messages.at(-1)?.content).trim().split('\n').at(-1) ?? '';
  if (/\bslow\b/.test(words)) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  if (/\baloud\b/.test(words)) for (const piece of ['{"say": "one ', 'two ', 'three"}']) onText(piece);
  if (/\baloud\b/.test(words)) return { text: '{"say": "one two three"}', finishReason: 'stop' };
  const last = String(messages.at(-1)?.content);
  const told = last.split('\n').find(line => line.startsWith('{"tool"'));
  const [, name, bill] = /(look|photo|stamp|pay_\w+) (\d+)/.exec(last) ?? [];
  const reply = told || !name ? { say: `Done: ${told?.slice(0, 80) ?? 'nothing'}` } : { say: 'I will.', tool: { name, args: { bill: Number(bill) } } };
  return { text: JSON.stringify(reply), finishReason: 'stop' };
}
