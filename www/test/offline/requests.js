/** Requests to the schedule agent about the sample semester, made from templates by a seed, with their meaning as data. */
import { CLOCK } from '../../demo/schedule/clock.js';
import { semester, WEEKS } from '../../demo/schedule/semester.js';
import { pick, random } from '../../demo/offline/random.js';

export const TERM = '2026-09-07';
const SECTIONS = CLOCK.length;

const CLASSES = { zh: ['高数复习', '英语词汇', '文献阅读'], en: ['calculus', 'English', 'literature'] };
const DAYS = { zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'], en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] };
const HALVES = [undefined, [1, 4], [5, 8], [9, 12]];
const HALF = { zh: ['', '上午', '下午', '晚上'], en: ['', 'morning', 'afternoon', 'evening'] };
const NUMBERS = { zh: ['', '一', '两', '三', '四', '五', '六'], en: ['', 'one', 'two', 'three', 'four', 'five', 'six'] };

/**
 * @typedef {object} Meaning
 * @property {'put' | 'move' | 'unplace'} kind
 * @property {number} classId
 * @property {number} count number of tasks, from the first
 * @property {number[]} days
 * @property {[number, number]} sections
 * @property {[number, number]} weeks
 */

/** The request with this number. @param {number} number @returns {{ lang: 'zh' | 'en', text: string, meaning: Meaning }} */
export function requestNumber(number) {
  const chance = random(number + 1);
  for (;;) {
    const made = make(chance, number % 2 ? 'en' : 'zh');
    if (fits(made.meaning)) return made;
  }
}

function make(chance, lang) {
  const kind = pick(chance, ['put', 'put', 'put', 'move', 'unplace']);
  const classId = pick(chance, [1, 2, 3]);
  const items = semester(lang, TERM).task_items.filter(({ class_id }) => class_id === classId).length;
  const first = pick(chance, [0, 0, 2, 3, 5]);
  const days = daySet(chance), half = pick(chance, [0, 0, 1, 2, 3]), weeks = weekSet(chance);
  const never = days ? 0 : pick(chance, [0, 3, 6, 7]);
  const said = { lang, kind, name: CLASSES[lang][classId - 1], first, days, half, weeks, never, chance };
  const meaning = {
    kind, classId, count: first || items, days: (days ?? USUAL).filter(day => day !== never), sections: HALVES[half] ?? [1, SECTIONS],
    weeks: weeks ?? [1, WEEKS],
  };
  return { lang, text: kind === 'unplace' ? takeOut(said) : said.lang === 'zh' ? chinese(said) : english(said), meaning };
}

/** Days if the request names none. */
const USUAL = [1, 2, 3, 4, 5, 6, 7];

function daySet(chance) {
  const one = 1 + Math.floor(chance() * 7), two = 1 + Math.floor(chance() * 7);
  return pick(chance, [undefined, [one], [...new Set([one, two])].sort((a, b) => a - b), [6, 7], [1, 2, 3, 4, 5]]);
}

function weekSet(chance) {
  const from = 1 + Math.floor(chance() * 10);
  return pick(chance, [undefined, [1, 2], [1, 4], [from, from + 3], [from, from]]);
}

function chinese({ kind, name, first, days, half, weeks, never, chance }) {
  const which = first ? `的前${NUMBERS.zh[first]}个任务` : pick(chance, ['', '的任务']);
  const when = `${weeksZh(weeks)}${daysZh(days)}${HALF.zh[half]}` || '这个学期';
  const verb = kind === 'move' ? pick(chance, ['移到', '挪到', '改到']) : pick(chance, ['排到', '安排到', '放到']);
  const limits = never ? [pick(chance, [`不要排在${DAYS.zh[never - 1]}`, `${DAYS.zh[never - 1]}不要排`, `避开${DAYS.zh[never - 1]}`])] : [];
  return [`${pick(chance, ['', '请', '帮我'])}把${name}${which}${verb}${when}`, ...limits].join('，');
}

const weeksZh = weeks => (weeks ? (weeks[0] === weeks[1] ? `第${weeks[0]}周` : weeks[0] === 1 ? `前${NUMBERS.zh[weeks[1]]}周` : `第${weeks[0]}到${weeks[1]}周`) : '');
const daysZh = days => (!days ? '' : days.length === 5 ? '工作日' : days.join() === '6,7' ? '周末' : days.map(day => DAYS.zh[day - 1]).join('和'));

function english({ kind, name, first, days, half, weeks, never, chance }) {
  const which = first ? `the first ${NUMBERS.en[first]} ${name} tasks` : pick(chance, [`the ${name} tasks`, `my ${name} tasks`]);
  const verb = kind === 'move' ? pick(chance, ['move', 'shift']) : pick(chance, ['put', 'schedule', 'please arrange']);
  const when = [whenEn(days, half), weeksEn(weeks)].filter(Boolean).join(' ') || 'in the semester';
  const limits = never ? [pick(chance, [`not on ${DAYS.en[never - 1]}`, `but never on ${DAYS.en[never - 1]}s`, `avoid ${DAYS.en[never - 1]}`])] : [];
  return [`${verb} ${which} ${when}`, ...limits].join(', ');
}

function whenEn(days, half) {
  if (!days) return half ? `in the ${HALF.en[half]}` : '';
  const names = days.length === 5 ? 'weekday' : days.join() === '6,7' ? 'weekend' : days.map(day => DAYS.en[day - 1]).join(' and ');
  return `on ${names}${half ? ` ${HALF.en[half]}s` : 's'}`;
}

const weeksEn = weeks => (weeks ? (weeks[0] === weeks[1] ? `in week ${weeks[0]}` : weeks[0] === 1 ? `over the first ${NUMBERS.en[weeks[1]]} weeks` : `in weeks ${weeks[0]} to ${weeks[1]}`) : '');

function takeOut({ lang, name, first, chance }) {
  if (lang === 'zh') return `${pick(chance, ['取消', '撤下'])}${name}${first ? `的前${NUMBERS.zh[first]}个任务` : '的任务'}`;
  return `${pick(chance, ['take', 'remove'])} ${first ? `the first ${NUMBERS.en[first]} ${name} tasks` : `the ${name} tasks`} out of the calendar`;
}

/** Weekday of tasks that are to be moved: one each Saturday. */
const SATURDAY = 6;
const ITEMS = [0, 16, 14, 10];

/** Whether the semester has room: outside the sections that classes avoid, and before the next task of the class. */
function fits({ kind, classId, count, days, sections: [from, to], weeks: [first, last] }) {
  if (kind === 'unplace') return true;
  const taken = new Set(semester('en', TERM).event_sections.map(({ week, day_of_week, section }) => `${week} ${day_of_week} ${section}`));
  let room = 0;
  for (let week = first; week <= last; week++) {
    for (const day of days) {
      if (kind === 'move' && count < ITEMS[classId] && (week > count + 1 || (week === count + 1 && day >= SATURDAY))) continue;
      const pairs = [3, 5, 7, 9].filter(start => start >= from && start < to && !taken.has(`${week} ${day} ${start}`) && !taken.has(`${week} ${day} ${start + 1}`));
      room += pairs.length;
    }
  }
  return room >= count;
}
