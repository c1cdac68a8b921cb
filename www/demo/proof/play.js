import { batch, effect, signal } from '@preact/signals-core';
import { indexedDbStore, memoryStore, openSession } from 'stepgate';
import { lang, t } from '../words/i18n.js';
import { OFFLINE_DELAY } from '../model/model.js';
import { explain, freshId } from '../session/session.js';
import { engine, RELOADED } from './engine.js';
import { scriptedModel } from './script.js';
import { keep, record } from './record.js';
import { travel } from './travel.js';

/** Duration of a reply and of a pause in milliseconds, three times those of the offline model: the reply is to be read. */
const DELAY = OFFLINE_DELAY * 3;

const store = 'indexedDB' in globalThis ? indexedDbStore('stepgate-start') : memoryStore();
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** View of the trip's session. */
export const view = signal(/** @type {null | import('../../../crates/wasm-session/types.d.ts').View} */ (null));
/** Whether another tab has the session. */
export const watches = signal(false);
/** The reply that is coming in. */
export const incoming = signal('');
/** Whether the script goes on by itself. */
export const plays = signal(!calm.matches);
/** Step at which the session was resumed after a load of the page; 0 if it was begun here. */
export const resumedAt = signal(0);
export const problem = signal('');

let agent = null;
/** Loading of the engine. @type {Promise<void> | undefined} */
let loading;

/** Waits until the engine is loaded, if it is being loaded. */
export const ready = () => loading?.catch(() => {});

/** Number of times that a session was opened or left. An action that finds another number has been overtaken. */
let visits = 0;
/** Call of the reply that is coming in. */
let call = 0;

/** Waits while the proof is paused. @returns {Promise<void> | undefined} */
const hold = () => (plays.value ? undefined : new Promise(done => {
  const end = effect(() => { if (plays.value) queueMicrotask(() => { end(); done(); }); });
}));

const model = scriptedModel({ lang: () => view.value?.lang ?? lang.value, broken: () => record.value, delayMs: DELAY, hold });

/** @param {() => Promise<unknown>} action */
async function attempt(action) {
  problem.value = '';
  try {
    await action();
  } catch (error) {
    if (error?.code !== 'closed') problem.value = explain(error);
  }
}

const words = () => t('proof.asks');
const spoken = () => view.value?.blocks.some(({ kind }) => kind === 'user');

function show(now, from) {
  batch(() => {
    view.value = now;
    watches.value = from.role === 'watches';
    if (now.waiting !== 'model') incoming.value = '';
  });
}

function take(piece) {
  incoming.value = piece.call === call ? incoming.value + piece.text : piece.text;
  call = piece.call;
}

/** Opens a session, that of the record by default, and speaks if it is new. The record has its id once it is open, so that this tab drives it. */
async function openTrip(id = record.value.id) {
  const visit = visits += 1;
  await agent?.close();
  agent = null;
  batch(() => { view.value = null; incoming.value = ''; resumedAt.value = 0; });
  await (loading = travel.load(engine()));
  if (visit !== visits) return;
  const ours = await openSession({
    agent: travel, id, lang: lang.value, model, store,
    onChange: (now, from) => { if (visit === visits) show(now, from); },
    onStream: piece => { if (visit === visits) take(piece); },
  });
  if (visit !== visits) return void await ours.close();
  agent = ours;
  if (id !== record.value.id) keep({ id });
  if (spoken()) resumedAt.value = ours.view.revision;
  else attempt(() => speak(visit)); // until the card, which others need not wait for
}

async function speak(visit) {
  await new Promise(done => setTimeout(done, DELAY / 3));
  await hold();
  if (visit === visits && agent.role === 'drives') await agent.say(words());
}

/** Plays the trip from the beginning, with other damage. @param {Partial<import('./record.js').Record>} [change] */
export async function restart(change = {}) {
  const { id } = record.value;
  keep({ ...change, runs: [] });
  plays.value = true;
  await attempt(() => openTrip(`trip-${freshId().slice(0, 12)}`));
  if (id) await store.delete(id).catch(() => {});
}

/** Comes to the proof: goes on with the trip of this browser, or begins one if it may play by itself. */
export function enter() {
  if (agent || problem.value) return;
  if (record.value.id) return attempt(() => openTrip());
  if (plays.value) return restart();
}

/** Leaves the proof. The trip stays saved. */
export function leave() {
  visits += 1;
  agent?.close();
  agent = null;
  view.value = null;
}

export function toggle() {
  if (!record.value.id || problem.value) return restart();
  plays.value = !plays.value;
}

/** @param {number} button index in the card's buttons */
export const press = (card, button) => attempt(() => agent.answer(card.id, { button }));
export const takeOver = () => attempt(() => agent.takeOver());

/** Loads the page anew. */
export function reload() {
  try {
    sessionStorage.setItem(RELOADED, 'yes');
  } catch {
    // Then the page begins at its top.
  }
  location.reload();
}

/** Begins anew in another language, and where another tab has begun a new trip. */
export function follow() {
  effect(() => { if (view.value && view.value.lang !== lang.value && !watches.value) queueMicrotask(restart); });
  addEventListener('storage', () => { if (agent && record.value.id !== agent.id) attempt(() => openTrip()); }); // the record has heard it before
}
