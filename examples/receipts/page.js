// @ts-check
/** @import { Block, FilePart, Model, Session, View } from 'stepgate' */
/** @import { Receipt } from './book.js' */
import { indexedDbStore, openSession, openAiCompatible } from 'stepgate';
import { receipts } from './agent.js';
import { openBook } from './book.js';
import { photoOf, SAMPLES } from './samples.js';
import { script } from './script.js';
import { WORDS } from './words.js';

const book = openBook({ storage: localStorage });
const store = indexedDbStore('receipts');
/** @type {(id: string) => any} */
const at = id => document.getElementById(id);
const { words: input, photos } = at('composer').elements;
let lang = /** @type {'en' | 'zh'} */ (navigator.language.startsWith('zh') ? 'zh' : 'en');
let model = /** @type {Model} */ (script);
/** @type {Session} */
let session;
/** Words of the reply that is coming in, and the card that is shown. */
let [live, shownCard] = ['', 0];

/** An element with properties and children. Text is never read as HTML. @param {string} tag @param {object} [properties] @param {(Node | string)[]} children @returns {any} */
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** A receipt as a table. @param {Receipt} receipt */
function tableOf({ shop, day, articles, total }) {
  const words = WORDS[lang];
  const row = (/** @type {string} */ name, /** @type {number} */ euros, tag = 'td') => make('tr', {}, make(tag, {}, name), make(tag, {}, euros.toFixed(2)));
  return make('table', {}, make('caption', {}, `${shop}, ${day}`), make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, words.article), make('th', { scope: 'col' }, words.euros))),
    make('tbody', {}, ...articles.map(({ name, euros }) => row(name, euros))), make('tfoot', {}, row(words.total, total)));
}

/** Pictures by the SHA-256 of their bytes, each made once: the log is drawn often. @type {Map<string, any>} */
const pictures = new Map();

/** The photo of a message; its bytes are kept with the session. @param {FilePart} part */
function pictureOf(part) {
  const known = pictures.get(part.sha256);
  if (known) return known;
  const picture = make('img', { alt: part.name ?? '' });
  session.blob(part).then(blob => { picture.src = URL.createObjectURL(blob); }, () => picture.replaceWith(WORDS[lang].lost));
  pictures.set(part.sha256, picture);
  return picture;
}

/** @param {View} view */
function show(view) {
  const words = WORDS[lang];
  const busy = view.waiting === 'model' || view.waiting === 'tool';
  const watching = session.role === 'watches';
  if (view.waiting !== 'model') live = '';
  at('log').replaceChildren(
    ...(view.blocks.length ? view.blocks.flatMap(shown) : [make('p', {}, words.hello)]),
    ...(live ? [make('p', {}, live)] : busy ? [make('p', { className: 'quiet' }, words.thinking)] : []),
  );
  const retry = make('button', { onclick: () => send(view.input ?? '', view.inputParts ?? []) }, words.retry);
  tell(view.error ? [view.error.text, ' ', ...(watching ? [] : [retry])] : session.warning ? [session.warning.text] : []);
  if (view.input && !input.value) input.value = view.input;
  input.placeholder = words.hint;
  for (const element of [input, photos, at('send')]) element.disabled = watching;
  for (const id of ['sample', 'torn']) at(id).disabled = watching || busy;
  at('stop').disabled = watching;
  at('send').hidden = busy;
  at('stop').hidden = !busy;
  at('watches').hidden = !watching;
  showCard(view);
  at('book').replaceChildren(...(book.entries().length ? book.entries().map(tableOf) : [make('p', { className: 'quiet' }, words.empty)]));
  at('composer').scrollIntoView({ block: 'nearest' });
}

