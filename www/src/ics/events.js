// @ts-check
/** @import { Block, Line } from './lines.js' */
/** @import { Rule } from './rule.js' */
/** @import { Moment, Zone } from './zones.js' */
/** @import { Spend } from './work.js' */
import { dayOf, DAY_MS } from './days.js';
import { lineParts, param, textValue } from './lines.js';
import { daysOfRule, ruleOf, takenOut } from './rule.js';
import { LeftOut } from './work.js';
import { momentOf } from './zones.js';

/**
 * The extra properties that `toIcs` writes.
 * @typedef {{ id?: number, type: 'course' | 'task', embed: boolean, item?: number, host?: number, locked: boolean, source?: string }} Marks
 */
/** @typedef {{ start: number, end: number, isDate: boolean, planned?: number, moved?: boolean, about?: About }} Time clock times of the reader; an exception has a planned time and properties of its own */
/** @typedef {{ name: string, uid?: string, location?: string, marks: Marks, free?: boolean }} About properties of an event apart from its times; `free`: its time is not taken */
/** @typedef {{ lines: Map<string, Line[]>, replaces?: Moment, onwards: boolean, start: Moment, end?: Moment, lasts: number }} Entry times of an event; `replaces`: the time of a series that it stands for, `onwards` with all later ones */
/** @typedef {{ zone: (id: string | undefined, spend: Spend) => Zone | undefined, local: (utc: number) => number, from: number, behind: number }} Reader days `from` to `behind` are read */
/** @typedef {{ cancelled: boolean, answers: boolean, sequence: number }} Standing whether an event still holds, and its version */

/** Reads the first line of each name, as far as it can be read. @param {Block} block */
function told({ lines }) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const line of lines) {
    const { name, value } = partsIn(line);
    if (name) values[name] ??= textValue(value).trim();
  }
  return values;
}

/** @param {string} line */
function partsIn(line) {
  try {
    return lineParts(line);
  } catch (error) {
    if (error instanceof LeftOut) return { name: '', value: '' };
    throw error;
  }
}

/** Name and marks of an event, even if the event is broken. @param {Block} block @returns {About} */
export function aboutOf(block) {
  const values = told(block);
  const { SUMMARY: name, UID: uid, LOCATION: location, TRANSP: transparency = '', 'X-MICROSOFT-CDO-BUSYSTATUS': busy = '' } = values;
  const free = /^TRANSPARENT$/i.test(transparency) || /^FREE$/i.test(busy);
  return { name: name || '–', ...(uid ? { uid } : {}), ...(location ? { location } : {}), ...(free ? { free } : {}), marks: marksOf(values) };
}

/** @param {Record<string, string>} values @returns {Marks} */
function marksOf({ 'X-STEPGATE-TYPE': type, 'X-STEPGATE-EMBED': embed, 'X-STEPGATE-LOCKED': locked, 'X-STEPGATE-SOURCE': source, ...values }) {
  const number = (/** @type {string} */ mark) => (/^\d{1,15}$/.test(values[`X-STEPGATE-${mark}`] ?? '') ? Number(values[`X-STEPGATE-${mark}`]) : undefined);
  return { id: number('ID'), type: type === 'course' ? 'course' : 'task', embed: embed === 'true', item: number('ITEM'), host: number('HOST'), locked: locked === 'true', source };
}

/** Methods of a text that tells what somebody answers or proposes, not what is held. */
const ANSWERS = new Set(['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH']);

/** @param {Block} block @returns {Standing} */
export function standingOf(block) {
  const { STATUS = '', SEQUENCE = '' } = told(block);
  const { method = '' } = block.wrapper;
  return { cancelled: method === 'CANCEL' || /^CANCELL?ED$/i.test(STATUS), answers: ANSWERS.has(method), sequence: /^\d{1,9}$/.test(SEQUENCE) ? Number(SEQUENCE) : 0 };
}

