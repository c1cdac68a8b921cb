import { ask, look, propose } from './decision.js';
import { jsonOf, shows } from './read.js';
import { suits } from './request.js';

/** @typedef {import('./tasks.js').Task} Task */

/**
 * Asks for free places, then gives the first ones that keep the order of the class to a few tasks.
 * @param {import('./read.js').Record[]} records @param {import('./goal.js').Goal} goal @param {any} words
 * @param {Task[]} tasks all tasks @param {Task[]} left those that need a place
 */
export function place(records, { request, refuses }, words, tasks, left) {
  const { days, weeks, sections, start } = request, { length } = left[0];
  const query = {
    span: length, limit: 120, allow_embed: false,
    ...(start ? { section_from: start, section_to: start + length - 1 } : { exclude_sections: [1, 2, 11, 12] }),
    ...(sections && !start && { after_section: sections[0] - 1, before_section: sections[1] + 1 }),
    ...(days.length && { day_of_week: days }), ...(weeks && { week_from: weeks[0], week_to: weeks[1] }),
  };
  const found = records.findLast(record => record.tool === 'query_available_slots' && shows(record, query));
  if (!found) return look('query_available_slots', query);
  const free = (jsonOf(found.text)?.slots ?? []).map(slot => ({ day: slot.day, week: slot.week, weekday: slot.day_of_week, start: slot.slot_start }));
  const open = free.filter(at => suits(request, at) && (start || at.start % 2)).sort(inTime);
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

const inTime = (a, b) => a.day - b.day || a.start - b.start;
