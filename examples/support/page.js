// @ts-check
/** @import { Block, CardCall, Model, Session, StreamPiece, View } from 'stepgate' */
import { indexedDbStore, openSession, openAiCompatible } from 'stepgate';
import { support } from './agent.js';
import { script } from './script.js';
import { openShop } from './shop.js';
import { WORDS } from './words.js';

const shop = openShop({ storage: localStorage });
const store = indexedDbStore('support');
/** @type {(id: string) => any} */
const at = id => document.getElementById(id);
const { words: input } = at('composer').elements;
let lang = /** @type {'en' | 'zh'} */ (navigator.language.startsWith('zh') ? 'zh' : 'en');
let model = /** @type {Model} */ (script);
/** @type {Session} */
let session;
/** Words of the reply that is coming in, the card that is shown, and whether the user has changed it: words would approve it as it came. */
let [live, shownCard, isChanged] = ['', 0, false];

/** An element with properties and children. Text is never read as HTML. @param {string} tag @param {object} [properties] @param {(Node | string)[]} children @returns {any} */
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const money = (/** @type {number} */ euros) => new Intl.NumberFormat(lang, { style: 'currency', currency: 'EUR' }).format(euros);

/** @param {View} view */
function show(view) {
  const words = WORDS[lang];
  const busy = view.waiting === 'model' || view.waiting === 'tool';
  const watching = session.role === 'watches';
  if (view.waiting !== 'model') live = '';
  const doing = view.running?.map(({ name }) => /** @type {any} */ (words)[name]).join(' ') ?? (view.waiting === 'model' && !live ? words.thinking : '');
  at('log').replaceChildren(
    ...(view.blocks.length ? view.blocks.flatMap(shown) : [make('p', {}, words.hello)]),
    ...(live ? [make('p', {}, live)] : []), ...(doing ? [make('p', { className: 'quiet' }, doing)] : []),
  );
  const retry = make('button', { onclick: () => say(view.input ?? words.goOn) }, words.retry);
  tell(view.error ? [view.error.text, ' ', ...(watching ? [] : [retry])] : session.warning ? [session.warning.text] : []);
  if (view.input && !input.value) input.value = view.input;
  at('stop').disabled = watching;
  at('send').hidden = busy;
  at('stop').hidden = !busy;
  at('watches').hidden = !watching;
  showCard(view);
  showComposer(view);
  at('orders').replaceChildren(...shop.orders().map(order => make('li', {},
    make('b', {}, `${order.number} ${order.customer}`), make('span', {}, order.items.map(({ name, euros }) => `${name} ${money(euros)}`).join(' · ')),
    make('span', {}, `${words.total} ${money(order.total)} · ${words.refunded} ${money(order.refunded)}`), ...(order.note ? [make('small', {}, words.note + order.note)] : []))));
  at('composer').scrollIntoView({ block: 'nearest' });
}

/** @param {View} view */
function showComposer({ card }) {
  const words = WORDS[lang];
  input.disabled = at('send').disabled = session.role === 'watches' || Boolean(card && isChanged);
  input.placeholder = !card ? words.hint : isChanged ? words.byButton : words.atCard;
}

/** @param {Block} block @returns {Node[]} */
function shown(block) {
  const words = WORDS[lang];
  const quiet = (/** @type {string} */ text) => [make('p', { className: 'quiet' }, text)];
  if (block.kind === 'user' && !block.cue) return [make('p', { className: 'user' }, block.text)];
  if (block.kind === 'assistant') return [make('p', {}, block.text)];
  if (block.kind === 'card' && block.ending && block.ending !== 'accepted') return quiet(`${words.declined} ${block.card.title}`);
  if (block.kind !== 'tool') return [];
  if ('error' in block.result) {
    const { code, text } = block.result.error;
    return code === 'rejected' ? [] : quiet(`${words.failed} ${/** @type {any} */ (words.errors)[code] ?? text}`);
  }
  const result = /** @type {any} */ (block.result.ok);
  return block.name === 'find' ? quiet(words.found(result.length)) : [make('p', { className: 'receipt' }, words.paid(result.order, money(result.euros), result.reason))];
}

