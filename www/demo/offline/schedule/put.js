import { ask, done, look, opening, propose } from './decision.js';
import { findPlaces, inWeeks, queriesFor } from './free.js';
import { subjectOf } from './names.js';
import { readOverview } from './overview.js';
import { after, before, choose, nearby, overlap } from './places.js';
import { idsOf, jsonOf, shownArgs } from './read.js';
import { isAt, suits } from './request.js';
import { targetsOf, tasksIn } from './targets.js';
import { WORDS } from './words.js';

/** Most tasks in one query, because tools cut long answers. */
const MOST_TASKS = 60;

/** @typedef {import('./targets.js').Task} Task @typedef {import('./places.js').Place} Place */

/**
 * The next round of placing or moving tasks: overview, tasks, free places, then one write after the other.
 * @param {import('./read.js').Turn} turn @param {import('./goal.js').Goal} goal
 */
export function put(turn, goal) {
  const words = WORDS[turn.lang];
  const opens = opening(turn, ['mutation']);
  if (opens) return opens;
  const shown = turn.records.findLast(({ tool }) => tool === 'get_overview');
  if (!shown) return look('get_overview', {}, goal.request.text);
  const overview = readOverview(shown.text);
  const targets = targetsOf(goal.request.text, overview, idsOf(turn));
  if (!targets) return ask(words.which(overview.classes.map(({ name }) => name)));
  if (targets.ids.length === 0) return done(words.nothing, goal.more);
  const query = { status: 'all', limit: MOST_TASKS, task_ids: idsToAsk(targets, overview) };
  const listed = turn.records.findLast(({ tool, args }) => tool === 'query_target_tasks' && args === shownArgs(query));
  if (!listed) return look('query_target_tasks', query, goal.request.text);
  const all = tasksIn(listed);
  const job = { turn, goal, words, overview, all, wanted: wantedOf(goal.request, all.filter(({ id }) => targets.ids.includes(id))), targets };
  if (job.wanted.length === 0) return done(words.nothing, goal.more);
  return arrange(job);
}

/** Ids of all tasks of the classes concerned: a class's other tasks show where its order leaves room. */
const idsToAsk = ({ classes }, { tasks }) => tasks.filter(({ category }) => classes.includes(category)).map(({ id }) => id);

/** The tasks of a request: those without a place, or those with one that are to be moved. */
function wantedOf({ kind, which, source, at, never, weeks, text }, tasks) {
  const has = tasks.some(({ place }) => place), waits = tasks.some(({ place }) => !place);
  const onlyNot = never.length > 0 && at.length === 0 && Object.keys(weeks).length === 0 && subjectOf(text) === '';
  const placed = kind === 'move' || kind === undefined || onlyNot ? has : !waits;
  const isFrom = place => source.length === 0 || source.some(times => isAt(times, place));
  const fitting = tasks.filter(({ place }) => (placed ? place && isFrom(place) : !place));
  if (which.nth) return fitting.slice(which.nth - 1, which.nth);
  return which.first ? fitting.slice(0, which.first) : fitting;
}

function arrange(job) {
  const { turn, words, wanted } = job;
  const moves = [], used = [];
  for (const category of new Set(wanted.map(task => task.category))) {
    const tasks = wanted.filter(task => task.category === category);
    const found = placesFor(job, category, tasks, used);
    if (found.query) return found.query;
    if (!found.used) return ask(found.bound && found.room < tasks.length ? words.bound(category) : words.full(category, found.room));
    const taken = found.used.map(({ place }) => place);
    used.push(...taken, ...standingOf(turn, tasks));
    moves.push(...found.used.filter(({ task, place }) => !task.place || !same(task.place, place)));
  }
  return write(job, moves);
}

