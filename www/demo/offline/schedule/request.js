/**
 * A user's request. Days are numbers from 1 (Monday) to 7.
 * @typedef {object} Request
 * @property {string} text original words
 * @property {string | undefined} kind
 * @property {number[]} days wanted weekdays; empty: any
 * @property {Span | undefined} sections @property {Span | undefined} weeks wanted, first and last
 * @property {Span | undefined} within weeks whose tasks alone may move
 * @property {number | string | undefined} start exact first section, or time of day
 * @property {number | undefined} count number of tasks, from the first
 * @property {object[]} wishes in the form that `arrange` takes
 * @property {number | undefined} mostMoved
 *
 * @typedef {[number, number]} Span
 */

const ZH_NUMBERS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
const EN_NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const N = `(\\d{1,2}|两|${ZH_NUMBERS.join('|')}|${EN_NUMBERS.join('|')})`;
const numberOf = word => Number(word) || (word === '两' ? 2 : Math.max(ZH_NUMBERS.indexOf(word), EN_NUMBERS.indexOf(word.toLowerCase())) + 1);
const pattern = text => new RegExp(text.replaceAll('N', N), 'i');

const DAYS = /(?:周|星期)([一二三四五六日天末])|(工作日)|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(week(?:end|day))s?\b/gi;
const DAY_NAMES = { 天: [7], 日: [7], 末: [6, 7], 工作日: [1, 2, 3, 4, 5], weekend: [6, 7], weekday: [1, 2, 3, 4, 5] };
const EN_DAYS = ['mon', 'tues', 'wednes', 'thurs', 'fri', 'satur', 'sun'];

/** Parts of the day; the first match counts. @type {[RegExp, Span][]} */
const PARTS = [
  [/早八|第一大节|\b(?:8 ?am|early)\b/i, [1, 2]], [/上午|早上|早晨|\bmornings?\b/i, [1, 4]], [/下午|\bafternoons?\b/i, [5, 8]],
  [/深夜|太晚|\blate\b/i, [11, 12]], [/晚上|\b(?:evening|night)s?\b/i, [9, 12]],
];

const WEEKS = pattern('第\\s*N\\s*(?:到|至|-)\\s*N\\s*周|\\bweeks N (?:to|-) N\\b');
const WEEK = pattern('第\\s*N\\s*周|\\bweek N\\b');
const FIRST_WEEKS = pattern('前\\s*N\\s*周|\\bfirst N weeks\\b');
const COUNT = pattern('N\\s*[个项]|\\bN (?:[a-z]+ ){0,2}tasks?\\b');
const START = pattern('第\\s*N\\s*节|\\b(?:section|period) N\\b');
const TIME = /\b(?:[01]?\d|2[0-3]):[0-5]\d\b/;
const AT_MOST = pattern('(?:每天|一天|每日)[^，,。]{0,4}?最多[^，,。]{0,4}?N\\s*(节|小时|[个项])|\\b(?:at most|no more than) N (periods?|sections?|hours?|tasks?) (?:a|per|each) day\\b');
const MOST_MOVED = pattern('最多只?[改动移调换][动整]?\\s*N\\s*[个项处]|\\b(?:change|move) (?:at most|no more than|only) N\\b(?: tasks?)?|\\bat most N (?:changes|moves)\\b');

const NOT = /不要|不想|不排|别|避开|除了|\b(?:not|no|nothing|never|except|avoid)\b/i;
const FREE = /空出来|空着|留空|腾出来|休息|\b(?:free|off)\b/i;
const PREFER = /尽量|最好|偏好|\b(?:rather|prefer\w*|if possible)\b/i;
const PART = /只|重排|重新|\b(?:rearrange|only|again)\b/i;
const CLAUSE = /[，,。；;！!\n]|\.\s|\bbut\b|但是?|\band (?=no\b|not\b|at most\b|keep\b)/;

/** Kinds of requests by their verbs; the first match counts. @type {[string, RegExp][]} */
const KINDS = [
  ['create', /(?:新建|创建|添加)[^，。,]{0,4}任务[类组]|\b(?:create|add|make)\b[^.]*?\b(?:class|group)\b/i],
  ['undo', /撤销|撤回|\bundo\b|\btake (?:that|it) back\b/i],
  ['redo', /重做|\bredo\b/i],
  ['room', /放不下|才能放下|腾.{0,4}位置|\bmakes? room\b|\bfits?\b.*\?/i],
  ['why', /为什么|为何|\bwhy\b/i],
  ['ask', /(?:哪[天周个些]|什么时候|几点|多少|\b(?:when|what|which|how many)\b).*[?？]\s*$/i],
  ['forget', /(?:取消|忘掉|去掉|不用管).{0,6}要求|\b(?:forget|drop)\b.*\bwish/i],
  ['unplace', /取消|撤下|\btake\b.*\bout\b|\bremove\b|\bcancel\b/i],
  ['move', /移|挪|改到|换到|\bmove\b|\bshift\b/i],
  ['put', /安排|排|放|优化|只[要动改]|\b(?:re)?arrange\b|\bput\b|\bplace\b|\bschedule\b|\bplan\b|\bimprove\b|\bagain\b|\bonly\b/i],
];

