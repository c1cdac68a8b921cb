import { html, nothing } from 'lit-html';
import { number, t } from '../../words/i18n.js';
import { weekdayName } from '../dates.js';
import { dayAfter } from '../day-after.js';
import { change } from '../hand/hand.js';
import { clock, term } from '../setting.js';
import * as state from '../state.js';
import { checkField, checkedOf, checksField, form, isChecked, numberOf, selectField, submit, textField, textOf } from './form.js';

const LEVELS = ['low', 'medium', 'high'];

const levels = () => [['', '–'], ...LEVELS.map(level => [level, t(`level.${level}`)])];

const sections = () => clock.value.map((_, index) => [index + 1, number(index + 1)]);

/** The group's fields in the form. @param {HTMLFormElement} fields */
const fieldsIn = fields => ({
  name: textOf(fields, 'name'), start_date: textOf(fields, 'start_date') || null, end_date: textOf(fields, 'end_date') || null,
  total_slots: numberOf(fields, 'total_slots') ?? 0, strategy: textOf(fields, 'strategy'), allow_filler_course: isChecked(fields, 'allow_filler_course'),
  excluded_days_of_week: checkedOf(fields, 'excluded_days_of_week'), excluded_slots: checkedOf(fields, 'excluded_slots'), preferred_sections: checkedOf(fields, 'preferred_sections'),
  max_per_day: numberOf(fields, 'max_per_day'), buffer_days: numberOf(fields, 'buffer_days'),
  subject_type: textOf(fields, 'subject_type') || null, difficulty_level: textOf(fields, 'difficulty_level') || null, cognitive_intensity: textOf(fields, 'cognitive_intensity') || null,
});

/** Form of a task group. @param {{ id?: number }} sheet */
export function classSheet(sheet) {
  const group = state.calendar.value.task_classes.find(one => one.id === sheet.id);
  if (sheet.id !== undefined && !group) return null;
  const { start, weeks } = term.value;
  const save = fields => change({ save_class: { ...(group ? { id: group.id } : {}), .../** @type {any} */ (fieldsIn(fields)) } });
  const count = state.calendar.value.task_items.filter(item => item.class_id === group?.id).length;
  return form(t(group ? 'hand.editClass' : 'hand.addClass'), html`
    ${textField('name', group?.name ?? '', { required: true, first: true })}
    <div class="pair">${textField('start_date', group ? group.start_date ?? '' : start, { type: 'date' })}${textField('end_date', group ? group.end_date ?? '' : dayAfter(start, weeks * 7 - 1), { type: 'date' })}</div>
    <div class="pair">${textField('total_slots', group?.total_slots ?? '', { type: 'number', min: 0 })}${selectField('strategy', [['steady', t('strategy.steady')], ['rapid', t('strategy.rapid')]], group?.strategy ?? 'steady')}</div>
    <div class="pair">${textField('max_per_day', group?.max_per_day ?? '', { type: 'number', min: 1 })}${textField('buffer_days', group?.buffer_days ?? '', { type: 'number', min: 0 })}</div>
    ${checksField('excluded_days_of_week', Array.from({ length: 7 }, (_, index) => [index + 1, weekdayName(index + 1)]), group?.excluded_days_of_week ?? [])}
    ${checksField('excluded_slots', sections(), group?.excluded_slots ?? [])}
    ${checksField('preferred_sections', sections(), group?.preferred_sections ?? [])}
    <div class="pair">${selectField('subject_type', [['', '–'], ...['quantitative', 'memory', 'reading', 'mixed'].map(one => [one, t(`subject.${one}`)])], group?.subject_type ?? '')}
      ${selectField('difficulty_level', levels(), group?.difficulty_level ?? '')}${selectField('cognitive_intensity', levels(), group?.cognitive_intensity ?? '')}</div>
    ${checkField('allow_filler_course', group?.allow_filler_course ?? false)}`,
  save, { more: group ? html`<button type="button" class="danger" data-testid="sheet-delete" @click=${() => submit(() => change({ delete_class: { id: group.id } }))}>${t('hand.deleteClass', { count: number(count) })}</button>` : nothing });
}
