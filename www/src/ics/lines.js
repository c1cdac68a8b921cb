// @ts-check
import { IcsError } from './term.js';
import { LeftOut } from './work.js';

/** Largest text that is read, in characters and in events. */
const MOST_CHARACTERS = 2 * 2 ** 20;
const MOST_EVENTS = 5_000;

/** @typedef {{ name: string, params: string, value: string }} Line `params` begins with a semicolon unless it is empty */
/** @typedef {{ lines: string[], closed: boolean }} Block content lines of one component, without those of the components inside */
/** @typedef {{ standards: Block[], lines: string[] }} ZoneBlock */

/** Deepest nesting of components that is distinguished; a calendar has three levels. */
const DEEPEST = 8;

const EDGE = /^[BE]/i;
const BLANK_START = /^[ \t]/;

/** Longest name of a calendar that is kept. */
const MOST_NAME = 200;

/** Names of the lines that are read in an event. */
const TOLD = new Set(['UID', 'SUMMARY', 'LOCATION', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'TZID', 'TZOFFSETFROM', 'TZOFFSETTO']);

/**
 * Finds the events and time zones of a calendar without reading them, so that a broken one does not harm the others.
 * `name`: that of the calendar, or of the program that wrote it. @param {unknown} text @returns {{ events: Block[], zones: ZoneBlock[], name?: string }}
 */
export function blocksOf(text) {
  if (typeof text !== 'string') throw new IcsError('not_icalendar', 'the text is no text');
  if (text.length > MOST_CHARACTERS) throw new IcsError('too_large', `the text has ${text.length} characters, and at most ${MOST_CHARACTERS} are read`);
  /** @type {Block[]} */
  const events = [];
  /** @type {ZoneBlock[]} */
  const zones = [];
  /** @type {{ name: string, take?: (line: string) => void, block?: Block }[]} */
  const open = [];
  /** @type {Record<string, string>} */
  const named = {};
  let closed = false;
  let deeper = 0; // components inside the deepest level that is distinguished
  for (const line of unfolded(text)) {
    const [, edge, of] = (EDGE.test(line) && /^(BEGIN|END):([\w-]+)\s*$/i.exec(line)) || [];
    if (!edge) {
      if (!open.length) throw new IcsError('not_icalendar', 'the text is no iCalendar');
      open.at(-1)?.take?.(line);
      if (open.length === 1) noteName(line, named);
      continue;
    }
    const name = of.toUpperCase();
    const begins = edge.length === 5;
    if (open.length === DEEPEST && (begins || deeper)) {
      deeper += begins ? 1 : -1;
      continue;
    }
    if (begins) {
      if (!open.length && name !== 'VCALENDAR') throw new IcsError('not_icalendar', `the text is an iCalendar component ${name}, but no calendar`);
      open.push(begun(name, open.at(-1)?.name, events, zones));
      continue;
    }
    const at = open.map(part => part.name).lastIndexOf(name);
    const [ended] = at < 0 ? [] : open.splice(at);
    if (ended?.block) ended.block.closed = true;
    if (at === 0) closed = true;
    if (events.length > MOST_EVENTS) throw new IcsError('too_large', `the text has more than ${MOST_EVENTS} events`);
  }
  if (!closed && !events.length) throw new IcsError('not_icalendar', 'the text is no iCalendar, or only its beginning');
  return { events, zones, name: named['X-WR-CALNAME'] ?? named.PRODID };
}

/** @param {string} line @param {Record<string, string>} named */
function noteName(line, named) {
  const name = /^(X-WR-CALNAME|PRODID)[;:]/i.exec(line)?.[1].toUpperCase();
  if (name) named[name] ??= textValue(line.slice(line.indexOf(':') + 1)).trim().slice(0, MOST_NAME);
}

/** @param {string} name @param {string | undefined} inside @param {Block[]} events @param {ZoneBlock[]} zones */
function begun(name, inside, events, zones) {
  /** @type {Block} */
  const block = { lines: [], closed: false };
  const take = (/** @type {string} */ line) => { if (isTold(line)) block.lines.push(line); };
  if (name === 'VEVENT' && inside === 'VCALENDAR') {
    events.push(block);
    return { name, take, block };
  }
  if (name === 'VTIMEZONE' && inside === 'VCALENDAR') {
    zones.push({ lines: block.lines, standards: [] });
    return { name, take };
  }
  if ((name === 'STANDARD' || name === 'DAYLIGHT') && inside === 'VTIMEZONE') {
    zones.at(-1)?.standards.push(block);
    return { name, take };
  }
  return { name };
}

/** @param {string} line */
function isTold(line) {
  const end = line.slice(0, 40).search(/[;:]/);
  if (end < 0) return false;
  const name = line.slice(0, end).toUpperCase();
  return TOLD.has(name) || name.startsWith('X-STEPGATE-');
}

/** Content lines: a line that begins with a blank continues the one before. @param {string} text */
function* unfolded(text) {
  const all = text.includes('\n') ? text : text.replaceAll('\r', '\n');
  let line = '';
  for (let at = all.startsWith('\ufeff') ? 1 : 0; at < all.length;) {
    const end = all.indexOf('\n', at) < 0 ? all.length : all.indexOf('\n', at);
    const piece = all.slice(at, all[end - 1] === '\r' ? end - 1 : end);
    at = end + 1;
    if (BLANK_START.test(piece)) {
      line += piece.slice(1);
      continue;
    }
    if (line) yield line;
    line = piece;
  }
  if (line) yield line;
}

/** Splits a content line. Its value begins after the first colon outside quotes. @param {string} line @returns {Line} */
export function lineParts(line) {
  let colon = line.indexOf(':');
  let quote = line.indexOf('"');
  while (quote >= 0 && quote < colon) {
    const end = line.indexOf('"', quote + 1);
    if (end < 0) throw new LeftOut('broken');
    if (colon < end) colon = line.indexOf(':', end);
    quote = line.indexOf('"', end + 1);
  }
  if (colon < 0) throw new LeftOut('broken');
  const head = line.slice(0, colon);
  const end = head.indexOf(';');
  const name = (end < 0 ? head : head.slice(0, end)).toUpperCase();
  return { name, params: end < 0 ? '' : head.slice(end), value: line.slice(colon + 1) };
}

/** The value of one parameter. @param {string} params @param {string} name */
export const param = (params, name) => new RegExp(`;${name}="?([^";:]*)`, 'i').exec(params)?.[1];

/** A text value without its escapes. @param {string} value */
export const textValue = value => value.replace(/\\([\\;,nN])/g, (_, sign) => (sign.toLowerCase() === 'n' ? '\n' : sign));
