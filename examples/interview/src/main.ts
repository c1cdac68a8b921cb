import { indexedDbStore, openSession, openAiCompatible, type Session, type Block, type Model, type StreamPiece } from 'stepgate';
import { interview, type Change } from './agent';
import { script } from './script';
import './style.css';
import { WORDS } from './words';

type Interview = Session<typeof interview>;
type Now = Interview['view'];

const store = indexedDbStore('interview');
const at = <Kind extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as Kind;
const field = <Kind extends HTMLElement = HTMLInputElement>(form: string, name: string) => at<HTMLFormElement>(form).elements.namedItem(name) as unknown as Kind;
const input = field('composer', 'words');
let lang: keyof typeof WORDS = navigator.language.startsWith('zh') ? 'zh' : 'en';
let model: Model = script;
let session: Interview | undefined;
let piece: StreamPiece | undefined;

/** An element with properties and children. Text is never read as HTML. */
function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]> = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  Object.assign(element, properties).append(...children);
  return element;
}

function show(view: Now, { role, warning }: Interview) {
  const words = WORDS[lang];
  const busy = view.waiting === 'model';
  const watching = role === 'watches';
  if (!busy) piece = undefined;
  const live = piece?.say || piece?.draft;
  at('log').replaceChildren(...view.blocks.flatMap(shown), ...(live ? [make('p', {}, live)] : busy ? [make('p', { className: 'quiet' }, view.stage === 'write' ? words.writing : words.thinking)] : []));
  const retry = make('button', { onclick: () => (view.input ? say(view.input) : change({ open: true })) }, words.retry);
  tell(view.error ? [view.error.text, ' ', ...(watching ? [] : [retry])] : warning ? [warning.text] : []);
  if (view.input && !input.value) input.value = view.input;
  for (const control of document.querySelectorAll<HTMLButtonElement>('#composer *, #facts *, #text *, #write')) control.disabled = watching || (busy && !control.matches('#composer *'));
  input.placeholder = view.card ? words.declines : words.hint;
  at('send').hidden = busy;
  at('stop').hidden = !busy;
  at('watches').hidden = !watching;
  showCard(view.card, watching);
  showWork(view.data, watching || busy);
}

function shown(block: Block): Node[] {
  if (block.kind === 'user' && !block.cue) return [make('p', { className: 'user' }, block.text)];
  return block.kind === 'assistant' ? [make('p', {}, block.text)] : [];
}

function showCard(card: Now['card'], disabled: boolean) {
  const isNew = at('card').hidden;
  at('card').hidden = !card;
  if (!card) return;
  const buttons = card.buttons.map(({ label }, button) => make('button', { disabled, onclick: () => act(session!.answer(card.id, { button })) }, label));
  buttons[0]?.classList.add('main');
  at('card').replaceChildren(make('h2', { id: 'question' }, card.title), make('p', {}, String(card.preview ?? card.text ?? '')), make('footer', {}, ...buttons));
  if (isNew) at('card').focus();
}

function showWork({ topic, facts, text }: Now['data'], disabled: boolean) {
  const words = WORDS[lang];
  at('topic').textContent = topic;
  at('none').hidden = facts.length > 0;
  at('write').hidden = facts.length === 0;
  const drawn = JSON.stringify([lang, disabled, facts]);
  if (at('facts').dataset.drawn !== drawn) at('facts').replaceChildren(...facts.map(({ id, text: fact }, index) => make('li', {},
    make('input', { value: fact, disabled, ariaLabel: words.fact(index + 1), onchange: event => change({ fact: { id, text: (event.target as HTMLInputElement).value } }) }),
    make('button', { disabled, ariaLabel: `${words.remove}: ${fact}`, onclick: () => change({ remove: id }) }, words.remove))));
  at('facts').dataset.drawn = drawn; // drawn again only if it differs: a field in use stays
  at('text').hidden = !text;
  const area = field<HTMLTextAreaElement>('text', 'text');
  if (area.defaultValue === (text ?? '') || document.activeElement === area) return; // what the user types stays
  area.defaultValue = text ?? '';
  area.value = area.defaultValue;
}

function tell(what: (Node | string)[]) {
  at('trouble').replaceChildren(...what);
  at('trouble').hidden = what.length === 0;
}

/** Shows why something was refused; the user's words come back. */
const act = (promise: Promise<unknown>, sent = '') => promise.catch(error => {
  tell([error.text?.[lang] ?? error.message]);
  input.value ||= sent;
});
const change = (edit: Change) => act(session!.edit(edit));
const say = (text: string) => {
  input.value = '';
  act(session!.say(text), text);
};

/** Opens the interview that the address names; a new one needs a topic first. */
async function start(topic?: string) {
  const id = location.hash.slice(1) || 'first';
  await session?.close();
  session = undefined;
  const isNew = topic === undefined && !(await store.list()).some(kept => kept.id === id);
  at('begin').hidden = !isNew;
  at('composer').hidden = at('work').hidden = isNew;
  at('log').replaceChildren();
  if (!isNew) {
    session = await openSession({
      agent: interview, id, lang, store, input: { topic: topic ?? '' },
      model: (request, context) => model(request, context),
      onChange: (view, opened) => show(view, opened),
      onStream: next => { piece = next; if (session) show(session.view, session); },
    });
  }
  speak();
}

/** Puts the page and the session into the language. */
function speak() {
  document.documentElement.lang = lang;
  document.title = WORDS[lang].title;
  for (const element of document.querySelectorAll<HTMLElement>('[data-words]')) element.textContent = String(WORDS[lang][element.dataset.words as keyof (typeof WORDS)['en']]);
  at('lang').lang = lang === 'en' ? 'zh' : 'en';
  input.ariaLabel = WORDS[lang].say;
  at('log').ariaLabel = WORDS[lang].title;
  at('answers').textContent = model === script ? WORDS[lang].script : '';
  if (session) show(session.view, session);
  if (session?.role === 'drives' && session.view.lang !== lang) act(session.edit({ lang }));
}

const submits = (form: string, does: () => void) => at(form).addEventListener('submit', event => { event.preventDefault(); does(); });
submits('begin', () => act(start(field('begin', 'topic').value)));
submits('composer', () => { if (input.value.trim()) say(input.value); });
submits('text', () => change({ text: field<HTMLTextAreaElement>('text', 'text').value }));
submits('model', () => {
  model = openAiCompatible({ baseUrl: field('model', 'baseUrl').value, model: field('model', 'name').value, apiKey: field('model', 'key').value || undefined });
  speak();
});
at('stop').onclick = () => act(session!.stop());
at('takeOver').onclick = () => act(session!.takeOver());
at('write').onclick = () => change({ write: true });
at('lang').onclick = () => { lang = lang === 'en' ? 'zh' : 'en'; speak(); };
at('again').onclick = () => { location.hash = crypto.randomUUID(); };
at('save').onclick = () => {
  const address = URL.createObjectURL(new Blob([session!.read({ markdown: true }) ?? ''], { type: 'text/markdown' }));
  make('a', { href: address, download: `${session!.view.data.topic}.md` }).click();
  URL.revokeObjectURL(address);
};
addEventListener('hashchange', () => act(start()));
act(start());
