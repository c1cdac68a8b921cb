import { ask, done, look } from './decision.js';
import { shows } from './read.js';
import { hasTimes, hasWishes, isAboutAll, namedIn } from './request.js';

/** @typedef {import('./read.js').Turn} Turn @typedef {import('./goal.js').Goal} Goal */

const FRESH = /从头|全部重|重新来|\bfrom scratch\b|\bstart over\b|\b(?:all|everything) again\b/i;
const KEEP = /(?:其[余他]|别的).{0,4}(?:不[要用]?动|不变)|尽量(?:不动|少动)|别动其他|\bkeep the rest\b|\bas little as possible\b/i;

/** Words that ask for places of all tasks, beside wishes. */
const PENDING = /排.{0,6}(?:所有|全部|学期|复习)|(?:所有|全部|都).{0,8}排|\barrange\b|\b(?:schedule|plan|place) (?:all|every)/i;

/** Searches for a plan by one call, and says the outcome. @param {Turn} turn @param {Goal} goal @param {any} words */
export function arrange(turn, goal, words) {
  const { records, classes } = turn, { request } = goal;
  const named = classes.filter(({ name }) => namedIn(request.text, classes.map(one => one.name)).includes(name));
  if (!named.length && !isAboutAll(request.text) && request.kind === 'put' && !hasWishes(request)) return ask(words.which(classes.map(({ name }) => name)));
  const args = argumentsOf(turn, request, named.map(({ id }) => id));
  const last = records.at(-1);
  if (last?.tool === 'apply_plan' && !last.failed) return done([last.text, ...facts(turn)].join('\n'), goal.more);
  const before = records.findLast(({ tool }) => tool === 'arrange');
  if (!before || (last !== before && !shows(before, args))) return look('arrange', args);
  if (last !== before) return ask(words.elsewhere);
  return last.failed ? ask(words.refused(last.text)) : done(facts(turn).join('\n') || words.nothing, goal.more);
}

/** The outcome of the search without the changes of its costs. */
const facts = ({ arranged }) => arranged.split('; ').filter(line => line && !line.includes('→'));

/** Arguments of a request; wishes about times that all tasks of a class should have close the other times for it. */
function argumentsOf({ weeks, standing, classes }, request, ids) {
  const { kind, text, mostMoved, within } = request;
  const own = ids.length ? ids : [undefined];
  const wishes = [...request.wishes, ...own.flatMap(id => closed(request, weeks, id))];
  const forgotten = standing.flatMap((wish, index) => (isForgotten(wish, index + 1) ? [index + 1] : []));
  const keep = FRESH.test(text) ? 'fresh' : KEEP.test(text) ? 'keep' : undefined;
  return {
    ...(ids.length && { task_class_ids: ids }),
    ...(within && { day_start: weeks.get(within[0]), day_end: dayBefore(weeks, within[1] + 1) }),
    ...(wishes.length && { wishes }), ...(wishes.length && !ids.length && PENDING.test(text) && { place_pending: true }), ...(forgotten.length && { forget_wishes: forgotten }),
    ...(keep && { keep }), ...(mostMoved && { most_moved: mostMoved }),
  };

  /** A wish is forgotten by its number, with all, or since its class gets other times. */
  function isForgotten(wish, number) {
    const numbers = text.match(/\d+/g)?.map(Number) ?? [number];
    if (kind === 'forget') return numbers.includes(number);
    return hasTimes(request) && classes.some(({ id, name }) => ids.includes(id) && wish.includes(`“${name}”`));
  }
}

/** Wishes that leave a class only the wanted times. */
function closed({ days, sections: [first, last] = [1, 12], weeks }, firstDays, class_id) {
  const free = time => ({ kind: 'free', ...(class_id && { class_id }), ...time });
  const others = days.length ? [1, 2, 3, 4, 5, 6, 7].filter(day => !days.includes(day)) : [];
  const [begin, end] = weeks ? [dayBefore(firstDays, weeks[0]), firstDays.get(weeks[1] + 1)] : [];
  return [
    ...(others.length ? [free({ weekdays: others })] : []),
    ...(first > 1 ? [free({ from: 1, to: first - 1 })] : []), ...(last < 12 ? [free({ from: last + 1, to: 12 })] : []),
    ...(begin ? [free({ day_end: begin })] : []), ...(end ? [free({ day_start: end })] : []),
  ];
}

/** Last day before a week; undefined for the first that can be planned. */
const dayBefore = (weeks, week) => (weeks.has(week) && weeks.has(week - 1) ? weeks.get(week) - 1 : undefined);
