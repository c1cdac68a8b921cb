// @ts-check
/** @import { Block, ZoneBlock } from './lines.js' */
/** @import { Spend } from './work.js' */
import { dayOf, DAY_MS } from './days.js';
import { lineParts, param, textValue } from './lines.js';
import { daysOfRule, ruleOf } from './rule.js';
import { windowsZone } from './windows-zones.js';
import { LeftOut } from './work.js';

/** @typedef {{ toUtc: (time: number) => number, fromUtc: (utc: number) => number }} Zone conversion between clock times of a zone and UTC */
/** @typedef {{ time: number, isDate: boolean, zone?: string }} Moment a clock time; `zone`: a TZID, or `Z` for UTC */

/** @type {Zone} */
const UTC = { toUtc: time => time, fromUtc: utc => utc };

/** A DATE or DATE-TIME, also with the signs of ISO 8601, without seconds, or with an offset at its end. */
const MOMENT = /^(\d{4}-?\d\d-?\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(Z|[+-]\d\d:?\d\d)?)?$/;

/** Reads a DATE or DATE-TIME value. @param {string} value @param {string} [params] @returns {Moment} */
export function momentOf(value, params = '') {
  const [, date = '', hour, minute = '0', second = '0', suffix] = MOMENT.exec(value.trim().toUpperCase()) ?? [];
  const day = date.replaceAll('-', '').replace(/(....)(..)(..)/, '$1-$2-$3');
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  if (!isDay || Number(hour ?? 0) > 24 || Number(minute) > 59 || Number(second) > 60) throw new LeftOut('broken');
  const zone = suffix ?? param(params, 'TZID');
  return { time: midnight + (Number(hour ?? 0) * 3_600 + Number(minute) * 60 + Number(second)) * 1_000, isDate: hour === undefined, ...(zone === undefined ? {} : { zone }) };
}

/**
 * The time zones of a text, each read when first needed: as the text defines it, else by its name. `undefined` for a time without a zone, and
 * for a zone that nobody knows.
 * @param {ZoneBlock[]} blocks @param {{ from: number, behind: number }} window days
 */
export function zonesOf(blocks, window) {
  const byId = new Map(blocks.map(block => [idOf(block), block]));
  /** @type {Map<string, Zone | LeftOut | undefined>} */
  const read = new Map();
  /** @param {string} id @param {Spend} spend */
  const find = (id, spend) => {
    const block = byId.get(id);
    const own = block && attempt(() => zoneOf(block, window, spend));
    return own && !(own instanceof LeftOut) ? own : namedZone(id) ?? own;
  };
  /** @param {string | undefined} id @param {Spend} spend @returns {Zone | undefined} */
  return (id, spend) => {
    if (id === 'Z') return UTC;
    if (id === undefined) return undefined;
    if (!read.has(id) && (byId.has(id) || read.size < MOST_NAMES)) read.set(id, find(id, spend));
    const zone = read.get(id);
    if (zone instanceof LeftOut) throw zone;
    return zone;
  };
}

/** Most TZIDs that are looked up. */
const MOST_NAMES = 50;

/** Ends of a TZID that may be a name: the whole, the last two or three parts of a path, the last part alone. */
const FORMS = [/^.*$/, /[A-Za-z_]+\/[A-Za-z_]+\/[\w+-]+$/, /[A-Za-z_]+\/[\w+-]+$/, /(?<=\/)[\w+-]+$/];

/** A zone by its name among those of the IANA and of Windows, or by its offset; some programs put a path before it. @param {string} id */
function namedZone(id) {
  const end = id.slice(-60).trim();
  return offsetZone(end) ?? FORMS.reduce((zone, form) => zone ?? zoneCalled(form.exec(end)?.[0]), /** @type {Zone | undefined} */ (undefined));
}

/** @param {string | undefined} name */
const zoneCalled = name => (name ? ianaZone(windowsZone(name) ?? name) : undefined);

