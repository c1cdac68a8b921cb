/** @typedef {{ day: number, week: number, weekday: number, start: number, end: number }} Place days are numbers of the window, weekdays 1 to 7 from Monday */

export const before = (a, b) => a.day - b.day || a.start - b.start;
export const overlap = (a, b) => a.day === b.day && a.start <= b.end && b.start <= a.end;
export const after = (a, b) => a.day > b.day || (a.day === b.day && a.start > b.end);

/**
 * Places for so many tasks, in the order of time: as even over the days as can be.
 * @param {Place[]} free places of the tasks' length; they may overlap
 * @param {number} count with those that stand
 * @param {object} options
 * @param {Place[]} [options.standing] places of tasks that have theirs already
 * @param {boolean} [options.spread] over all the days there are; else over the first ones
 * @param {boolean} [options.soon] as many a day as there is room for
 * @param {number} [options.aDay] at most so many a day
 * @param {Place} [options.from] only places after this one
 * @returns {Place[] | undefined} the places that do not stand yet; nothing where they are too few
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

/** How many of `count` fall on a day, of so many days. */
const quota = (count, days, index) => Math.floor(((index + 1) * count) / days) - Math.floor((index * count) / days);

/** Takes from each day its share; what a day has no room for falls on the next, and at last on any. */
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

/** As many places of a day as go beside each other: those that begin with an odd section first, as lessons do. */
function packed(places, standing, aDay) {
  const taken = [];
  for (const place of [...places].sort((a, b) => (b.start % 2) - (a.start % 2) || a.start - b.start)) {
    if (taken.length + standing.length >= aDay) break;
    if (![...taken, ...standing].some(other => overlap(place, other))) taken.push(place);
  }
  return taken.sort(before);
}

/**
 * A place for each of some tasks that stand among others of their class: the nearest in time that keeps the order.
 * @template {{ place?: Place }} T @param {T[]} tasks @param {Place[]} free @param {T[]} all the placed tasks of the class, in the order of time
 * @returns {Place[] | undefined} nothing where one finds none
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
