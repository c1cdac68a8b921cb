// @ts-check
import { IcsError } from './term.js';
import { LeftOut } from './work.js';

/** Largest text that is read, in characters and in events. */
const MOST_CHARACTERS = 2 * 2 ** 20;
const MOST_EVENTS = 5_000;

/** @typedef {{ name: string, params: string, value: string }} Line `params` begins with a semicolon unless it is empty */
/** @typedef {{ method?: string }} Wrapper a VCALENDAR: its METHOD in capitals */
/** @typedef {{ lines: string[], closed: boolean, kind: string, wrapper: Wrapper }} Block content lines of one component, without those of the components inside */
/** @typedef {{ standards: Block[], lines: string[] }} ZoneBlock */

/** Deepest nesting of components that is distinguished; a calendar has three levels. */
const DEEPEST = 8;

/** Components that stand directly in a calendar: one that begins elsewhere shows that an end is missing before it. */
const UPPER = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']);

const EDGE = /^[BE]/i;
const BLANK_START = /^[ \t]/;

/** Longest name of a calendar that is kept. */
const MOST_NAME = 200;

/** Names of the lines that are read in an event. */
const TOLD = new Set([
  'UID', 'SUMMARY', 'LOCATION', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'STATUS', 'TRANSP', 'SEQUENCE', 'X-MICROSOFT-CDO-BUSYSTATUS',
  'TZID', 'TZOFFSETFROM', 'TZOFFSETTO',
]);

/** @typedef {{ events: Block[], others: Block[], zones: ZoneBlock[] }} Found `others`: tasks, journals and busy times */
/** @typedef {{ name: string, wrapper: Wrapper, take?: (line: string) => void, block?: Block }} Open */

/**
 * Finds the events and time zones of a calendar without reading them, so that a broken one does not harm the others.
 * `name`: that of the calendar; `program`: the one that wrote it. @param {string} text @returns {Found & { name?: string, program?: string }}
 */
export function blocksOf(text) {
  if (text.length > MOST_CHARACTERS) throw new IcsError('too_large', `the text has ${text.length} characters, and at most ${MOST_CHARACTERS} are read`);
  /** @type {Found} */
  const found = { events: [], others: [], zones: [] };
  /** Calendars that are open, one within another. @type {Open[]} */
  const calendars = [];
  /** The innermost of them, and what is open in it. @type {Open[]} */
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
    if (!open.length && begins && name !== 'VCALENDAR') throw new IcsError('not_icalendar', `the text is an iCalendar component ${name}, but no calendar`);
    if (name === 'VCALENDAR') {
      if (begins) calendars.push(begun(name, undefined, found));
      else calendars.pop();
      open.splice(0, open.length, ...calendars.slice(-1));
      closed ||= !calendars.length;
      deeper = 0;
      continue;
    }
    if (begins && UPPER.has(name)) [open.length, deeper] = [1, 0];
    if (open.length === DEEPEST && (begins || deeper)) {
      deeper += begins ? 1 : -1;
      continue;
    }
    if (begins) {
      open.push(begun(name, open.at(-1), found));
      continue;
    }
    const at = open.map(part => part.name).lastIndexOf(name);
    const [ended] = at < 0 ? [] : open.splice(at);
    if (ended?.block) ended.block.closed = true;
    if (found.events.length + found.others.length > MOST_EVENTS) throw new IcsError('too_large', `the text has more than ${MOST_EVENTS} events`);
  }
  if (!closed && !found.events.length) throw new IcsError('not_icalendar', 'the text is no iCalendar, or only its beginning');
  return { ...found, name: named['X-WR-CALNAME'], program: named.PRODID };
}

/** @param {string} line @param {Record<string, string>} named */
function noteName(line, named) {
  const name = /^(X-WR-CALNAME|PRODID)[;:]/i.exec(line)?.[1].toUpperCase();
  if (name) named[name] ??= textValue(line.slice(line.indexOf(':') + 1)).trim().slice(0, MOST_NAME);
}

/** @param {string} name @param {Open | undefined} inside @param {Found} found @returns {Open} */
function begun(name, inside, { events, others, zones }) {
  /** @type {Wrapper} */
  const wrapper = name === 'VCALENDAR' ? {} : inside?.wrapper ?? {};
  const block = { lines: /** @type {string[]} */ ([]), closed: false, kind: name, wrapper };
  const take = (/** @type {string} */ line) => { if (isTold(line)) block.lines.push(line); };
  if (name === 'VCALENDAR') return { name, wrapper, take: line => { wrapper.method ??= /^METHOD:\s*(\w+)/i.exec(line)?.[1].toUpperCase(); } };
  if (name === 'VTIMEZONE') zones.push({ lines: block.lines, standards: [] });
  else if (inside?.name === 'VTIMEZONE') zones.at(-1)?.standards.push(block);
  else if (name === 'VEVENT') events.push(block);
  else if (UPPER.has(name)) others.push(block);
  else return { name, wrapper };
  return { name, wrapper, take, block };
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

/** Splits a content line. Its value begins after the first colon outside quotes, but for one of an address in a parameter. @param {string} line @returns {Line} */
export function lineParts(line) {
  let colon = line.indexOf(':');
  let quote = line.indexOf('"');
  while (quote >= 0 && quote < colon) {
    const end = line.indexOf('"', quote + 1);
    if (end < 0) throw new LeftOut('broken');
    if (colon < end) colon = line.indexOf(':', end);
    quote = line.indexOf('"', end + 1);
  }
  if (line.startsWith('//', colon + 1) && /^[\w-]+;/.test(line)) colon = line.indexOf(':', colon + 1);
  if (colon < 0) throw new LeftOut('broken');
  const head = line.slice(0, colon);
  const end = head.indexOf(';');
  const name = (end < 0 ? head : head.slice(0, end)).toUpperCase();
  return { name, params: end < 0 ? '' : head.slice(end), value: line.slice(colon + 1) };
}

/** The value of one parameter. @param {string} params @param {string} name */
export function param(params, name) {
  const [, quoted, plain] = new RegExp(`;${name}=(?:"([^"]*)"|([^;]*))`, 'i').exec(params) ?? [];
  return quoted ?? plain;
}

/** A text value without its escapes. @param {string} value */
export const textValue = value => value.replace(/\\([\\;,nN])/g, (_, sign) => (sign.toLowerCase() === 'n' ? '\n' : sign));
