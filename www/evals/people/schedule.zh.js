/** People who plan the sample semester, in Chinese. @type {import('../person.js').Person[]} */
export default [
  {
    id: 'one-saturday-task',
    persona: '大二学生，只想把一个任务放到周六上午。',
    habits: ['terse'],
    goal: '“函数与极限”在第 2 周周六上午',
    input: { task_class_ids: [1, 2, 3] },
    opening: '把函数与极限排到第 2 周周六第 3 节',
    facts: [],
    expect: { keep: ['函数与极限: week 2 Sat 3-'], turns: 12, calls: 40 },
    ideal: [
      { name: 'context_tools_add', arguments: { domain: 'schedule', packs: ['mutation'], mode: 'merge' } },
      { name: 'place', arguments: { task: '函数与极限', day: 13, slot_start: 3 } },
    ],
  },
  {
    id: 'refuses-the-first-place',
    persona: '研究生，第一次问到要不要写进日历时总想换一天。',
    habits: ['refuses'],
    goal: '“选题与检索”在第 2 周周日晚上',
    input: { task_class_ids: [1, 2, 3] },
    opening: '把选题与检索排到第 2 周周六或周日晚上第 9 节',
    facts: [],
    refusals: [{ card: '"day":13', reason: '周六有事，放周日' }],
    expect: { keep: ['选题与检索: week 2 Sun 9-'], turns: 12, calls: 40 },
    ideal: [
      { name: 'context_tools_add', arguments: { domain: 'schedule', packs: ['mutation'], mode: 'merge' } },
      { name: 'place', arguments: { task: '选题与检索', day: 13, slot_start: 9 } },
      { name: 'place', arguments: { task: '选题与检索', day: 14, slot_start: 9 } },
    ],
  },
];
