import { arrange } from 'stepgate/arrange';
import { calendarTools, memoryCalendar } from 'stepgate/calendar';
import { CLOCK } from '../../demo/schedule/clock.js';
import { semester, WEEKS } from '../../demo/schedule/semester.js';
import { brokenIn } from './schedule-rules.js';

/** Monday of the first week of the sample semester. */
export const TERM = '2026-09-07';
/** Iterations of a search for a plan: the same plan each time, so that a recorded session can be played again. */
const ITERATIONS = 20_000;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Weekly places of each class's tasks in a calendar that is planned: early ones, afternoons, mornings; beside the courses. */
const PLANNED = { 1: [2, 1], 2: [3, 5], 3: [5, 1] };

/** @type {import('../sitting.js').Host} */
export const schedule = {
  async world({ input, calendar: { now = `${TERM}T06:00`, planned = false } = {} }, lang) {
    const calendar = memoryCalendar(semester(lang, TERM));
    if (planned) await plan(calendar);
    const tools = { ...calendarTools(calendar, { termStart: TERM, clock: CLOCK, now: () => now }), find_placement: find };
    return { input: input ?? { task_class_ids: [1, 2, 3] }, calendar, before: await calendar.load(), now, tools };
  },
  place: ({ data }) => data.phase,
  proposal: ({ data }) => data.phase === 'waiting_confirm',
  done: ({ data }) => Boolean(data.outcome),
  good: ({ data }) => data.outcome?.status === 'completed',
  statuses: ({ data }) => ({ outcome: data.outcome?.status ?? 'none' }),
  writeIn: block => (block.kind === 'tool' && block.name === 'persist_changes' && !block.result?.error ? { what: 'the calendar', places: block.args.changes.map(savedPlace) } : undefined),
  placesOn: ({ preview }) => (Array.isArray(preview?.changes) ? preview.changes : []).map(({ task, to }) => placeOf(task, to, to?.slot_start)),
  async document(session, { calendar, before, now }) {
    const after = await calendar.load();
    return { text: linesOf(after), figures: '', against: person => brokenIn(person.expect.plan ?? {}, before, after, weekday(now)) };
  },
  /** The courses: no request moves one. */
  keeps: (person, lang) => semester(lang, TERM).events.map(({ name }) => name),
};

/** Gives each task of the classes a place, one a week. @param {import('stepgate/calendar').CalendarStore} calendar */
async function plan(calendar) {
  const { task_classes, ...records } = await calendar.load();
  await calendar.replace({ ...records, task_classes: task_classes.map(one => ({ ...one, excluded_slots: [6] })) });
  for (const { id, class_id, order: week } of records.task_items) {
    const [day_of_week, section_from] = PLANNED[class_id];
    await calendar.edit({ place_item: { id, week, day_of_week, section_from, section_to: section_from + 1 } }, { termStart: TERM, clock: CLOCK, weeks: WEEKS });
  }
}

async function find({ draft, seed }) {
  const { placement } = await arrange(draft, { seed, iterations: ITERATIONS });
  return { placement };
}

/** Week and weekday of a local time. @param {string} now */
function weekday(now) {
  const days = Math.floor((Date.parse(`${now}Z`) - Date.parse(TERM)) / 86_400_000);
  return { week: 1 + Math.floor(days / 7), day_of_week: 1 + (days % 7) };
}

/** A place as a text that a card and a write have in common. */
const placeOf = (task, at, section) => (at ? `${task} in week ${at.week} on ${DAYS[at.day_of_week - 1]} at ${section}` : `${task} without a place`);
const savedPlace = ({ state_id, new_coords: [at] }) => placeOf(state_id, at, at?.section);

/** A calendar as lines: the courses, and each task with its place, such as "Functions and limits: week 2 Wed 5-6". */
function linesOf({ events, task_items }) {
  const placed = ({ week, day_of_week, section_from, section_to }) => `week ${week} ${DAYS[day_of_week - 1]} ${section_from}-${section_to}`;
  return [
    ...events.map(({ name }) => name),
    ...task_items.map(({ content, status, embedded_time }) => `${content}: ${status === 2 ? placed(embedded_time) : 'no place'}`),
  ].join('\n');
}
