import { hasNumber, isHan, termsOf } from './terms.js';

/** Lines of a text without list marks. @param {string} text */
export const linesIn = text => text.split('\n').map(line => line.replace(/^\s*(?:[-•*·]\s+|•|·|\d{1,2}[.、)）](?!\d)\s*)/, '').trim()).filter(Boolean);

/** Longest line and longest draft in characters: a reply that shows a draft must stay within 8,000. */
const LONGEST_LINE = 500;
export const LONGEST_DRAFT = 6000;

/** A line, split if it is too long. @param {string} line */
export const piecesOf = line => line.match(new RegExp(`.{1,${LONGEST_LINE}}`, 'gsu')) ?? [];

/** Lines as a list, with a mark before each if there are several. @param {string[]} lines */
export const bulleted = lines => (lines.length > 1 ? lines.map(line => `- ${line}`).join('\n') : lines.join('\n'));

/** Words without information about the work. */
const VAGUE = /一些|若干|相关|参与|协助|等工作|日常|修复问题|优化性能|\b(some|various|several|helped|assisted|worked on|responsible for|fixed bugs|duties|etc)\b/i;

/** Whether a line is vague: no number, no name, and few words or words that fit any job. @param {string} line */
export const isVague = line => !hasNumber(line) && termsOf(line).length === 0 && (VAGUE.test(line) || line.length < (isHan(line) ? 10 : 30));

/** Similarity of two texts, 0 to 1: share of the shorter text that is in the other, by pairs of Han characters and by words. */
export function likeness(one, other) {
  const [small, large] = [gramsOf(one), gramsOf(other)].sort((a, b) => a.size - b.size);
  const shared = [...small].filter(gram => large.has(gram)).length;
  return small.size === 0 ? 0 : shared / small.size;
}

const FUNCTION_WORDS = new Set(['the', 'and', 'for', 'with', 'from', 'that', 'was', 'were', 'our', 'using', 'which', 'into', 'this']);

function gramsOf(text) {
  const words = text.toLowerCase().match(/[a-z][a-z0-9+#.]{2,}/g) ?? [];
  return new Set([...words.filter(word => !FUNCTION_WORDS.has(word)), ...pairsIn(text)]);
}

/** Pairs of neighbouring Han characters, used as words in text without spaces. @param {string} text */
export function pairsIn(text) {
  const runs = text.match(/\p{Script=Han}+/gu) ?? [];
  return runs.map(run => [...run]).flatMap(run => run.slice(1).map((character, index) => run[index] + character));
}
