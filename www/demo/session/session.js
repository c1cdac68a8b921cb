import { batch, effect } from '@preact/signals-core';
import { indexedDbStore, memoryStore, openSession } from 'stepgate';
import { replaceNext } from '../browser/address.js';
import { costs } from '../costs.js';
import { agentCalled } from './agents.js';
import { choicesIn, inFull, namedOption } from '../chat/choices.js';
import { has, lang, t } from '../words/i18n.js';
import { ledgerTools, watchLedger } from './ledger.js';
import { model } from '../model/model.js';
import { mistakeWords } from '../words/places.js';
import { followContent, forgetContent } from '../content/follow.js';
import { contentTools } from '../content/tools.js';
import { turnWith } from '../schedule/proposal/options.js';
import { always, chosen, edited, letGo } from '../schedule/state.js';
import { followCalendar, followSchedule, scheduleTools } from '../schedule/calendar.js';
import { closeFiles, deleteFiles, fileTools, openFiles } from '../stepper/files/files.js';
import * as state from '../state.js';
import { isNamed, mayBeNamed, titleFrom } from './title.js';
import { bringBack, forgetUnsent } from './unsent.js';

/** A random id. Does not use `crypto.randomUUID`, which pages without https do not have. */
export const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');

/** Agent of the open session. */
let agent = null;
/** Number of times that a session was opened or left. An action that finds another number has been overtaken. */
let visits = 0;
/** Language that the session was last told. */
let toldLang = '';

/** Host tools by agent. */
const TOOLS = { ledger: () => ledgerTools, schedule: scheduleTools, content: contentTools, stepper: fileTools };

export const store = 'indexedDB' in globalThis ? indexedDbStore('stepgate-demo') : memoryStore();

/** An error in words for the user: what happened, what is safe. @param {any} error @param {any} [given] what was refused, if the caller knows it */
export function explain(error, given) {
  const code = error?.code;
  const why = error?.name === 'StepgateError' ? mistakeWords(error, given) : error?.message ?? String(error);
  if (error?.text) return [error.text[lang.value] ?? error.text, ...(error.name === 'ModelError' && error.detail ? [t('error.serverSaid', { words: error.detail })] : [])].join(' ');
  if (code && has(`error.${code}`)) return t(`error.${code}`, { why });
  return error?.name === 'Refusal' ? why : t('error.unknown', { why });
}

/**
 * Runs an action and shows its failure. A failed action changes nothing.
 * @param {() => Promise<unknown>} action
 * @param {any} [given] what the action was given, to tell what in it is refused
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function attempt(action, given) {
  state.failure.value = null;
  try {
    await action();
    return true;
  } catch (error) {
    state.failure.value = explain(error, given);
    return false;
  }
}

/** Runs an action that excludes all others. @param {() => Promise<unknown>} action */
async function act(action) {
  batch(() => { state.acting.value = true; state.remark.value = null; });
  const done = await attempt(action);
  state.acting.value = false;
  return done;
}

export async function listSessions() {
  state.sessions.value = await store.list();
}

/** Clears what the page keeps of a session. */
function clear() {
  batch(() => {
    state.view.value = null;
    state.role.value = 'drives';
    state.resume.value = null;
    state.ledger.value = null;
    state.changed.value = null;
    state.live.value = null;
    state.failure.value = null;
    state.warning.value = null;
    state.remark.value = null;
    state.unknown.value = null;
    state.wish.value = '';
    state.editing.value = null;
    always.value = false; // a permission of one session does not carry over
    chosen.value = null;
    edited.value = null;
    letGo();
    forgetContent();
  });
  closeFiles();
  toldLang = '';
}

/** Closes the session and goes to the start page. `show` sets what that page shows in the same change, so that the address changes once. */
export async function leave(show = () => { state.form.value = null; }) {
  visits += 1;
  await agent?.close();
  agent = null;
  batch(() => {
    clear();
    state.sessionId.value = null;
    state.input.value = '';
    state.files.value = [];
    state.leftOut.value = [];
    state.handDraft.value = null;
    state.place.value = 'start';
    show();
  });
  await listSessions();
}

/** A name that no other session has: with the next number, if it is taken. @param {string} title */
async function freeName(title) {
  const taken = new Set((await store.list()).map(({ name }) => name));
  const numbered = n => (n > 1 ? t('sessions.numbered', { title, n }) : title);
  let n = 1;
  while (taken.has(numbered(n))) n += 1;
  return numbered(n);
}

/** The agent of the session that was started last, and the visit of the page that this was. */
let started = { name: '', visit: 0 };

