import { ask, done, look, opening, propose } from './decision.js';
import { jsonOf } from './read.js';
import { WORDS } from './words.js';

/**
 * The next round of an improvement: a diagnosis after each write, then one of its candidates, until the diagnosis says stop.
 * @param {import('./read.js').Turn} turn @param {any} goal
 */
export function tune(turn, goal) {
  const words = WORDS[turn.lang], { health } = turn;
  const opens = opening(turn, ['mutation', 'analyze']);
  if (opens) return opens;
  const at = turn.records.findLastIndex(({ tool, failed }) => tool === 'analyze_health' && !failed);
  const since = turn.records.slice(at + 1).filter(({ tool }) => ['move', 'swap'].includes(tool));
  if (goal.stopped) return done(words.given, goal.more);
  if (at < 0 || since.some(({ failed }) => !failed)) return look('analyze_health', {}, words.tune);
  if (!health.continue && health.recommended === 'ask_user') return ask(words.infeasible);
  const candidate = health.continue && pick(turn.records[at], health, [...since.map(({ args }) => args), ...turn.refused].map(args => JSON.stringify(args)));
  return candidate ? propose(candidate.tool, candidate.arguments, words.candidate) : done(words.improved, goal.more);
}

/** The first candidate that leaves nothing to do, else the first one. Rejected candidates are skipped. */
function pick({ text }, { first = [] }, refused) {
  const offered = jsonOf(text)?.decision?.candidates ?? first;
  const open = offered.filter(({ tool, arguments: args }) => tool && !refused.includes(JSON.stringify(args)));
  return open.find(({ after }) => after?.can_close) ?? open[0];
}
