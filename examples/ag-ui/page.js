// @ts-check
/** @import { Interrupt, Message } from '@ag-ui/client' */
import wasm from 'stepgate/engine/wasm';
import { openTreasurer, paid, treasurer } from './agent.js';

const WORDS = {
  en: { title: 'Club bills', say: 'Pay the bills', send: 'Send', stop: 'Stop', yes: 'Pay what is ticked', no: 'Pay nothing', paid: 'Paid', called: 'Called' },
  zh: { title: '社团账单', say: '付账单', send: '发送', stop: '停止', yes: '付勾选的', no: '都不付', paid: '已付', called: '调用' },
};
const lang = navigator.language.startsWith('zh') ? 'zh' : 'en';
const words = WORDS[lang];
/** @type {(id: string) => any} */
const at = id => document.getElementById(id);
/** @param {string} tag @param {object} properties @param {(Node | string)[]} children */
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

for (const id of /** @type {const} */ (['title', 'send', 'stop'])) at(id).textContent = words[id];
document.documentElement.lang = lang;
document.title = words.title;
at('composer').elements.words.value = words.say;

await treasurer.load(new URL(String(wasm), import.meta.url)); // esbuild puts the file beside the page
const agent = await openTreasurer({ id: 'club', lang });
agent.subscribe({
  onMessagesChanged: drawMessages,
  onRunErrorEvent({ event }) { at('trouble').textContent = event.message; },
  onRunFinalized: draw,
});
draw();

/** A line for a message of the protocol: words, thoughts, a call, a result. @param {Message} message */
function lineOf(message) {
  const { role } = message;
  if (role === 'assistant' && message.toolCalls) return message.toolCalls.map(({ function: { name, arguments: args } }) => make('p', { className: 'call', textContent: `${words.called}: ${name} ${args}` }));
  return [make('p', { className: role, textContent: String(message.content) })];
}

function drawMessages() {
  at('log').replaceChildren(...agent.messages.flatMap(lineOf));
  at('stop').disabled = !agent.isRunning;
}

function draw() {
  drawMessages();
  at('stop').disabled = true;
  at('paid').textContent = `${words.paid}: ${paid().map(({ to, euros }) => `${to} ${euros} €`).join('; ') || '–'}`;
  at('composer').elements.words.value ||= agent.state.input ?? '';
  const open = agent.pendingInterrupts;
  at('card').hidden = open.length === 0;
  at('card').replaceChildren(...open.map(questionOf), ...answersTo(open));
}

/** The arguments of the call that an interrupt is about. @param {Interrupt} interrupt */
function argsOf({ toolCallId }) {
  const call = agent.messages.flatMap(message => (message.role === 'assistant' ? message.toolCalls ?? [] : [])).find(({ id }) => id === toolCallId);
  return call && JSON.parse(call.function.arguments);
}

/** What an interrupt asks, with the arguments as fields. @param {Interrupt} interrupt */
function questionOf(interrupt) {
  const { id, message } = interrupt;
  const args = argsOf(interrupt);
  if (!args) return make('p', {}, String(message));
  const fields = Object.entries(args).map(([name, value]) => make('label', {}, `${name} `, make('input', { name: `${id} ${name}`, value: String(value), type: typeof value === 'number' ? 'number' : 'text' })));
  return make('fieldset', {}, make('legend', {}, make('label', {}, make('input', { type: 'checkbox', name: id, checked: true }), ` ${message}`)), ...fields);
}

/** Buttons: those that the answer's schema names, else yes and no. @param {Interrupt[]} open */
function answersTo(open) {
  /** @param {string} label @param {(interrupt: Interrupt) => object} payloadOf */
  const button = (label, payloadOf) => make('button', { type: 'button', textContent: label, onclick: () => answer(open.map(interrupt => ({ interruptId: interrupt.id, status: 'resolved', payload: payloadOf(interrupt) }))) });
  const named = open.find(({ toolCallId }) => !toolCallId)?.responseSchema?.properties.button?.oneOf;
  if (named) return named.map((/** @type {{ const: number, title: string }} */ { const: place, title }) => button(title, () => ({ button: place })));
  return [button(words.yes, ticked), button(words.no, () => ({ approved: false }))];
}

/** The user's answer about one call, with the arguments as they stand in the fields. @param {Interrupt} interrupt */
function ticked(interrupt) {
  const { elements } = at('card');
  if (!elements[interrupt.id].checked) return { approved: false };
  const fields = Object.entries(argsOf(interrupt)).map(([name, value]) => [name, elements[`${interrupt.id} ${name}`], typeof value]);
  return { approved: true, editedArgs: Object.fromEntries(fields.map(([name, { value }, type]) => [name, type === 'number' ? Number(value) : value])) };
}

/** @param {any[]} resume */
function answer(resume) {
  at('card').hidden = true;
  at('trouble').textContent = '';
  return agent.runAgent({ resume });
}

at('stop').onclick = () => agent.abortRun();
at('composer').onsubmit = async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const { words: field } = at('composer').elements;
  if (agent.isRunning || !field.value.trim()) return;
  at('trouble').textContent = '';
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: field.value });
  field.value = '';
  await agent.runAgent({ resume: agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' })) }); // words at an open card: it stays
};
