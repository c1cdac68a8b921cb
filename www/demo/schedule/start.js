import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { lang, t } from '../i18n.js';
import { attempt, begin } from '../session.js';
import * as session from '../state.js';
import { store } from './calendar.js';
import { semester } from './semester.js';
import { term } from './state.js';

const starting = signal(false);

/** Opens a session over the calendar; where there is none yet, over the sample semester. */
async function start() {
  starting.value = true;
  await attempt(async () => {
    const saved = await store.load();
    if (!saved.events.length && !saved.task_items.length) await store.replace(semester(lang.value, term.value.start));
    const { task_classes } = await store.load();
    await begin('schedule', { task_class_ids: task_classes.map(({ id }) => id) }, t('schedule.session'));
  });
  starting.value = false;
}

export const scheduleChoice = () => html`
  <button class="choice choice-wide" data-testid="start-schedule" ?disabled=${starting.value} @click=${start}>
    ${icon('calendar')}<b>${t('schedule.startTitle')}</b><span>${t('schedule.startAbout')}</span></button>`;

/** What one may say, before anything was said. */
export const firstWords = () => (HINTED.has(session.view.value?.agent) && !session.view.value.blocks.length
  ? html`<p class="chat-hint" data-testid="chat-hint">${t(`${session.view.value.agent}.hint`)}</p>`
  : nothing);

/** Agents that begin with the user's words, and say which. */
const HINTED = new Set(['schedule', 'stepper']);
