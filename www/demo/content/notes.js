import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { has, t } from '../words/i18n.js';
import { ask, edit, sendOnce } from '../session/session.js';
import * as session from '../state.js';
import { workEnd } from '../views/export.js';
import { CONTENT_EXPORTS } from './export.js';
import { pick } from './follow.js';
import { phaseName } from './text/phase-name.js';
import * as state from './state.js';

/** The first question, which the page asks. It stays above the answer, because the agent's own questions are numbered from it. */
const firstQuestion = () => html`<article class="turn said" data-testid="first-question" aria-label=${t('chat.assistant')}><div class="bubble">${t('content.firstQuestion')}</div></article>`;

/** The first question, and answers to press as long as there is no message. */
export function contentHint() {
  if (!state.data.value) return nothing;
  const [first] = session.view.value.blocks;
  return html`${first && first.kind !== 'user' ? nothing : firstQuestion()}${first ? nothing : firstAnswers()}`;
}

const firstAnswers = () => html`
    <div class="chat-hint" data-testid="chat-hint">
      <p class="card-row">${t('content.firstAnswers').split('|').map(words => html`<button type="button" class="small" data-testid="first-answer" ?disabled=${!session.mayAct.value} @click=${() => sendOnce(words)}>${words}</button>`)}</p>
      <p>${t('content.hint')}</p></div>`;

function show(name) {
  const field = state.data.value?.fields.find(one => one.name === name);
  if (!field) return;
  pick(field.id);
  session.area.value = 'work';
}

const line = (sign, words, more = nothing) => html`<p class="line" data-testid="content-note">${icon(sign)}<span>${words}</span>${more}</p>`;

/**
 * Undo and redo offers for receipts: each field's last text can be exchanged for the one before. If that was itself an undo, the exchange
 * is a redo.
 * @param {any[]} blocks @returns {(seq: number) => import('../chat/block.js').Turn}
 */
export function fieldTurns(blocks) {
  const turns = new Map();
  if (!state.mayEdit.value) return () => ({});
  for (const field of state.data.value?.fields ?? []) {
    const last = blocks.findLast(({ kind, code, data }) => kind === 'note' && code === 'field' && data.name === field.name);
    if (last && last.data.version === field.version && field.version > 1 && field.history > 0) turns.set(last.seq, { [last.data.restored ? 'redo' : 'undo']: last.seq });
  }
  return seq => turns.get(seq) ?? {};
}

/** Restores a field's previous text. @param {string} name */
function turnBack(name) {
  const field = state.data.value?.fields.find(one => one.name === name);
  const before = field && ask({ history: field.id }).at(-1);
  if (before) edit({ restore: { field: field.id, version: before.version } });
}

function turnButton({ undo, redo }, name) {
  if (undo === undefined && redo === undefined) return nothing;
  const way = undo === undefined ? 'redo' : 'undo';
  return html`<button class="link" data-testid="field-${way}" aria-label="${t(`content.note.${way}`)}: ${name}" @click=${() => turnBack(name)}>${t(`content.note.${way}`)}</button>`;
}

const fieldWords = ({ name, version, restored }) => (restored ? t('content.note.restored', { name, version, restored }) : t('content.note.field', { name, version }));

const field = ({ name, version, restored }, turn = {}) => line('file', fieldWords({ name, version, restored }),
  html`${turnButton(turn, name)}<button class="link" data-testid="see-text" aria-label="${t('content.note.seeText')}: ${name}" @click=${() => show(name)}>${t('content.note.seeText')}</button>`);

/** Reason why a field could not be written. @param {string} code */
function why(code) {
  const key = [`content.failed.${code}`, `error.${code}`].find(has);
  return key ? t(key) : code;
}

/** Rendering of each note of the content agent; other notes appear in the phases or on the card. */
export const CONTENT_NOTES = {
  enter: ({ phase }) => html`<h2 class="divider" data-testid="phase-divider"><span>${t('content.note.enter', { phase: phaseName(phase) })}</span></h2>`,
  field,
  stale: ({ name }) => line('warn', t('content.note.stale', { names: name })),
  field_failed: ({ name, code }) => line('warn', t('content.note.failed', { name, why: why(code) })),
  questions: ({ name }) => line('pen', t('content.note.questions', { name })),
  batch: ({ generated = [], failed = [], pending = [] }) => line('tasks', t('content.note.batch', { made: generated.length, failed: failed.length, left: pending.length })),
  stopped: () => line('stop', t('error.stopped')),
  all_done: () => workEnd(t('content.note.allDone'), CONTENT_EXPORTS),
};
