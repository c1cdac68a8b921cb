// @ts-check
/** @import { Session, View } from 'stepgate' */
import { indexedDbStore, openSession } from 'stepgate';
import wasm from 'stepgate/engine/wasm';
import { connectMcp, mcpTools } from 'stepgate/mcp';
import { desk } from './agent.js';
import { script } from './script.js';

const WORDS = {
  en: { title: 'Rooms', say: 'A room for Friday', send: 'Send', yes: 'Approve', always: 'Approve, and do not ask again', no: 'Decline', price: 'Server: raise the price', booked: 'Booked', offer: 'The server offers' },
  zh: { title: '房间', say: '周五要一个房间', send: '发送', yes: '批准', always: '批准，并且不再询问', no: '拒绝', price: '服务器：提价', booked: '已预订', offer: '服务器提供' },
};
const lang = navigator.language.startsWith('zh') ? 'zh' : 'en';
const words = WORDS[lang];
const store = indexedDbStore('rooms');
const server = /** @type {string} */ (document.documentElement.dataset.tools);
/** @type {(id: string) => any} */
const at = id => document.getElementById(id);
/** The open session, or the one that is being opened. @type {Promise<Session>} */
let opening;

/** @param {string} tag @param {object} properties */
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

/** @param {View} view */
function show(view) {
  const lines = view.blocks.flatMap(block => (block.kind === 'user' || block.kind === 'assistant' ? [make('p', { className: block.kind, textContent: block.text })] : []));
  at('log').replaceChildren(...lines);
  at('trouble').textContent = view.error?.text ?? '';
  const { card } = view;
  at('card').hidden = !card;
  if (card) {
    at('question').textContent = card.calls?.[0]?.title ?? card.text ?? '';
    at('args').textContent = JSON.stringify(card.calls?.[0]?.args, null, 2);
  }
  fetch(`${server}/booked`).then(answer => answer.json()).then(list => { at('booked').textContent = `${words.booked}: ${list.join('; ') || '–'}`; });
}

/** @param {object} answer */
async function answer(answer) {
  const session = await opening;
  const { card } = session.view;
  if (card) await session.answer(card.id, /** @type {any} */ (answer));
}

/** Opens the session with these tools. @param {Record<string, import('stepgate').OwnTool>} tools */
async function open(tools) {
  const agent = desk(tools);
  await agent.load(new URL(String(wasm), import.meta.url)); // esbuild puts the file beside the page
  const session = await openSession({ agent, id: 'rooms', lang, model: script, store, onChange: show });
  at('offer').textContent = `${words.offer}: ${Object.values(tools).map(({ description }) => description).join('; ')}`;
  return session;
}

for (const id of /** @type {const} */ (['title', 'send', 'yes', 'always', 'no', 'price'])) at(id).textContent = words[id];
document.documentElement.lang = lang;
document.title = words.title;
at('composer').elements.words.value = words.say;
at('yes').onclick = () => answer({ accept: true });
at('always').onclick = () => answer({ accept: true, always: { until: 'session' } });
at('no').onclick = () => answer({ accept: false });
at('price').onclick = () => fetch(`${server}/price`, { method: 'POST' });
at('composer').onsubmit = async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  await (await opening).say(at('composer').elements.words.value);
};

try {
  const client = await connectMcp(`${server}/mcp`);
  opening = open(await mcpTools(client, {
    onChange(tools) { // a changed tool is another tool: the agent is defined anew, and its session opened again
      opening = opening.then(async session => {
        await session.close();
        return open(tools);
      });
    },
  }));
  await opening;
} catch (error) {
  at('trouble').textContent = /** @type {Error} */ (error).message;
}
