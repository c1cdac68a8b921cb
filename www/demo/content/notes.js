import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { has, t } from '../i18n.js';
import * as session from '../state.js';
import { pick } from './follow.js';
import { phaseName } from './phases.js';
import * as state from './state.js';

/** What one may say, before anything was said. */
export const contentHint = () => (state.data.value && !session.view.value.blocks.length
  ? html`<p class="chat-hint" data-testid="chat-hint">${t('content.hint')}</p>`
  : nothing);

function show(name) {
  const field = state.data.value?.fields.find(one => one.name === name);
  if (!field) return;
  pick(field.id);
  session.area.value = 'work';
}

const line = (sign, words, more = nothing) => html`<p class="line" data-testid="content-note">${icon(sign)}<span>${words}</span>${more}</p>`;

const field = ({ name, version }) => line('file', t('content.note.field', { name, version }),
  html`<button class="link" data-testid="see-text" aria-label="${t('content.note.seeText')}: ${name}" @click=${() => show(name)}>${t('content.note.seeText')}</button>`);

/** Why a field could not be made. @param {string} code */
function why(code) {
  const key = [`content.failed.${code}`, `error.${code}`].find(has);
  return key ? t(key) : code;
}

/** How each note of the content agent is shown; a note that is not here speaks through the phases or the card. */
export const CONTENT_NOTES = {
  enter: ({ phase }) => html`<h2 class="divider" data-testid="phase-divider"><span>${t('content.note.enter', { phase: phaseName(phase) })}</span></h2>`,
  field,
  stale: ({ name }) => line('warn', t('content.note.stale', { names: name })),
  field_failed: ({ name, code }) => line('warn', t('content.note.failed', { name, why: why(code) })),
  questions: ({ name }) => line('pen', t('content.note.questions', { name })),
  batch: ({ generated = [], failed = [], pending = [] }) => line('tasks', t('content.note.batch', { made: generated.length, failed: failed.length, left: pending.length })),
  stopped: () => line('stop', t('error.stopped')),
  all_done: () => html`<p class="line all-done" data-testid="all-done">${icon('check')}<span>${t('content.note.allDone')}</span></p>`,
};
