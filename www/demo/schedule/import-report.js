import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { number, t } from '../i18n.js';
import * as state from './state.js';

/** Limits of the list of skipped events: lines shown at first, lines in all, length of a name. */
const [SHOWN, MOST_LINES, NAME_LENGTH] = [10, 1_000, 80];

/** @param {{ name: string, uid?: string, start: string, reason: string, with?: string }} skip */
function skipLine({ name, uid, start, reason, with: other = '' }) {
  const called = (name === '–' && uid ? uid : name).slice(0, NAME_LENGTH);
  const time = start ? ` (${start.replace('T', ' ').slice(0, 16)})` : '';
  return html`<li>${called}${time}: ${t(`calendar.skip.${reason}`, { with: other.slice(0, NAME_LENGTH) })}</li>`;
}

/** @param {any[]} skipped */
export const leftOut = skipped => html`
  <div><ul data-testid="left-out">${skipped.slice(0, SHOWN).map(skipLine)}</ul>
    ${skipped.length > SHOWN ? html`
      <details data-testid="left-out-more"><summary>${t('calendar.skippedMore', { count: number(skipped.length - SHOWN) })}</summary>
        <ul>${skipped.slice(SHOWN, MOST_LINES).map(skipLine)}</ul>
        ${skipped.length > MOST_LINES ? html`<p class="hint">${t('calendar.skippedRest', { count: number(skipped.length - MOST_LINES) })}</p>` : nothing}</details>` : nothing}</div>`;

/** What an import does or has done, in sentences. @param {any} report @param {'import' | 'calendar'} when */
export const importWords = ({ added, updated = 0, deleted = 0, displaced = [], conflicts = [] }, when = 'calendar') => [
  t(`${when}.imported`, { added: number(added) }),
  updated ? t(`${when}.updated`, { count: number(updated) }) : '',
  deleted ? t('calendar.deleted', { count: number(deleted) }) : '',
  conflicts.length ? t('calendar.conflicts', { count: number(conflicts.length), list: conflicts.slice(0, 5).map(({ name, with: other }) => t('calendar.conflict', { name, with: other })).join(t('schedule.and')) }) : '',
  displaced.length ? t('calendar.displaced', { count: number(displaced.length), list: displaced.slice(0, 5).join(t('schedule.and')) }) : '',
].filter(Boolean);

/** Report of the last import. */
export function importReport() {
  const report = state.imported.value;
  if (!report) return nothing;
  return html`
    <section class="panel import" role="status" data-testid="imported"><div>${importWords(report).map(words => html`<p>${words}</p>`)}
      ${report.skipped.length ? html`<p>${t('calendar.skipped', { count: number(report.skipped.length) })}</p>${leftOut(report.skipped)}` : nothing}</div>
      <button class="quiet icon-only small" aria-label=${t('app.close')} @click=${() => { state.imported.value = null; }}>${icon('cross')}</button></section>`;
}
