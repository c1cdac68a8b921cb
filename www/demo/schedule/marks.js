import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { number, t } from '../words/i18n.js';
import { byHand } from './hand/hand.js';
import { hasBegun } from './past.js';
import { dateName } from './dates.js';
import { dateOf } from './entries.js';
import { timesOf } from './places.js';
import { term } from './setting.js';
import * as state from './state.js';

/** @import { Entry } from './entries.js' */

/** Most tasks that are listed. */
const SHOWN = 8;

/** The change that marks tasks. @param {number[]} ids @param {'done' | 'missed' | null} mark @returns {import('../../src/calendar/index.d.ts').CalendarEdit} */
export const marking = (ids, mark) => ({ mark_items: { ids, mark } });

/** Tasks whose time has come, and of which nobody has said whether they were done. @returns {Entry[]} */
function unsaid() {
  const days = [...state.entries.value].sort(([a], [b]) => a - b);
  return days.flatMap(([, entries]) => entries.filter(({ kind, change, mark, ...place }) => kind === 'existing' && !change && !mark && hasBegun(place)));
}

/** @param {Entry} entry @param {boolean} may */
function line(entry, may) {
  const ids = [/** @type {number} */ (entry.item)];
  const button = (mark, sign) => html`
    <button type="button" class="quiet icon-only small" data-testid="look-back-${mark}" aria-label=${t(`mark.${mark}Of`, { name: entry.name })} title=${t(`mark.${mark}`)} ?disabled=${!may}
      @click=${() => byHand(marking(ids, mark))}>${icon(sign)}</button>`;
  return html`<li data-testid="look-back-task"><span>${entry.name}<small>${t('calendar.placeNote', { day: dateName(dateOf(term.value.start, entry.day)), times: timesOf(entry) })}</small></span>${button('done', 'check')}${button('missed', 'cross')}</li>`;
}

/** Past tasks, with buttons that say what became of them. @param {boolean} may whether the calendar can be changed by hand now */
export function lookBackPanel(may) {
  const tasks = unsaid();
  if (!tasks.length) return nothing;
  const ids = [...new Set(tasks.map(({ item }) => /** @type {number} */ (item)))];
  const all = (mark, sign) => html`<button type="button" class="small" data-testid="all-${mark}" ?disabled=${!may} @click=${() => byHand(marking(ids, mark))}>${icon(sign)}<span>${t(`mark.all.${mark}`)}</span></button>`;
  return html`
    <section class="panel" data-testid="look-back"><h3>${t('mark.title')}</h3><p class="hint">${t('mark.about')}</p>
      <ul class="look-back">${tasks.slice(0, SHOWN).map(entry => line(entry, may))}</ul>
      ${tasks.length > SHOWN ? html`<p class="hint">+${number(tasks.length - SHOWN)}</p>` : nothing}
      ${tasks.length > 1 ? html`<div class="card-row">${all('done', 'check')}${all('missed', 'cross')}</div>` : nothing}
    </section>`;
}
