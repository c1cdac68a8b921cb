import { ask, look, propose } from './decision.js';
import { freePlaces, shows } from './read.js';
import { suits } from './request.js';

/** @typedef {import('./tasks.js').Task} Task */

/**
 * Asks for free places, then gives the first ones that keep the order of the class to a few tasks.
 * @param {import('./read.js').Record[]} records @param {import('./goal.js').Goal} goal @param {any} words
 * @param {Task[]} tasks all tasks @param {Task[]} left those that need a place
 */
export function place(records, { request, refuses }, words, tasks, left) {
  const { sections = USUAL, start, weeks } = request, { length } = left[0];
  const query = { duration: length, limit: 500, ...(weeks && { day_start: 7 * weeks[0] - 6, day_end: 7 * weeks[1] }) };
  const found = records.findLast(record => record.tool === 'find_free' && shows(record, query));
  if (!found) return look('find_free', query);
  const fits = at => start ? at.start === start : at.start % 2 && at.start >= Math.max(sections[0], USUAL[0]) && at.start + length - 1 <= Math.min(sections[1], USUAL[1]);
  const open = freePlaces(found.text, length).filter(at => suits(request, at) && fits(at)).sort(inTime);
  const stays = tasks.filter(({ id, place }) => place && !left.some(task => task.id === id));
  const places = new Map(stays.map(({ id, place }) => [id, place]));
  for (const { id, category } of left) {
    const mates = tasks.filter(task => task.category === category && places.has(task.id));
    const isFree = at => ![...places.values()].some(other => inTime(other, at) === 0);
    const inOrder = at => mates.every(mate => Math.sign(inTime(at, places.get(mate.id))) === Math.sign(id - mate.id));
    const at = open.find(one => !refuses(id, one) && isFree(one) && inOrder(one));
    if (!at) return ask(words.full(open.length));
    places.set(id, at);
  }
  const [{ id, place: from }] = left, { day, start: slot_start } = places.get(id);
  if (!from) return propose('place', { task_id: id, day, slot_start }, words.place);
  const moves = left.map(task => ({ task_id: task.id, new_day: places.get(task.id).day, new_slot_start: places.get(task.id).start }));
  return moves.length === 1 ? propose('move', moves[0], words.place) : propose('batch_move', { moves }, words.batch);
}

/** Periods of the day in which tasks are put where no time is asked for. */
const USUAL = [3, 10];

const inTime = (a, b) => a.day - b.day || a.start - b.start;
