import { range, suits } from './request.js';
import { jsonOf, shownArgs } from './read.js';
import { look } from './decision.js';

/** Most places in one query, because tools cut long answers. */
const LIMIT = 150;
const PAIRS = [7, 5, 3, 9, 1, 11];

/** @typedef {import('./places.js').Place} Place */

/**
 * Queries for free places in the order of asking. A single query that would give too many places is split into one for each pair of
 * sections.
 * @param {import('./request.js').Request} request @param {{ sections: number[], days: number[] }} excluded @param {{ span: number, days: number, sections: number }} size
 */
export function queriesFor(request, excluded, { span, days: all, sections }) {
  const { weeks } = request;
  const days = daysFor(request, excluded);
  const open = sectionsFor(request, excluded, sections);
  const common = { span, limit: LIMIT, allow_embed: false, ...(days.length < 7 && { day_of_week: days }), ...weekArgs(weeks, all) };
  const inWeeks = weeks.to ? 7 * (weeks.to - weeks.from + 1) : Math.min(all, 7 * (weeks.length ?? all));
  if ((inWeeks * days.length * open.length) / 7 <= LIMIT) {
    return [{ ...common, exclude_sections: range(1, sections).filter(section => !open.includes(section)) }];
  }
  const starts = PAIRS.filter(start => range(start, start + span - 1).every(section => open.includes(section)));
  return starts.map(start => ({ ...common, section_from: start, section_to: start + span - 1 }));
}

/** Weekdays to search: the requested ones, else those of the class. */
function daysFor({ at, never }, excluded) {
  const named = at.length > 0 && at.every(({ days }) => days.length > 0);
  const asked = named ? at.flatMap(({ days }) => days) : range(1, 7).filter(day => !excluded.days.includes(day));
  const denied = never.flatMap(({ days, sections }) => (sections.length ? [] : days));
  return range(1, 7).filter(day => asked.includes(day) && !denied.includes(day));
}

function sectionsFor({ at, never }, excluded, count) {
  const named = at.length > 0 && at.every(({ sections }) => sections.length > 0);
  const asked = named ? at.flatMap(({ sections }) => sections) : range(1, count);
  const denied = never.flatMap(({ days, sections }) => (days.length ? [] : sections));
  const free = asked.filter(section => !denied.includes(section));
  const kept = free.filter(section => !excluded.sections.includes(section));
  return kept.length ? kept : free;
}

function weekArgs({ from, to, length }, days) {
  if (length) return { day_start: 1, day_end: Math.min(days, 7 * length) };
  return { ...(from && { week_from: from }), ...(to && { week_to: to }) };
}

/**
 * Free places found by the queries, or the next query.
 * @param {import('./read.js').Record[]} records @param {object[]} queries @param {import('./request.js').Request} request
 * @param {(places: Place[]) => any} use uses the places, if they suffice
 */
export function findPlaces(records, queries, request, use) {
  const places = [];
  for (const args of queries) {
    const record = records.findLast(({ tool, args: shown }) => tool === 'query_available_slots' && shown === shownArgs(args));
    if (!record) return { query: look('query_available_slots', args, request.text) };
    places.push(...placesIn(record, request));
    const used = use(places);
    if (used) return { used };
  }
  return {};
}

function placesIn({ text }, request) {
  const slots = jsonOf(text)?.slots ?? [];
  const places = slots.map(({ day, week, day_of_week: weekday, slot_start: start, slot_end: end }) => ({ day, week, weekday, start, end }));
  return places.filter(place => suits(request, place) && inWeeks(request, place));
}

/** Whether a place is in the requested weeks. @param {import('./request.js').Request} request @param {Place} place */
export function inWeeks({ weeks, notWeeks }, { day, week }) {
  /** @param {import('./request.js').Weeks} span */
  const within = ({ from = 1, to = Infinity, length = Infinity }) => week >= from && week <= to && day <= 7 * length;
  return within(weeks) && !(notWeeks && within(notWeeks));
}