/** @param {string} text @returns {Request} */
export function requestOf(text) {
  const [, ...most] = AT_MOST.exec(text) ?? [], rest = text.replace(AT_MOST, '').replace(MOST_MOVED, '');
  const clauses = rest.split(CLAUSE).map(wantedAndWish);
  const wanted = clauses.map(([words]) => words).join('\n'), weeks = weeksIn(wanted);
  return {
    text,
    kind: KINDS.find(([, verb]) => verb.test(rest))?.[0],
    days: daysIn(wanted), sections: sectionsIn(wanted), ...(PART.test(wanted) ? { within: weeks } : { weeks }),
    start: TIME.exec(wanted)?.[0] ?? numbersIn(START, wanted)[0],
    count: numbersIn(COUNT, wanted)[0],
    wishes: [...clauses.flatMap(([, wish]) => wish ?? []), ...atMost(most.filter(Boolean))],
    mostMoved: numbersIn(MOST_MOVED, text)[0],
  };
}

/** The part of a clause that says what is wanted, and the wish of the rest. If no time follows, "not" applies to the words before it. */
function wantedAndWish(clause) {
  const not = NOT.exec(clause);
  const before = not ? clause.slice(0, not.index) : '', after = not ? clause.slice(not.index) : clause;
  const [wanted, unwanted] = wishOf('free', after) ? [before, after] : ['', before];
  if (not) return [wanted, wishOf('free', unwanted)];
  if (FREE.test(clause)) return ['', wishOf('free', clause)];
  return PREFER.test(clause) && sectionsIn(clause) && !daysIn(clause).length ? ['', wishOf('prefer', clause)] : [clause];
}

function wishOf(kind, text) {
  const weekdays = daysIn(text), [from, to] = sectionsIn(text) ?? [];
  return weekdays.length || from ? { kind, ...(weekdays.length && { weekdays }), ...(from && { from, to }) } : undefined;
}

/** Tasks have two sections each. */
const atMost = ([number, unit]) => (number ? [{ kind: 'at_most', most: numberOf(number) * (/[个项]|task/i.test(unit) ? 2 : 1) }] : []);

/** Weekdays that a text names. @param {string} text */
export function daysIn(text) {
  const names = [...text.matchAll(DAYS)].map(found => found.slice(1).find(Boolean).toLowerCase());
  const days = names.flatMap(name => DAY_NAMES[name] ?? [Math.max(ZH_NUMBERS.indexOf(name), EN_DAYS.indexOf(name)) + 1]);
  return [...new Set(days)].sort((a, b) => a - b);
}

const sectionsIn = text => PARTS.find(([words]) => words.test(text))?.[1];

const numbersIn = (words, text) => (words.exec(text)?.slice(1).filter(Boolean) ?? []).map(numberOf);

/** @returns {Span | undefined} */
function weeksIn(text) {
  const [from, to] = numbersIn(WEEKS, text);
  const [week] = numbersIn(WEEK, text), [length] = numbersIn(FIRST_WEEKS, text);
  if (to) return [from, to];
  return week ? [week, week] : length ? [1, length] : undefined;
}

/** Whether a request names a time that its tasks should have. @param {Request} request */
export const hasTimes = ({ days, sections, weeks, start }) => days.length > 0 || (sections ?? weeks ?? start) !== undefined;

/** Whether a request says anything beside its verb. @param {Request} request */
export const hasWishes = request => hasTimes(request) || request.wishes.length > 0 || (request.mostMoved ?? request.within) !== undefined;

/** Combines a request with a later one, which has priority. @param {Request} request @param {Request} later @returns {Request} */
export function withLater(request, later) {
  const { days, sections, start } = later.days.length || later.sections || later.start ? later : request;
  return {
    ...request, days, sections, start,
    text: `${request.text}\n${later.text}`,
    wishes: [...request.wishes, ...later.wishes],
    weeks: later.weeks ?? request.weeks,
    within: later.within ?? request.within,
    count: later.count ?? request.count,
    mostMoved: later.mostMoved ?? request.mostMoved,
  };
}

/** Whether a place suits a request. @param {Request} request */
export const suits = ({ days, sections: [first, last] = [1, 12], weeks, start, wishes }, place) =>
  (days.length === 0 || days.includes(place.weekday)) && place.start >= first && place.start <= last && (!start || place.start === start)
  && (!weeks || (place.week >= weeks[0] && place.week <= weeks[1])) && !wishes.some(wish => wish.kind === 'free' && closes(wish, place));

const closes = ({ weekdays = [], from = 1, to = 12 }, { weekday, start }) => (!weekdays.length || weekdays.includes(weekday)) && start + 1 >= from && start <= to;

const ALL = /所有|全部|学期|整个|整体|任务|复习|课表|日程|重|\b(?:all|everything|semester|again|tasks|timetable|schedule|revision|my)\b/i;

/** Whether a request is about all tasks. @param {string} text */
export const isAboutAll = text => ALL.test(text);

const NEXT_PART = /[;；。\n]+|[，,]?\s*(?:然后|再)\s*(?=把|将)|[，,]\s*(?=把|将)|[，,]?\s*\b(?:and |then )+(?=(?:put|move|place|schedule|arrange)\b)/i;

/** Parts of a request that each ask for something. @param {string} text */
export const partsOf = text => text.split(NEXT_PART).map(part => part.trim()).filter(part => part && requestOf(part).kind);

/** Names of task classes that a text means: by a word of a name, or two Han characters of it. @param {string} text @param {string[]} names */
export const namedIn = (text, names) => names.filter(name => wordsOf(name).some(word => text.toLowerCase().includes(word)));

function wordsOf(name) {
  const own = name.toLowerCase().replace(/复习|任务|revision|tasks?/g, ' ');
  const pairs = (own.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap(run => [...run].slice(1).map((character, index) => [...run][index] + character));
  return [...(own.match(/[a-z]{4,}/g) ?? []), ...pairs];
}
