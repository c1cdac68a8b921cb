/** @typedef {{ day: number, week: number, weekday: number, start: number, end: number }} Place `day`: number in the window; `weekday`: 1 to 7 from Monday */

export const before = (a, b) => a.day - b.day || a.start - b.start;
export const overlap = (a, b) => a.day === b.day && a.start <= b.end && b.start <= a.end;
export const after = (a, b) => a.day > b.day || (a.day === b.day && a.start > b.end);

/**
 * Chooses places for a number of tasks in order of time, spread as evenly over the days as possible.
 * @param {Place[]} free free places of the tasks' length; they may overlap
 * @param {number} count number of tasks, including those that have a place
 * @param {object} options
 * @param {Place[]} [options.standing] places of tasks that already have one
 * @param {boolean} [options.spread] use all days; otherwise the first ones
 * @param {boolean} [options.soon] use as much of each day as possible
 * @param {number} [options.aDay] most tasks a day
 * @param {Place} [options.from] use only places after this one
 * @returns {Place[] | undefined} the new places; undefined if there are too few
 */
export function choose(free, count, { standing = [], spread = false, soon = false, aDay = Infinity, from }) {
  const days = daysOf([...free, ...standing]);
  const kept = spread || soon ? days : days.slice(0, Math.max(count, daysOf(standing).length));
  const open = free.filter(place => !from || after(place, from));
  const share = index => (soon ? Infinity : quota(count, kept.length, index));
  const chosen = kept.map((day, index) => {
    const there = standing.filter(place => place.day === day);
    return { room: packed(open.filter(place => place.day === day), there, aDay), share: share(index) - there.length };
  });
  const places = fill(chosen, count - standing.length);
  if (places.length + standing.length === count) return places.sort(before);
  return kept.length < days.length ? choose(free, count, { standing, spread: true, aDay, from }) : undefined;
}

const daysOf = places => [...new Set(places.map(({ day }) => day))].sort((a, b) => a - b);

/** Share of `count` tasks for the day at `index`. */
const quota = (count, days, index) => Math.floor(((index + 1) * count) / days) - Math.floor((index * count) / days);

/** Takes its share from each day. Tasks that do not fit move on to the next day, and finally to any day. */
function fill(days, count) {
  const taken = [];
  let owed = 0;
  const take = (room, wanted) => taken.push(...room.splice(0, Math.max(0, Math.min(wanted, count - taken.length))));
  for (const { room, share } of days) {
    const had = taken.length;
    take(room, share + owed);
    owed = Number.isFinite(share) ? Math.max(0, share + owed - (taken.length - had)) : 0;
  }
  for (const { room } of days) take(room, count);
  return taken;
}

/** As many separate places of a day as possible, first those that begin with an odd section, like lessons. */
function packed(places, standing, aDay) {
  const taken = [];
  for (const place of [...places].sort((a, b) => (b.start % 2) - (a.start % 2) || a.start - b.start)) {
    if (taken.length + standing.length >= aDay) break;
    if (![...taken, ...standing].some(other => overlap(place, other))) taken.push(place);
  }
  return taken.sort(before);
}

/**
 * A place for each of some tasks among others of their class: the nearest in time that keeps the order.
 * @template {{ place?: Place }} T @param {T[]} tasks @param {Place[]} free @param {T[]} all placed tasks of the class in order of time
 * @returns {Place[] | undefined} undefined if one has no place
 */
export function nearby(tasks, free, all) {
  const now = new Map(all.map(task => [task, task.place]));
  const taken = [];
  for (const task of tasks) {
    const index = all.indexOf(task);
    const lower = now.get(all[index - 1]), upper = all.slice(index).find(other => !tasks.includes(other))?.place;
    const open = free.filter(place => (!lower || after(place, lower)) && (!upper || after(upper, place)) && !taken.some(other => overlap(place, other)));
    const [best] = open.sort((a, b) => Math.abs(a.day - task.place.day) - Math.abs(b.day - task.place.day) || before(a, b));
    if (!best) return undefined;
    now.set(task, best);
    taken.push(best);
  }
  return taken;
}
