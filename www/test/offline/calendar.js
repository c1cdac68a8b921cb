/** Checks of a calendar that share no code with the agent and know only records. */

const cellsOf = ({ week, day_of_week, section_from, section_to }) =>
  Array.from({ length: section_to - section_from + 1 }, (_, index) => `${week} ${day_of_week} ${section_from + index}`);

/** Cells with more than one event, items whose place is not in the rows, and rows of items without a place. */
export function collisions({ events, event_sections, task_items }) {
  const wrong = [], cells = new Map(), rows = new Map();
  const add = (item, row) => rows.set(item, [...(rows.get(item) ?? []), `${row.week} ${row.day_of_week} ${row.section}`]);
  for (const row of event_sections) {
    const cell = `${row.week} ${row.day_of_week} ${row.section}`;
    if (cells.has(cell)) wrong.push(`${cell} holds events ${cells.get(cell)} and ${row.event_id}`);
    cells.set(cell, row.event_id);
    const item = events.find(({ id }) => id === row.event_id)?.rel_id ?? row.embedded_task_id;
    if (item) add(item, row);
  }
  for (const item of task_items) {
    const placed = item.status === 2 ? cellsOf(item.embedded_time) : [];
    if (placed.join() !== (rows.get(item.id) ?? []).sort((a, b) => a.split(' ')[2] - b.split(' ')[2]).join()) wrong.push(`${item.content}: ${placed} in the item, ${rows.get(item.id)} in the rows`);
  }
  return wrong;
}

/** Places of a class's items in order; undefined for items without one. */
export const placesOf = ({ task_items }, classId) =>
  task_items.filter(item => item.class_id === classId).sort((a, b) => a.order - b.order).map(({ status, embedded_time }) => (status === 2 ? embedded_time : undefined));

/** Number of items that have moved. */
export const distance = (from, now, classId) =>
  placesOf(now, classId).filter((place, index) => JSON.stringify(place) !== JSON.stringify(placesOf(from, classId)[index])).length;

/**
 * Differences between a calendar and the meaning of a request.
 * @param {import('./requests.js').Meaning} meaning
 */
export function meets(meaning, from, now) {
  const wrong = [];
  const others = [1, 2, 3].filter(id => id !== meaning.classId);
  for (const id of others) if (distance(from, now, id)) wrong.push(`class ${id} was not asked for, and has changed`);
  const isCourse = ({ events }, row) => events.find(({ id }) => id === row.event_id)?.type === 'course';
  // A task may share the sections of a course that takes guests.
  const courses = calendar => JSON.stringify(calendar.event_sections.filter(row => isCourse(calendar, row)).map(row => ({ ...row, embedded_task_id: null })));
  if (courses(from) !== courses(now)) wrong.push('courses have changed');
  const places = placesOf(now, meaning.classId), before = placesOf(from, meaning.classId);
  const asked = places.slice(0, meaning.count), rest = places.slice(meaning.count);
  if (JSON.stringify(rest) !== JSON.stringify(before.slice(meaning.count))) wrong.push('tasks that were not asked for have changed');
  if (meaning.kind === 'unplace') return [...wrong, ...asked.filter(Boolean).map(place => `still at ${JSON.stringify(place)}`)];
  for (const place of asked) {
    if (!place) wrong.push('a task has no place');
    else if (!isMeant(meaning, place)) wrong.push(`not as asked: ${JSON.stringify(place)}`);
  }
  if (wrong.length) return wrong;
  return orderOf(meaning, asked);
}

function isMeant({ days, sections, weeks }, { week, day_of_week, section_from, section_to }) {
  return days.includes(day_of_week) && section_from >= sections[0] && section_to <= sections[1] && week >= weeks[0] && week <= weeks[1];
}

const dayOf = ({ week, day_of_week }) => week * 7 + day_of_week;

/** Whether placed tasks keep the order of their class. */
function orderOf({ kind }, asked) {
  const times = asked.map(place => dayOf(place) * 100 + place.section_from);
  return kind === 'put' && times.some((time, index) => index > 0 && time <= times[index - 1]) ? ['not in order'] : [];
}
