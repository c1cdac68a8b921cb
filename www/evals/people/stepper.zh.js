/** People with files and a task for the stepper, in Chinese. @type {import('../person.js').Person[]} */
export default [
  {
    id: 'terse-summary',
    persona: '办公室文员，只说一句话，等结果。',
    habits: ['terse'],
    goal: '把会议记录整理成摘要 summary.md',
    files: { 'notes.md': '# 周会\n\n- 张伟：下周一发布 2.3 版\n- 李娜：还有 5 个缺陷没修\n' },
    opening: '把 notes.md 整理成摘要，写到 summary.md',
    facts: [],
    expect: { keep: ['summary.md', '2.3', '5'], turns: 12, calls: 40 },
    ideal: [
      { tool_name: 'read_file', params: { path: 'notes.md' } },
      { tool_name: 'write_file', params: { path: 'summary.md', content: '# 摘要\n\n- 下周一发布 2.3 版（张伟）\n- 还有 5 个缺陷没修（李娜）\n' } },
    ],
  },
  {
    id: 'asked-for-the-title',
    persona: '学生会干事，想到一句说一句，别人问了才说细节。',
    habits: ['changes_mind'],
    goal: '写一份招新通知 notice.txt',
    opening: '帮我写一份招新通知，存成 notice.txt，缺的信息来问我',
    facts: [{ about: ['时间', '什么时候'], say: '周五晚上 7 点，在活动中心 201', keep: ['周五', '201'] }],
    expect: { keep: ['notice.txt'], turns: 14, calls: 40 },
    ideal: [
      { tool_name: 'ask_user', params: { question: '招新在什么时候、什么地点？' } },
      { tool_name: 'write_file', params: { path: 'notice.txt', content: '招新通知\n周五晚上 7 点，活动中心 201，欢迎参加。\n' } },
    ],
  },
];
