// @ts-check
/** @import { About, Entry, Reader, Standing, Time } from './events.js' */
/** @import { ChangeReason, SkipReason } from './index.js' */
/** @import { Block } from './lines.js' */
/** @import { Spend } from './work.js' */
import { dayOf, timeText } from './days.js';
import { aboutOf, entryOf, meant, readersTime, standingOf, timesOf, unknownZones } from './events.js';
import { budget, LeftOut } from './work.js';

/** One VEVENT of the text, as far as it can be read. @typedef {{ about: About, spend: Spend, entry?: Entry, reason?: SkipReason } & Standing} Piece */
/** An event: the VEVENTs that share its UID. @typedef {{ about: About, spend: Spend, series: Piece[], exceptions: Piece[], older: Piece[] }} Part */
/** @typedef {{ start: string, reason: SkipReason, name?: string }} Note */
/** @typedef {{ start: string, reason: ChangeReason, name?: string, with?: string }} Change */
/** @typedef {{ times: Time[], outside?: number, notes: Note[], changes: Change[], cancels: 'all' | Cancel[] }} Gathered `cancels`: what the text takes back */
/** A time that known records lose: an exception of it, or that of a series the text does not have. `isMoved`: it is held at another time. @typedef {{ start: number, isDate: boolean, isMoved: boolean, ofSeries: boolean }} Cancel */

/** Whether `toIcs` wrote the event. @param {About} about */
const isMarked = ({ marks }) => marks.id !== undefined || marks.host !== undefined;

/** The events of a text; tasks in courses come last. An unreadable one does not harm the others. @param {Block[]} blocks @returns {Part[]} */
export function partsOf(blocks) {
  const work = budget();
  /** @type {Map<unknown, Piece[]>} */
  const byUid = new Map();
  for (const block of blocks) {
    const piece = pieceOf(block, work.event());
    const key = isMarked(piece.about) ? piece : piece.about.uid ?? piece;
    const same = byUid.get(key);
    if (same) same.push(piece);
    else byUid.set(key, [piece]);
  }
  return [...byUid.values()].map(joined).sort((a, b) => Number(a.about.marks.host !== undefined) - Number(b.about.marks.host !== undefined));
}

/** @param {Block} block @param {Spend} spend @returns {Piece} */
function pieceOf(block, spend) {
  const piece = { about: aboutOf(block), spend, ...standingOf(block) };
  try {
    return { ...piece, entry: entryOf(block, spend) };
  } catch (error) {
    return { ...piece, reason: reasonOf(error) };
  }
}

/** Why an event is left out. @param {unknown} error */
export function reasonOf(error) {
  if (error instanceof LeftOut) return error.reason;
  throw error;
}

/**
 * The VEVENTs of one UID. Of several versions the newest holds: those of the series with the highest SEQUENCE, for each replaced time the last
 * with the highest.
 * @param {Piece[]} pieces @returns {Part}
 */
function joined(pieces) {
  const replaces = (/** @type {Piece} */ piece) => Boolean(piece.entry?.replaces);
  const masters = pieces.filter(piece => !replaces(piece));
  const newest = masters.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  /** @type {Map<string, Piece>} */
  const exceptions = new Map();
  for (const piece of pieces.filter(replaces)) {
    const key = JSON.stringify([piece.entry?.replaces, piece.entry?.onwards]);
    if (!((exceptions.get(key)?.sequence ?? 0) > piece.sequence)) exceptions.set(key, piece);
  }
  const kept = new Set([...masters.filter(({ sequence }) => sequence === newest), ...exceptions.values()]);
  const series = masters.filter(piece => kept.has(piece));
  const { about, spend } = series[0] ?? pieces[0];
  return { about, spend, series, exceptions: [...exceptions.values()], older: pieces.filter(piece => !kept.has(piece)) };
}

/** The times of an event in order, and what is left out or read otherwise than it is written. @param {Part} part @param {Reader} reader @returns {Gathered} */
export function gathered({ series, exceptions, older }, reader) {
  /** @type {Gathered & { cancels: Cancel[] }} */
  const result = { times: [], notes: older.map(({ about }) => ({ start: '', reason: /** @type {const} */ ('older'), name: about.name })), changes: [], cancels: [] };
  const held = series.flatMap(piece => heldOf(piece, reader, result) ?? []);
  const from = (/** @type {Piece} */ { entry }) => entry?.replaces?.time ?? 0;
  const inOrder = [...exceptions].sort((a, b) => Number(b.entry?.onwards) - Number(a.entry?.onwards) || from(a) - from(b));
  for (const exception of inOrder) attempt(exception, result, () => replace(exception, held, reader, result));
  for (const { times } of held) result.times.push(...times.values());
  result.times.sort((a, b) => a.start - b.start);
  const isOff = series.length > 0 && !result.times.length && result.notes.some(({ reason }) => reason === 'cancelled') && result.outside === undefined;
  return isOff ? { ...result, cancels: 'all' } : result;
}

