/**
 * Draws a day or a week with EventCalendar (`docs/decisions/047-the-week-is-drawn-by-eventcalendar.md`). This file is loaded when the
 * schedule opens. The component draws times and drags; what an entry is and where it may go is decided by the rest of the page.
 */
import { createCalendar, destroyCalendar, Interaction, List, TimeGrid } from '@event-calendar/core';
import { effect, signal } from '@preact/signals-core';
import { html, nothing, render } from 'lit-html';
import { icon } from '../../views/icons.js';
import { lang, t } from '../../words/i18n.js';
import { dayName, weekdayName } from '../dates.js';
import { dateOf } from '../entries.js';
import { hoverCard } from './hover-card.js';
import { hueOf } from './hues.js';
import { onKey } from './keys.js';
import { beginNew, holdNew, nearest, NEW, onNewKey, openNew, placeOf } from './new-entry.js';
import { hasBegun } from '../past.js';
import { minutesOf, placeWords, timesOf } from '../places.js';
import { clock, dayOfDate, term, todayInTerm } from '../setting.js';
import * as state from '../state.js';
import { hold, mayChange, mayMove, putDown } from './target.js';
import { unseenWords } from './unseen.js';

/** @import { Entry } from '../entries.js' */

/** Width in pixels below which a week is a list of its days. */
const NARROW = 560;

/** Minutes of a row of the grid. */
const ROW = 30;

/** Whether the board is too narrow for seven columns. */
const narrow = signal(false);

/** Counts the minutes while the board is shown, so that what depends on the time is drawn again. */
const minute = signal(0);

/** Where the line for now is in the list of today: before an entry, behind it, or elsewhere. @param {Entry} entry @param {Entry[]} entries all of its day */
function lineAt(entry, entries) {
  if (!isList() || entry.day !== todayInTerm()) return '';
  const next = entries.find(one => one.from && !hasBegun(one));
  if (next) return next === entry ? 'before' : '';
  return entry === entries.at(-1) ? 'behind' : '';
}

/** Whether a week is drawn as a list. */
const isList = () => state.mode.value === 'week' && narrow.value;

const two = number => String(number).padStart(2, '0');

/** @param {number} minutes */
const clockTime = minutes => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;

/** First and last shown time of a day, in whole hours. @param {Entry[]} entries */
function hoursOf(entries) {
  const times = [...clock.value, ...entries.flatMap(({ times: own }) => (own && !isWholeDay(own) ? [own] : []))].map(shownOf);
  const from = Math.min(...times.map(({ start }) => start));
  const to = Math.max(...times.map(({ end }) => end));
  return { from: Math.floor(from / 60) * 60, to: Math.min(Math.ceil(to / 60) * 60, 1_440) };
}

/** Minutes that must be shown of an entry: of one that began the day before or goes on the day after, an hour beside midnight need not. @param {{ start: string, end: string }} times */
function shownOf({ start, end }) {
  const [from, to] = [minutesOf(start), minutesOf(end)];
  return { start: from === 0 ? Math.max(to - 60, 0) : from, end: to === 1_440 ? Math.min(from + 60, to) : to };
}

/** @param {{ start: string, end: string }} times */
const isWholeDay = ({ start, end }) => start === '00:00' && end === '24:00';

const shownDays = () => (state.mode.value === 'day' ? [state.day.value] : Array.from({ length: 7 }, (_, index) => (state.week.value - 1) * 7 + 1 + index));

/** Events of the component for an entry. One that lasts the whole day is one above the grid, and a band in it. @param {Entry} entry @param {number} index in its day @param {Entry[]} entries all of its day */
function eventsOf(entry, index, entries) {
  const date = dateOf(term.value.start, entry.day);
  const shown = entry.times ?? { start: clock.value[entry.from - 1]?.start ?? '00:00', end: clock.value[entry.to - 1]?.end ?? '24:00' };
  const event = { id: `${entry.id} ${entry.day} ${entry.from} ${entry.change ?? ''} ${index}`, extendedProps: { entry, now: lineAt(entry, entries) }, editable: false, startEditable: mayMove(entry), durationEditable: false };
  if (isWholeDay(shown)) {
    const whole = { ...event, start: date, end: date, allDay: true };
    return entry.from ? [whole, { ...event, id: `${event.id} band`, start: `${date} 00:00:00`, end: `${date} 23:59:59`, allDay: false, display: 'background', startEditable: false }] : [whole];
  }
  const end = shown.end === '24:00' ? '23:59:59' : `${shown.end}:00`;
  return [{ ...event, allDay: false, start: `${date} ${shown.start}:00`, end: `${date} ${end}` }];
}

