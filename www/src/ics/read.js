// @ts-check
/** @import { About, Time } from './events.js' */
/** @import { Calendar, IcsReading, SkipReason } from './index.js' */
/** @import { Block } from './lines.js' */
/** @import { Part } from './parts.js' */
/** @import { Place, Skip } from './records.js' */
/** @import { Sections, Term, Weekday } from './term.js' */
/** @import { Spend } from './work.js' */
import { dayOf, DAY_MS, timeText } from './days.js';
import { aboutOf } from './events.js';
import { blocksOf } from './lines.js';
import { gathered, partsOf, reasonOf } from './parts.js';
import { groupsOf, piecesOf } from './pieces.js';
import { recordsOn } from './records.js';
import { dateOf, dayNumber, IcsError, mustBeOptions, termOf } from './term.js';
import { textOf } from './text.js';
import { readersClock, zonesOf } from './zones.js';

const DEFAULT_WEEKS = 26;

/** Methods of a message about some events: that it does not have the others says nothing. */
const MESSAGES = new Set(['REQUEST', 'CANCEL', 'ADD', 'REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH']);

/** @typedef {Parameters<typeof import('./index.js').fromIcs>[1]} Options */

/** @type {typeof import('./index.js').fromIcs} */
export const fromIcs = /** @type {any} */ ((/** @type {unknown} */ given, /** @type {Options} */ options) => (typeof Blob !== 'undefined' && given instanceof Blob
  ? given.arrayBuffer().then(bytes => reading(textOf(bytes), options))
  : reading(textOf(given), options)));

/** @param {string} text @param {Options} options @returns {IcsReading} */
function reading(text, options) {
  const { term, into, window, local, choices } = optionsOf(options);
  const { events, others, zones, name: calendarName, program } = blocksOf(text);
  const source = choices.source ?? calendarName ?? program ?? '';
  const isNamed = (choices.source ?? calendarName) !== undefined;
  const reader = { ...window, local, zone: zonesOf(zones, window) };
  const records = recordsOn(into, { isNamed, term });
  /** @type {IcsReading['skipped']} */
  const skipped = [];
  /** @type {IcsReading['changed']} */
  const changed = [];
  let [added, updated] = [0, 0];
  for (const part of partsOf(events)) {
    const { about } = part;
    const own = about.marks.id === undefined ? source : about.marks.source ?? '';
    const lineOf = (/** @type {any} */ note) => ({ name: about.name, ...(about.uid && { uid: about.uid }), ...note });
    const leaveOut = (/** @type {string} */ start, /** @type {Skip} */ skip) => skipped.push(lineOf({ start, ...skip }));
    const { times, outside, notes, changes, cancels } = gathered(part, reader);
    const taking = { term, records, leaveOut };
    attempt(() => records.cancel(part, cancels, own), reason => leaveOut('', { reason }));
    const known = isOwn(about) ? putOwn(part, times, taking) : putForeign(part, times, { ...taking, window, choices, source: own });
    if (known === 'added') added += 1;
    if (known === 'updated') updated += 1;
    if (outside !== undefined) leaveOut(timeText(outside, part.series[0]?.entry?.start.isDate ?? false), { reason: 'outside_term' });
    skipped.push(...notes.map(lineOf));
    changed.push(...changes.map(lineOf), ...(known && hasLostLetters(about) ? [lineOf({ start: '', reason: 'encoding' })] : []));
  }
  skipped.push(...others.map(otherSkip));
  const vanished = events.some(({ wrapper }) => MESSAGES.has(wrapper.method ?? '')) ? [] : records.vanished(source);
  if (choices.vanished === 'delete') for (const { id } of vanished) records.remove(id);
  return { calendar: records.done(), added, updated, skipped, changed, cancelled: records.cancelled(), vanished, displaced: records.displaced(), conflicts: records.conflicts(), source };
}

/** A task, a journal or a busy time: no event. @param {Block} block @returns {IcsReading['skipped'][number]} */
function otherSkip(block) {
  const { name, uid } = aboutOf(block);
  return { name, ...(uid && { uid }), start: '', reason: 'no_event', with: block.kind };
}

/** Whether letters were lost where bytes became text. @param {About} about */
const hasLostLetters = ({ name, location = '' }) => name.includes('\ufffd') || location.includes('\ufffd');

/** Whether `toIcs` wrote the event for a record without a UID of its own. @param {About} about */
const isOwn = ({ uid = '', marks }) => (marks.id !== undefined || marks.host !== undefined) && (uid === '' || uid.endsWith('@stepgate'));

/** @typedef {{ term: Term, records: ReturnType<typeof recordsOn>, leaveOut: (start: string, skip: Skip) => void }} Taking */

/** Puts an event that `toIcs` wrote. @param {Part} part @param {Time[]} times @param {Taking} taking */
function putOwn({ about }, times, { term, records, leaveOut }) {
  let placed = false;
  for (const time of times) {
    const where = placeOf(time, term);
    const skip = 'reason' in where ? where : records.put(about, where);
    if (skip) leaveOut(timeText(time.start, time.isDate), skip);
    else placed = true;
  }
  return placed ? 'added' : undefined;
}

/**
 * Puts an event of another program, with its times as they are. @param {Part} part @param {Time[]} times
 * @param {Taking & { window: { from: number, behind: number }, choices: Choices, source: string }} taking
 */
