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
];
