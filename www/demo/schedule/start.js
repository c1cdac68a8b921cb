import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { lang, t } from '../words/i18n.js';
import { attempt, begin, sendOnce } from '../session/session.js';
import * as session from '../state.js';
import { store } from './calendar.js';
import { fullSaturdays, semester } from './semester.js';
import { openIcs } from './hand/files.js';
import { calendar, term } from './state.js';

const starting = signal(false);

/** Whether a calendar exists, as far as is known. */
const hasCalendar = signal(true);
let looked = false;

const isEmpty = ({ events, task_items }) => !events.length && !task_items.length;

function look() {
  const see = () => attempt(async () => { hasCalendar.value = !isEmpty(await store.load()); });
  looked = true;
  see();
  store.onChange(see);
}

/** A calendar for the user's own files. */
const blank = () => ({ events: [], event_sections: [], task_classes: [], task_items: [] });

/** Opens a session over the calendar; if there is none, over a sample or a blank one. @param {(lang: 'zh' | 'en', termStart: string) => import('../../src/calendar/index.d.ts').Calendar} sample */
async function start(sample) {
  starting.value = true;
  await attempt(async () => {
    if (isEmpty(await store.load())) await store.replace(sample(lang.value, term.value.start));
    const { task_classes } = await store.load();
    await begin('schedule', { task_class_ids: task_classes.map(({ id }) => id) }, t('schedule.session'));
  });
  starting.value = false;
}

/** Opens a session over the calendar, or over the sample semester. */
export const startSemester = () => start(semester);

const choice = (id, words, sample) => html`
  <button class=${hasCalendar.value ? 'choice choice-wide' : 'choice'} data-testid=${id} ?disabled=${starting.value} @click=${() => start(sample)}>
    ${icon('calendar')}<b>${t(`schedule.${words}Title`)}</b><span>${t(`schedule.${words}About`)}</span></button>`;

/** The choice on the start page: the calendar; if there is none, one of two samples or a blank one. */
export function scheduleChoice() {
  if (!looked) look();
  return html`${choice('start-schedule', 'start', semester)}${hasCalendar.value ? nothing : html`${choice('start-saturdays', 'saturdays', fullSaturdays)}${choice('start-blank', 'blank', blank)}`}`;
}

/** Suggestions before the first message. */
export function firstWords() {
  const { agent = '', blocks = [] } = session.view.value ?? {};
  if (!HINTED.has(agent) || blocks.length) return nothing;
  return agent === 'schedule' && calendar.value && isEmpty(calendar.value) ? blankHint() : html`<p class="chat-hint" data-testid="chat-hint">${t(`${agent}.hint`)}</p>`;
}

/** What to do with a calendar that has nothing yet. */
const blankHint = () => html`
  <div class="chat-hint" data-testid="chat-hint"><p>${t('schedule.hintBlank')}</p>
    <p class="card-row"><button class="small" data-testid="hint-import" ?disabled=${!session.mayAct.value} @click=${openIcs}>${t('calendar.import')}</button>
      <button class="small" data-testid="hint-group" ?disabled=${!session.mayAct.value} @click=${() => sendOnce(t('schedule.hintGroup'))}>${t('schedule.hintGroup')}</button></p></div>`;

/** Agents that begin with the user's words and suggest some. */
const HINTED = new Set(['schedule', 'stepper']);
