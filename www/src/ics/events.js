// @ts-check
/** @import { Block, Line } from './lines.js' */
/** @import { Rule } from './rule.js' */
/** @import { Moment, Zone } from './zones.js' */
/** @import { Spend } from './work.js' */
import { dayOf, DAY_MS } from './days.js';
import { lineParts, textValue } from './lines.js';
import { daysOfRule, ruleOf } from './rule.js';
import { LeftOut } from './work.js';
import { momentOf } from './zones.js';

/**
 * The extra properties that `toIcs` writes.
 * @typedef {{ id?: number, type: 'course' | 'task', embed: boolean, item?: number, host?: number, locked: boolean }} Marks
 */
/** @typedef {{ start: number, end: number, isDate: boolean, planned?: number, about?: About }} Time clock times of the reader; an exception has a planned time and properties of its own */
/** @typedef {{ name: string, uid?: string, location?: string, marks: Marks }} About properties of an event apart from its times */
/** @typedef {{ lines: Map<string, Line[]>, replaces?: Moment, start: Moment, lasts: number }} Entry times of an event */
/** @typedef {{ zone: (id: string | undefined, spend: Spend) => Zone | undefined, local: (utc: number) => number, from: number, behind: number }} Reader days `from` to `behind` are read */

const NAMED = /^(SUMMARY|UID|LOCATION|X-STEPGATE-(?:ID|TYPE|EMBED|ITEM|HOST|LOCKED))[;:]/i;

/** Name and marks of an event, even if the event is broken. @param {Block} block @returns {About} */
export function aboutOf({ lines }) {
  /** @type {Record<string, string>} */
  const told = {};
  for (const line of lines) {
    const name = NAMED.exec(line)?.[1].toUpperCase();
    if (name) told[name] ??= textValue(line.slice(line.indexOf(':') + 1)).trim();
  }
  const { SUMMARY: name, UID: uid, LOCATION: location, 'X-STEPGATE-TYPE': type, 'X-STEPGATE-EMBED': embed, 'X-STEPGATE-LOCKED': locked } = told;
  const number = (/** @type {string} */ mark) => (/^\d{1,15}$/.test(told[`X-STEPGATE-${mark}`] ?? '') ? Number(told[`X-STEPGATE-${mark}`]) : undefined);
  return {
    name: name || '–',
    ...(uid ? { uid } : {}),
    ...(location ? { location } : {}),
    marks: { id: number('ID'), type: type === 'course' ? 'course' : 'task', embed: embed === 'true', item: number('ITEM'), host: number('HOST'), locked: locked === 'true' },
  };
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
  const start = moment('DTSTART');
  if (!start) throw new LeftOut('no_start');
  const replaces = moment('RECURRENCE-ID');
  const end = moment('DTEND');
  const duration = lines.get('DURATION')?.[0];
  const lasts = end ? end.time - start.time : duration ? msOf(duration.value) : start.isDate ? DAY_MS : 0;
  return { lines, start, lasts, ...(replaces && { replaces }) };
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

/**
 * Times of an event in the days that are read, by the time each was planned for. `outside`: a time in other days; NaN if it is not known
 * which.
 * @param {Entry} entry @param {Reader} reader @param {Spend} spend @returns {{ times: Map<number, Time>, outside?: number }}
 */
export function timesOf(entry, reader, spend) {
  const { lines, start, lasts } = entry;
  /** @type {{ times: Map<number, Time>, outside?: number }} */
  const gathered = { times: new Map() };
  const take = (/** @type {Moment} */ moment) => {
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
  for (const moment of listed(lines.get('RDATE'), spend)) take(moment);
  for (const moment of listed(lines.get('EXDATE'), spend)) removeTimes(gathered.times, moment, reader, spend);
  return gathered;
}

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

/** The moments of RDATE and EXDATE lines; a period counts as its beginning. @param {Line[] | undefined} lines @param {Spend} spend */
function* listed(lines, spend) {
  for (const { params, value } of lines ?? []) {
    spend(value.length / 8);
    for (const one of value.split(',')) yield momentOf(one.split('/')[0], params);
  }
}

/**
 * Removes the time planned for a moment, or all times of a day if the moment is a day.
 * @param {Map<number, Time>} times @param {Moment} moment @param {Reader} reader @param {Spend} spend
 */
export function removeTimes(times, moment, reader, spend) {
  const at = readersTime(moment, reader, spend);
  if (!moment.isDate) return times.delete(at);
  spend(times.size);
  const own = [...times.keys()].filter(time => dayOf(time) === dayOf(at));
  for (const time of own) times.delete(time);
  return own.length > 0;
}
