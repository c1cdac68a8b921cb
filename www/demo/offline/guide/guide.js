import { backtrack } from './backtrack.js';
import { astray, toThePoint } from './belongs.js';
import { ask } from './decision.js';
import { reviseDraft, reviseLocked, talkAfterwards } from './drafting.js';
import { openFilter, discoverSkills } from './filter.js';
import { planFor } from './planning.js';
import { readTurn, readWish } from './read.js';
import { isSkip } from './signals.js';
import { discoverStory, openStory } from './story.js';

/** @typedef {import('./read.js').Turn} Turn */

const WORDS = {
  zh: {
    skipThought: '用户想跳过',
    skip: '好的，这部分保持原样。点“跳过”按钮就会进入下一个任务；想改的时候随时可以回来。',
  },
  en: {
    skipThought: 'The user wants to skip',
    skip: 'Sure, this part can stay as it is. The Skip button takes you to the next task, and you can come back at any time.',
  },
};

/** A turn of the guide: the decision for the messages. */
export function decide(messages, contract) {
  const turn = readTurn(messages, contract);
  return backtrack(turn) ?? skip(turn) ?? astray(turn) ?? answer(aboutTheMatter(turn));
}

/** The turn without the user's words that are off the subject. @param {Turn} turn @returns {Turn} */
function aboutTheMatter(turn) {
  const exchanges = toThePoint(turn.exchanges);
  return { ...turn, exchanges, said: exchanges.at(-1)?.said ?? turn.said };
}

/** Reply with the plan for a resume and a job wish. */
export const plan = messages => planFor(readWish(messages));

/** @param {Turn} turn */
function skip({ opening, said, state, lang }) {
  if (opening || state === 'FINISHED' || !isSkip(said)) return undefined;
  return ask(WORDS[lang].skipThought, WORDS[lang].skip);
}

/** @param {Turn} turn */
function answer(turn) {
  const filters = turn.task.strategy === 'KEYWORD_FILTER';
  if (turn.opening || turn.exchanges.length === 0) return filters ? openFilter(turn) : openStory(turn);
  if (turn.state === 'DRAFTING') return reviseDraft(turn);
  if (turn.state === 'CONFIRMING') return reviseLocked(turn);
  if (turn.state === 'FINISHED') return talkAfterwards(turn);
  return filters ? discoverSkills(turn) : discoverStory(turn);
}