/** Times of a series by the time each was planned for. @typedef {{ times: Map<number, Time>, entry: Entry }} Held */

/** @param {Piece} piece @param {Reader} reader @param {Gathered} result @returns {Held | undefined} */
function heldOf(piece, reader, result) {
  const { about, entry, spend, reason, cancelled, answers } = piece;
  if (answers) return void result.notes.push({ start: '', reason: 'answer', name: about.name });
  if (cancelled) return void result.notes.push({ start: '', reason: 'cancelled', name: about.name });
  if (!entry || reason) return void result.notes.push({ start: '', reason: reason ?? 'broken', name: about.name });
  return attempt(piece, result, () => {
    const { times, outside } = timesOf(entry, reader, spend);
    result.outside ??= outside;
    tellZones(piece, reader, result);
    for (const [planned, time] of times) times.set(planned, { ...time, about });
    return { times, entry };
  });
}

/** @template T @param {Piece} piece @param {Gathered} result @param {() => T} work @returns {T | undefined} */
function attempt({ about }, { notes }, work) {
  try {
    return work();
  } catch (error) {
    notes.push({ start: '', reason: reasonOf(error), name: about.name });
    return undefined;
  }
}

/** @param {Piece} piece @param {Reader} reader @param {Gathered} result */
function tellZones({ entry, about, spend }, reader, { changes }) {
  if (!entry) return;
  for (const id of unknownZones(entry, reader, spend)) changes.push({ start: '', reason: 'unknown_zone', name: about.name, with: id.slice(0, 100) });
}

/**
 * Puts an exception in the place of the times that it means; one whose series is not here stands alone.
 * @param {Piece} exception @param {Held[]} held @param {Reader} reader @param {Gathered & { cancels: Cancel[] }} result
 */
function replace(exception, held, reader, result) {
  const { entry, about, spend, cancelled, answers } = exception;
  const { replaces } = entry ?? {};
  if (!entry || !replaces) return;
  if (answers) return void result.notes.push({ start: '', reason: 'answer', name: about.name });
  const planned = readersTime(replaces, reader, spend);
  const found = held.map(one => ({ times: one.times, own: entry.onwards ? laterThan(planned, one.times, spend) : meant(one.times, replaces, one.entry.start, reader, spend) })).find(({ own }) => own.length);
  const removed = (found?.own ?? []).flatMap(key => found?.times.get(key) ?? []);
  for (const key of found?.own ?? []) found?.times.delete(key);
  result.cancels.push({ start: planned, isDate: replaces.isDate, isMoved: !cancelled, ofSeries: !held.length });
  if (cancelled) {
    if (found || isRead({ start: planned }, reader)) result.notes.push({ start: timeText(planned, replaces.isDate), reason: 'cancelled', name: about.name });
    return;
  }
  if (entry.lines.has('RRULE')) result.notes.push({ start: timeText(planned, replaces.isDate), reason: 'rule', name: about.name });
  tellZones(exception, reader, result);
  const [time] = timesOf({ ...entry, lines: without(entry.lines) }, { ...reader, from: -Infinity, behind: Infinity }, spend).times.values();
  const moved = entry.onwards ? removed.map(one => shifted(one, time, planned)) : [{ ...time, planned: found?.own[0] ?? planned, moved: true }];
  for (const one of moved) {
    if (isRead(one, reader)) keep(result.times, found?.times, { ...one, about });
    else if (found || !held.length) result.outside ??= one.start;
  }
}

/** Without the repetition of an exception, which stands for one time. @param {Entry['lines']} lines */
const without = lines => new Map([...lines].filter(([name]) => !['RRULE', 'RDATE', 'EXDATE'].includes(name)));

/** @param {Pick<Time, 'start'>} time @param {Reader} reader */
const isRead = ({ start }, { from, behind }) => dayOf(start) >= from && dayOf(start) < behind;

/** Planned times from one on. @param {number} planned @param {Map<number, Time>} times @param {Spend} spend */
function laterThan(planned, times, spend) {
  spend(times.size);
  return [...times.keys()].filter(time => time >= planned);
}

/** A later time of a series that an exception moved as a whole. @param {Time} time @param {Time} first @param {number} planned */
function shifted({ start, planned: own = start }, first, planned) {
  const at = own + first.start - planned;
  return { start: at, end: at + first.end - first.start, isDate: first.isDate, planned: own };
}

/** Keeps a time within its series, where later exceptions find it. @param {Time[]} alone @param {Map<number, Time> | undefined} times @param {Time} time */
function keep(alone, times, time) {
  if (times) times.set(time.planned ?? time.start, time);
  else alone.push(time);
}
