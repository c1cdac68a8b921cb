import { html } from 'lit-html';
import { icon } from '../../views/icons.js';
import { number, t } from '../../words/i18n.js';
import { change } from '../hand/hand.js';
import { minutesOf } from '../places.js';
import { setting, storeSetting } from '../setting.js';
import * as state from '../state.js';
import { form, numberOf, textField, textOf } from './form.js';

/** @param {HTMLFormElement} fields @param {any[]} clock */
const read = (fields, clock) => clock.map((_, index) => ({ start: textOf(fields, `start-${index}`), end: textOf(fields, `end-${index}`) }));

/** @param {{ start: string, end: string }} section @param {number} index */
const sectionRow = ({ start, end }, index) => html`
  <div class="clock-row"><b>${number(index + 1)}</b>
    <input type="time" name="start-${index}" aria-label=${t('term.startOf', { n: number(index + 1) })} .defaultValue=${start}><span aria-hidden="true">–</span>
    <input type="time" name="end-${index}" aria-label=${t('term.endOf', { n: number(index + 1) })} .defaultValue=${end}></div>`;

/** A section after the last one, of the same length. @param {{ start: string, end: string }[]} clock */
function another(clock) {
  const text = value => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
  const { start, end } = clock.at(-1) ?? { start: '07:05', end: '07:50' };
  const from = Math.min(minutesOf(end) + 10, 1_380);
  return { start: text(from), end: text(Math.min(from + minutesOf(end) - minutesOf(start), 1_439)) };
}

/** Form of the term and the clock. The records are fitted to them first; if they cannot be, nothing changes. @param {{ clock?: { start: string, end: string }[] }} sheet its sections, if they differ from those in use */
export function termSheet({ clock = setting.value.clock }) {
  const save = async fields => {
    const next = { start: textOf(fields, 'term_start'), weeks: numberOf(fields, 'term_weeks') ?? 0, clock: read(fields, clock) };
    await change({ set_clock: { from: storeSetting() } }, storeSetting(next));
    setting.value = next;
  };
  const set = (event, work) => state.alter({ clock: work(read(event.target.closest('form'), clock)) });
  return form(t('term.title'), html`
    <p class="hint">${t('term.about')}</p>
    <div class="pair">${textField('term_start', setting.value.start, { type: 'date', required: true, hint: t('term.monday') })}${textField('term_weeks', setting.value.weeks, { type: 'number', min: 1, max: 60 })}</div>
    <fieldset class="clock"><legend>${t('term.clock')}</legend>${clock.map(sectionRow)}
      <div class="card-row"><button type="button" class="small" data-testid="section-add" @click=${event => set(event, all => [...all, another(all)])}>${icon('plus')}<span>${t('term.add')}</span></button>
        <button type="button" class="small" data-testid="section-remove" ?disabled=${clock.length < 2} @click=${event => set(event, all => all.slice(0, -1))}>${icon('cross')}<span>${t('term.remove')}</span></button></div></fieldset>`, save);
}
