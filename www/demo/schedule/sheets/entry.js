import { html, nothing } from 'lit-html';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import { sendOnce } from '../../session/session.js';
import * as session from '../../state.js';
import { dateName } from '../dates.js';
import { marking } from '../marks.js';
import { hasBegun } from '../past.js';
import { dateOf, weekOf } from '../entries.js';
import { entryFacts } from '../entry-facts.js';
import { change } from '../hand/hand.js';
import { wholePlace } from '../places.js';
import { term } from '../setting.js';
import * as state from '../state.js';
import { mayChange } from '../board/target.js';
import { close, problem, submit } from './form.js';
import { alert } from '../../views/alert.js';

/** The picked entry as it is now. @param {{ id: string, day: number, change?: string }} picked */
const entryNow = ({ id, day, change: role }) => state.entries.value.get(day)?.find(entry => entry.id === id && entry.change === role);

/** Sends words to the agent as the user's own. @param {string} words */
async function say(words) {
  close();
  session.area.value = 'chat';
  await sendOnce(words);
}

/** Days of the entry's week, without its own. @param {import('../entries.js').Entry} entry */
const otherDays = ({ day }) => Array.from({ length: 7 }, (_, index) => (weekOf(day) - 1) * 7 + 1 + index).filter(one => one !== day);

/** Questions about a task's place. @param {import('../entries.js').Entry} entry */
function questions(entry) {
  if (entry.classId === undefined || !entry.from) return nothing;
  const where = wholePlace(entry);
  const whyNot = event => say(t('ask.whyNot', { name: entry.name, day: dateName(dateOf(term.value.start, Number(event.target.closest('.ask-row').querySelector('select').value))) }));
  return html`
    <div class="ask">
      <button type="button" data-testid="why-here" ?disabled=${!mayChange()} @click=${() => say(t('ask.whyHere', { name: entry.name, place: where }))}>${t('ask.why')}</button>
      <span class="ask-row"><select aria-label=${t('ask.day')} data-testid="why-not-day">${otherDays(entry).map(day => html`<option value=${day}>${dateName(dateOf(term.value.start, day))}</option>`)}</select>
        <button type="button" data-testid="why-not" ?disabled=${!mayChange()} @click=${whyNot}>${t('ask.not')}</button></span>
    </div>`;
}

/** @param {import('../entries.js').Entry} entry */
const lockEdit = entry => (entry.item === undefined ? { event: entry.event } : { item: entry.item });

/** @param {import('../entries.js').Entry} entry */
const editKind = entry => (entry.item === undefined ? { kind: 'event', id: entry.event } : { kind: 'item', id: entry.item });

/** Button that says what became of a task; pressed again, it takes that back. @param {import('../entries.js').Entry} entry @param {'done' | 'missed'} mark @param {string} sign @param {boolean} still */
const markButton = (entry, mark, sign, still) => html`
  <button type="button" data-testid="entry-${mark}" aria-pressed=${entry.mark === mark} ?disabled=${still} @click=${() => submit(() => change(marking([/** @type {number} */ (entry.item)], entry.mark === mark ? null : mark)))}>${icon(sign)}<span>${t(`mark.${mark}`)}</span></button>`;

/** Panel of one entry: what it is, where, and what can be done with it. */
export function entrySheet(picked) {
  const entry = entryNow(picked);
  if (!entry) return null;
  const isTask = entry.kind === 'existing';
  const still = !mayChange() || Boolean(entry.change) || entry.kind === 'suggested';
  return html`
    <h2>${entry.name}</h2>
    <div data-testid="entry-panel">${entryFacts(entry)}</div>
    ${alert(problem.value, 'sheet-problem')}
    <div class="card-row">
      ${isTask ? markButton(entry, 'done', 'check', still) : nothing}
      ${isTask && !entry.mark && hasBegun(entry) ? markButton(entry, 'missed', 'cross', still) : nothing}
      ${isTask ? html`<button type="button" data-testid="entry-lock" aria-pressed=${Boolean(entry.locked)} ?disabled=${still} @click=${() => submit(() => change({ lock: { ...lockEdit(entry), locked: !entry.locked } }))}>${icon(entry.locked ? 'unlock' : 'lock')}<span>${t(entry.locked ? 'entry.unlock' : 'entry.lock')}</span></button>` : nothing}
      <button type="button" data-testid="entry-edit" ?disabled=${still} @click=${() => { state.sheet.value = { ...editKind(entry), place: entry }; }}>${icon('pen')}<span>${t('entry.edit')}</span></button>
    </div>
    ${questions(entry)}`;
}

