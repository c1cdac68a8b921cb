/** @import { Move, Place } from './entries.js' */
import { dayOf } from './entries.js';

/** @param {any} one one change or task of the agent */
const idOf = ({ source, source_id }) => `${source === 'event' ? 'event' : 'item'} ${source_id}`;

/** @param {{ week: number, day_of_week: number, section: number }[]} coords @returns {Place | undefined} */
function placeOf(coords) {
  if (!coords?.length) return undefined;
  const sections = coords.map(({ section }) => section);
  return { day: dayOf(coords[0]), from: Math.min(...sections), to: Math.max(...sections) };
}

/** Changes that are not in the calendar yet, as the agent lists them. @param {any[]} changes @returns {Move[]} */
export const movesOf = changes => (changes ?? []).map(change => ({
  id: idOf(change), task: change.state_id, name: change.name, from: placeOf(change.old_coords), to: placeOf(change.new_coords),
}));

/**
 * Changes of the open card, from its dry run.
 * @param {any} card @param {any} timetable the agent's timetable, which explains its numbers
 * @returns {Move[]}
 */
export function proposalOf(card, timetable) {
  const changes = card?.kind === 'approval' ? card.preview?.changes : undefined;
  if (!Array.isArray(changes) || !timetable) return [];
  const tasks = new Map(timetable.tasks.map(task => [task.state_id, task]));
  const place = slot => (slot ? { day: dayOf(slot), from: slot.slot_start, to: slot.slot_end } : undefined);
  return changes.flatMap(({ task, name, from, to }) => (tasks.has(task) ? [{ id: idOf(tasks.get(task)), task, name, from: place(from), to: place(to) }] : []));
}

/** The day of the agent's window for a day of the term, if it is in the window. @param {any} timetable @param {number} day */
export const windowDay = (timetable, day) => timetable?.window.day_mapping.find(one => dayOf(one) === day)?.day_index;

/**
 * Arguments of the open card's tool with one task moved elsewhere; `undefined` if the tool has no place to change.
 * @param {any} tool tool of the card @param {number} task @param {number} day day of the window @param {number} section
 */
export function movedArgs({ name, args }, task, day, section) {
  if (name === 'place' && args.task_id === task) return { ...args, day, slot_start: section };
  if (name === 'move' && args.task_id === task) return { ...args, new_day: day, new_slot_start: section };
  if (name !== 'batch_move') return undefined;
  return { ...args, moves: args.moves.map(one => (one.task_id === task ? { ...one, new_day: day, new_slot_start: section } : one)) };
}
