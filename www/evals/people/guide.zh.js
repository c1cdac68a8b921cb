/** People who improve a Chinese resume. @type {import('../person.js').Person[]} */
export default [
  {
    id: 'terse-intern',
    persona: '大三学生，找后端实习，话很少，能少打字就少打字。',
    habits: ['terse'],
    goal: '把实习经历写得具体一点',
    input: {
      user_intent: '找后端开发的暑期实习',
      resume: {
        basics: { name: '林子昂', email: 'linziang@example.com', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: '实习经历', items: [{ id: 'e1', title: '后端开发实习生', organization: '杭州云鹿科技', date_start: '2025-06', date_end: '2025-09', highlights: ['负责订单模块的开发'] }] },
        ],
      },
    },
    facts: [
      { place: '后端开发实习生', about: ['性能', '接口', '结果'], say: '订单列表从 800 毫秒降到 120 毫秒', keep: ['800', '120', '毫秒'] },
      { place: '后端开发实习生', about: ['技术', '怎么做', '方法'], say: '加了 Redis 缓存', keep: ['Redis'] },
    ],
    expect: { turns: 15, calls: 40 },
  },
  {
    id: 'nurse-changes-mind',
    persona: '三甲医院的护士，想转去做临床研究协调员，说话啰嗦，常常改口。',
    habits: ['talkative', 'changes_mind'],
    goal: '让简历像临床研究协调员',
    input: {
      user_intent: '临床研究协调员 CRC',
      resume: {
        basics: { name: '周敏', phone: '13900001111', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: '工作经历', items: [{ id: 'e1', title: '护士', organization: '市第一医院肿瘤科', date_start: '2021-07', highlights: ['日常护理工作', '参与过药物试验'] }] },
          { id: 's2', type: 'text', title: '自我评价', content: '认真负责，能吃苦。' },
        ],
      },
    },
    facts: [
      { place: '护士', about: ['试验', '研究'], say: '我跟过 4 个三期药物试验，负责给受试者采血和填病例报告表', keep: ['4', '三期', '病例报告表'] },
      { place: '护士', about: ['病人', '人数', '规模'], say: '受试者一共 63 人，没有一个因为随访漏掉而脱落', keep: ['63'] },
      { place: '自我评价', say: '我有 GCP 证书，2024 年考的', keep: ['GCP', '2024'] },
    ],
    asides: [{ after: 3, say: '等等，随访那句话写得谨慎一点，别太夸张' }],
    expect: { turns: 20, calls: 60 },
  },
  {
    id: 'mixed-language-analyst',
    persona: '外企的数据分析师，中英文混着说。',
    habits: ['mixed_language', 'asks_back'],
    goal: '突出 A/B test 和看板',
    input: {
      user_intent: '资深数据分析师',
      resume: {
        basics: { name: '陈思', email: 'chensi@example.com', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: '工作经历', items: [
            { id: 'e1', title: '数据分析师', organization: '清析数据', date_start: '2022-03', highlights: ['做报表', '支持业务'] },
            { id: 'e2', title: '数据实习生', organization: '星河银行', date_start: '2021-06', date_end: '2021-09', highlights: ['整理数据'] },
          ] },
        ],
      },
    },
    facts: [
      { place: '数据分析师', about: ['实验', '测试', '业务'], say: '我 own 了 checkout 的 A/B test，conversion 提升了 3.2%', keep: ['A/B test', '3.2'] },
      { place: '数据分析师', about: ['报表', '看板'], say: '用 Looker 搭了 12 个 dashboard 给 sales 用', keep: ['Looker', '12'] },
      { place: '数据实习生', say: '写了 SQL 脚本每天 check 数据质量', keep: ['SQL'] },
    ],
    asides: [{ after: 1, say: '为什么要写这么细，HR 会看吗？' }],
    expect: { turns: 22, calls: 60 },
  },
  {
    id: 'refuses-first-draft',
    persona: '前端工程师，第一次看到要写进简历的内容总要挑毛病。',
    habits: ['refuses'],
    goal: '项目写出难点',
    input: {
      user_intent: '前端开发工程师',
      resume: {
        basics: { name: '何川', links: ['https://example.com/hechuan'] },
        sections: [
          { id: 's1', type: 'experience', title: '项目经历', items: [{ id: 'e1', title: '在线考试系统', organization: '校内项目', date_start: '2024-03', highlights: ['用 Vue 写页面'] }] },
          { id: 's2', type: 'generic', title: '技能', items: [{ id: 'g1', title: '前端', description: 'Vue, HTML, CSS' }] },
        ],
      },
    },
    facts: [
      { place: '在线考试系统', about: ['难点', '问题'], say: '断网的时候答案存在 IndexedDB，恢复以后自动提交', keep: ['IndexedDB'] },
      { place: '在线考试系统', about: ['规模', '多少'], say: '期末有 1,500 人同时在线考试', keep: ['同时在线'] },
      { place: '前端', say: '还会 TypeScript，写了两年', keep: ['TypeScript'] },
    ],
    refusals: [{ card: '1,500', reason: '再等一下，人数那句放到最后' }],
    expect: { turns: 24, calls: 60 },
  },
];