/** @param {Block} block @param {Spend} spend @returns {Entry} */
export function entryOf(block, spend) {
  if (!block.closed) throw new LeftOut('broken');
  /** @type {Entry['lines']} */
  const lines = new Map();
  for (const line of block.lines) {
    spend(1 + line.length / 100);
    const parts = lineParts(line);
    const same = lines.get(parts.name);
    if (same) same.push(parts);
    else lines.set(parts.name, [parts]);
  }
  const moment = (/** @type {string} */ name) => {
    const line = lines.get(name)?.[0];
    return line && momentOf(line.value, line.params);
  };
  const replaces = moment('RECURRENCE-ID');
  const start = moment('DTSTART') ?? replaces;
  if (!start) throw new LeftOut('no_start');
  const end = moment('DTEND');
  const duration = lines.get('DURATION')?.[0];
  const lasts = end ? end.time - start.time : duration ? msOf(duration.value) : start.isDate ? DAY_MS : 0;
  const onwards = /^THISANDFUTURE$/i.test(param(lines.get('RECURRENCE-ID')?.[0].params ?? '', 'RANGE') ?? '');
  return { lines, start, lasts, onwards, ...(end && { end }), ...(replaces && { replaces }) };
}

/** Names of lines with times. */
const TIMED = ['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE'];

/** The time zones of an event that neither the text nor anybody else knows. @param {Entry} entry @param {Reader} reader @param {Spend} spend */
export function unknownZones({ lines }, { zone }, spend) {
  const named = TIMED.flatMap(name => lines.get(name) ?? []).flatMap(({ params }) => (params ? param(params, 'TZID') ?? [] : []));
  return [...new Set(named)].filter(id => !zone(id, spend));
}

