// @ts-check
import { NotDone, tool, toolAgent } from 'stepgate';
import { byPasskey } from './passkey.js';

/** The tools of the bank, for its own agent and for others of the browser; each transfer is confirmed with a passkey. */
export const tools = {
  transfer: tool({
    description: { en: 'Sends money', zh: '转账' },
    inputSchema: { type: 'object', properties: { to: { type: 'string', minLength: 1 }, euros: { type: 'number', exclusiveMinimum: 0 } }, required: ['to', 'euros'] },
    access: 'write',
    presence: byPasskey,
    preview: ({ args }) => ({ title: { en: `Send ${args.euros} € to ${args.to}?`, zh: `向 ${args.to} 转账 ${args.euros} 欧元？` } }),
    async execute(args, { idempotencyKey }) {
      const response = await fetch('/transfers', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }, body: JSON.stringify(args) });
      if (response.status === 403) throw new NotDone('The bank has seen no passkey for this transfer.');
      if (!response.ok) throw new Error(`The bank answered with status ${response.status}.`);
      return response.json();
    },
    idempotent: true,
  }),
};

/** An agent that sends money. */
export const bank = toolAgent({
  name: 'bank',
  instructions: {
    en: 'You help the user send money. Speak English, in one short sentence.',
    zh: '你帮用户转账。用中文，说一句短话。',
  },
  tools,
});
