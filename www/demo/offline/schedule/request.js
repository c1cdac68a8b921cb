/**
 * A user's request. Days are numbers from 1 (Monday) to 7, pairs the first sections of two in a row.
 * @typedef {object} Request
 * @property {string} text original words
 * @property {'create' | 'unplace' | 'move' | 'put' | undefined} kind
 * @property {number[]} days @property {number[]} pairs wanted times; empty: any
 * @property {number[]} notDays @property {number[]} notPairs times to avoid
 * @property {[number, number] | undefined} weeks first and last
 * @property {number | undefined} count number of tasks, from the first
 */

const ZH_NUMBERS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
const EN_NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const N = `(\\d{1,2}|两|${ZH_NUMBERS.join('|')}|${EN_NUMBERS.join('|')})`;
const numberOf = word => Number(word) || (word === '两' ? 2 : Math.max(ZH_NUMBERS.indexOf(word), EN_NUMBERS.indexOf(word.toLowerCase())) + 1);
const pattern = text => new RegExp(text.replaceAll('N', N), 'i');

const DAYS = /(?:周|星期)([一二三四五六日天末])|(工作日)|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(week(?:end|day))s?\b/gi;
const DAY_NAMES = { 天: [7], 日: [7], 末: [6, 7], 工作日: [1, 2, 3, 4, 5], weekend: [6, 7], weekday: [1, 2, 3, 4, 5] };
const EN_DAYS = ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun'];

/** Parts of the day with their pairs of sections; early and late ones are never used. @type {[RegExp, number[]][]} */
const PARTS = [[/上午|早上|\bmornings?\b/i, [3]], [/下午|\bafternoons?\b/i, [5, 7]], [/晚上|\bevenings?\b/i, [9]]];
export const PAIRS = [5, 7, 3, 9];

const WEEKS = pattern('第\\s*N\\s*(?:到|至|-)\\s*N\\s*周|\\bweeks N (?:to|-) N\\b');
const WEEK = pattern('第\\s*N\\s*周|\\bweek N\\b');
const FIRST_WEEKS = pattern('前\\s*N\\s*周|\\bfirst N weeks\\b');
const COUNT = pattern('N\\s*[个项]|\\bN (?:[a-z]+ ){0,2}tasks?\\b');

const NOT = /不要|不想|别|避开|除了|\bnot\b|\bnever\b|\bexcept\b|\bavoid\b/i;
const CLAUSE = /[，,。；;！!\n]|\.\s|\bbut\b|但是?/;

/** Kinds of requests by their verbs; the first match counts. @type {[string, RegExp][]} */
const KINDS = [
  ['create', /(?:新建|创建|添加)[^，。,]{0,4}任务[类组]|\b(?:create|add|make)\b[^.]*?\b(?:class|group)\b/i],
  ['unplace', /取消|撤下|\btake\b.*\bout\b|\bremove\b|\bcancel\b/i],
  ['move', /移|挪|改到|换到|\bmove\b|\bshift\b/i],
  ['put', /安排|排|放|优化|\barrange\b|\bput\b|\bplace\b|\bschedule\b|\bplan\b|\bimprove\b/i],
];

/** @param {string} text @returns {Request} */
export function requestOf(text) {
  const clauses = text.split(CLAUSE).map(wantedAndNot);
  const [wanted, unwanted] = [0, 1].map(half => clauses.map(clause => clause[half]).join('\n'));
  const notDays = daysIn(unwanted);
  return {
    text,
    kind: /** @type {Request['kind']} */ (KINDS.find(([, verb]) => verb.test(text))?.[0]),
    days: daysIn(wanted),
    pairs: pairsIn(wanted),
    notDays,
    notPairs: notDays.length ? [] : pairsIn(unwanted),
    weeks: weeksIn(wanted),
    count: numbersIn(COUNT, wanted)[0],
  };
}

/** The parts of a clause before and after its "not". If no day follows, "not" applies to the words before it. */
function wantedAndNot(clause) {
  const not = NOT.exec(clause);
  if (!not) return [clause, ''];
  const before = clause.slice(0, not.index), after = clause.slice(not.index);
  return daysIn(after).length || pairsIn(after).length ? [before, after] : ['', before];
}

function daysIn(text) {
  const names = [...text.matchAll(DAYS)].map(found => found.slice(1).find(Boolean).toLowerCase());
  const days = names.flatMap(name => DAY_NAMES[name] ?? [Math.max(ZH_NUMBERS.indexOf(name), EN_DAYS.indexOf(name)) + 1]);
  return [...new Set(days)].sort((a, b) => a - b);
}

const pairsIn = text => PARTS.flatMap(([words, pairs]) => (words.test(text) ? pairs : []));

const numbersIn = (words, text) => (words.exec(text)?.slice(1).filter(Boolean) ?? []).map(numberOf);

/** @returns {[number, number] | undefined} */
function weeksIn(text) {
  const [from, to] = numbersIn(WEEKS, text);
  const [week] = numbersIn(WEEK, text), [length] = numbersIn(FIRST_WEEKS, text);
  if (to) return [from, to];
  return week ? [week, week] : length ? [1, length] : undefined;
}

/** Whether a request says anything about times. @param {Request} request */
export const hasWishes = ({ days, pairs, notDays, notPairs, weeks }) => weeks !== undefined || [days, pairs, notDays, notPairs].some(({ length }) => length > 0);

/** Combines a request with a later one, which has priority. @param {Request} request @param {Request} later @returns {Request} */
export function withLater(request, later) {
  const { days, pairs } = later.days.length || later.pairs.length ? later : request;
  return {
    ...request,
    text: `${request.text}\n${later.text}`,
    days,
    pairs,
    notDays: [...request.notDays, ...later.notDays],
    notPairs: [...request.notPairs, ...later.notPairs],
    weeks: later.weeks ?? request.weeks,
    count: later.count ?? request.count,
  };
}

/** Whether a place suits a request. @param {Request} request */
export const suits = ({ days, pairs, notDays, notPairs, weeks }, { weekday, start, week }) =>
  (days.length === 0 || days.includes(weekday)) && (pairs.length === 0 || pairs.includes(start)) && !notDays.includes(weekday) && !notPairs.includes(start)
  && (!weeks || (week >= weeks[0] && week <= weeks[1]));

const ALL = /所有|全部|这学期|整个|整体|\ball\b|\beverything\b|\bfor the semester\b/i;
const NEXT_PART = /[;；。\n]+|[，,]?\s*(?:然后|再)\s*(?=把|将)|[，,]\s*(?=把|将)|[，,]?\s*\b(?:and |then )+(?=(?:put|move|place|schedule|arrange)\b)/i;

/** Parts of a request that each ask for something. @param {string} text */
export const partsOf = text => text.split(NEXT_PART).map(part => part.trim()).filter(part => part && requestOf(part).kind);

/** Whether a request is to arrange everything. @param {string} text */
export function isRough(text) {
  const { kind, days, pairs, weeks, count } = requestOf(text);
  return kind === 'put' && ALL.test(text) && days.length + pairs.length === 0 && !weeks && !count;
}

/** Names of task classes that a text means: by a word of a name, or two Han characters of it. @param {string} text @param {string[]} names */
export const namedIn = (text, names) => names.filter(name => wordsOf(name).some(word => text.toLowerCase().includes(word)));

function wordsOf(name) {
  const own = name.toLowerCase().replace(/复习|任务|revision|tasks?/g, ' ');
  const pairs = (own.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap(run => [...run].slice(1).map((character, index) => [...run][index] + character));
  return [...(own.match(/[a-z]{4,}/g) ?? []), ...pairs];
}
