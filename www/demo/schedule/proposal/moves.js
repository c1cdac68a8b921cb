/** @import { Move, Place } from '../entries.js' */
import { previewOf } from '../../chat/only-call.js';
import { dayOf } from '../entries.js';

/** Id of the entry, with its task's if it is one. @param {any} one one change or task of the agent */
const idsOf = ({ source, source_id }) => (source === 'event' ? { id: `event ${source_id}` } : { id: `item ${source_id}`, item: source_id });

/** @param {{ week: number, day_of_week: number, section: number }[]} coords @returns {Place | undefined} */
function placeOf(coords) {
  if (!coords?.length) return undefined;
  const sections = coords.map(({ section }) => section);
  return { day: dayOf(coords[0]), from: Math.min(...sections), to: Math.max(...sections) };
}

/** Changes that are not in the calendar yet, as the agent lists them. @param {any[]} changes @returns {Move[]} */
export const movesOf = changes => (changes ?? []).map(change => ({
  ...idsOf(change), task: change.state_id, name: change.name, from: placeOf(change.old_coords), to: placeOf(change.new_coords),
}));

/**
 * Changes of the open card, from its dry run.
 * @param {any} card @param {any} timetable the agent's timetable, which explains its numbers
 * @returns {Move[]}
 */
export function proposalOf(card, timetable) {
  const changes = card?.kind === 'approval' ? previewOf(card)?.changes : undefined;
  if (!Array.isArray(changes) || !timetable) return [];
  const tasks = new Map(timetable.tasks.map(task => [task.state_id, task]));
  const place = slot => (slot ? { day: dayOf(slot), from: slot.slot_start, to: slot.slot_end } : undefined);
  return changes.flatMap(({ task, name, from, to }) => (tasks.has(task) ? [{ ...idsOf(tasks.get(task)), task, name, from: place(from), to: place(to) }] : []));
}

/** The day of the agent's window for a day of the term, if it is in the window. @param {any} timetable @param {number} day */
export const windowDay = (timetable, day) => timetable?.window.day_mapping.find(one => dayOf(one) === day)?.day_index;

/** Tools whose arguments list a move for each task. */
const LISTS = new Set(['batch_move', 'apply_plan']);

/** Whether single changes of a card's tool can be left out. @param {any} tool */
export const hasList = tool => LISTS.has(tool?.name) && (tool.args?.moves?.length ?? 0) > 1;

/** Whether a card's tool has a place for this task that can be changed. @param {any} tool @param {number} task */
export function hasPlace({ name, args }, task) {
  if (LISTS.has(name)) return args.moves?.some(one => one.task_id === task && one.new_day !== null) ?? false;
  return (name === 'place' || name === 'move') && args.task_id === task;
}

/**
 * Arguments of the open card's tool with the user's places, in days of the window, and without what the user left out.
 * @param {any} tool @param {Map<number, { day: number, section: number }>} places @param {Set<number>} off
 */
export function changedMoves({ name, args }, places, off) {
  if (LISTS.has(name)) {
    const moves = args.moves.filter(one => !off.has(one.task_id));
    return { ...args, moves: moves.map(one => { const to = places.get(one.task_id); return to ? { ...one, new_day: to.day, new_slot_start: to.section } : one; }) };
  }
  const to = places.get(args.task_id);
  if (!to) return args;
  return name === 'place' ? { ...args, day: to.day, slot_start: to.section } : { ...args, new_day: to.day, new_slot_start: to.section };
}
