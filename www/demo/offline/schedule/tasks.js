import { arrange } from './arrange.js';
import { ask, done, look, propose } from './decision.js';
import { place } from './places.js';
import { placeIn } from './read.js';
import { daysIn, namedIn, suits } from './request.js';

/**
 * @typedef {import('./read.js').Turn} Turn @typedef {import('./read.js').Record} Record @typedef {import('./goal.js').Goal} Goal
 * @typedef {{ id: number, name: string, length: number, category: string, place?: { day: number, week: number, weekday: number, start: number } }} Task
 */

/** Decision about tasks that are named one by one, or counted; a whole class is arranged. @param {Turn} turn @param {Goal} goal @param {any} words */
export function changeTasks(turn, goal, words) {
  return listing(turn.records) ?? change(turn, goal, words);
}

/** Decision to explain the place of a task that the user names. @param {Turn} turn @param {Goal} goal @param {any} words */
export function explain(turn, goal, words) {
  const next = listing(turn.records);
  if (next) return next;
  const [task] = namedOf(tasksIn(turn.records), goal.request.text), [weekday] = daysIn(goal.request.text);
  if (!task) return done(words.answer, goal.more);
  const { place } = task;
  const other = weekday && place && weekday !== place.weekday ? { day: place.day - place.weekday + weekday } : {};
  return look('explain_place', { task_id: task.id, ...other });
}

/** Categories of entries that belong to no class. */
const UNGROUPED = ['course', '课程', 'task', '任务'];

/** Decision to look at the tasks, if they are not known. @param {Record[]} records */
function listing(records) {
  return records.some(({ tool }) => tool === 'list_tasks') ? undefined : look('list_tasks', {});
}

/** Decision about tasks that are known. @param {Turn} turn @param {Goal} goal @param {any} words */
function change(turn, goal, words) {
  const { records } = turn, tasks = tasksIn(records);
  const request = { ...goal.request, start: turn.clock.get(String(goal.request.start).padStart(5, '0')) ?? goal.request.start };
  const single = namedOf(tasks, request.text);
  const pool = single.length ? single : poolOf(request, tasks);
  if (!pool) return ask(words.which([...new Set(tasks.map(({ category }) => category))]));
  if (!single.length && !request.count && request.kind !== 'unplace') return arrange(turn, goal, words);
  const meant = request.count && !single.length ? pool.slice(0, request.count) : pool;
  const writes = records.filter(({ tool, failed }) => !failed && ['place', 'move', 'batch_move', 'unplace'].includes(tool));
  const isWritten = ({ id }) => writes.some(({ tool, args }) => tool === 'batch_move' || args.task_id === id);
  const standsWell = task => task.place && request.kind !== 'unplace' && suits(request, task.place);
  const left = meant.filter(task => !isWritten(task) && !standsWell(task));
  if (left.length === 0) return done(meant.length ? words.finished(meant.length) : words.nothing, goal.more);
  if (request.kind === 'unplace') return propose('unplace', { task_id: left[0].id }, words.unplace);
  if (goal.lost) return ask(words.elsewhere);
  return place(records, { ...goal, request }, words, tasks.map(task => ({ ...task, place: writtenIn(writes, task) ?? task.place })), left);
}

/** The tasks of the last listing, in the order of their classes. @param {Record[]} records @returns {Task[]} */
function tasksIn(records) {
  const text = records.findLast(({ tool }) => tool === 'list_tasks')?.text ?? '';
  const listed = [...text.matchAll(/^\[(\d+)\](.*?) \| (.*?) \| (.*)$/gm)].filter(([, , , category]) => !UNGROUPED.includes(category));
  const tasks = listed.map(([, id, name, category, where]) => {
    const place = placeIn(where), [, needs] = /(\d+) (?:节|period)/.exec(where) ?? [];
    return { id: Number(id), name, category, length: place?.length ?? Number(needs ?? 2), place };
  });
  return tasks.sort((a, b) => a.id - b.id);
}

/** The place that a write gave to a task. */
function writtenIn(writes, { id }) {
  const { args } = writes.findLast(({ args }) => args.task_id === id) ?? {};
  return args?.day ? { day: args.day, start: args.slot_start, week: 0, weekday: 0 } : undefined;
}

/** Tasks that a text names, or counts in their class ("vocabulary 3"). @param {Task[]} tasks @param {string} text */
function namedOf(tasks, text) {
  const said = text.toLowerCase();
  const named = tasks.filter(({ name }) => said.includes(name.toLowerCase()));
  if (named.length) return named.filter(({ name }) => !named.some(other => other.name !== name && other.name.includes(name)));
  return namedIn(text, [...new Set(tasks.map(({ category }) => category))]).flatMap(category => {
    const [word] = category.toLowerCase().match(/[a-z]+(?= (?:revision|tasks))|[a-z]+$|\p{Script=Han}{2}/u) ?? [];
    const number = word && Number(new RegExp(`${word}\\p{Script=Han}{0,4}?(?: task| unit)?\\s*(\\d{1,2})(?![\\d:]|\\s*[节周月日到至点-])`, 'u').exec(said)?.[1]);
    return number ? tasks.filter(task => task.category === category).slice(number - 1, number) : [];
  });
}

/**
 * Tasks of a request: of the class that it names, else all; those without a place, or those with one if they are to be moved. Undefined if
 * it is not clear which class is meant.
 * @param {import('./request.js').Request} request @param {Task[]} tasks
 */
function poolOf(request, tasks) {
  const categories = [...new Set(tasks.map(({ category }) => category))], named = namedIn(request.text, categories);
  const isClear = named.length || request.count || request.kind === 'unplace' || categories.length === 1;
  if (!isClear) return undefined;
  const own = named.length ? tasks.filter(({ category }) => named.includes(category)) : tasks;
  const placed = own.filter(({ place }) => place), waiting = own.filter(({ place }) => !place);
  const moves = request.kind !== 'put' || waiting.length === 0;
  return request.kind === 'unplace' || (moves && placed.length) ? placed : waiting;
}
