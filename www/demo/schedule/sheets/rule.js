import { html, nothing } from 'lit-html';
import { t } from '../../words/i18n.js';
import { weekdayName } from '../dates.js';
import { change } from '../hand/hand.js';
import { contentOf, ruleWords } from '../rules/words.js';
import * as state from '../state.js';
import { checkedOf, checksField, form, numberOf, selectField, submit, textField, textOf } from './form.js';

/** Rows of two fields, one for each span. Both emptied, a span is dropped. @param {{ [end: string]: string }[]} spans @param {string} first @param {string} second @param {string} type */
const spanFields = (spans, first, second, type) => spans.map((span, index) => html`<div class="pair">${endField(first, index, span[first], type)}${endField(second, index, span[second], type)}</div>`);

/** @param {string} end @param {number} index @param {string} value @param {string} type */
const endField = (end, index, value, type) => html`
  <label class="field"><span>${t(`field.rule_${end}`)}</span><input name="${end}-${index}" type=${type} data-testid="field-${end}-${index}" autocomplete="off" .defaultValue=${value}></label>`;

/** @param {HTMLFormElement} fields @param {{ [end: string]: string }[]} spans @param {string} first @param {string} second */
const spansIn = (fields, spans, first, second) => spans
  .map((_, index) => ({ [first]: textOf(fields, `${first}-${index}`), [second]: textOf(fields, `${second}-${index}`) }))
  .filter(span => span[first] || span[second]);

/** Times of day are text: 24:00 is one, which a browser's own field does not know. */
const times = {
  fields: ({ weekdays = [], dates = [], hours = [] }) => html`
    ${checksField('rule_weekdays', Array.from({ length: 7 }, (_, index) => [index + 1, weekdayName(index + 1)]), weekdays)}
    ${spanFields(dates, 'first', 'last', 'date')}${spanFields(hours, 'from', 'to', 'text')}`,
  read: (fields, { dates = [], hours = [] }) => ({ weekdays: checkedOf(fields, 'rule_weekdays'), dates: spansIn(fields, dates, 'first', 'last'), hours: spansIn(fields, hours, 'from', 'to') }),
};

const numberField = (name, value) => textField(name, value, { type: 'number', min: 0 });

/** A date with a time of day beside it, which may be empty. @param {string} moment */
function momentFields(moment) {
  const [date, time = ''] = moment.split('T');
  return html`<div class="pair">${textField('rule_date', date, { type: 'date' })}${textField('rule_time', time, { type: 'time' })}</div>`;
}

const momentIn = fields => textOf(fields, 'rule_date') + (textOf(fields, 'rule_time') ? `T${textOf(fields, 'rule_time')}` : '');

/** Fields of each kind of content, and the content that they give. A kind without fields keeps its content. @type {Record<string, { fields: (value: any) => unknown, read: (fields: HTMLFormElement, value: any) => any }>} */
const KINDS = {
  only: times,
  never: times,
  at_most: {
    fields: ({ most, of, per }) => html`${numberField('rule_most', most)}<div class="pair">
      ${selectField('rule_of', ['items', 'minutes'].map(one => [one, t(`rule.of.${one}`)]), of)}${selectField('rule_per', ['day', 'week'].map(one => [one, t(`rule.per.${one}`)]), per)}</div>`,
    read: fields => ({ most: numberOf(fields, 'rule_most'), of: textOf(fields, 'rule_of'), per: textOf(fields, 'rule_per') }),
  },
  order: {
    fields: ({ days = 0, minutes = 0 }) => html`<div class="pair">${numberField('rule_days', days)}${numberField('rule_minutes', minutes)}</div>`,
    read: (fields, { before }) => ({ ...(before ? { before } : {}), days: numberOf(fields, 'rule_days') ?? 0, minutes: numberOf(fields, 'rule_minutes') ?? 0 }),
  },
  pace: {
    fields: pace => html`<div class="pair">
      ${selectField('rule_pace', [...['daily', 'early', 'even'].map(one => [one, t(`rule.pace.${one}`)]), ['every', t('rule.everySoMany')]], typeof pace === 'object' ? 'every' : pace)}
      ${textField('rule_every', typeof pace === 'object' ? pace.every_days : 2, { type: 'number', min: 1 })}</div>`,
    read: fields => (textOf(fields, 'rule_pace') === 'every' ? { every_days: numberOf(fields, 'rule_every') } : textOf(fields, 'rule_pace')),
  },
  earliest: { fields: momentFields, read: momentIn },
  deadline: {
    fields: ({ by, reserve }) => html`${momentFields(by)}${numberField('rule_reserve', reserve)}`,
    read: fields => ({ by: momentIn(fields), reserve: numberOf(fields, 'rule_reserve') ?? 0 }),
  },
  avoid_late: { fields: time => textField('rule_time', time, { type: 'time' }), read: fields => textOf(fields, 'rule_time') },
};

/** Form of a saved rule. Its tasks stay the same. @param {{ id: number }} sheet */
export function ruleSheet(sheet) {
  const calendar = /** @type {any} */ (state.calendar.value);
  const rule = calendar.rules?.find(one => one.id === sheet.id);
  if (!rule) return null;
  const [name, value] = contentOf(rule.what);
  const kind = KINDS[name];
  const save = fields => change({ save_rule: { id: rule.id, strength: /** @type {any} */ (textOf(fields, 'rule_strength')), ...(kind ? { what: { [name]: kind.read(fields, value) } } : {}) } });
  return form(t('rule.edit'), html`
    <p>${ruleWords(rule, calendar)}</p>
    ${kind ? kind.fields(value) : nothing}
    ${selectField('rule_strength', ['must', 'wish'].map(one => [one, t(`rule.strength.${one}`)]), rule.strength)}`,
  save, { more: html`<button type="button" class="danger" data-testid="sheet-delete" @click=${() => submit(() => change({ delete_rule: { id: rule.id } }))}>${t('rule.drop')}</button>` });
}
