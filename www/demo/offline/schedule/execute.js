import { create } from './create.js';
import { ask, done, look, opening, propose } from './decision.js';
import { goalOf } from './goal.js';
import { arrange } from './places.js';
import { jsonOf } from './read.js';
import { namedIn, suits } from './request.js';
import { tune } from './tune.js';
import { WORDS } from './words.js';

/**
 * @typedef {import('./read.js').Turn} Turn @typedef {import('./read.js').Record} Record @typedef {import('./goal.js').Goal} Goal
 * @typedef {{ id: number, category: string, classId: number, place?: { day: number, week: number, weekday: number, start: number } }} Task
 */

/** Decision for the next round of the execution. @param {Turn} turn */
export function execute(turn) {
  const goal = goalOf(turn), words = WORDS[turn.lang];
  if (turn.step?.content === words.tune) return tune(turn, goal);
  if (goal.request.kind === 'create') return create(turn, goal);
  // what was read of a timetable that has changed meanwhile no longer holds
  const stale = turn.records.findLastIndex(({ text }) => text.startsWith('stale_state')) + 1;
  const records = turn.records.slice(stale);
  return opening(turn, ['mutation']) ?? listing(records, goal) ?? act(turn, goal, words, records, turn.records.slice(0, stale).filter(isWrite).length);
}

/** Decision to look at the tasks: first which there are, then their places. @param {Record[]} records @param {Goal} goal */
function listing(records, { request }) {
  const overview = records.findLast(({ tool }) => tool === 'get_overview');
  if (!overview) return look('get_overview', {}, request.text);
  if (records.some(({ tool }) => tool === 'query_target_tasks')) return undefined;
  const ids = [...overview.text.matchAll(/^\[(\d+)\].* task_class_id=/gm)].map(([, id]) => Number(id));
  return look('query_target_tasks', { status: 'all', limit: ids.length + 1, task_ids: ids }, request.text);
}

/** Decision about tasks that are known. @param {Turn} turn @param {Goal} goal @param {any} words @param {Record[]} records @param {number} earlier number of writes before */
function act(turn, goal, words, records, earlier) {
  const { request } = goal;
  const listed = records.findLast(({ tool }) => tool === 'query_target_tasks');
  const tasks = tasksIn(listed), writes = records.slice(records.indexOf(listed)).filter(isWrite);
  const pool = poolOf(request, tasks, turn.ids);
  if (!pool) return ask(words.which([...new Set(tasks.map(({ category }) => category))]));
  if (goal.stopped) return done(words.given, goal.more);
  const meant = request.count ? pool.slice(0, Math.max(0, request.count - earlier)) : pool;
  const isWritten = ({ id }) => writes.some(({ tool, args }) => tool === 'batch_move' || args.task_id === id);
  const standsWell = ({ place }) => place && request.kind !== 'unplace' && suits(request, place);
  const left = meant.filter(task => !isWritten(task) && !standsWell(task));
  if (left.length === 0) return done(meant.length ? words.finished(meant.length) : words.nothing, goal.more);
  if (request.kind === 'unplace') return propose('unplace', { task_id: left[0].id }, words.unplace);
  if (goal.lost) return ask(words.elsewhere);
  return arrange(records, goal, words, { tasks: tasks.map(task => ({ ...task, place: writtenIn(writes, task) ?? task.place })), left, meant });
}

const isWrite = ({ tool, failed }) => !failed && ['place', 'move', 'batch_move', 'unplace'].includes(tool);

/** The tasks of a listing, in the order of their classes. @param {Record} listed @returns {Task[]} */
function tasksIn({ text }) {
  const items = jsonOf(text)?.items ?? [];
  const tasks = items.map(({ task_id: id, category, task_class_id: classId, slots: [slot] }) => ({
    id, category, classId, place: slot && { day: slot.day, week: slot.week, weekday: slot.day_of_week, start: slot.slot_start },
  }));
  return tasks.sort((a, b) => a.id - b.id);
}

/** The place that a write gave to a task. */
function writtenIn(writes, { id }) {
  const { args } = writes.findLast(({ args }) => args.task_id === id) ?? {};
  return args?.day ? { day: args.day, start: args.slot_start, week: 0, weekday: 0 } : undefined;
}

/**
 * Tasks of a request: of the classes that it names, else of the chosen ones; those without a place, or those with one if they are to be
 * moved. Undefined if it is not clear which class is meant.
 * @param {import('./request.js').Request} request @param {Task[]} tasks @param {number[]} ids
 */
function poolOf(request, tasks, ids) {
  const named = namedIn(request.text, [...new Set(tasks.map(({ category }) => category))]);
  const chosen = tasks.filter(({ classId }) => ids.includes(classId));
  const wants = request.days.length + request.pairs.length > 0 || request.weeks !== undefined;
  const onlyNot = !wants && request.notDays.length + request.notPairs.length > 0;
  const anyClass = onlyNot || request.count || request.kind === 'unplace' || chosen.length < tasks.length;
  if (!named.length && !anyClass) return undefined;
  const own = named.length ? tasks.filter(({ category }) => named.includes(category)) : chosen;
  const placed = own.filter(({ place }) => place), waiting = own.filter(({ place }) => !place);
  const moves = request.kind !== 'put' || (onlyNot && !named.length) || waiting.length === 0;
  return request.kind === 'unplace' || (moves && placed.length) ? placed : waiting;
}
