import { html, nothing } from 'lit-html';
import { number, t } from '../../words/i18n.js';
import { dayName, monthDay, weekdayName } from '../dates.js';
import { hueOf } from './hues.js';

/** @import { Entry } from '../entries.js' */

/** Most entries shown in a day; then it says how many more there are. */
const SHOWN = 3;

const names = () => Array.from({ length: 7 }, (_, index) => weekdayName(index + 1));

/** @param {Entry} entry */
const chip = entry => html`<li class="day-chip ${hueOf(entry)} chip-${entry.kind} ${entry.change ? `chip-${entry.change}` : ''}" title=${entry.name}>${entry.name}</li>`;

/** Changes first, then tasks: they differ from week to week. @param {Entry} entry */
const rank = ({ change, kind }) => (change ? 0 : kind === 'existing' || kind === 'suggested' ? 1 : kind === 'event' ? 2 : 3);

/** @param {{ day: number, date: string }} day @param {Entry[]} entries @param {string | undefined} today @param {(day: number) => void} onDay */
const cell = ({ day, date }, entries, today, onDay) => {
  const own = [...entries].sort((a, b) => rank(a) - rank(b));
  const shown = own.slice(0, SHOWN);
  return html`
    <td class=${date === today ? 'day-today' : ''}><button type="button" data-testid="month-day-${day}" title="${dayName(date)}: ${t('calendar.entries', { count: entries.length })}" @click=${() => onDay(day)}>
      <span class="month-date">${day === 1 || date.endsWith('-01') ? monthDay(date) : number(Number(date.slice(8)))}</span>
      <ul>${shown.map(chip)}${own.length > shown.length ? html`<li class="more">+${number(own.length - shown.length)}</li>` : nothing}</ul>
    </button></td>`;
};

/**
 * Weeks below each other; a click on a day opens it.
 * @param {{ weeks: { week: number, days: { day: number, day_of_week: number, date: string }[] }[], entries: Map<number, Entry[]>, today?: string, onDay: (day: number) => void }} what
 */
export const monthView = ({ weeks, entries, today, onDay }) => html`
  <table class="month" data-testid="month">
    <thead><tr><th scope="col">${t('calendar.week')}</th>${names().map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${weeks.map(({ week, days }) => html`<tr><th scope="row">${number(week)}</th>
      ${Array.from({ length: 7 }, (_, index) => {
        const day = days.find(({ day_of_week }) => day_of_week === index + 1);
        return day ? cell(day, entries.get(day.day) ?? [], today, onDay) : html`<td></td>`;
      })}</tr>`)}</tbody>
  </table>`;