function putForeign({ about, spend, series }, times, { term, records, leaveOut, window, choices, source }) {
  /** @type {import('./pieces.js').Piece[]} */
  const pieces = [];
  for (const time of times) {
    const own = piecesOf(time, about, window);
    if (typeof own === 'string') leaveOut(timeText(time.start, time.isDate), { reason: own });
    else pieces.push(...own);
  }
  /** @type {'added' | 'updated' | undefined} */
  let known;
  for (const group of affordable(pieces, spend) ? groupsOf(pieces, about, !series.length).flatMap(one => split(one, choices, term)) : [TOO_MANY]) {
    if ('reason' in group) {
      leaveOut(group.start, { reason: group.reason });
      continue;
    }
    const had = records.had(group, source);
    known = known === 'updated' || had ? 'updated' : 'added';
    records.putForeign(group, group.places, source);
  }
  return known;
}

/** @type {{ start: string, reason: SkipReason }} */
const TOO_MANY = { start: '', reason: 'too_many' };

/** Whether the work budget allows to put the pieces. @param {import('./pieces.js').Piece[]} pieces @param {Spend} spend */
const affordable = (pieces, spend) => !pieces.length || attempt(() => spend(pieces.length));

/** Does work unless the budget ends. @param {() => void} work @param {(reason: SkipReason) => void} [onEnd] */
function attempt(work, onEnd) {
  try {
    work();
    return true;
  } catch (error) {
    const reason = reasonOf(error);
    onEnd?.(reason);
    return false;
  }
}

/**
 * A group with its places; one that occupies no section as notes, one a day, or left out.
 * @param {import('./pieces.js').Group} group @param {Choices} choices @param {Term} term
 * @returns {((import('./pieces.js').Group & { places: Place[] }) | { start: string, reason: SkipReason })[]}
 */
function split(group, { allDay, outside }, term) {
  const { isDate, from, to, days, uid, about: { free } } = group;
  const sections = isDate ? { from: 1, to: term.sections } : term.touched(from, to);
  const isNote = isDate ? allDay === 'note' || (free && allDay) : free || (!sections && outside === 'note');
  if (isNote) return days.map(day => ({ ...group, days: [day], uid: days.length > 1 ? `${uid};${timeText(day * DAY_MS, true).replaceAll('-', '')}` : uid, places: [] }));
  const start = timeText(days[0] * DAY_MS + from * 60_000, isDate);
  if (isDate && !allDay) return [{ start, reason: 'all_day' }];
  if (!sections) return [{ start, reason: 'outside_sections' }];
  return [{ ...group, places: days.map(day => ({ ...term.weekday(day), ...sections })) }];
}

/** @typedef {Pick<Parameters<typeof import('./index.js').fromIcs>[1], 'allDay' | 'outside' | 'vanished' | 'source'>} Choices */

/** @param {Parameters<typeof import('./index.js').fromIcs>[1]} options */
function optionsOf(options) {
  if (typeof options !== 'object' || options === null) throw new IcsError('bad_option', 'the options must be an object with clock and termStart');
  mustBeOptions(options, ['clock', 'termStart', 'into', 'from', 'to', 'timeZone', 'allDay', 'outside', 'vanished', 'source']);
  const { clock, termStart, into, from = termStart, to, timeZone, allDay, outside, vanished, source } = options;
  const term = termOf({ clock, termStart });
  const monday = dayNumber(dateOf(termStart, 'termStart'));
  const behind = to === undefined ? monday + DEFAULT_WEEKS * 7 : dayNumber(dateOf(to, 'to')) + 1;
  const isCalendar = into === undefined || ['events', 'event_sections', 'task_classes', 'task_items'].every(name => Array.isArray(/** @type {any} */ (into)?.[name]));
  if (!isCalendar) throw new IcsError('bad_option', 'into must be a calendar: events, event_sections, task_classes and task_items');
  oneOf('allDay', allDay, ['busy', 'note']);
  oneOf('outside', outside, ['note']);
  oneOf('vanished', vanished, ['keep', 'delete']);
  return { choices: { allDay, outside, vanished, source }, term, into, window: { from: Math.max(monday, dayNumber(dateOf(from, 'from'))), behind }, local: clockOf(timeZone) };
}

/** @param {string} name @param {unknown} value @param {string[]} allowed */
function oneOf(name, value, allowed) {
  if (value !== undefined && !allowed.includes(/** @type {string} */ (value))) throw new IcsError('bad_option', `${name} must be ${allowed.map(one => `"${one}"`).join(' or ')}, not ${String(value).slice(0, 100)}`);
}

/** @param {string | undefined} timeZone */
function clockOf(timeZone) {
  try {
    return readersClock(timeZone);
  } catch (cause) {
    throw new IcsError('bad_option', `timeZone must be the name of a time zone, not ${String(timeZone).slice(0, 100)}`, { cause });
  }
}

/** The sections of the day that a time touches. @param {Time} time @param {Term} term @returns {(Weekday & Sections) | Skip} */
function placeOf({ start, end, isDate }, term) {
  if (isDate) return { reason: 'all_day' };
  const day = dayOf(start);
  const midnight = end === (day + 1) * DAY_MS;
  if (!midnight && dayOf(end) !== day) return { reason: 'several_days' };
  const minutes = (/** @type {number} */ time) => Math.ceil((time - day * DAY_MS) / 60_000);
  const sections = term.touched(minutes(start), minutes(end));
  return sections ? { ...term.weekday(day), ...sections } : { reason: 'outside_sections' };
}