/** Contents of an entry. @param {Entry} entry */
const contents = entry => html`
  <b class="entry-name"><span>${entry.clash ? icon('warn') : nothing}${entry.mark === 'done' ? icon('check') : nothing}${entry.locked ? icon('lock') : nothing}${entry.name}</span></b>
  ${entry.from || entry.times ? html`<span class="entry-time">${entry.times && isWholeDay(entry.times) ? t('calendar.allDay') : timesOf(entry)}</span>` : nothing}
  ${entry.location ? html`<span class="entry-detail">${entry.location}</span>` : nothing}
  ${entry.detail ? html`<span class="entry-detail">${entry.detail}</span>` : nothing}<span class="sr-only">${dayName(dateOf(term.value.start, entry.day))}, ${unseenWords(entry)}</span>`;

/** Whether the pointer has just dragged an entry: its release is no click. */
let dragged = false;

/** Opens the panel of an entry. @param {Entry} entry */
function pick({ id, day, change }) {
  if (!dragged) state.sheet.value = { kind: 'entry', id, day, change };
}

/** An entry as an element; nothing for a selection, whose place is drawn as a target. @param {{ event: { extendedProps: { entry?: Entry }, display: string } }} info */
function eventContent({ event: { extendedProps: { entry }, display } }) {
  if (!entry) return { domNodes: [] };
  const isBand = display !== 'auto' && display !== 'ghost' && display !== 'preview';
  const element = document.createElement(isBand ? 'div' : 'button');
  if (!isBand) element.setAttribute('type', 'button');
  element.addEventListener('click', () => pick(entry));
  element.className = ['entry', `entry-${entry.kind}`, entry.guest ? 'entry-guest' : '', entry.mark ? `entry-${entry.mark}` : '', entry.change ? `entry-${entry.change}` : ''].filter(Boolean).join(' ');
  const marks = { id: entry.id, day: entry.day, from: entry.from, to: entry.to, change: entry.change ?? '' };
  for (const [name, value] of Object.entries(marks)) element.dataset[name] = String(value);
  if (entry.locked) element.dataset.locked = 'true';
  if (entry.clash) element.dataset.clash = 'true';
  if (display === 'auto') element.dataset.testid = 'entry';
  render(contents(entry), element);
  return { domNodes: [element] };
}

/** @param {{ event: { extendedProps: { entry?: Entry, now?: string } } }} info */
const eventClassNames = ({ event: { extendedProps: { entry, now } } }) => (entry ? [...classNames(entry), ...(now ? [`now-${now}`] : [])] : ['is-selection']);

/** @param {Entry} entry */
const classNames = entry => [hueOf(entry), `is-${entry.kind}`, ...(entry.change ? [`is-${entry.change}`] : []), ...(entry.guest ? ['is-guest'] : []), ...(entry.clash ? ['is-clash'] : [])];

/** The sections of a day as bands behind its entries; the first column names them. @param {{ date: Date, allDay: boolean }} info */
function dayCellContent({ date, allDay }) {
  if (allDay) return isList() ? undefined : { domNodes: [] };
  const element = document.createElement('div');
  const day = dayAt(date) ?? 0;
  const { from, to } = hours;
  const share = minutes => `${((minutes - from) / (to - from)) * 100}%`;
  element.className = 'bands';
  element.dataset.testid = `day-${day}`;
  const isFirst = state.mode.value === 'day' || day % 7 === 1;
  clock.value.forEach(({ start, end }, index) => {
    const band = document.createElement('div');
    band.className = 'band';
    band.style.top = share(minutesOf(start));
    band.style.height = `${((minutesOf(end) - minutesOf(start)) / (to - from)) * 100}%`;
    if (isFirst) {
      const [number, time] = [document.createElement('b'), document.createElement('small')];
      number.textContent = String(index + 1);
      time.textContent = start;
      band.append(number, time);
    }
    element.append(band);
  });
  return { domNodes: [element] };
}

/** The shown hours, read by the cells. */
let hours = { from: 480, to: 1_320 };

