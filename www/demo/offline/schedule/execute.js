import { arrange } from './arrange.js';
import { create } from './create.js';
import { done, look, propose } from './decision.js';
import { goalOf } from './goal.js';
import { changeTasks, explain } from './tasks.js';
import { hasTimes } from './request.js';
import { WORDS } from './words.js';

/** @typedef {import('./read.js').Turn} Turn @typedef {import('./goal.js').Goal} Goal */

/** Decision for the next round of the execution. @param {Turn} turn */
export function execute(turn) {
  const goal = goalOf(turn), words = WORDS[turn.lang];
  const { kind, count } = goal.request;
  if (kind === 'create') return create(turn, goal);
  if (goal.stopped) return done(words.given, goal.more);
  // what was read of a timetable that has changed meanwhile no longer holds
  const stale = turn.records.findLastIndex(({ text }) => text.startsWith('stale_state')) + 1;
  const now = { ...turn, records: turn.records.slice(stale) };
  switch (kind) {
    case 'undo': case 'redo': return turnBack(turn, goal, words, `${kind}_last_write`);
    case 'room': return told(turn, 'find_room') ?? look('find_room', {});
    case 'why': return told(turn, 'explain_place') ?? explain(now, goal, words);
    case 'unplace': case 'move': return changeTasks(now, goal, words);
    default: return hasTimes(goal.request) || count ? changeTasks(now, goal, words) : arrange(now, goal, words);
  }
}

/** Decision to take the last write back, or to make it again. */
function turnBack(turn, goal, words, tool) {
  if (turn.records.some(({ text }) => text.startsWith('rejected'))) return done(words.given, goal.more);
  return told(turn, tool) ?? { ...propose(tool, {}, words[tool]), action: 'done' };
}

/** Tells the user what a tool has answered; undefined if it was not called. @param {Turn} turn @param {string} tool */
function told({ records }, tool) {
  const record = records.findLast(one => one.tool === tool);
  return record && done(record.text.replace(/^[a-z_]+: /, '').replace(/\[\d+\]/g, ''));
}