/** @param {string} value of DURATION */
function msOf(value) {
  const [whole, sign, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(value.trim()) ?? [];
  if (whole === undefined) throw new LeftOut('broken');
  const ms = Number(weeks) * 7 * DAY_MS + Number(days) * DAY_MS + (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -ms : ms;
}

/** Converts a moment to the reader's clock time. @param {Moment} moment @param {Reader} reader @param {Spend} spend */
export function readersTime({ time, isDate, zone }, { zone: zoneOf, local }, spend) {
  const own = isDate ? undefined : zoneOf(zone, spend);
  return own ? local(own.toUtc(time)) : time;
}

/** How long an event lasts, also if it ends in another zone. @param {Entry} entry @param {Reader} reader @param {Spend} spend */
function lengthOf({ start, end, lasts }, reader, spend) {
  const isOdd = end && !start.isDate && !end.isDate && end.zone !== start.zone;
  return isOdd ? readersTime(end, reader, spend) - readersTime(start, reader, spend) : lasts;
}

/**
 * Times of an event in the days that are read, by the time each was planned for. `outside`: a time in other days; NaN if it is not known
 * which.
 * @param {Entry} entry @param {Reader} reader @param {Spend} spend @returns {{ times: Map<number, Time>, outside?: number }}
 */
export function timesOf(entry, reader, spend) {
  const { lines, start } = entry;
  const length = lengthOf(entry, reader, spend);
  /** @type {{ times: Map<number, Time>, outside?: number }} */
  const gathered = { times: new Map() };
  const take = (/** @type {Moment} */ moment, lasts = length) => {
    spend(6);
    const [from, to] = [moment, { ...moment, time: moment.time + lasts }].map(one => readersTime(one, reader, spend));
    const day = dayOf(from);
    if (day >= reader.from && day < reader.behind) gathered.times.set(from, { start: from, end: to, isDate: moment.isDate });
    else gathered.outside ??= from;
  };
  const rules = lines.get('RRULE');
  if (!rules) take(start);
  for (const { value } of rules ?? []) {
    const outside = repeat(ruleOf(value, spend), entry, reader, spend, take);
    gathered.outside ??= outside;
  }
  for (const { moment, lasts } of listed(lines.get('RDATE'), spend)) take(moment.isDate && !start.isDate ? { ...start, time: onDay(moment.time, start.time) } : moment, lasts);
  const without = [...lines.get('EXDATE') ?? [], ...(rules ?? []).flatMap(line => takenOut(line.value).map(value => ({ ...line, params: lines.get('DTSTART')?.[0].params ?? '', value })))];
  for (const { moment } of listed(without, spend)) for (const time of meant(gathered.times, moment, start, reader, spend)) gathered.times.delete(time);
  return gathered;
}

/** The time of day of one moment on the day of another. @param {number} day @param {number} time */
const onDay = (day, time) => dayOf(day) * DAY_MS + time - dayOf(time) * DAY_MS;

/**
 * Takes the times of a rule. Gives a time in days that are not read: the start, or NaN for a later one.
 * @param {Rule} rule @param {Entry} entry @param {Reader} reader @param {Spend} spend @param {(moment: Moment) => void} take
 */
function repeat(rule, { start }, reader, spend, take) {
  const until = rule.until === undefined ? undefined : momentOf(rule.until);
  const isOver = endOf(until, until && reader.zone(start.zone, spend));
  const first = dayOf(start.time);
  let held = 0;
  let isDone = rule.count === 0 || isOver(start.time);
  if (isDone) throw new LeftOut('never');
  for (const day of daysOfRule(rule, first, { from: reader.from - 2, behind: reader.behind + 2 }, spend)) {
    const time = start.time + (day - first) * DAY_MS;
    isDone = held === rule.count || isOver(time);
    if (isDone) break;
    held += 1;
    take({ ...start, time });
  }
  if (first < reader.from || first >= reader.behind) return readersTime(start, reader, spend);
  if (!held) throw new LeftOut('never');
  return isDone || held === rule.count || (rule.count === undefined && !until) ? undefined : Number.NaN;
}

/**
 * Test whether a time of the event's own clock lies after UNTIL.
 * @param {Moment | undefined} until @param {Zone | undefined} zone @returns {(time: number) => boolean}
 */
function endOf(until, zone) {
  if (!until) return () => false;
  if (until.isDate) return time => dayOf(time) > dayOf(until.time);
  const last = until.zone === 'Z' && zone ? zone.fromUtc(until.time) : until.time;
  return time => time > last;
}

/** The moments of RDATE and EXDATE lines; a period has a length of its own. @param {Line[] | undefined} lines @param {Spend} spend */
function* listed(lines, spend) {
  for (const { params, value } of lines ?? []) {
    spend(value.length / 8);
    for (const one of value.split(',').filter(part => part.trim())) {
      const [from, to] = one.split('/');
      const moment = momentOf(from, params);
      yield { moment, ...(to !== undefined && { lasts: /^[+-]?P/i.test(to.trim()) ? msOf(to) : momentOf(to, params).time - moment.time }) };
    }
  }
}

/**
 * The times of a series that a moment of RECURRENCE-ID or EXDATE means: the one planned for it, or all of a day. Many programs leave out the
 * zone, or give midnight for a day.
 * @param {Map<number, Time>} times @param {Moment} moment @param {Moment} start of the series @param {Reader} reader @param {Spend} spend @returns {number[]}
 */
export function meant(times, moment, start, reader, spend) {
  const at = readersTime(moment, reader, spend);
  if (!moment.isDate && times.has(at)) return [at];
  if (!moment.isDate && moment.zone === undefined) {
    const own = readersTime({ ...moment, zone: start.zone }, reader, spend);
    if (times.has(own)) return [own];
  }
  const isDay = moment.isDate || (moment.zone === undefined && moment.time === dayOf(moment.time) * DAY_MS);
  if (!isDay) return [];
  spend(times.size);
  return [...times.keys()].filter(time => dayOf(time) === dayOf(moment.time));
}
