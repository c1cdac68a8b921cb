// @ts-check
/** @import { About, Time } from './events.js' */
/** @import { SkipReason } from './index.js' */
import { dayOf, DAY_MS, timeText } from './days.js';

/**
 * The times of an event from another program as days with times of day. One record holds one time of day, so that no time is altered: those
 * of an event are grouped by it.
 * @typedef {{ day: number, from: number, to: number, isDate: boolean, planned: number, nth: number, moved: boolean, about: About }} Piece minutes of one day; `nth`: number of the day within the time, from 0
 * @typedef {{ uid: string, about: About, from: number, to: number, isDate: boolean, days: number[] }} Group
 */

/** Longest event, in days. */
const MOST_DAYS = 62;

const MINUTE = 60_000;
const WHOLE = 1_440;

/** The days of a time. @param {Time} time @param {About} about @param {{ from: number, behind: number }} window @returns {Piece[] | SkipReason} */
export function piecesOf({ start, end, isDate, planned = start, moved = false, about: own }, about, { from, behind }) {
  const last = end > start ? dayOf(end - 1) : dayOf(start);
  if (end < start || last - dayOf(start) >= MOST_DAYS) return 'several_days';
  const pieces = [];
  for (let day = Math.max(dayOf(start), from); day <= Math.min(last, behind - 1); day += 1) {
    const minutes = (/** @type {number} */ time) => Math.min(Math.max(Math.floor((time - day * DAY_MS) / MINUTE), 0), WHOLE);
    const [begin, ends] = isDate ? [0, WHOLE] : [minutes(start), minutes(end + MINUTE - 1)];
    pieces.push({ day, from: begin, to: ends, isDate, planned, nth: day - dayOf(start), moved, about: own ?? about });
  }
  return pieces;
}

/** @param {Piece} piece */
const kindOf = ({ from, to, isDate, about: { name, location = '', free = false } }) => JSON.stringify([from, to, isDate, name, location, free]);

/**
 * Pieces grouped by time of day and properties; the largest group that is no exception has the event's UID alone.
 * @param {Piece[]} pieces @param {About} about @param {boolean} isAlone whether they are exceptions of a series that the text does not have
 */
export function groupsOf(pieces, about, isAlone) {
  /** @type {Map<string, Piece[]>} */
  const byKind = new Map();
  for (const piece of pieces) {
    const kind = kindOf(piece);
    const same = byKind.get(kind);
    if (same) same.push(piece);
    else byKind.set(kind, [piece]);
  }
  const size = new Map([...byKind.values()].map(group => [group, group.filter(piece => !piece.moved).length]));
  const uid = about.uid ?? `${about.name} ${pieces.length ? stampOf(pieces[0]) : ''}`;
  const inOrder = [...size].sort(([, a], [, b]) => b - a).map(([group]) => group);
  return inOrder.map((group, index) => groupOf(group, index || isAlone ? `${uid};${stampOf(group[0])}` : uid));
}

/** @param {Piece[]} group @param {string} uid @returns {Group} */
const groupOf = ([first, ...rest], uid) => ({ ...first, uid, days: [...new Set([first, ...rest].map(piece => piece.day))] });

/** Planned time as in RECURRENCE-ID, with the number of a later day. @param {Piece} piece */
const stampOf = ({ planned, isDate, nth }) => `${timeText(planned, isDate).replace(/[-:]/g, '')}${nth ? `+${nth}` : ''}`;
