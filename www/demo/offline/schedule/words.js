/** Sentences of the offline schedule model. */

const DAYS = { zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'], en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] };

/**
 * A place in words. The model knows weeks and weekdays, but no dates.
 * @param {'zh' | 'en'} lang @param {import('./places.js').Place} place
 */
export const placeIn = (lang, { week, weekday, start, end }) =>
  lang === 'zh' ? `第${week}周${DAYS.zh[weekday - 1]}第${start}–${end}节` : `${DAYS.en[weekday - 1]} of week ${week}, periods ${start}–${end}`;

const SOME = 3;

/** The first items of a list. */
const some = (lang, items) => items.slice(0, SOME).join(lang === 'zh' ? '；' : '; ') + (items.length > SOME ? (lang === 'zh' ? ` 等 ${items.length} 处` : ` and ${items.length - SOME} more`) : '');

export const WORDS = {
  zh: {
    place: '这个位置符合你的要求。',
    move: '换到这里符合你的要求。',
    batch: '这些位置符合你的要求。',
    swap: '按你说的交换这两个任务。',
    unplace: '按你说的取消安排，任务会回到待安排列表。',
    candidate: '检查后建议这样调整。',
    finished: (subject, count) => `${subject}：${count} 个任务都按要求排好了。`,
    freed: count => `已取消 ${count} 个任务的安排。`,
    swapped: '两个任务已经交换。',
    nothing: '没有需要处理的任务，日程保持不变。',
    given: '好的，不再改动，已经确认的保持不变。',
    everything: '所有任务',
    create: (name, count) => `新建任务组“${name}”，共 ${count} 项。`,
    created: name => `任务组“${name}”已经建好，可以说“安排${name}”。`,
    missing: parts => `新建任务组还需要${parts.join('、')}。例如：“概率论”，2026-09-14 到 2026-10-18，包括：随机变量、分布、期望。请问是什么？`,
    missingName: '名称', missingItems: '任务内容或数量', missingDates: '起止日期',
    part: number => `第 ${number} 部分`,
    which: names => `要安排哪个任务组？现在有：${names.join('、')}。`,
    whichTwo: '要交换哪两个任务？请说出它们的名称。',
    full: (subject, room) => `按这个要求放不下${subject}：符合要求的空闲位置只有 ${room} 处。可以换成别的日子、时段，或者更多的周吗？`,
    bound: subject => `按这个要求放不下${subject}：同组任务要保持先后顺序，符合要求的位置不够。可以换成别的日子，或者连同前后的任务一起移动吗？`,
    elsewhere: '这几个位置你都不要。想放到哪几天、哪个时段？',
    free: places => (places.length ? `空闲：${some('zh', places.map(place => placeIn('zh', place)))}。` : '这些时间没有空闲。'),
    improved: '检查过了，没有需要再调整的地方。',
    infeasible: '现有时间放不下所有任务。要延长时间范围、放宽限制，还是减少任务？',
    hello: '你好！可以这样说：“安排这学期的复习”“把高数复习排到周三下午”“英语词汇分散到两周，周日不要”。',
    thanks: '不客气！还想调整哪里，直接告诉我。',
    answer: '先排需要整块时间的计算类任务，放在精力好的时候；记忆类任务短而多次，分散到不同的日子；高强度的两类不要紧挨着。想好以后告诉我怎么排，例如“把高数复习排到周三下午”。',
    closing: '这次的安排到这里。结果都在日历里，想调整哪里可以继续告诉我。',
    planned: count => `我打算分 ${count} 步来做，请确认。`,
    tune: '先排出初稿，再检查并逐项优化', tuned: '检查后没有需要再优化的地方',
    reached: '这些任务都有位置，并符合要求',
    routing: '好的，我来处理。',
  },
  en: {
    place: 'This place is as you asked.',
    move: 'This place is as you asked.',
    batch: 'These places are as you asked.',
    swap: 'This swaps the two tasks you named.',
    unplace: 'The task goes back to those that wait for a place.',
    candidate: 'The schedule check suggests this change.',
    finished: (subject, count) => `${subject}: ${count === 1 ? 'the task is' : `all ${count} tasks are`} where you wanted.`,
    freed: count => `${count} ${count === 1 ? 'task was' : 'tasks were'} taken out.`,
    swapped: 'The two tasks have changed places.',
    nothing: 'There is nothing to do; the timetable stays as it is.',
    given: 'All right, nothing more is changed; what you confirmed stays.',
    everything: 'All tasks',
    create: (name, count) => `Set up the task group “${name}” with ${count} ${count === 1 ? 'task' : 'tasks'}.`,
    created: name => `The task group “${name}” is set up. Say for example “arrange ${name}”.`,
    missing: parts => `For a new task group I need ${parts.join(', ')}. For example: “Probability”, 2026-09-14 to 2026-10-18, with: variables, distributions, expectation. What should they be?`,
    missingName: 'a name', missingItems: 'its tasks or how many there are', missingDates: 'its first and last date',
    part: number => `Part ${number}`,
    which: names => `Which task group do you mean? There are: ${names.join(', ')}.`,
    whichTwo: 'Which two tasks should change places? Please name them.',
    full: (subject, room) => `${subject} does not fit: only ${room} free places are as you want them. May I use other days, other times, or more weeks?`,
    bound: subject => `${subject} does not fit: tasks keep the order of their group, which leaves too few places. May I use other days, or move the tasks before and after as well?`,
    elsewhere: 'None of these places suits you. Which days and times would you like?',
    free: places => (places.length ? `Free: ${some('en', places.map(place => placeIn('en', place)))}.` : 'Nothing is free then.'),
    improved: 'The schedule check finds nothing more to improve.',
    infeasible: 'There is not enough time for all tasks. Should I use a longer period, loosen limits, or arrange fewer tasks?',
    hello: 'Hello! Say for example “arrange my revision for the semester”, “put calculus on Wednesday afternoons” or “spread the English tasks over two weeks, not on Sunday”.',
    thanks: 'You are welcome! Tell me if anything should change.',
    answer: 'Give long undisturbed times to what you calculate, when you are fresh; spread what you memorise over many short sessions on different days; keep two demanding subjects apart. Then tell me how to arrange it, for example “put calculus on Wednesday afternoons”.',
    closing: 'That is it for now. The result is in your calendar; tell me what else to change.',
    planned: count => `I would do this in ${count} ${count === 1 ? 'step' : 'steps'}; please confirm.`,
    tune: 'Draft a timetable with all tasks, then check it and improve it step by step', tuned: 'the check finds nothing more to improve',
    reached: 'these tasks have places as you asked',
    routing: 'All right, I am on it.',
  },
};
