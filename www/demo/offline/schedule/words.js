/** Sentences of the schedule's script. */
export const WORDS = {
  zh: {
    place: '这个位置符合你的要求。', batch: '这些位置符合你的要求。', unplace: '按你说的取消安排，任务会回到待安排列表。', undo_last_write: '撤回这次修改，日历恢复原样。', redo_last_write: '把撤回的修改再做一遍。',
    finished: count => (count === 1 ? '任务已按要求处理好。' : `${count} 个任务都按要求处理好了。`), nothing: '没有需要处理的任务，日程保持不变。', given: '好的，不再改动，已经确认的保持不变。',
    create: (name, count) => `新建任务组“${name}”，共 ${count} 项。`, created: name => `任务组“${name}”已经建好，可以说“安排${name}”。`,
    missing: '请在一句话里说出名称、起止日期和内容，例如：新建任务组“概率论”，2026-09-14 到 2026-10-18，包括：随机变量、分布、期望。可以吗？',
    which: names => `要安排哪个任务组？现在有：${names.join('、')}。请问是哪个？`,
    full: room => `按这个要求放不下：${room ? `符合要求的空闲位置只有 ${room} 处，而且任务要保持组内顺序` : '没有符合要求的空闲位置'}。可以换成别的日子、时段，或者更多的周吗？`,
    refused: reason => `这样安排不了：${reason}\n换个要求试试吗？`, elsewhere: '这个安排你不要。想放到哪几天、哪个时段，或者要改什么？',
    hello: '你好！可以这样说：“把所有任务安排到整个学期”“不要早八”“把两项高数复习放到周三下午”。',
    welcome: '不客气。想再调整，直接说就行。', unasked: '我是一段脚本，只会安排任务，查不了这个；请看日历。接入真正的模型后，这样的问题也能回答。',
    answer: '先排需要整块时间的计算类任务，再把记忆类任务分散到不同的日子。想好以后告诉我怎么排，例如“把高数复习排到周三下午”。',
    planned: count => `我打算分 ${count} 步来做，请确认。`, reached: '这些任务都有位置，并符合要求',
  },
  en: {
    place: 'This place is as you asked.', batch: 'These places are as you asked.', unplace: 'The task goes back to those that wait for a place.', undo_last_write: 'This takes the change back; the calendar is as it was.', redo_last_write: 'This makes the change once more.',
    finished: count => `${count === 1 ? 'The task is' : `All ${count} tasks are`} as you wanted.`, nothing: 'There is nothing to do; the timetable stays as it is.', given: 'All right, nothing more is changed; what you confirmed stays.',
    create: (name, count) => `Set up the task group “${name}” with ${count} ${count === 1 ? 'task' : 'tasks'}.`, created: name => `The task group “${name}” is set up. Say for example “arrange ${name}”.`,
    missing: 'Tell me its name, dates and tasks in one sentence, for example: create a task group “Probability” from 2026-09-14 to 2026-10-18 with variables, distributions and expectation. What should they be?',
    which: names => `There are: ${names.join(', ')}. Which task group do you mean?`,
    full: room => `That does not fit: ${room ? `only ${room} free ${room === 1 ? 'place is' : 'places are'} as you want, and tasks keep the order of their group` : 'no free place is as you want'}. May I use other days, other times, or more weeks?`,
    refused: reason => `That cannot be arranged: ${reason}\nShall we try it another way?`, elsewhere: 'This does not suit you. Which days and times would you like, or what should change?',
    hello: 'Hello! Say for example “Arrange all tasks over the semester”, “No early mornings” or “Put two Calculus tasks on Wednesday afternoon”.',
    welcome: 'You are welcome. Just say what else to change.', unasked: 'I am a script that only arranges tasks, so I cannot look that up; the calendar shows it. A real model answers such questions, too.',
    answer: 'Give long undisturbed times to what you calculate, and spread what you memorise over many days. Then tell me how to arrange it, for example “put calculus on Wednesday afternoons”.',
    planned: count => `I would do this in ${count} ${count === 1 ? 'step' : 'steps'}; please confirm.`, reached: 'these tasks have places as you asked',
  },
};
