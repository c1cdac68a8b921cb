// @ts-check
/** @import { About, Entry, Reader, Time } from './events.js' */
/** @import { Calendar, IcsReading, SkipReason } from './index.js' */
/** @import { Place, Skip } from './records.js' */
/** @import { Sections, Term, Weekday } from './term.js' */
/** @import { Spend } from './work.js' */
import { dayOf, DAY_MS, timeText } from './days.js';
import { aboutOf, entryOf, readersTime, removeTimes, timesOf } from './events.js';
import { blocksOf } from './lines.js';
import { groupsOf, piecesOf } from './pieces.js';
import { recordsOn } from './records.js';
import { dateOf, dayNumber, IcsError, termOf } from './term.js';
import { budget, LeftOut } from './work.js';
import { readersClock, zonesOf } from './zones.js';

const DEFAULT_WEEKS = 26;

/** One event of the text. @typedef {{ about: About, spend: Spend, entry?: Entry, reason?: SkipReason, exceptions: Part[] }} Part */

/** @type {typeof import('./index.js').fromIcs} */
export function fromIcs(text, options) {
  const { term, into, window, local, choices } = optionsOf(options);
  const { events, zones, name: calendarName } = blocksOf(text);
  const source = choices.source ?? calendarName ?? '';
  const reader = { ...window, local, zone: zonesOf(zones, window) };
  const records = recordsOn(into);
  /** @type {IcsReading['skipped']} */
  const skipped = [];
  let [added, updated] = [0, 0];
  for (const part of partsOf(events)) {
    const { about: { name, uid } } = part;
    const leaveOut = (/** @type {string} */ start, /** @type {Skip} */ skip) => skipped.push({ name, ...(uid && { uid }), start, ...skip });
    const { times, outside, reasons } = gathered(part, reader);
    const known = isOwn(part.about) ? putOwn(part, times, { term, records, leaveOut }) : putForeign(part, times, { term, records, leaveOut, window, choices, source });
    if (known === 'added') added += 1;
    if (known === 'updated') updated += 1;
    if (outside !== undefined) leaveOut(timeText(outside, part.entry?.start.isDate ?? false), { reason: 'outside_term' });
    for (const reason of reasons) leaveOut('', { reason });
  }
  const vanished = records.vanished(source);
  if (choices.vanished === 'delete') for (const { id } of vanished) records.remove(id);
  return { calendar: records.done(term), added, updated, skipped, vanished, displaced: records.displaced(), conflicts: records.conflicts(), source };
}

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
function putForeign({ about, spend }, times, { term, records, leaveOut, window, choices, source }) {
  /** @type {import('./pieces.js').Piece[]} */
  const pieces = [];
  for (const time of times) {
    const own = piecesOf(time, about, window);
    if (typeof own === 'string') leaveOut(timeText(time.start, time.isDate), { reason: own });
    else pieces.push(...own);
  }
  /** @type {'added' | 'updated' | undefined} */
  let known;
  for (const group of affordable(pieces, spend) ? groupsOf(pieces, about).flatMap(one => split(one, choices, term)) : [TOO_MANY]) {
    if ('reason' in group) {
      leaveOut(group.start, { reason: group.reason });
      continue;
    }
    const had = records.had(group.uid);
    known = known === 'updated' || had ? 'updated' : 'added';
    records.putForeign(group, group.places, { term, source });
  }
  return known;
}

/** @type {{ start: string, reason: SkipReason }} */
const TOO_MANY = { start: '', reason: 'too_many' };

/** Whether the work budget allows to put the pieces. @param {import('./pieces.js').Piece[]} pieces @param {Spend} spend */
function affordable(pieces, spend) {
  if (!pieces.length) return true;
  try {
    spend(pieces.length);
    return true;
  } catch (error) {
    reasonOf(error);
    return false;
  }
}

/**
 * A group with its places; one that occupies no section as notes, one a day, or left out.
 * @param {import('./pieces.js').Group} group @param {Choices} choices @param {Term} term
 * @returns {((import('./pieces.js').Group & { places: Place[] }) | { start: string, reason: SkipReason })[]}
 */
function split(group, { allDay, outside }, term) {
  const { isDate, from, to, days, uid } = group;
  const sections = isDate ? { from: 1, to: term.sections } : term.touched(from, to);
  const isNote = isDate ? allDay === 'note' : !sections && outside === 'note';
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

/**
 * The events of a text, each with its exceptions; tasks in courses come last. An unreadable event does not harm the others.
 * @param {import('./lines.js').Block[]} blocks
 */
function partsOf(blocks) {
  const work = budget();
  const parts = blocks.map(block => partOf(block, work.event()));
  const repeated = new Map(parts.filter(({ entry }) => entry && !entry.replaces).map(part => [part.about.uid, part]));
  const own = parts.filter(part => {
    if (!part.entry?.replaces) return true;
    const series = repeated.get(part.about.uid);
    series?.exceptions.push(part);
    if (!series) part.reason = 'lone_exception';
    return !series;
  });
  return own.sort((a, b) => Number(a.about.marks.host !== undefined) - Number(b.about.marks.host !== undefined));
}

/** @param {import('./lines.js').Block} block @param {Spend} spend @returns {Part} */
function partOf(block, spend) {
  const part = { about: aboutOf(block), spend, exceptions: [] };
  try {
    return { ...part, entry: entryOf(block, spend) };
  } catch (error) {
    return { ...part, reason: reasonOf(error) };
  }
}

/** @param {unknown} error */
function reasonOf(error) {
  if (error instanceof LeftOut) return error.reason;
  throw error;
}

/**
 * The times of an event in order, and the reasons why others are left out.
 * @param {Part} part @param {Reader} reader @returns {{ times: Time[], outside?: number, reasons: SkipReason[] }}
 */
function gathered({ entry, reason, spend, exceptions }, reader) {
  if (!entry || reason) return { times: [], reasons: [reason ?? 'broken'] };
  try {
    const { times, outside } = timesOf(entry, reader, spend);
    const moved = exceptions.map(exception => move(exception, times, reader));
    for (const { time } of moved) if (time) times.set(time.start, time);
    const reasons = moved.flatMap(({ reason: own }) => own ?? []);
    return { times: [...times.values()].sort((a, b) => a.start - b.start), outside, reasons };
  } catch (error) {
    return { times: [], reasons: [reasonOf(error)] };
  }
}

/**
 * Removes the time that an exception replaces, and gives the exception's own time.
 * @param {Part} exception @param {Map<number, Time>} times @param {Reader} reader @returns {{ time?: Time, reason?: SkipReason }}
 */
function move({ entry, spend, about }, times, reader) {
  if (!entry?.replaces) return {};
  const wasHeld = removeTimes(times, entry.replaces, reader, spend);
  const meant = dayOf(readersTime(entry.replaces, reader, spend));
  if (!wasHeld && meant >= reader.from && meant < reader.behind) return { reason: 'lone_exception' };
  const [time] = timesOf(entry, reader, spend).times.values();
  return time ? { time: { ...time, planned: readersTime(entry.replaces, reader, spend), about } } : wasHeld ? { reason: 'outside_term' } : {};
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