/** A zone named by its offset to UTC: `+05:00`, `GMT+0800`, `UTC-3`. @param {string} name @returns {Zone | undefined} */
function offsetZone(name) {
  const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT)? ?([+-])(\d\d?)(?::?(\d\d))?$/i.exec(name) ?? [];
  if (sign === undefined) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { toUtc: time => time - offset, fromUtc: utc => utc + offset };
}

/** @param {string | undefined} name @returns {Zone | undefined} */
function ianaZone(name) {
  if (name === undefined) return undefined;
  try {
    const fromUtc = readersClock(name);
    const offset = (/** @type {number} */ utc) => fromUtc(utc) - utc;
    return { fromUtc, toUtc: time => time - offset(time - offset(time)) };
  } catch {
    return undefined;
  }
}

/** @param {() => Zone} work */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof LeftOut) return new LeftOut('zone');
    throw error;
  }
}

/** @param {ZoneBlock} block */
function idOf({ lines }) {
  const line = lines.find(one => /^TZID[;:]/i.test(one));
  return line?.slice(line.indexOf(':') + 1).trim();
}

/** @typedef {{ utc: number, from: number, to: number }} Onset moment from which an offset holds; offsets in milliseconds */

/** @param {ZoneBlock} block @param {{ from: number, behind: number }} window @param {Spend} spend @returns {Zone} */
function zoneOf({ standards }, window, spend) {
  const onsets = standards.flatMap(block => onsetsOf(block, window, spend)).sort((a, b) => a.utc - b.utc);
  if (!onsets.length) throw new LeftOut('zone');
  /** The offset that holds after all onsets that are over. @param {(onset: Onset) => boolean} isOver */
  const offset = isOver => {
    let at = onsets.length;
    while (at > 0 && !isOver(onsets[at - 1])) at -= 1;
    return at ? onsets[at - 1].to : onsets[0].from;
  };
  return {
    toUtc: time => time - offset(({ utc, from }) => utc + from <= time),
    fromUtc: utc => utc + offset(onset => onset.utc <= utc),
  };
}

/**
 * The onsets of one observance: its first, and those of its rule beginning a year before the window.
 * @param {Block} block @param {{ from: number, behind: number }} window @param {Spend} spend @returns {Onset[]}
 */
function onsetsOf({ lines }, { from, behind }, spend) {
  const told = new Map(lines.map(line => [lineParts(line).name, lineParts(line).value]));
  spend(10 * lines.length);
  const [start, before, after] = [momentOf(told.get('DTSTART') ?? '').time, offsetOf(told.get('TZOFFSETFROM')), offsetOf(told.get('TZOFFSETTO'))];
  const onset = (/** @type {number} */ time) => ({ utc: time - before, from: before, to: after });
  const value = told.get('RRULE');
  if (value === undefined) return [onset(start)];
  const rule = ruleOf(value, spend);
  const until = rule.until === undefined ? Infinity : momentOf(rule.until).time;
  const onsets = [onset(start)];
  for (const day of daysOfRule(rule, dayOf(start), { from: from - 400, behind }, spend)) {
    const next = onset(day * DAY_MS + (start - dayOf(start) * DAY_MS));
    if (next.utc > until) break;
    spend(3);
    onsets.push(next);
  }
  return onsets;
}

/** @param {string | undefined} value for example `+0800` */
function offsetOf(value) {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(textValue(value ?? '').trim()) ?? [];
  if (sign === undefined) throw new LeftOut('zone');
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
}

/** The reader's clock: converts UTC to the reader's time. @param {string} [timeZone] @returns {(utc: number) => number} */
export function readersClock(timeZone) {
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
  /** Offsets by quarter of an hour, within which none changes. @type {Map<number, number>} */
  const offsets = new Map();
  return utc => {
    const quarter = Math.floor(utc / 900_000);
    const at = quarter * 900_000;
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const { year, month, day, hour, minute, second } = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
      offset = new Date(0).setUTCFullYear(year, month - 1, day) + (hour * 3_600 + minute * 60 + second) * 1_000 - at;
      offsets.set(quarter, offset);
    }
    return utc + offset;
  };
}
