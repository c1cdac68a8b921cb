import { html, nothing } from 'lit-html';
import { lang, number, t } from '../i18n.js';
import { dayName } from './week.js';

/** @import { Entry } from './entries.js' */

/** Most entries shown in a day; then it says how many more there are. */
const SHOWN = 3;

const weekdays = {
  zh: new Intl.DateTimeFormat('zh-CN', { weekday: 'short', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }),
};

const names = () => Array.from({ length: 7 }, (_, index) => weekdays[lang.value].format(new Date(Date.UTC(2024, 0, 1 + index)))); // 2024-01-01 was a Monday

/** @param {Entry} entry */
const chip = entry => html`<li class="day-chip entry-${entry.kind} ${entry.change ? `entry-${entry.change}` : ''}" data-class=${entry.classId === undefined ? nothing : entry.classId % 6}>${entry.name}</li>`;

/** @param {{ day: number, date: string }} day @param {Entry[]} entries @param {string | undefined} today @param {(day: number) => void} onDay */
const cell = ({ day, date }, entries, today, onDay) => {
  const own = entries.filter(entry => entry.kind !== 'course' || entry.change);
  const shown = own.slice(0, SHOWN);
  return html`
    <td class=${date === today ? 'day-today' : ''}><button type="button" data-testid="month-day-${day}" title="${dayName(date)}: ${t('calendar.entries', { count: entries.length })}" @click=${() => onDay(day)}>
      <span class="month-date">${number(Number(date.slice(8)))}</span>
      <ul>${shown.map(chip)}${own.length > shown.length ? html`<li class="more">+${number(own.length - shown.length)}</li>` : nothing}</ul>
    </button></td>`;
};

/**
 * Weeks below each other; a click on a day opens its week.
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
