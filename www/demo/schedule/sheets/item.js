import { html, nothing } from 'lit-html';
import { number, t } from '../../words/i18n.js';
import { dateName } from '../dates.js';
import { coordsOf, dateOf, dayOf } from '../entries.js';
import { change } from '../hand/hand.js';
import { timesOf } from '../places.js';
import { clock, term } from '../setting.js';
import * as state from '../state.js';
import { checkField, checkedOf, checksField, form, isChecked, numberOf, selectField, submit, textField, textOf } from './form.js';

/** Place of a task in the records. @param {any} item */
const placeIn = item => (item?.embedded_time ? { day: dayOf(item.embedded_time), from: item.embedded_time.section_from, to: item.embedded_time.section_to } : undefined);

const dayOptions = () => [['', t('calendar.nowhere')], ...Array.from({ length: term.value.weeks * 7 }, (_, index) => [index + 1, `${t('calendar.weekOf', { week: number(Math.floor(index / 7) + 1) })} · ${dateName(dateOf(term.value.start, index + 1))}`])];

const startOptions = () => clock.value.map((_, index) => [index + 1, `${number(index + 1)} · ${timesOf({ from: index + 1, to: index + 1 })}`]);

/** Tasks that may come before another: those of its group, and those of other groups that do already. @param {any} item @param {number} classId */
const others = (item, classId) => state.calendar.value.task_items.filter(one => one.id !== item?.id && (one.class_id === classId || item?.after?.includes(one.id))).map(one => [one.id, one.content]);

/** The task's fields in the form. @param {HTMLFormElement} fields @param {any} item */
const fieldsIn = (fields, item) => ({
  ...(item ? { id: item.id } : {}), class_id: Number(textOf(fields, 'class_id')), content: textOf(fields, 'content'), length: numberOf(fields, 'length'),
  priority: numberOf(fields, 'priority'), earliest: textOf(fields, 'earliest') || null,
  deadline: textOf(fields, 'deadline') ? textOf(fields, 'deadline') + (textOf(fields, 'deadline_time') ? `T${textOf(fields, 'deadline_time')}` : '') : null,
  after: checkedOf(fields, 'after'),
});

/** The task's place in the form, if it differs from its present one. @param {HTMLFormElement} fields @param {any} item */
function placeOf(fields, item) {
  const day = numberOf(fields, 'day');
  const old = placeIn(item);
  if (day === null) return old ? { place: null } : {};
  const from = Number(textOf(fields, 'start'));
  const length = numberOf(fields, 'length') ?? (old ? old.to - old.from + 1 : 2);
  const to = from + length - 1;
  return old && old.day === day && old.from === from && old.to === to ? {} : { place: coordsOf({ day, from, to }) };
}

/** Form of a task. @param {{ id?: number, class_id?: number }} sheet */
export function itemSheet(sheet) {
  const { task_items: items, task_classes: classes } = state.calendar.value;
  const item = items.find(one => one.id === sheet.id);
  if (sheet.id !== undefined && !item) return null;
  const classId = item?.class_id ?? sheet.class_id ?? classes[0]?.id;
  const place = placeIn(item);
  const [deadline = '', time = ''] = (item?.deadline ?? '').split('T');
  const save = fields => change({ save_item: { ...fieldsIn(fields, item), ...placeOf(fields, item), locked: isChecked(fields, 'locked') } });
  const after = others(item, classId);
  return form(t(item ? 'hand.editItem' : 'hand.addItem'), html`
    ${textField('content', item?.content ?? '', { required: true, first: true })}
    ${selectField('class_id', classes.map(one => [one.id, one.name]), classId)}
    <div class="pair">${selectField('day', dayOptions(), place?.day ?? '')}${selectField('start', startOptions(), place?.from ?? 1)}</div>
    <div class="pair">${textField('length', item?.length ?? (place ? place.to - place.from + 1 : ''), { type: 'number', min: 1, max: 12 })}
      ${selectField('priority', [['', t('priority.2')], [3, t('priority.3')], [1, t('priority.1')]], item?.priority === 2 ? '' : item?.priority ?? '')}</div>
    <div class="pair">${textField('earliest', item?.earliest ?? '', { type: 'date' })}${textField('deadline', deadline, { type: 'date' })}${textField('deadline_time', time, { type: 'time' })}</div>
    ${after.length ? html`<details class="after" ?open=${Boolean(item?.after?.length)}><summary>${t('field.after')}</summary>${checksField('after', after, item?.after ?? [])}</details>` : nothing}
    ${checkField('locked', item?.locked ?? false)}`,
  save, { more: item ? html`<button type="button" class="danger" data-testid="sheet-delete" @click=${() => submit(() => change({ delete_item: { id: item.id } }))}>${t('hand.delete')}</button>` : nothing });
}
