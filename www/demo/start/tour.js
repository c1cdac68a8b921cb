import { batch, computed, effect, signal } from '@preact/signals-core';
import { lang, t } from '../words/i18n.js';
import { OFFLINE_DELAY } from '../model/model.js';
import en from '../samples/en.json';
import zh from '../samples/zh.json';
import { TOURS } from '../samples/tours.js';
import { SAMPLES } from '../content/samples.js';
import { startSemester } from '../schedule/start.js';
import { attempt, begin, send } from '../session/session.js';
import * as state from '../state.js';
import { startSample } from '../stepper/start.js';

/** Pause before the next answer in milliseconds, long enough to read the question. */
const PAUSE = OFFLINE_DELAY * 4;

const RESUMES = { en, zh };
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Place of the tour in this tab, which outlives a reload. */
const PLACE = 'stepgate-demo:tour';

/** @typedef {{ session: string, lines: string[], plays: boolean }} Tour */

/** @returns {Tour | null} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? 'null');
  } catch {
    return null;
  }
}

/** The tour of a session: the answers that are left, and whether they are sent by themselves. */
const tour = signal(kept());

effect(() => {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(tour.value));
  } catch {
    // A private window may refuse: then the tour lasts as long as the page.
  }
});
/** Whether an answer is on its way. */
const sending = signal(false);
/** Agent whose tour is being started. */
export const starting = signal('');

/** The tour of the open session. */
export const present = computed(() => (tour.value?.session === state.sessionId.value ? tour.value : null));

const STARTS = {
  guide: () => begin('guide', { resume: RESUMES[lang.value], user_intent: t('start.wishSample') }, [RESUMES[lang.value].basics.name, t('start.wishSample')].join(' · ')),
  schedule: startSemester,
  content: () => begin('content', SAMPLES[lang.value], SAMPLES[lang.value].project_name),
  stepper: startSample,
};

/** Starts an agent's sample with a tour. @param {keyof typeof STARTS} agent */
export async function run(agent) {
  if (starting.value) return;
  starting.value = agent;
  const lines = TOURS[lang.value][agent];
  await attempt(STARTS[agent]);
  batch(() => {
    starting.value = '';
    if (state.sessionId.value && state.agentName.value === agent) tour.value = { session: state.sessionId.value, lines, plays: !calm.matches };
  });
}

export const end = () => { tour.value = null; };
export const toggle = () => { tour.value = tour.value && { ...tour.value, plays: !tour.value.plays }; };

/** Whether the next answer may be sent now. */
export const isOpen = computed(() => Boolean(present.value?.lines.length) && !sending.value && state.mayAct.value && !state.asks.value && state.view.value?.error === undefined);

/** Sends the next answer. */
export async function next() {
  const now = present.value;
  if (!now || !isOpen.value) return;
  const [line, ...lines] = now.lines;
  batch(() => { tour.value = { ...now, lines }; sending.value = true; });
  await send(line);
  sending.value = false;
}

/** Sends the answers one after the other. The tour pauses when the user writes, and ends when an open card has been decided. */
export function followTour() {
  let timer = 0;
  let asked = false;
  effect(() => {
    clearTimeout(timer);
    if (isOpen.value && present.value?.plays) timer = setTimeout(next, PAUSE);
  });
  effect(() => { if (state.input.value && present.peek()?.plays) queueMicrotask(toggle); });
  effect(() => {
    const asks = Boolean(present.value && state.view.value?.card && !present.value.lines.length && !sending.value); // the card before the last answer goes with it
    if (asked && !asks && present.peek()) queueMicrotask(end);
    asked = asks;
  });
}
