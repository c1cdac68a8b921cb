import { namedIn, subjectOf, tasksNamed } from './names.js';
import { jsonOf } from './read.js';

/**
 * @typedef {object} Task
 * @property {number} id
 * @property {string} name
 * @property {string} category
 * @property {number} span sections in a row
 * @property {boolean} ordered whether it must keep the order of its class
 * @property {import('./places.js').Place | undefined} place
 */

/**
 * The tasks of a request: those it names, else those of the classes it names, else all.
 * @param {string} text @param {ReturnType<typeof import('./overview.js').readOverview>} overview
 * @param {number[]} [chosen] the classes to use if the text names none
 * @returns {{ ids: number[], classes: string[], named: boolean } | undefined} undefined if the text names something that does not exist
 */
export function targetsOf(text, { tasks, classes }, chosen = []) {
  const categories = [...new Set([...classes.map(({ name }) => name), ...tasks.map(({ category }) => category)])];
  const meant = namedIn(text, categories);
  const about = classes.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  const own = meant.length || about.length === 0 || about.length === classes.length ? meant : about;
  const within = own.length ? tasks.filter(({ category }) => own.includes(category)) : tasks;
  const named = tasksNamed(text, meant.length ? within : tasks).filter(({ name }) => !meant.includes(name));
  if (named.length) return { ids: named.map(({ id }) => id), classes: [...new Set(named.map(({ category }) => category))], named: true };
  if (!meant.length && subjectOf(text)) return undefined;
  return { ids: within.map(({ id }) => id), classes: own.length ? own : categories, named: false };
}

/**
 * The tasks in a result of `query_target_tasks`, in the order of their classes as far as it is known.
 * @param {import('./read.js').Record} record @returns {Task[]}
 */
export function tasksIn(record) {
  const items = jsonOf(record.text)?.items ?? [];
  const tasks = items.map(({ task_id: id, name, category, duration, task_class_id: classId, slots: [slot] }) => ({
    id, name, category, span: slot ? slot.slot_end - slot.slot_start + 1 : duration, ordered: Boolean(classId),
    place: slot && { day: slot.day, week: slot.week, weekday: slot.day_of_week, start: slot.slot_start, end: slot.slot_end },
  }));
  return tasks.sort((a, b) => (a.place && b.place ? a.place.day - b.place.day || a.place.start - b.place.start : Number(!a.place) - Number(!b.place) || a.id - b.id));
}
