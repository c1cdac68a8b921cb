/**
 * What must hold of a calendar after a session, by its records alone.
 * @typedef {object} Rules
 * @property {{ weekdays?: number[], from?: number, to?: number, class_id?: number }[]} [free]  times that no task may have
 * @property {number} [mostADay]  most sections of tasks on a day
 * @property {number} [mostMoved]  most tasks that may have moved
 * @property {number[]} [onlyClasses]  classes whose tasks alone may have moved
 * @property {boolean} [allPlaced]  whether every task has a place
 */

/**
 * Sentences that say what is wrong: what changed before the present, and which rule is broken after it.
 * @param {Rules} rules @param {any} before @param {any} after @param {{ week: number, day_of_week: number }} now
 */
export function brokenIn({ free = [], mostADay = Infinity, mostMoved = Infinity, onlyClasses, allPlaced }, before, after, now) {
  const isPast = ({ week, day_of_week }) => week < now.week || (week === now.week && day_of_week < now.day_of_week);
  const old = new Map(before.task_items.map(item => [item.id, placeIn(item)]));
  const moved = after.task_items.filter(item => JSON.stringify(placeIn(item)) !== JSON.stringify(old.get(item.id) ?? null));
  const coming = after.task_items.filter(item => placeIn(item) && !isPast(placeIn(item)));
  const loads = [...daysOf(coming).values()].map(items => items.reduce((sum, item) => sum + lengthOf(item), 0));
  return [
    ...moved.filter(item => [placeIn(item), old.get(item.id)].some(place => place && isPast(place))).map(({ content }) => `${content} has moved out of the past, or into it`),
    ...coming.flatMap(item => free.filter(wish => meets(wish, item)).map(wish => `${item.content} stands in a time that is kept free: ${JSON.stringify(wish)}`)),
    ...loads.filter(load => load > mostADay).map(load => `a day has ${load} sections of tasks, at most ${mostADay}`),
    ...(moved.length > mostMoved ? [`${moved.length} tasks have moved, at most ${mostMoved}`] : []),
    ...moved.filter(({ class_id }) => onlyClasses && !onlyClasses.includes(class_id)).map(({ content }) => `${content} has moved, and was not asked for`),
    ...(allPlaced ? after.task_items.filter(item => !placeIn(item)).map(({ content }) => `${content} has no place`) : []),
  ];
}

const placeIn = ({ status, embedded_time }) => (status === 2 ? embedded_time : null);
const dayOf = item => `${placeIn(item).week} ${placeIn(item).day_of_week}`;
const lengthOf = item => placeIn(item).section_to - placeIn(item).section_from + 1;

function meets({ weekdays, from = 1, to = 64, class_id }, item) {
  const { day_of_week, section_from, section_to } = placeIn(item);
  return (!class_id || class_id === item.class_id) && (!weekdays || weekdays.includes(day_of_week)) && section_from <= to && section_to >= from;
}

/** Items by their day. */
function daysOf(items) {
  const days = new Map();
  for (const item of items) days.set(dayOf(item), [...days.get(dayOf(item)) ?? [], item]);
  return days;
}