/** Options that follow the state. */
function options() {
  minute.value; // follows the time
  const shown = shownDays().map(day => state.entries.value.get(day) ?? []);
  const events = shown.flatMap(entries => entries.flatMap(eventsOf));
  hours = hoursOf(shown.flat());
  return {
    view: isList() ? 'listWeek' : state.mode.value === 'day' ? 'timeGridDay' : 'timeGridWeek',
    date: dateOf(term.value.start, state.day.value),
    locale: lang.value === 'zh' ? 'zh-CN' : 'en',
    slotMinTime: clockTime(hours.from), slotMaxTime: clockTime(hours.to),
    allDaySlot: events.some(({ allDay }) => allDay),
    noEventsContent: t('calendar.free'),
    selectable: mayChange() && !isList(),
    dayHeaderFormat: date => `${weekdayName(((date.getDay() + 6) % 7) + 1)} ${date.getMonth() + 1}/${date.getDate()}`,
    events,
  };
}

/** Minutes since midnight. @param {Date} date */
const minutesAt = date => date.getHours() * 60 + date.getMinutes();

/** Day of the term. @param {Date} date */
const dayAt = date => dayOfDate(isoOf(date));

/** Follows a drag: the entry snaps to the nearest section, which is red if it may not go there. */
function dragConstraint({ event }) {
  const day = dayAt(event.start);
  if (day) hold(event.extendedProps.entry, day, nearest(minutesAt(event.start)));
  return true;
}

/** The calendar decides where a dropped entry is drawn. */
function eventDrop({ revert }) {
  revert();
  putDown();
}

/** Follows a drag over free time, which holds the place of a new entry. It ends on the day where it began. @param {{ start: Date, end: Date, allDay: boolean }} span */
function selectConstraint({ start, end, allDay }) {
  const day = dayAt(start);
  if (!day || allDay) return false;
  holdNew(placeOf(day, { start: clockTime(minutesAt(start)).slice(0, 5), end: isoOf(end) === isoOf(start) ? clockTime(minutesAt(end)).slice(0, 5) : '24:00' }));
  return true;
}

const FIXED = {
  headerToolbar: { start: '', center: '', end: '' }, firstDay: 1, slotDuration: clockTime(ROW), slotHeight: 24, snapDuration: '00:05:00', slotEventOverlap: false, nowIndicator: true,
  slotLabelFormat: () => '', allDayContent: '', dayHeaderAriaLabelFormat: { dateStyle: 'full' }, eventTimeFormat: () => '', pointer: false, selectMinDistance: 8,
  longPressDelay: 350, eventDragMinDistance: 5, dragScroll: true,
  listDayFormat: date => dayName(isoOf(date)), listDaySideFormat: () => '',
  eventContent, eventClassNames, dayCellContent, dragConstraint, eventDrop, selectConstraint,
  eventDragStart: () => { dragged = true; },
  eventDragStop: () => { setTimeout(() => { dragged = false; }); },
};

/** @param {Date} date */
const isoOf = date => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/**
 * Removes the roles of a table and a list: entries lie beside the cells, which no table allows. Each entry says its day itself.
 * @param {Element} container
 */
function withoutTable(container) {
  for (const element of container.querySelectorAll('[role="table"], [role="rowgroup"], [role="row"], [role="cell"], [role="columnheader"], [role="list"], [role="listitem"]')) element.removeAttribute('role');
  for (const element of container.querySelectorAll('[aria-colindex]')) element.removeAttribute('aria-colindex');
  for (const heading of container.querySelectorAll('h4.ec-day-head')) Object.assign(heading, { role: 'heading', ariaLevel: '3' });
}