/** Starts a session. The second press of a double click, which comes in the same visit, starts none. @param {string} name name of the agent @param {object} input @param {string} [title] title in the session list @returns {Promise<boolean>} whether it was started */
export async function begin(name, input, title) {
  if (started.name === name && started.visit === visits) return false;
  const id = `${name}-${freshId().slice(0, 8)}`;
  const entered = enter(name, id, input);
  started = { name, visit: visits };
  if (!await entered) return false;
  state.wish.value = input.user_intent ?? '';
  if (title) await store.rename(id, await freeName(title));
  if (name === 'schedule') mayBeNamed(id);
  await listSessions();
  return true;
}

/** Opens a saved session. @param {string} id */
export async function resumeSession(id) {
  if (!state.sessions.value.some(session => session.id === id)) await listSessions();
  const saved = state.sessions.value.find(session => session.id === id);
  if (!saved) return void await unknownSession(id);
  if (!await enter(saved.agent, id)) return;
  const view = state.view.value;
  if (view && view.revision > 1 && agent.role === 'drives') {
    state.remark.value = t(view.waiting === 'model' ? 'app.resumedModel' : 'app.resumed', { step: view.revision });
  }
}

/** Shows on the start page that the session is unknown, and the possible actions. @param {string} id */
async function unknownSession(id) {
  replaceNext();
  await leave();
  state.unknown.value = id;
}

/** Prices and limits that the open session was opened with. */
let agreed = '';

/** @param {string} name @param {string} id @param {number} visit @param {object} [input] */
async function opened(name, id, visit, input) {
  const core = await agentCalled(name);
  agreed = JSON.stringify(costs.value);
  return openSession({
    agent: core, id, input, lang: lang.value, model, store, ...costs.value,
    tools: TOOLS[name]?.(),
    onChange: (view, from) => { if (visit === visits) moved(view, from); },
    onStream: piece => { if (visit === visits) state.live.value = piece; },
  });
}

/** Opens the session anew if the user has changed prices or limits, once the settings are closed and nothing is under way. */
export function followCosts() {
  effect(() => {
    const now = JSON.stringify(costs.value);
    if (!agent || now === agreed || state.dialog.value || !state.mayAct.value || state.acting.value) return;
    queueMicrotask(renew);
  });
}

const renew = () => act(async () => {
  const [name, id, visit] = [state.agentName.value, /** @type {string} */ (state.sessionId.value), visits += 1];
  await agent.close();
  const ours = await opened(name, id, visit);
  if (visit !== visits) return void await ours.close();
  moved(ours.view, ours);
});

/** Opens a session; false if the user has gone elsewhere meanwhile. */
async function enter(name, id, input) {
  const visit = visits += 1;
  await agent?.close();
  if (visit !== visits) return false;
  agent = null;
  batch(() => {
    clear();
    state.agentName.value = name;
    state.sessionId.value = id;
    bringBack(id);
    state.place.value = 'session';
    state.form.value = null;
    state.area.value = 'chat';
  });
  try {
    if (name === 'schedule') await followCalendar();
    if (name === 'stepper') await openFiles(id);
    const ours = await opened(name, id, visit, input);
    if (visit !== visits) {
      await ours.close();
      return false;
    }
    agent = ours;
  } catch (error) {
    if (visit === visits) {
      replaceNext();
      await leave();
    }
    throw error;
  }
  moved(agent.view, agent);
  if (name === 'ledger') watchLedger(value => { state.ledger.value = value; });
  return true;
}

/** Shows a new view of the session. @param {import('../state.js').View} view */
function moved(view, from) {
  agent = from;
  const before = state.view.value;
  batch(() => {
    state.view.value = view;
    state.role.value = agent.role;
    state.warning.value = agent.warning ?? null;
    if (view.waiting !== 'model') state.live.value = null;
    if (isHandedBack(view, before) && !state.files.value.length && ['', view.input ?? ''].includes(state.input.value)) putBack({ text: state.input.value ? '' : view.input, parts: view.inputParts });
    if (view.agent === 'guide') followResume(view, before);
    if (view.agent === 'schedule') followSchedule(agent, view, before);
    if (view.agent === 'content') followContent(agent, view, before);
  });
  if (view.progress?.done !== before?.progress?.done || view.progress?.skipped !== before?.progress?.skipped) attempt(listSessions);
  if (agent.role === 'drives' && isAnswered(view)) nameSession(view);
  queueMicrotask(goOn);
}

/** Whether words came back since the last view. @param {import('../state.js').View} view @param {import('../state.js').View | null} before */
const isHandedBack = ({ input, inputParts = [] }, before) => Boolean((input && input !== before?.input) || (inputParts.length && JSON.stringify(inputParts) !== JSON.stringify(before?.inputParts)));

/** Puts words and their files into the input box, behind what is there. @param {{ text?: string, parts?: import('../../src/index.js').FilePart[] }} words */
function putBack({ text, parts = [] }) {
  state.input.value = [state.input.value, text].filter(Boolean).join('\n');
  state.files.value = [...state.files.value, ...parts];
}

