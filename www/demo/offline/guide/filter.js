import { ask, propose, requestConfirm } from './decision.js';
import { returnToDraft } from './drafting.js';
import { present } from './present.js';
import { isEnough, isQuestion, isRefusal, isUnknown, opinion } from './signals.js';
import { adjusted, sortSkills, skillLines } from './skills.js';
import { kindOf } from './task.js';
import { sortTraits, traitLines } from './traits.js';

/** @typedef {import('./read.js').Turn} Turn */

const WORDS = {
  zh: {
    light: '没问题，这部分很快。', separator: '、', none: '（没有）',
    keep: '✅ 保留：', drop: '❌ 建议删除：', maybe: '🔍 可能有但没写：', agree: '你看这样调整可以吗？',
    ask: '好的，哪几项要保留、删除或补充？直接写出来就行。',
    fact: '好的。删掉这些以后还缺一句实在的话：说一件最能代表你的事，我来写。',
    reason: '保留和岗位直接相关、能在面试里讲清楚的；太基础或谁都会的可以删掉。\n\n你看这样调整可以吗？',
    thoughts: {
      opening: '列出保留、删除和可能缺少的，请用户确认', drafted: '按用户的意见整理成草稿',
      agreed: '用户同意调整', which: '还不知道用户想改哪一项', question: '用户在问为什么这样调整',
    },
  },
  en: {
    light: 'Sure, this one is quick.', separator: ', ', none: '(nothing)',
    keep: '✅ Keep: ', drop: '❌ Delete: ', maybe: '🔍 Perhaps missing: ', agree: 'Does this look right to you?',
    ask: 'Sure: which ones should be kept, deleted or added? Just write them down.',
    fact: 'Good. Without these, one solid sentence is missing: name one thing that stands for you, and I will write it.',
    reason: 'What matters for the job and what you can explain in an interview stays; what is too basic or common can go.'
      + '\n\nDoes this look right to you?',
    thoughts: {
      opening: 'Show what to keep, delete and add, then ask for agreement', drafted: 'Write the draft as the user wants it',
      agreed: 'The user agrees', which: 'Not known yet which ones the user would change', question: 'The user asks why',
    },
  },
};

/** Most rounds before the draft. */
const ROUNDS = 2;

/** The first message about a list of skills. @param {Turn} turn */
export function openFilter(turn) {
  const words = WORDS[turn.lang];
  const { keep, drop, maybe } = sorted(turn);
  const list = (title, entries) => `${title}${entries.join(words.separator) || words.none}`;
  const analysis = [list(words.keep, keep), list(words.drop, drop), list(words.maybe, maybe)].join('\n');
  return ask(words.thoughts.opening, [turn.afterSkip && words.light, analysis, words.agree].filter(Boolean).join('\n\n'));
}

/** Reply after the user has seen the analysis. @param {Turn} turn */
export function discoverSkills(turn) {
  const { said, lang, draft, exchanges } = turn;
  const words = WORDS[lang];
  if (isQuestion(said) && !isEnough(said) && exchanges.length <= ROUNDS) return ask(words.thoughts.question, words.reason);
  if (draft) return returnToDraft(turn);
  const { approves, rest } = opinion(said);
  if (isRefusal(said) && !approves && !changes(turn) && exchanges.length < ROUNDS) return ask(words.thoughts.which, words.ask);
  const text = linesFor(turn);
  const settled = text || turn.task.original;
  if (!settled || (!text && exchanges.length <= ROUNDS)) return ask(words.thoughts.which, words.fact);
  return approves && !rest ? agreed(turn, settled, words) : drafted(turn, settled, words);
}

/** Ends the task at once, if the contract has an action for it. */
function agreed(turn, draft, words) {
  if (!turn.offered.includes('REQUEST_CONFIRM')) return drafted(turn, draft, words);
  return requestConfirm(words.thoughts.agreed, present(turn, draft), draft);
}

const drafted = (turn, draft, words) => propose(words.thoughts.drafted, present(turn, draft), draft);

const isTraits = ({ task }) => kindOf(task.section) === 'traits';
const sorted = turn => (isTraits(turn) ? sortTraits(turn) : sortSkills(turn));
const saidIn = ({ exchanges }) => exchanges.map(({ said }) => said).filter(said => !isUnknown(said));

/** Whether the last reply keeps, deletes or adds anything. */
function changes(turn) {
  if (isTraits(turn)) return opinion(turn.said).rest.length > 8;
  const after = said => JSON.stringify(adjusted(sorted(turn), said));
  return after([turn.said]) !== after([]);
}

function linesFor(turn) {
  if (isTraits(turn)) return traitLines(sorted(turn), turn.exchanges);
  return skillLines(adjusted(sorted(turn), saidIn(turn)), turn.lang);
}