/** @param {Block} block @returns {Node[]} */
function shown(block) {
  const words = WORDS[lang];
  const quiet = (/** @type {string} */ text) => [make('p', { className: 'quiet' }, text)];
  if (block.kind === 'user' && !block.cue) return [make('p', { className: 'user' }, ...(block.parts ?? []).map(pictureOf), block.text)];
  if (block.kind === 'assistant') return [make('p', {}, block.text)];
  if (block.kind === 'card' && block.ending && block.ending !== 'accepted') return quiet(`${words.declined} ${block.card.title}`);
  if (block.kind !== 'tool') return [];
  if ('error' in block.result) return block.result.error.code === 'rejected' ? [] : quiet(`${words.failed} ${block.result.error.text}`);
  return [make('div', { className: 'receipt' }, tableOf(/** @type {Receipt} */ (/** @type {unknown} */ (block.args))))];
}

/** The open question: what would be entered, as tables. @param {View} view */
function showCard({ card }) {
  at('card').hidden = !card;
  if (!card || card.id === shownCard) return;
  shownCard = card.id;
  const tables = (card.calls ?? []).map(({ args }) => tableOf(/** @type {any} */ (args)));
  const [yes, no] = tables.length ? [WORDS[lang].approve, WORDS[lang].decline] : card.buttons.map(({ label }) => label);
  const decline = make('button', { type: 'button', onclick: () => act(session.answer(card.id, { accept: false })) }, no);
  at('card').replaceChildren(make('h2', { id: 'question' }, card.title), ...(card.text ? [make('p', {}, card.text)] : []), ...tables, make('footer', {}, make('button', { className: 'main' }, yes), decline));
  at('card').onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    act(session.answer(card.id, { accept: true }));
  };
  at('card').focus();
}

/** @param {(Node | string)[]} what */
function tell(what) {
  at('trouble').replaceChildren(...what);
  at('trouble').hidden = what.length === 0;
}

/** @param {Promise<unknown>} promise */
const act = promise => promise.then(() => true, error => {
  tell([error.text?.[lang] ?? error.message]);
  return false;
});

/** Sends words and photos. What was not heard stays in the boxes. @param {string} text @param {(File | FilePart)[]} parts */
async function send(text, parts) {
  if (!text.trim() && !parts.length) return;
  const sent = act(session.say(text, undefined, { parts }));
  [input.value, live] = ['', ''];
  if (await sent) photos.value = '';
  else if (!input.value) input.value = text;
}

async function start() {
  document.documentElement.lang = lang;
  await session?.close();
  session = await openSession({
    agent: receipts(book), id: location.hash.slice(1) || 'desk', lang, store,
    model: (request, context) => model(request, context),
    onChange: (view, opened) => { session = opened; show(view); },
    onStream: ({ say: words }) => { live = words; show(session.view); },
  });
  await speak();
}

/** Puts the page and the session into the language. */
async function speak() {
  document.documentElement.lang = lang;
  document.title = WORDS[lang].title;
  for (const element of document.querySelectorAll('[data-words]')) element.textContent = /** @type {any} */ (WORDS[lang])[/** @type {HTMLElement} */ (element).dataset.words ?? ''];
  at('lang').lang = lang === 'en' ? 'zh' : 'en';
  input.ariaLabel = WORDS[lang].say;
  at('log').ariaLabel = WORDS[lang].title;
  at('answers').textContent = model === script ? WORDS[lang].script : '';
  shownCard = 0;
  if (session.role === 'drives' && session.view.lang !== lang) await act(session.edit({ lang }));
  show(session.view);
}

at('composer').onsubmit = (/** @type {Event} */ event) => { event.preventDefault(); send(input.value, [...photos.files]); };
at('sample').onclick = async () => send('', [await photoOf(SAMPLES[0])]);
at('torn').onclick = async () => send('', [await photoOf(SAMPLES[1])]);
at('stop').onclick = () => act(session.stop());
at('takeOver').onclick = () => act(session.takeOver());
at('lang').onclick = () => { lang = lang === 'en' ? 'zh' : 'en'; speak(); };
at('again').onclick = () => { location.hash = crypto.randomUUID(); };
at('model').onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  const { baseUrl, name, key } = at('model').elements;
  model = openAiCompatible({ baseUrl: baseUrl.value, model: name.value, apiKey: key.value || undefined });
  speak();
};
addEventListener('hashchange', () => act(start()));
act(start());
