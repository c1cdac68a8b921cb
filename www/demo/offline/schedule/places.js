import { ask, look, propose } from './decision.js';
import { jsonOf, shows } from './read.js';
import { PAIRS, suits } from './request.js';

/** @typedef {import('./execute.js').Task} Task @typedef {{ day: number, start: number }} Open a free place of two sections */

/** Days that are used unless the user names some. */
const DAYS = [1, 2, 3, 4, 5, 6];

/**
 * Asks for free places until all tasks have one, then writes.
 * @param {import('./read.js').Record[]} records @param {import('./goal.js').Goal} goal @param {any} words
 * @param {{ tasks: Task[], left: Task[], meant: Task[] }} job all tasks; those that need a place; those that the request is about
 */
export function arrange(records, goal, words, { tasks, left, meant }) {
  const { request } = goal;
  const free = [];
  for (const query of queriesFor(request)) {
    const found = records.findLast(record => record.tool === 'query_available_slots' && shows(record, query));
    if (!found) return look('query_available_slots', query, request.text);
    free.push(...(jsonOf(found.text)?.slots ?? []).map(({ day, slot_start: start }) => ({ day, start })));
    const moves = assigned(tasks, left, free, goal);
    if (moves) return write(moves, words);
  }
  // tasks that stand well make room for the others
  const own = meant.flatMap(({ place }) => (place && suits(request, place) ? [place] : []));
  const moves = left[0].place && assigned(tasks, meant, [...free, ...own], goal);
  return moves ? write(moves.filter(({ from, place }) => inTime(from, place) !== 0), words) : ask(words.full(free.length));
}

/** A query for each pair of sections, because tools cut long answers. @param {import('./request.js').Request} request */
function queriesFor({ days, notDays, pairs, notPairs, weeks }) {
  const common = {
    span: 2, limit: 150, allow_embed: false,
    day_of_week: (days.length ? days : DAYS).filter(day => !notDays.includes(day)),
    ...(weeks && { week_from: weeks[0], week_to: weeks[1] }),
  };
  const open = PAIRS.filter(pair => (!pairs.length || pairs.includes(pair)) && !notPairs.includes(pair));
  return open.map(pair => ({ ...common, section_from: pair, section_to: pair + 1 }));
}

const inTime = (a, b) => a.day - b.day || a.start - b.start;

/**
 * The first free place for each task that keeps the order of its class; undefined if one has none.
 * @param {Task[]} tasks @param {Task[]} left @param {Open[]} free @param {import('./goal.js').Goal} goal
 */
function assigned(tasks, left, free, { refuses }) {
  const stays = tasks.filter(({ id, place }) => place && !left.some(task => task.id === id));
  const places = new Map(stays.map(({ id, place }) => [id, place]));
  const moves = [];
  for (const { id, category, place: from } of left) {
    const mates = tasks.filter(task => task.category === category && places.has(task.id));
    const isFree = open => ![...places.values()].some(other => inTime(other, open) === 0);
    const inOrder = open => mates.every(mate => Math.sign(inTime(open, places.get(mate.id))) === Math.sign(id - mate.id));
    const place = free.toSorted(inTime).find(open => !refuses(id, open) && isFree(open) && inOrder(open));
    if (!place) return undefined;
    places.set(id, place);
    moves.push({ id, from, place });
  }
  return moves;
}

/** The next write: one place after the other, or all moves at once. */
function write(moves, words) {
  const [{ id, from, place }] = moves;
  if (!from) return propose('place', { task_id: id, day: place.day, slot_start: place.start }, words.place);
  const all = moves.map(({ id, place }) => ({ task_id: id, new_day: place.day, new_slot_start: place.start }));
  return all.length === 1 ? propose('move', all[0], words.place) : propose('batch_move', { moves: all }, words.batch);
}