/** The bytes of a file of the open session. @param {import('../../src/index.js').FilePart} part */
export const blobOf = part => agent.blob(part);

/** Whether a request to the schedule is done: it was answered, and nothing waits for the user's decision. @param {import('../state.js').View} view */
const isAnswered = ({ agent: name, waiting, busy, card, data, blocks }) => name === 'schedule' && waiting === 'user' && !busy && !card && !data.question && blocks.at(-1)?.kind === 'assistant';

/** Names the open session by the model once its first request is done. A name that the user chose meanwhile stays. @param {import('../state.js').View} view */
async function nameSession(view) {
  const id = /** @type {string} */ (state.sessionId.value);
  const nameNow = async () => (await store.list()).find(session => session.id === id)?.name;
  const before = await nameNow();
  const title = await titleFrom(id, view);
  if (!title || await nameNow() !== before) return;
  await store.rename(id, await freeName(title));
  await listSessions();
}

/** Loads the resume after a change. */
function followResume(view, before) {
  const changed = view.data.resume_revision !== before?.data?.resume_revision;
  if (!changed && state.resume.value) return;
  state.changed.value = before && changed ? before.data.location?.section ?? null : null;
  state.resume.value = agent.read({ resume: true });
}

/** Tells the session the page's language, while it waits for the user. */
export function goOn() {
  const view = state.view.value;
  if (!agent || !view || view.waiting !== 'user' || state.role.value !== 'drives') return;
  if (view.lang !== lang.value && toldLang !== lang.value) {
    toldLang = lang.value;
    attempt(() => agent.edit({ lang: toldLang }));
  }
}

/** The last request that could not be sent, with its id: a retry uses the same id, so that it counts once. */
let unsent = { text: '', id: '' };

const idFor = text => (unsent.text === text ? unsent.id : freshId());

/** Choices of the open question. */
export function openChoices() {
  const view = state.view.value;
  if (view?.agent !== 'guide' || view.data.state === 'FINISHED' || state.working.value) return null;
  const last = lastWords(view.blocks);
  return last && choicesIn(last.text);
}

/** The guide's last words, and the number of their block. @param {import('../state.js').View['blocks']} blocks */
export function lastWords(blocks) {
  const last = blocks.findLast(block => block.kind === 'assistant' || block.kind === 'user' || (block.kind === 'note' && block.code === 'answer'));
  if (last?.kind === 'assistant') return { seq: last.seq, text: last.text };
  return last?.kind === 'note' ? { seq: last.seq, text: last.data.text } : null;
}

/** A text that names an option by its place, replaced by the option's words. @param {string} text */
function meant(text) {
  const choices = openChoices();
  const option = choices && namedOption(choices, text);
  return option ? inFull(choices, option, lang.value) : text;
}

/**
 * Sends one of the choices of the open question.
 * @param {NonNullable<ReturnType<typeof openChoices>>} choices @param {{ text: string }} option
 */
export const choose = (choices, option) => sendOnce(inFull(choices, option, lang.value));

/** Submits the draft in the open editor before another action; false if it is refused. */
export async function handIn() {
  const [hand, guide] = [state.handDraft.value, state.guide.value];
  if (!hand || hand.task !== guide?.current_task || !['DRAFTING', 'CONFIRMING'].includes(guide.state)) return true;
  if (hand.text.trim() !== (guide.draft ?? '').trim() && !await act(() => agent.edit({ draft: hand.text }))) return false;
  state.handDraft.value = null;
  return true;
}

/** Sends the text of the input box; to work that is under way, as words that steer it, or that wait until the turn ends. */
export async function say() {
  const text = meant(state.input.value.trim());
  const files = state.files.value;
  if ((!text && !files.length) || (state.mayAct.value && !await handIn())) return;
  batch(() => { state.input.value = ''; state.files.value = []; state.leftOut.value = []; });
  if (state.editing.value) return sendInstead(state.editing.value, text);
  const sent = state.steers.value ? attempt(() => agent.edit({ steer: text })) : send(text, files);
  if (await sent || state.input.value || state.files.value.length) return;
  batch(() => { state.input.value = text; state.files.value = files; });
}

/** Sends words in the place of an earlier message. @param {{ seq: number, unsent: string }} editing @param {string} text */
async function sendInstead({ seq, unsent: before }, text) {
  state.editing.value = null;
  if (!await act(() => agent.again({ before: seq, text }))) state.input.value ||= text;
  else if (!state.input.value) state.input.value = before;
}

/** Asks for another answer to the user's last words. */
export const anotherAnswer = () => act(() => agent.again());

/** Goes on with another version of the conversation. @param {number} branch */
export const showVersion = branch => act(() => agent.rewind({ branch }));

