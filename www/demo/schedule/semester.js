/**
 * The sample semester: 16 weeks, five courses of which two can host tasks, three classes of tasks with 40 items.
 */
import { CLOCK } from './clock.js';
import { dayAfter } from './day-after.js';

export const WEEKS = 16;

const ZH = {
  courses: ['高等数学', '大学物理', '程序设计', '大学英语', '形势与政策'],
  rooms: ['教一 101', '理学楼 305', '机房 2', '外语楼 210', '大礼堂'],
  classes: ['高数复习', '英语词汇', '文献阅读'],
  items: [
    ['函数与极限', '极限的运算', '连续与间断', '导数的定义', '求导法则', '隐函数求导', '中值定理', '洛必达法则', '函数的单调与极值', '不定积分', '换元积分', '分部积分', '定积分', '积分的应用', '微分方程', '综合练习'],
    Array.from({ length: 14 }, (_, index) => `第 ${index + 1} 单元单词`),
    ['选题与检索', '综述一', '综述二', '方法一', '方法二', '实验设计', '结果分析', '讨论部分', '写作规范', '读书报告'],
  ],
};

const EN = {
  courses: ['Calculus', 'Physics', 'Programming', 'English', 'Current Affairs'],
  rooms: ['Main 101', 'Science 305', 'Lab 2', 'Languages 210', 'Great Hall'],
  classes: ['Calculus revision', 'English vocabulary', 'Literature reading'],
  items: [
    ['Functions and limits', 'Rules of limits', 'Continuity', 'Derivatives', 'Rules of derivation', 'Implicit functions', 'Mean value theorem', 'L’Hôpital’s rule', 'Maxima and minima', 'Antiderivatives', 'Substitution', 'Integration by parts', 'Definite integrals', 'Uses of integrals', 'Differential equations', 'Mixed exercises'],
    Array.from({ length: 14 }, (_, index) => `Words of unit ${index + 1}`),
    ['Topic and search', 'Survey one', 'Survey two', 'Methods one', 'Methods two', 'Design of experiments', 'Analysis of results', 'Discussion', 'Style of writing', 'Reading report'],
  ],
};

/** Weekday and first section of each course's double sections. */
const PAIRS = [[[1, 1], [3, 3]], [[2, 3], [4, 1]], [[3, 1], [5, 3]], [[1, 5], [4, 5]], [[2, 7]]];
const EMBEDS = [false, false, false, true, true];
const PROFILES = [
  { subject_type: 'quantitative', difficulty_level: 'high', cognitive_intensity: 'high', allow_filler_course: false, excluded_days_of_week: [] },
  { subject_type: 'memory', difficulty_level: 'low', cognitive_intensity: 'medium', allow_filler_course: true, excluded_days_of_week: [7] },
  { subject_type: 'reading', difficulty_level: 'medium', cognitive_intensity: 'high', allow_filler_course: false, excluded_days_of_week: [] },
];

/** Settings that give two demanding classes the same Saturday mornings: the first timetable puts them next to each other. */
const SATURDAYS = { excluded_days_of_week: [1, 2, 3, 4, 5, 7], excluded_slots: [3, 4, 5, 6] };

/** The same semester with two classes that may only use Saturday mornings. @param {'zh' | 'en'} lang @param {string} termStart */
export function fullSaturdays(lang, termStart) {
  const records = semester(lang, termStart);
  const task_classes = records.task_classes.map(one => (one.subject_type === 'memory' ? one : { ...one, ...SATURDAYS }));
  return { ...records, task_classes };
}

/** @param {'zh' | 'en'} lang @param {string} termStart Monday of week 1, YYYY-MM-DD */
export function semester(lang, termStart) {
  const words = lang === 'zh' ? ZH : EN;
  return {
    events: words.courses.map((name, index) => course(index, name, words.rooms[index], termStart)),
    event_sections: words.courses.flatMap((_, index) => sections(index)),
    task_classes: words.classes.map((name, index) => taskClass(index, name, words.items[index].length, termStart)),
    task_items: words.items.flatMap((contents, index) => contents.map((content, order) => ({
      id: (index + 1) * 100 + order + 1, class_id: index + 1, order: order + 1, content, status: 1, embedded_time: null,
    }))),
  };
}

function course(index, name, location, termStart) {
  const [[day, section]] = PAIRS[index];
  const [lastDay, lastSection] = PAIRS[index].at(-1);
  return {
    id: index + 1, name, type: 'course', can_be_embedded: EMBEDS[index], location,
    start_time: `${dayAfter(termStart, day - 1)}T${CLOCK[section - 1].start}`,
    end_time: `${dayAfter(termStart, (WEEKS - 1) * 7 + lastDay - 1)}T${CLOCK[lastSection].end}`,
  };
}

function sections(index) {
  const rows = [];
  for (let week = 1; week <= WEEKS; week++) {
    for (const [day_of_week, first] of PAIRS[index]) {
      for (const section of [first, first + 1]) rows.push({ event_id: index + 1, week, day_of_week, section, status: 'normal' });
    }
  }
  return rows;
}

const taskClass = (index, name, count, termStart) => ({
  id: index + 1, name, mode: 'auto', strategy: 'steady', total_slots: 2 * count, excluded_slots: [1, 6],
  start_date: termStart, end_date: dayAfter(termStart, WEEKS * 7 - 1), ...PROFILES[index],
});
