import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { ref } from 'lit-html/directives/ref.js';
import { icon } from '../icons.js';
import { lang, t } from '../i18n.js';
import { CLOCK } from './clock.js';

/** @import { Entry } from './entries.js' */

const formats = {
  zh: { day: new Intl.DateTimeFormat('zh-CN', { weekday: 'short', month: 'numeric', day: 'numeric', timeZone: 'UTC' }) },
  en: { day: new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }) },
};

/** @param {string} date YYYY-MM-DD */
export const dayName = date => formats[lang.value].day.format(new Date(`${date}T00:00:00Z`));

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** A date with its weekday, as in a sentence: `Wed, Sep 9`, `9月9日周三`. @param {string} date YYYY-MM-DD */
export function dateName(date) {
  const day = new Date(`${date}T00:00:00Z`);
  return lang.value === 'zh' ? `${day.getUTCMonth() + 1}月${day.getUTCDate()}日${WEEKDAYS[day.getUTCDay()]}` : dayName(date);
}

/** @param {{ from: number, to: number }} place */
const times = ({ from, to }) => `${CLOCK[from - 1].start}–${CLOCK[to - 1].end}`;

/** Words for what the drawing shows only by its looks. @param {Entry} entry */
const unseen = ({ kind, change }) => [t(`calendar.kind.${kind}`), change ? t(`calendar.change.${change}`) : ''].filter(Boolean).join(', ');

/**
 * One entry of a day. `drag` is set for entries that can be moved by hand.
 * @param {Entry} entry @param {string} date @param {{ onPick: (entry: Entry) => void, drag?: (entry: Entry) => boolean, onDrag?: (event: DragEvent, entry: Entry) => void, onDragEnd?: () => void, onKey?: (event: KeyboardEvent, entry: Entry) => void, picked?: string }} use
 */
const entryView = (entry, date, { onPick, drag, onDrag, onDragEnd, onKey, picked }) => html`
  <li class="entry entry-${entry.kind} ${entry.guest ? 'entry-guest' : ''} ${entry.change ? `entry-${entry.change}` : ''}" data-from=${entry.from} data-to=${entry.to} data-id=${entry.id}
    data-class=${entry.classId === undefined ? nothing : entry.classId % 6} data-testid="entry">
    <button type="button" title="${entry.name} · ${dayName(date)} · ${unseen(entry)}" aria-pressed=${picked === entry.id} draggable=${drag?.(entry) ? 'true' : 'false'}
      @dragstart=${event => onDrag?.(event, entry)} @dragend=${() => onDragEnd?.()} @keydown=${event => { if (drag?.(entry)) onKey?.(event, entry); }} @click=${() => onPick(entry)}>
      <b>${entry.name}</b><span class="entry-time">${times(entry)}</span>${entry.detail ? html`<span class="entry-detail">${entry.detail}</span>` : nothing}<span class="sr-only">${unseen(entry)}</span>
    </button>
  </li>`;

/**
 * The place under a dragged task. Colour, icon and words say whether the task may go there. Held by the keyboard, it has the focus.
 * @param {import('./target.js').Target} target @param {Entry | undefined} entry @param {Parameters<typeof entryView>[2]} use
 */
const targetView = ({ name, place, refused, keys }, entry, { onKey }) => html`
  <li class="entry entry-target ${refused ? 'entry-refused' : ''}" data-from=${place.from} data-to=${place.to} data-testid="target" data-refused=${Boolean(refused)}>
    ${keys ? html`<button type="button" aria-label="${name}, ${refused || times(place)}" @keydown=${event => entry && onKey?.(event, entry)} ${ref(element => /** @type {HTMLElement | undefined} */ (element)?.focus())}>
      ${icon(refused ? 'cross' : 'check')}<b>${name}</b></button>` : html`<div>${icon(refused ? 'cross' : 'check')}<b>${name}</b></div>`}
  </li>`;

/** @param {number} section */
const rule = section => html`<li class="hour" data-from=${section}><span>${section}</span><small>${CLOCK[section - 1].start}</small></li>`;

/** The section under a point of a day's list, whose rows have equal heights. @param {DragEvent} event */
function sectionAt(event) {
  const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  return Math.min(Math.max(Math.ceil((event.clientY - box.top) / box.height * CLOCK.length), 1), CLOCK.length);
}

/** The proposed entry that is being moved. @param {Map<number, Entry[]>} entries @param {import('./target.js').Target} target */
const heldEntry = (entries, { task }) => [...entries.values()].flat().find(entry => entry.task === task && entry.change === 'comes');

/**
 * A week: a column for each day, a row for each section; on a phone the days follow each other.
 * @param {{ days: { day: number, date: string }[], entries: Map<number, Entry[]>, today?: string, use: Parameters<typeof entryView>[2], target?: import('./target.js').Target | null, onOver?: (day: number, section: number) => void, onDrop?: (day: number, section: number) => void }} what
 */
export const weekView = ({ days, entries, today, use, target, onOver, onDrop }) => html`
  <div class="week" data-testid="week">
    <ol class="hours" aria-hidden="true">${CLOCK.map((_, index) => rule(index + 1))}</ol>
    ${days.map(({ day, date }) => html`
      <section class="day ${date === today ? 'day-today' : ''}" data-testid="day-${day}" aria-label=${dayName(date)}>
        <h3>${dayName(date)}</h3>
        <ol class="entries" @dragover=${event => { if (onDrop) event.preventDefault(); onOver?.(day, sectionAt(event)); }} @drop=${event => { event.preventDefault(); onDrop?.(day, sectionAt(event)); }}>
          ${entries.get(day)?.map(entry => entryView(entry, date, use)) ?? html`<li class="day-empty">${t('calendar.free')}</li>`}
          ${target?.place.day === day ? keyed(`${target.place.from} ${target.keys}`, targetView(target, heldEntry(entries, target), use)) : nothing}
        </ol>
      </section>`)}
  </div>`;
