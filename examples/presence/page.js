// @ts-check
/** @import { Card, Session, View } from 'stepgate' */
import { indexedDbStore, openSession } from 'stepgate';
// @ts-ignore
import wasm from 'stepgate/engine/wasm';
import { registerTools } from 'stepgate/webmcp';
import { bank, tools } from './agent.js';
import { makePasskey } from './passkey.js';
import { script } from './script.js';

const WORDS = {
  en: { title: 'Bank', say: '40 euros to Ann', send: 'Send', passkey: 'Make a passkey', made: 'There is a passkey.', sent: 'Sent' },
  zh: { title: '银行', say: '给 Ann 转 40 欧元', send: '发送', passkey: '创建通行密钥', made: '通行密钥已创建。', sent: '已转账' },
};
const lang = /** @type {'en' | 'zh'} */ (navigator.language.startsWith('zh') ? 'zh' : 'en');
const words = WORDS[lang];
/** @type {(id: string) => any} */
const at = id => document.getElementById(id);
/** @param {string} tag @param {object} properties */
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

/** Does something, and shows why it failed. @param {() => Promise<unknown>} act */
async function tried(act) {
  at('trouble').textContent = '';
  await act().catch(error => { at('trouble').textContent = error.message; });
}

/** The buttons of a card. Each gives the event of its press, which a script cannot make. @param {Card} card @param {Session} session */
const buttons = (card, session) => card.buttons.map(({ label }, button) => make('button', {
  type: 'button', textContent: label, onclick: (/** @type {Event} */ event) => tried(() => session.answer(card.id, { button, event })),
}));

/** The open card of a session: that of the talk, or that of the calls of other agents. @param {'card' | 'other'} place @param {Card | undefined} card @param {Session} session */
function showCard(place, card, session) {
  const parts = card ? [
    make('h2', { textContent: card.title }), make('p', { textContent: card.text ?? '' }), make('pre', { textContent: JSON.stringify(card.calls?.map(({ args }) => args), null, 2) }), ...buttons(card, session),
  ] : [];
  at(place).hidden = !card;
  at(place).replaceChildren(...parts);
  fetch('/sent').then(answer => answer.json()).then(list => { at('sent').textContent = `${words.sent}: ${list.map((/** @type {any} */ { to, euros }) => `${euros} € → ${to}`).join('; ') || '–'}`; });
}

/** @param {View} view @param {Session} session */
function show({ blocks, card }, session) {
  const lines = blocks.flatMap(block => (block.kind === 'user' || block.kind === 'assistant' ? [make('p', { className: block.kind, textContent: block.text })] : []));
  at('log').replaceChildren(...lines);
  showCard('card', card, session);
}

for (const id of /** @type {const} */ (['title', 'send', 'passkey'])) at(id).textContent = words[id];
document.documentElement.lang = lang;
document.title = words.title;
at('composer').elements.words.value = words.say;
at('passkey').onclick = () => tried(async () => { if (await makePasskey()) at('made').textContent = words.made; });

await bank.load(new URL(String(wasm), import.meta.url)); // esbuild puts the file beside the page
const session = await openSession({ agent: bank, id: 'bank', lang, model: script, store: indexedDbStore('bank'), onChange: show });
at('composer').onsubmit = (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  tried(() => session.say(at('composer').elements.words.value));
};
await registerTools(tools, { lang, onChange: ({ card }, session) => showCard('other', card, session) }); // in browsers with WebMCP
