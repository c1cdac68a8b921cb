import { create } from './create.js';
import { ask, done, look, opening, propose } from './decision.js';
import { findPlaces, queriesFor } from './free.js';
import { goalOf } from './goal.js';
import { tasksNamed } from './names.js';
import { readOverview } from './overview.js';
import { put } from './put.js';
import { idsOf, jsonOf } from './read.js';
import { targetsOf } from './targets.js';
import { tune } from './tune.js';
import { WORDS } from './words.js';

/** @typedef {import('./read.js').Turn} Turn @typedef {import('./goal.js').Goal} Goal */

/** Decision for the next round of the execution. @param {Turn} turn */
export function execute(turn) {
  const goal = goalOf(turn);
  if (turn.state.get('tuning') === 'true') return tune(turn, goal);
  const fresh = { ...turn, records: sinceLoaded(turn.records) };
  const does = { create, improve: tune, swap, unplace, look: tellFree }[goal.request.kind] ?? put;
  return does(fresh, goal);
}

/** Records since the timetable was last loaded; earlier ones no longer hold. */
function sinceLoaded(records) {
  const stale = records.findLastIndex(({ text }) => text.startsWith('stale_state'));
  const writes = records.slice(0, stale + 1).filter(({ tool, failed }) => ['place', 'move'].includes(tool) && !failed);
  return stale < 0 ? records : [...writes, ...records.slice(stale + 1)];
}

function overviewIn({ records }) {
  const record = records.findLast(({ tool }) => tool === 'get_overview');
  return record && readOverview(record.text);
}

/** @param {Turn} turn @param {Goal} goal */
function swap(turn, goal) {
  const words = WORDS[turn.lang];
  const overview = overviewIn(turn);
  const [swapped] = turn.records.filter(({ tool }) => tool === 'swap');
  if (swapped) return swapped.failed ? done(words.given, goal.more) : done(words.swapped, goal.more);
  const opens = opening(turn, ['mutation']) ?? (overview ? undefined : look('get_overview', {}, goal.request.text));
  if (opens) return opens;
  const [a, b] = tasksNamed(goal.request.text, overview.tasks);
  if (!a || !b || goal.refused.length || turn.refused.length) return ask(words.whichTwo);
  return propose('swap', { task_a: a.id, task_b: b.id }, words.swap);
}

/** @param {Turn} turn @param {Goal} goal */
function unplace(turn, goal) {
  const words = WORDS[turn.lang];
  const overview = overviewIn(turn);
  const opens = opening(turn, ['mutation']) ?? (overview ? undefined : look('get_overview', {}, goal.request.text));
  if (opens) return opens;
  const targets = targetsOf(goal.request.text, overview, idsOf(turn));
  if (!targets) return ask(words.which(overview.classes.map(({ name }) => name)));
  const { first = Infinity, nth } = goal.request.which;
  const placed = overview.tasks.filter(({ id, placed }) => placed && targets.ids.includes(id));
  const wanted = nth ? placed.slice(nth - 1, nth) : placed.slice(0, first);
  const tried = turn.records.filter(({ tool }) => tool === 'unplace');
  const next = wanted.find(({ id }) => !tried.some(({ args }) => jsonOf(args)?.task_id === id));
  if (next && !goal.stopped) return propose('unplace', { task_id: next.id }, words.unplace);
  const freed = tried.filter(({ failed }) => !failed).length;
  return done(freed ? words.freed(freed) : words.nothing, goal.more);
}

/** Answer about free time. @param {Turn} turn @param {Goal} goal */
function tellFree(turn, goal) {
  const opens = opening(turn, ['mutation']);
  if (opens) return opens;
  const [days, sections] = (turn.state.get('window') ?? '7/12').split('/').map(Number);
  const queries = queriesFor(goal.request, { sections: [], days: [] }, { span: 2, days, sections }).slice(0, 1);
  const { query, used = [] } = findPlaces(turn.records, queries, goal.request, places => places);
  return query ?? done(WORDS[turn.lang].free(used), goal.more);
}
