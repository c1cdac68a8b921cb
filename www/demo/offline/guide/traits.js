import { linesOf } from './facts.js';
import { opinion } from './signals.js';
import { pairsIn } from './lines.js';
import { hasNumber, termsOf } from './terms.js';

/** Adjectives that fit anybody. */
const EMPTY = new RegExp([
  '开朗', '学习能力强', '团队合作', '团队精神', '吃苦耐劳', '责任心', '积极', '认真', '踏实', '热爱', '良好的?', '善于沟通', '沟通能力', '抗压', '上进',
  'motivated', 'hard.?working', 'team player', 'works? well', 'fast learner', 'quick learner', 'passionate', 'enthusias', 'likes? to learn',
  'good communication', 'detail.?oriented', 'responsible', 'self.?starter',
].join('|'), 'i');

const MISSING = {
  zh: ['求职方向', '一件最拿得出手的事', '能说明水平的数字'],
  en: ['the direction you want to go', 'one thing you are proud of', 'a number that shows your level'],
};

/** Phrases to keep, to delete and to ask about in a text about oneself. @param {import('./read.js').Turn} turn */
export function sortTraits({ task, lang }) {
  const phrases = task.original.split(/[，,。；;\n]|\.\s|\.$/).map(phrase => phrase.trim()).filter(Boolean);
  const isEmpty = phrase => EMPTY.test(phrase) && !hasNumber(phrase) && termsOf(phrase).length === 0;
  return { keep: phrases.filter(phrase => !isEmpty(phrase)), drop: phrases.filter(isEmpty), maybe: MISSING[lang] };
}

const KEEPS = /保留|不要删|别删|留着|keep|don't (delete|remove)/i;
const DELETES = /^(去掉|删掉|删除|不要|remove|delete|drop)/i;

/**
 * Lines of the new text: the kept ones, then the user's words.
 * @param {ReturnType<typeof sortTraits>} sorted @param {import('./read.js').Exchange[]} exchanges
 */
export function traitLines({ keep, drop }, exchanges) {
  const clauses = exchanges.flatMap(({ said }) => `${opinion(said).rest}\n`.split(/(?<=[，,。；;\n])/));
  const keeps = clauses.filter(clause => KEEPS.test(clause)).join(' ').toLowerCase();
  const names = phrase => namesOf(phrase).some(name => keeps.includes(name));
  const told = linesOf(clauses.filter(clause => !KEEPS.test(clause)).join('')).filter(line => !DELETES.test(line));
  return [...keep, ...drop.filter(names), ...told].join('\n');
}

/** Names of a phrase: pairs of Han characters, or words. */
const namesOf = phrase => [...pairsIn(phrase), ...(phrase.toLowerCase().match(/[a-z]{5,}/g) ?? [])];