/** Sends words that do not stand in the input box. @param {string} text @param {(File | import('../../src/index.js').FilePart)[]} [parts] files beside them @returns {Promise<boolean>} whether they were sent */
export async function send(text, parts = []) {
  if (state.mayAct.value && !await handIn()) return false;
  state.remark.value = null;
  const id = idFor(text);
  const extra = state.view.value?.agent === 'schedule' ? { ...turnWith(), request_id: id } : undefined;
  const sent = await attempt(() => agent.say(text, extra, { when: 'queue', ...(parts.length && { parts }) }));
  unsent = sent ? { text: '', id: '' } : { text, id };
  return sent;
}

/** Whether the words of a button are on their way. */
let isPressed = false;

/** Sends the words of a button. The second press of a double click is none. @param {string} text */
export async function sendOnce(text) {
  if (isPressed) return false;
  isPressed = true;
  try {
    return await send(text);
  } finally {
    isPressed = false;
  }
}

/** Takes words back that wait, into the input box. What was said meanwhile stays said. @param {{ id: number, text: string, parts?: import('../../src/index.js').FilePart[] }} words */
export function takeBack({ id, text, parts }) {
  const last = agent.view.blocks.at(-1)?.seq ?? -1;
  const isSaid = block => block.kind === 'user' && block.seq > last && block.text === text;
  const leave = agent.subscribe(view => {
    if (view.queued?.some(words => words.id === id)) return;
    queueMicrotask(() => leave());
    if (!view.blocks.some(isSaid)) putBack({ text, parts });
  });
  return attempt(() => agent.edit({ unqueue: id }));
}

/** Takes leave for further calls back. @param {{ id: number }} grant */
export const revoke = ({ id }) => attempt(() => agent.edit({ revoke: id }));

/** Drops a wish that is still to be done. @param {{ id: number }} wish */
export const unwish = ({ id }) => attempt(() => agent.edit({ unwish: id }));

/** Opens a card again that a reply has dropped. @param {{ block: number }} dropped */
export const reopen = ({ block }) => attempt(() => agent.edit({ reopen: block }));

export const stop = () => attempt(() => agent.stop());

/** Asks the open session a question that changes nothing. @param {any} query */
export const ask = query => agent.read(query);

/** @param {any} change */
export const edit = async change => await handIn() && act(() => agent.edit(change));

/** Changes the plan by hand. A draft in the open editor stays there. @param {any} change */
export const editPlan = change => act(() => agent.edit(change));

/**
 * Answers the open card.
 * @param {import('../../../crates/wasm-session/types.d.ts').Card} card
 * @param {{ accept: boolean, args?: any, reason?: string, always?: 'turn' | 'session' } | { button: number }} given
 */
export const answer = (card, given) => act(() => agent.answer(card.id, given));

/**
 * Declines the draft. A draft in the open editor is submitted first, which declines the one before.
 * @param {import('../../../crates/wasm-session/types.d.ts').Card} card @param {string} [reason]
 */
export async function declineDraft(card, reason) {
  const handed = state.handDraft.value !== null;
  if (!await handIn()) return false;
  if (!handed) return answer(card, { accept: false, ...(reason ? { reason } : {}) });
  return !reason || attempt(() => agent.say(reason));
}

/** Applies the draft, in the editor's version if that is open. */
export const applyDraft = async () => await handIn() && answer(state.view.value?.card, { accept: true });

/** Presses a button of a card. A draft in the open editor is submitted first, which replaces the card. */
export async function press(card, button) {
  if (!await handIn()) return false;
  const { buttons } = state.view.value?.card ?? card;
  const isIt = one => one.role === button.role && JSON.stringify(one.edit) === JSON.stringify(button.edit);
  return answer(state.view.value?.card ?? card, { button: buttons.findIndex(isIt) });
}

/** Deletes a session with its files. @param {{ id: string, agent: string }} session */
export async function remove({ id, agent: name }) {
  if (id === state.sessionId.value) await leave();
  await store.delete(id);
  forgetUnsent(id);
  isNamed(id);
  if (name === 'stepper') await deleteFiles(id);
  await listSessions();
}

/**
 * Tells the schedule's session that the calendar was changed by hand: it loads it again when it next needs it. An agent that does not know
 * this edit finds out by itself when it writes.
 */
export async function reloadCalendar() {
  if (state.view.value?.agent !== 'schedule' || state.role.value !== 'drives') return;
  await agent.edit({ reload: true }).catch(() => {});
}

/** All replies of the model, raw and parsed. @returns {any[]} */
export const replies = () => agent?.read({ debug: true }) ?? [];

/** The open session itself. */
export const openSessionHere = () => agent;

/** Exports the open session. */
export const exportedSession = () => agent.export();

export const takeOver = () => attempt(async () => {
  await agent.takeOver();
  moved(agent.view, agent);
});

/** The resume as text. @param {'json-resume' | 'markdown'} format */
export function exported(format) {
  const value = agent.read({ export: format });
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
