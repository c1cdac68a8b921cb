/** People who have a text written, in Chinese. @type {import('../person.js').Person[]} */
export default [
  {
    id: 'garden-organiser',
    persona: '社区花园的组织者，说话实在，不喜欢广告腔。',
    habits: ['terse'],
    goal: '一份社区花园的宣传文案',
    input: { project_name: '社区花园' },
    opening: '帮我写一份社区花园的宣传文案',
    facts: [
      { about: ['谁', '读者', '给谁看'], say: '写给小区里退休的老人，他们缺伴', keep: ['老人'] },
      { about: ['行动', '希望'], say: '希望他们周六上午 9 点来花园看看', keep: ['周六', '9'] },
    ],
    expect: { turns: 25, calls: 60 },
  },
  {
    id: 'runner-changes-mind',
    persona: '跑步社团的社长，写到一半想换重点。',
    habits: ['changes_mind'],
    goal: '一本新手跑步指南',
    input: { project_name: '新手跑步' },
    opening: '我想做一本新手跑步指南',
    facts: [
      { about: ['谁', '读者', '给谁看'], say: '给每天加班、怕受伤的上班族', keep: ['上班族'] },
      { about: ['行动', '希望'], say: '希望他们今晚出门走 10 分钟', keep: ['10 分钟'] },
    ],
    asides: [{ after: 3, say: '重点放在不受伤上' }],
    expect: { turns: 25, calls: 60 },
  },
];
