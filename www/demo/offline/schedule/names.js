import { A_DAY, CHOICES, DAYS, KINDS, LENGTHS, NOT, PART_NAMES, SECTIONS, SOON, SPREAD, WEEKS } from './grammar.js';
import { isHan } from './read.js';

/** Words that name no class, because any class could have them. */
const ANY = /复习|任务[类组]?|学习|作业|练习|功课|课程|科目|计划|revision|review|tasks?|class(?:es)?|courses?|subjects?|study|studies|work|homework|plan/gi;

/** Longest part of a name that is compared, in characters. */
const LONGEST = 24;

const bare = text => text.replace(ANY, ' ').toLowerCase();
const wordsOf = text => bare(text).match(/[a-z]{3,}/g)?.map(word => word.replace(/s$/, '')) ?? [];

/**
 * How well a text matches a name: length of the longest common run of Han characters, or number of common words.
 * @param {string} text @param {string} name
 */
function likeness(text, name) {
  if (!isHan(name)) return wordsOf(name).filter(word => wordsOf(text).includes(word)).length;
  const whole = bare(text), own = bare(name).replace(/\s/g, '').slice(0, LONGEST);
  for (let length = own.length; length >= 2; length--) {
    for (let from = 0; from + length <= own.length; from++) {
      if (whole.includes(own.slice(from, from + length))) return length;
    }
  }
  return 0;
}

/**
 * The names that a text means, with the best match: none, one, or several if it names several.
 * @param {string} text @param {string[]} names
 */
export function namedIn(text, names) {
  return names.filter(name => likeness(text, name) > 0);
}

const squeezed = text => text.toLowerCase().replace(/[\s“”"'’‘「」《》]/g, '');

/**
 * Tasks whose full name is in a text, in order; if a name contains another, the longer one counts.
 * @template {{ name: string }} T @param {string} text @param {T[]} tasks
 */
export function tasksNamed(text, tasks) {
  const whole = squeezed(text);
  const found = tasks.map(task => ({ task, name: squeezed(task.name) })).filter(({ name }) => name.length >= 2 && says(whole, name));
  const longest = found.filter(({ name }) => !found.some(other => other.name !== name && other.name.includes(name)));
  return longest.sort((a, b) => whole.indexOf(a.name) - whole.indexOf(b.name)).map(({ task }) => task);
}

/** Whether a text contains a name. A name that ends in a number must not be followed by a digit: "unit 1" is not in "unit 12". */
function says(whole, name) {
  const next = whole[whole.indexOf(name) + name.length] ?? '';
  return whole.includes(name) && !(/\d$/.test(name) && /\d/.test(next));
}

const verb = wanted => KINDS.find(([kind]) => kind === wanted)?.[1];
/** Words of a request that say when, how many or how, but not what. */
const GRAMMAR = [
  ...WEEKS.map(([words]) => words), ...LENGTHS, ...A_DAY, ...CHOICES.map(([words]) => words), ...SECTIONS, ...[...DAYS, ...PART_NAMES].map(([words]) => words),
  SPREAD, SOON, NOT, verb('put'), verb('move'), verb('improve'),
].map(words => new RegExp(words?.source ?? '', 'gi'));

/** Subject of a request, without its grammar; empty if the request is about everything. @param {string} text */
export function subjectOf(text) {
  const rest = GRAMMAR.reduce((left, words) => left.replace(words, ' '), text.replace(/学期|学习|复习/g, ' '));
  return bare(rest).replace(STOP_EN, ' ').replace(STOP_ZH, ' ').replace(/[\s\d，。！？、；：,.!?;:'’“”"()（）~-]+/g, ' ').trim();
}

/** Words without meaning for the subject, longer ones first. */
const STOP_ZH = new RegExp([
  '请你?|帮我|帮忙|一下|安排|排[到进在]?|放[到进在]?|我的|所有|全部|整个|整体|全局|这个?|那个?|学期|日程|日历|课表|时间|下周|本周|这周|今天|明天|接下来|未来|以后',
  '取消|撤下|拿掉|之后|每天|从头|重新|需要|可以|草稿|[从我你把将给好吧吗呢的了都在到想要能先再个和与新粗只]',
].join('|'), 'g');
const STOP_EN = new RegExp(`\\b(?:${[
  'please|can|could|would|you|help|me|my|i|we|the|an?|all|of|for|to|in|into|on|and|this|that|next|whole|entire|every|everything|semester|term|weeks?|day',
  'calendar|timetable|schedule[ds]?|arrange|rearrange|put|place|fit|set|up|it|them|want|need|like|now|just|draft|rough|only|so|some|time|out|from|scratch',
  'with|over|during|across|throughout|somewhere|anywhere|when|possible|but|never|except|each|per|at|most|again|cancel|remove|take|off',
].join('|')})\\b`, 'gi');
