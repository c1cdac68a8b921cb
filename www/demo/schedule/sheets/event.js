import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { icon } from '../../views/icons.js';
import { number, t } from '../../words/i18n.js';
import { weekdayName } from '../dates.js';
import { change } from '../hand/hand.js';
import { clock, term } from '../setting.js';
import * as state from '../state.js';
import { checkField, form, isChecked, submit, textField, textOf } from './form.js';
import { rangesOf, weeksIn } from './weeks.js';

/** Times of an event in the records: equal days and sections as one, with their weeks. @param {number | undefined} id */
function timesIn(id) {
  const rows = state.calendar.value.event_sections.filter(row => row.event_id === id).sort((a, b) => a.week - b.week || a.day_of_week - b.day_of_week || a.section - b.section);
  /** @type {any[]} */
  const runs = [];
  for (const { week, day_of_week, section } of rows) {
    const last = runs.at(-1);
    if (last?.week === week && last.day_of_week === day_of_week && last.section_to + 1 === section) last.section_to = section;
    else runs.push({ week, day_of_week, section_from: section, section_to: section });
  }
  const groups = new Map();
  for (const { week, ...run } of runs) {
    const key = JSON.stringify(run);
    groups.set(key, { ...run, weeks: [...(groups.get(key)?.weeks ?? []), week] });
  }
  return [...groups.values()];
}

const blank = () => ({ day_of_week: 1, section_from: 1, section_to: Math.min(2, clock.value.length), weeks: Array.from({ length: term.value.weeks }, (_, index) => index + 1) });

/** Rows of the form as they were opened or added, each with a key that it keeps; what the user enters is in their fields. @param {any} sheet @returns {any[]} */
const rowsOf = ({ id, rows }) => rows ?? (id === undefined ? [blank()] : timesIn(id)).map((row, key) => ({ ...row, key }));

/** Changes the rows of the open form. @param {(rows: any[]) => any[]} work */
const set = work => state.alter({ rows: work(rowsOf(state.sheet.value)) });

const add = () => set(rows => [...rows, { ...blank(), key: Symbol('added') }]);

/** @param {unknown} key */
const remove = key => set(rows => rows.filter(row => row.key !== key));

/** Sections with their begin or end. @param {'start' | 'end'} edge */
const sectionOptions = edge => clock.value.map((section, index) => [index + 1, `${number(index + 1)} · ${section[edge]}`]);

const select = (name, index, options, value, words) => html`
  <label class="field"><span>${words}</span><select name="${name}-${index}" data-testid="field-${name}-${index}">${options.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}</select></label>`;

/** @param {any} time @param {number} index */
const timeRow = (time, index) => html`
  <div class="time-row">
    ${select('day', index, Array.from({ length: 7 }, (_, day) => [day + 1, weekdayName(day + 1)]), time.day_of_week, t('field.day_of_week'))}
    ${select('from', index, sectionOptions('start'), time.section_from, t('field.section_from'))}
    ${select('to', index, sectionOptions('end'), time.section_to, t('field.section_to'))}
    <label class="field"><span>${t('field.weeks')}</span><input name="weeks-${index}" data-testid="field-weeks-${index}" autocomplete="off" placeholder="1-8, 10" .defaultValue=${rangesOf(time.weeks)}></label>
    <button type="button" class="quiet icon-only small" aria-label=${t('hand.removeTime')} title=${t('hand.removeTime')} data-testid="remove-time-${index}" @click=${() => remove(time.key)}>${icon('cross')}</button>
  </div>`;

/** Times in the form as they are now. @param {HTMLFormElement} fields @param {any[]} rows */
const read = (fields, rows) => rows.map((_, index) => {
  const value = (/** @type {string} */ name) => textOf(fields, `${name}-${index}`);
  return { day_of_week: Number(value('day')), section_from: Number(value('from')), section_to: Number(value('to')), weeks: weeksIn(value('weeks')) };
});

/** Form of a course or another fixed entry. @param {{ id?: number }} sheet */
export function eventSheet(sheet) {
  const event = state.calendar.value.events.find(one => one.id === sheet.id);
  if (sheet.id !== undefined && !event) return null;
  const rows = rowsOf(sheet);
  const old = event && timesIn(event.id);
  const isNote = old && !old.length;
  const save = fields => {
    const times = read(fields, rows);
    return change({ save_event: {
      ...(event ? { id: event.id } : {}), name: textOf(fields, 'name'), location: textOf(fields, 'location') || null,
      ...(isNote ? {} : { can_be_embedded: isChecked(fields, 'can_be_embedded') }), ...(same(times, old) ? {} : { times }),
    } });
  };
  const drop = () => submit(() => change({ delete_event: { id: event.id } }));
  return form(t(event ? 'hand.editEvent' : 'hand.addEvent'), html`
    ${textField('name', event?.name ?? '', { required: true, first: true })}
    ${textField('location', event?.location ?? '')}
    ${isNote ? nothing : html`${repeat(rows, ({ key }) => key, timeRow)}
      <button type="button" class="small" data-testid="add-time" @click=${add}>${icon('plus')}<span>${t('hand.addTime')}</span></button>
      ${checkField('can_be_embedded', event?.can_be_embedded ?? false)}`}`,
  save, { more: event ? html`<button type="button" class="danger" data-testid="sheet-delete" @click=${drop}>${t('hand.delete')}</button>` : nothing });
}

/** @param {any} a @param {any} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
