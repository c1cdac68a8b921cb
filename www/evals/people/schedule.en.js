/** People who plan the sample semester, in English. @type {import('../person.js').Person[]} */
export default [
  {
    id: 'one-saturday-task',
    persona: 'A student who only wants one task on a Saturday morning.',
    habits: ['terse'],
    goal: '"Functions and limits" on the Saturday morning of week 2',
    input: { task_class_ids: [1, 2, 3] },
    opening: 'Put Functions and limits on Saturday of week 2, section 3',
    facts: [],
    expect: { keep: ['Functions and limits: week 2 Sat 3-'], turns: 12, calls: 40 },
    ideal: [
      { name: 'context_tools_add', arguments: { domain: 'schedule', packs: ['mutation'], mode: 'merge' } },
      { name: 'place', arguments: { task: 'Functions and limits', day: 13, slot_start: 3 } },
    ],
  },
  {
    id: 'refuses-the-first-place',
    persona: 'A graduate student who wants another day at the first card.',
    habits: ['refuses'],
    goal: '"Topic and search" on the Sunday evening of week 2',
    input: { task_class_ids: [1, 2, 3] },
    opening: 'Put Topic and search on the Saturday or Sunday evening of week 2, section 9',
    facts: [],
    refusals: [{ card: '"day":13', reason: 'I am away on Saturday, take Sunday' }],
    expect: { keep: ['Topic and search: week 2 Sun 9-'], turns: 12, calls: 40 },
    ideal: [
      { name: 'context_tools_add', arguments: { domain: 'schedule', packs: ['mutation'], mode: 'merge' } },
      { name: 'place', arguments: { task: 'Topic and search', day: 13, slot_start: 9 } },
      { name: 'place', arguments: { task: 'Topic and search', day: 14, slot_start: 9 } },
    ],
  },
];
