// @ts-check
import { indexedDbStore, openSession, tool, toolAgent } from 'stepgate';
import { StepgateAgent } from 'stepgate/ag-ui';
import { script } from './script.js';

const instructions = {
  en: 'You pay the bills of a club. Look a bill up before you pay it. Speak English, in one short sentence.',
  zh: '你为社团付账单。先查账单，再付款。用中文，说一句短话。',
};
const BILLS = [{ to: 'Ann', euros: 12 }, { to: 'Bob', euros: 30 }];
/** Kept in the page; a real one would ask a server, with the key of the call. @type {() => { to: string, euros: number }[]} */
export const paid = () => JSON.parse(localStorage.getItem('paid') ?? '[]');

export const treasurer = toolAgent({
  name: 'treasurer',
  instructions,
  tools: {
    list_bills: tool({
      description: { en: 'Lists the open bills', zh: '列出未付的账单' },
      inputSchema: { type: 'object', properties: {} },
      execute: () => BILLS,
    }),
    pay: tool({
      description: { en: 'Pays a bill', zh: '付一张账单' },
      access: 'write',
      inputSchema: { type: 'object', properties: { to: { type: 'string' }, euros: { type: 'number', minimum: 1 } }, required: ['to', 'euros'] },
      execute({ to, euros }) {
        localStorage.setItem('paid', JSON.stringify([...paid(), { to, euros }]));
        return { paid: to, euros };
      },
    }),
  },
});

/**
 * The session as an agent of AG-UI: what follows knows the protocol alone.
 * @param {{ id: string, lang?: string, store?: import('stepgate').Store }} options
 */
export async function openTreasurer({ id, lang = 'en', store = indexedDbStore('club') }) {
  return new StepgateAgent({ session: await openSession({ agent: treasurer, id, lang, model: script, store }) });
}