/** The open question: the exact arguments of each call as fields. @param {View} view */
function showCard({ card }) {
  const words = WORDS[lang];
  at('card').hidden = !card;
  if (!card || card.id === shownCard) return;
  [shownCard, isChanged] = [card.id, false];
  const calls = card.kind === 'approval' ? (card.calls ?? []).map(callForm) : [];
  const [yes, no] = calls.length ? [words.approve, words.decline] : card.buttons.map(({ label }) => label);
  const decline = make('button', { type: 'button', onclick: () => act(session.answer(card.id, { accept: false })) }, no);
  at('card').replaceChildren(make('h2', { id: 'question' }, card.title), ...(card.text ? [make('p', {}, card.text)] : []), ...calls.map(({ box }) => box), make('footer', {}, make('button', { className: 'main' }, yes), decline));
  at('card').onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const accept = calls.length > 1 ? calls.flatMap(({ isWanted }, place) => (isWanted() ? [place] : [])) : true;
    const args = calls.map(({ edited }) => edited());
    act(session.answer(card.id, { accept, ...(args.length && { args: args.length > 1 ? args : args[0] }) }));
  };
  at('card').focus();
}

/** A call's arguments as fields, made by its schema, below its title; of several calls each has a tick. @param {CardCall} call @param {number} place @param {CardCall[]} calls */
function callForm({ title, args, schema }, place, { length }) {
  const words = /** @type {any} */ (WORDS[lang]);
  const { properties = {} } = /** @type {any} */ (schema);
  const fields = Object.entries(properties).map(([name, { type }]) => make('input', {
    name, required: true, value: args[name], type: type === 'string' ? 'text' : 'number', step: type === 'integer' ? '1' : '0.01',
  }));
  const edited = () => Object.fromEntries(fields.map(({ name, type, value, valueAsNumber }) => [name, type === 'number' ? valueAsNumber : value]));
  const labels = fields.map(field => make('label', {}, make('span', {}, words[field.name] ?? field.name), field));
  const tick = make('input', { type: 'checkbox', checked: true });
  const heading = make('span', {}, title);
  const box = make('fieldset', {
    oninput() {
      isChanged = true;
      showComposer(session.view);
      fields.forEach(field => { field.disabled = !tick.checked; });
      (length > 1 ? heading : at('question')).textContent = titleOf(edited(), place) ?? title;
    },
  }, ...(length > 1 ? [make('legend', {}, make('label', {}, tick, heading))] : []), ...labels);
  return { box, edited, isWanted: () => tick.checked };
}

/** The title that a call would have with other arguments; none if they are not allowed. @param {any} check @param {number} place */
function titleOf(check, place) {
  try {
    return /** @type {any} */ (session.read({ check, at: place })).preview.title;
  } catch {
    return undefined;
  }
}

/** @param {(Node | string)[]} what */
function tell(what) {
  at('trouble').replaceChildren(...what);
  at('trouble').hidden = what.length === 0;
}

/** @param {Promise<unknown>} promise @param {string} [sent] the user's words, which come back if they were not heard */
const act = (promise, sent) => promise.catch(error => {
  tell([error.text?.[lang] ?? error.message]);
  if (sent && !input.value) input.value = sent;
});

/** @param {string} text */
function say(text) {
  input.value = '';
  act(session.say(text), text);
}

async function start() {
  document.documentElement.lang = lang;
  await session?.close();
  session = await openSession({
    agent: support(shop), id: location.hash.slice(1) || 'desk', lang, store,
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

at('composer').onsubmit = (/** @type {Event} */ event) => { event.preventDefault(); if (input.value.trim()) say(input.value); };
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
