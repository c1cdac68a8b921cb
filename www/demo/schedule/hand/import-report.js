import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { number, t } from '../../words/i18n.js';
import * as state from '../state.js';

/** Limits of the list of skipped events: lines shown at first, lines in all, length of a name. */
const [SHOWN, MOST_LINES, NAME_LENGTH] = [10, 1_000, 80];

/** @param {'skip' | 'change'} kind @returns {(told: { name: string, uid?: string, start: string, reason: string, with?: string }) => any} */
const lineOf = kind => ({ name, uid, start, reason, with: other = '' }) => {
  const called = (name === '–' && uid ? uid : name).slice(0, NAME_LENGTH);
  const time = start ? ` (${start.replace('T', ' ').slice(0, 16)})` : '';
  return html`<li>${called}${time}: ${t(`calendar.${kind}.${reason}`, { with: other.slice(0, NAME_LENGTH) })}</li>`;
};

/** @param {string} testid @param {any[]} told @param {(told: any) => any} line */
const list = (testid, told, line) => html`
  <div><ul data-testid=${testid}>${told.slice(0, SHOWN).map(line)}</ul>
    ${told.length > SHOWN ? html`
      <details data-testid="${testid}-more"><summary>${t('calendar.skippedMore', { count: number(told.length - SHOWN) })}</summary>
        <ul>${told.slice(SHOWN, MOST_LINES).map(line)}</ul>
        ${told.length > MOST_LINES ? html`<p class="hint">${t('calendar.skippedRest', { count: number(told.length - MOST_LINES) })}</p>` : nothing}</details>` : nothing}</div>`;

/** Entries that an import leaves out, or reads otherwise than they are written. @param {{ skipped: any[], changed?: any[] }} report */
export const leftOut = ({ skipped, changed = [] }) => html`
  ${skipped.length ? html`<p>${t('calendar.skipped', { count: number(skipped.length) })}</p>${list('left-out', skipped, lineOf('skip'))}` : nothing}
  ${changed.length ? html`<p>${t('calendar.changed', { count: number(changed.length) })}</p>${list('changed', changed, lineOf('change'))}` : nothing}`;

/** The effects of an import, in sentences. @param {any} report @param {'import' | 'calendar'} when */
export const importWords = ({ added, updated = 0, deleted = 0, cancelled = [], displaced = [], conflicts = [] }, when = 'calendar') => [
  t(`${when}.imported`, { added: number(added) }),
  updated ? t(`${when}.updated`, { count: number(updated) }) : '',
  deleted ? t('calendar.deleted', { count: number(deleted) }) : '',
  cancelled.length ? t('calendar.cancelled', { count: number(cancelled.length), list: cancelled.slice(0, 5).map(({ name }) => name).join(t('schedule.and')) }) : '',
  conflicts.length ? t('calendar.conflicts', { count: number(conflicts.length), list: conflicts.slice(0, 5).map(({ name, with: other }) => t('calendar.conflict', { name, with: other })).join(t('schedule.and')) }) : '',
  displaced.length ? t('calendar.displaced', { count: number(displaced.length), list: displaced.slice(0, 5).join(t('schedule.and')) }) : '',
].filter(Boolean);

/** Report of the last import. */
export function importReport() {
  const report = state.imported.value;
  if (!report) return nothing;
  return html`
    <section class="panel import" role="status" data-testid="imported"><div>${importWords(report).map(words => html`<p>${words}</p>`)}
      ${leftOut(report)}</div>
      <button class="quiet icon-only small" aria-label=${t('app.close')} @click=${() => { state.imported.value = null; }}>${icon('cross')}</button></section>`;
}
