import { calendarTools, memoryCalendar } from 'stepgate/calendar';
import { CLOCK } from '../../demo/schedule/clock.js';
import { semester } from '../../demo/schedule/semester.js';

/** Monday of the first week of the sample semester. */
export const TERM = '2026-09-07';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** @type {import('../sitting.js').Host} */
export const schedule = {
  async world({ input }, lang) {
    const calendar = memoryCalendar(semester(lang, TERM));
    return { input: input ?? { task_class_ids: [1, 2, 3] }, calendar, tools: calendarTools(calendar, { termStart: TERM, clock: CLOCK, today: () => TERM }) };
  },
  place: ({ data }) => data.phase,
  proposal: ({ data }) => data.phase === 'waiting_confirm',
  /** Tasks that were placed for a whole class stand in the view only, until the person presses the button that saves them. */
  agreement: ({ data }) => (data.outcome && data.can.apply ? { apply: true } : undefined),
  done: ({ data }) => Boolean(data.outcome) && !data.can.apply,
  good: ({ data }) => data.outcome?.status === 'completed',
  statuses: ({ data }) => ({ outcome: data.outcome?.status ?? 'none' }),
  writeIn: block => (block.kind === 'tool' && block.name === 'persist_changes' && !block.result?.error ? { what: 'the calendar' } : undefined),
  async document(session, { calendar }) {
    return { text: linesOf(await calendar.load()), figures: '' };
  },
  /** The courses: no request moves one. */
  keeps: (person, lang) => semester(lang, TERM).events.map(({ name }) => name),
};

/** A calendar as lines: the courses, and each task with its place, such as "Functions and limits: week 2 Wed 5-6". */
function linesOf({ events, task_items }) {
  const placed = ({ week, day_of_week, section_from, section_to }) => `week ${week} ${DAYS[day_of_week - 1]} ${section_from}-${section_to}`;
  return [
    ...events.map(({ name }) => name),
    ...task_items.map(({ content, status, embedded_time }) => `${content}: ${status === 2 ? placed(embedded_time) : 'no place'}`),
  ].join('\n');
}