/** Places for the tasks of a class that are not where they should be. */
function placesFor({ turn, goal, overview, all }, category, tasks, used) {
  const { request } = goal;
  const excluded = overview.classes.find(({ name }) => name === category) ?? { sections: [], days: [] };
  const [days, sections] = (turn.state.get('window') ?? '7/12').split('/').map(Number);
  const stood = standingOf(turn, tasks);
  const left = tasks.filter(({ id }) => !doneIn(turn, id));
  if (left.length === 0) return { used: [], room: 0, bound: false };
  const fitting = left.filter(({ place }) => place && suits(request, place) && inWeeks(request, place));
  const stays = request.spread ? [] : fitting;
  const leaving = left.filter(task => !stays.includes(task));
  const own = request.spread ? fitting.map(({ place }) => place) : [];
  const classmates = all.filter(task => task.category === category && task.place);
  const among = isAmong(tasks, classmates);
  const bounds = among ? turn.bounds : boundsOf(turn, classmates, tasks);
  const isOpen = place => !isRefused(goal, place) && !used.some(other => overlap(place, other)) && bounds.every(isKept => isKept(place));
  let room = 0;
  const use = free => {
    const open = [...own, ...free].filter(isOpen);
    room = open.length;
    if (among) return nearby(leaving, open, classmates)?.map((place, index) => ({ task: leaving[index], place }));
    const from = stood.length && left.some(({ ordered }) => ordered) ? stood.at(-1) : undefined;
    const standing = [...stood, ...stays.map(({ place }) => place)];
    const places = choose(open, tasks.length, { standing, spread: request.spread, soon: request.soon, aDay: request.aDay, from });
    return places && assign(left, places, stays);
  };
  const queries = queriesFor(request, excluded, { span: tasks[0].span, days, sections });
  const found = findPlaces(turn.records, queries, request, use);
  return { ...found, room, bound: bounds.length > 0 };
}

/** Gives each task a place. With a prescribed order, tasks get places in that order; otherwise well-placed ones stay. */
function assign(tasks, places, stays) {
  if (tasks.some(({ ordered }) => ordered)) {
    const all = [...places, ...stays.map(({ place }) => place)].sort(before);
    return tasks.map((task, index) => ({ task, place: all[index] }));
  }
  return tasks.filter(task => !stays.includes(task)).map((task, index) => ({ task, place: places[index] }));
}

/** Whether ordered tasks lie between others of their class that keep their places. */
function isAmong(tasks, all) {
  const stand = all.slice(all.indexOf(tasks[0]), all.indexOf(tasks.at(-1)) + 1);
  return tasks[0].ordered && Boolean(tasks[0].place) && stand.some(task => !tasks.includes(task));
}

/**
 * Limits that the order of their class puts on places of these tasks: from tasks that keep their places, and from a write that was just
 * refused.
 */
function boundsOf({ bounds }, all, tasks) {
  const [first] = tasks, last = tasks.at(-1);
  const others = all.filter(task => task.ordered && task.place && first.place && !tasks.includes(task));
  const earlier = others.filter(({ place }) => before(place, first.place) < 0), later = others.filter(({ place }) => before(place, last.place) > 0);
  return [
    ...bounds,
    ...earlier.map(({ place: other }) => place => after(place, other)),
    ...later.map(({ place: other }) => place => after(other, place)),
  ];
}

/** The next write, or the end. */
function write({ goal, words, wanted, targets }, moves) {
  if (moves.length === 0 || goal.stopped) return done(goal.stopped ? words.given : words.finished(nameOf(words, wanted, targets), wanted.length), goal.more);
  if (goal.lost) return ask(words.elsewhere);
  if (goal.stuck) return ask(words.bound(nameOf(words, wanted, targets)));
  const [{ task, place }] = moves;
  if (!task.place) return propose('place', { task_id: task.id, day: place.day, slot_start: place.start }, words.place);
  if (moves.length === 1) return propose('move', moveOf(moves[0]), words.move);
  return propose('batch_move', { moves: moves.map(moveOf) }, words.batch);
}

const moveOf = ({ task, place }) => ({ task_id: task.id, new_day: place.day, new_slot_start: place.start });
const nameOf = (words, wanted, { classes, named }) => (named && wanted.length === 1 ? wanted[0].name : classes.length > 1 ? words.everything : classes[0]);

/** Completed writes by task; a batch is completed as a whole. */
function doneIn({ records }, id) {
  return writesIn(records).some(({ args, tool }) => tool === 'batch_move' || args?.task_id === id);
}

const writesIn = records => records.filter(({ tool, failed }) => !failed && ['place', 'move', 'batch_move'].includes(tool)).map(({ tool, args }) => ({ tool, args: jsonOf(args) }));

/** Places given to tasks so far, in order of time. */
function standingOf({ records }, tasks) {
  const places = writesIn(records).flatMap(({ args }) => {
    const task = tasks.find(({ id }) => id === args?.task_id);
    const day = args?.day ?? args?.new_day, start = args?.slot_start ?? args?.new_slot_start;
    return task && day ? [{ day, start, end: start + task.span - 1, week: 0, weekday: 0 }] : [];
  });
  return places.sort(before);
}

const isRefused = ({ refused }, { day, start }) => refused.some(place => place.day === day && place.start === start);
const same = (a, b) => a.day === b.day && a.start === b.start;