/** The place under a held task, drawn in its day's column. */
function drawTarget(container) {
  container.querySelector('[data-testid="target"]')?.remove();
  const target = state.target.value;
  container.classList.toggle('board-refused', Boolean(target?.refused));
  if (!target) return;
  const bands = container.querySelector(`[data-testid="day-${target.place.day}"]`);
  if (!bands) return;
  const element = document.createElement(target.keys ? 'button' : 'div');
  if (target.keys) element.setAttribute('aria-label', `${target.name}, ${target.refused || placeWords(target.place)}`);
  if (target.keys && target.id === NEW) element.addEventListener('click', openNew);
  element.className = `target ${target.refused ? 'target-refused' : ''}`;
  Object.assign(element.dataset, { testid: 'target', refused: String(Boolean(target.refused)), from: target.place.from, to: target.place.to });
  const [first, last] = [clock.value[target.place.from - 1], clock.value[target.place.to - 1]];
  element.style.top = `${((minutesOf(first.start) - hours.from) / (hours.to - hours.from)) * 100}%`;
  element.style.height = `${((minutesOf(last.end) - minutesOf(first.start)) / (hours.to - hours.from)) * 100}%`;
  render(html`${icon(target.refused ? 'cross' : 'check')}<span>${target.name}</span>`, element);
  bands.append(element);
  if (target.keys) element.focus();
}

/** Entry of an element of the component. @param {EventTarget | null} element */
function entryOf(element) {
  const marked = /** @type {HTMLElement | null} */ (/** @type {Element | null} */ (element)?.closest?.('.ec-event')?.querySelector('.entry'));
  const { id, day, from, change } = marked?.dataset ?? {};
  return state.entries.value.get(Number(day))?.find(entry => entry.id === id && String(entry.from) === from && (entry.change ?? '') === change);
}

/** Whether keys go to the place that the keyboard holds: it has the focus, or nothing has it while another week is drawn. @param {EventTarget | null} element */
const holdsKeys = element => Boolean(state.target.value?.keys) && (element === document.body || Boolean(/** @type {Element | null} */ (element)?.closest?.('[data-testid="target"]')));

/** The task that the keyboard holds, if there is one. */
const heldEntry = () => [...state.entries.value.values()].flat().find(entry => entry.id === state.target.value?.id && mayMove(entry));

/** Puts the component into an element; gives a function that removes it. @param {HTMLElement} container */
function mount(container) {
  const place = document.createElement('div');
  container.append(place);
  const observer = new ResizeObserver(([{ contentRect }]) => { narrow.value = contentRect.width < NARROW; });
  narrow.value = container.getBoundingClientRect().width < NARROW;
  observer.observe(container);
  let last = options();
  const calendar = createCalendar(place, [TimeGrid, List, Interaction], { ...FIXED, ...last, select: () => { calendar.unselect(); openNew(); } });
  const stops = [
    effect(() => {
      const now = options();
      for (const [name, value] of Object.entries(now)) if (!same(last[name], value)) calendar.setOption(name, value);
      if (last.view !== now.view || last.date !== now.date || last.locale !== now.locale || last.slotMinTime !== now.slotMinTime || last.slotMaxTime !== now.slotMaxTime || clock.value !== drawnClock) calendar.setOption('dayCellContent', info => dayCellContent(info));
      drawnClock = clock.value;
      last = now;
      requestAnimationFrame(() => {
        withoutTable(container);
        drawTarget(container);
      });
    }),
    effect(() => drawTarget(container)),
    hoverCard(container, entryOf),
  ];
  const key = event => {
    const holds = holdsKeys(event.target);
    if (holds && state.target.value?.id === NEW) return onNewKey(event);
    const entry = holds ? heldEntry() : entryOf(event.target);
    if (entry && mayMove(entry)) onKey(event, entry);
  };
  document.addEventListener('keydown', key, true);
  const ticking = setInterval(() => { minute.value += 1; }, 60_000);
  return () => {
    stops.forEach(stop => stop());
    clearInterval(ticking);
    observer.disconnect();
    document.removeEventListener('keydown', key, true);
    destroyCalendar(calendar);
    place.remove();
  };
}

let drawnClock = clock.value;

/** @param {any} a @param {any} b */
const same = (a, b) => a === b || (typeof a !== 'function' && JSON.stringify(a) === JSON.stringify(b));

let unmount = /** @type {null | (() => void)} */ (null);

/** For `ref`: the component lives as long as its element. @param {Element | undefined} element */
export function boardIn(element) {
  unmount?.();
  unmount = element ? mount(/** @type {HTMLElement} */ (element)) : null;
}

/** Begins to choose a time for a new entry. */
export const chooseTime = () => beginNew(isList());

/** Loads the component's style sheet, once. */
export const styled = new Promise(resolve => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = 'event-calendar.css';
  link.addEventListener('load', resolve);
  link.addEventListener('error', resolve);
  document.head.prepend(link);
});
