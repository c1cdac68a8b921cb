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
  {
    id: 'student-no-numbers',
    persona: '大二学生，没有数据可说，问到数字就说不知道。',
    habits: ['terse'],
    goal: '课程项目写得像样，但不要编数字',
    input: {
      user_intent: 'Java 实习生',
      resume: {
        basics: { name: '孙浩', email: 'sunhao@example.com', links: [] },
        sections: [{ id: 's1', type: 'experience', title: '项目经历', items: [{ id: 'e1', title: '二手书交易平台', organization: '课程设计', highlights: ['做了登录'] }] }],
      },
    },
    facts: [
      { place: '二手书交易平台', about: ['数据', '多少', '用户'], say: '没统计过，不知道' },
      { place: '二手书交易平台', about: ['技术', '做了什么'], say: '登录用了 JWT，密码加盐存', keep: ['JWT', '加盐'] },
    ],
    expect: { absent: ['%'], turns: 15, calls: 40 },
  },
  {
    id: 'retracts-a-number',
    persona: '运营专员，先说一个数，过一会儿纠正。',
    habits: ['changes_mind'],
    goal: '活动数据要准确',
    input: {
      user_intent: '用户运营',
      resume: {
        basics: { name: '吴倩', links: [] },
        sections: [{ id: 's1', type: 'experience', title: '工作经历', items: [{ id: 'e1', title: '运营专员', organization: '北山物流', date_start: '2023-05', highlights: ['做活动', '管理社群'] }] }],
      },
    },
    facts: [
      { place: '运营专员', about: ['活动'], say: '双十一活动我一个人策划的，文案和海报都是我做的', keep: ['双十一'] },
      { place: '运营专员', about: ['社群', '人数'], say: '社群从 300 人做到 2,100 人；不对，是 1,900 人', keep: ['1,900'] },
    ],
    expect: { turns: 15, calls: 40 },
  },
  {
    id: 'manager-long-story',
    persona: '做了十年的门店店长，一说就是一大段。',
    habits: ['talkative'],
    goal: '转做区域经理',
    input: {
      user_intent: '连锁零售区域经理',
      resume: {
        basics: { name: '马建国', phone: '13700002222', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: '工作经历', items: [
            { id: 'e1', title: '店长', organization: '万家便利', date_start: '2014-03', highlights: ['负责门店管理'] },
            { id: 'e2', title: '店员', organization: '万家便利', date_start: '2012-06', date_end: '2014-02', highlights: ['收银、理货'] },
          ] },
          { id: 's2', type: 'text', title: '自我评价', content: '踏实肯干。' },
        ],
      },
    },
    facts: [
      { place: '店长', about: ['损耗', '成本'], say: '刚接手的时候生鲜损耗有 9%，我改成每天两次订货，又让每个班交接的时候盘一遍冷柜，半年以后降到 4.5%', keep: ['9%', '4.5%'] },
      { place: '店长', about: ['团队', '人'], say: '店里 14 个人都是我排班和带教，其中 3 个后来也当了店长', keep: ['14', '3 个'] },
      { place: '自我评价', say: '我同时管过 2 家店，懂怎么复制流程', keep: ['2 家店'] },
    ],
    expect: { turns: 20, calls: 50 },
  },
  {
    id: 'skills-in-order',
    persona: '测试工程师，只关心技能那一栏。',
    habits: ['impatient'],
    goal: '技能按岗位整理',
    input: {
      user_intent: '自动化测试工程师',
      resume: {
        basics: { name: '钱进', links: [] },
        sections: [
          { id: 's1', type: 'generic', title: '技能', items: [{ id: 'g1', title: '测试', description: 'Selenium, Postman, Word' }, { id: 'g2', title: '语言', description: 'Python' }] },
          { id: 's2', type: 'generic', title: '教育背景', items: [{ id: 'g3', title: '浙江工业大学', subtitle: '软件工程', date: '2018-2022' }] },
        ],
      },
    },
    facts: [
      { place: '测试', say: '还用 JMeter 做压测', keep: ['JMeter'] },
      { place: '语言', say: '会一点 Java', keep: ['Java'] },
    ],
    expect: { keep: ['浙江工业大学', '软件工程'], turns: 14, calls: 40 },
  },
  {
    id: 'asks-what-it-is-for',
    persona: '刚毕业的会计，什么都要先问为什么。',
    habits: ['asks_back'],
    goal: '实习经历写清楚',
    input: {
      user_intent: '总账会计',
      resume: {
        basics: { name: '冯雪', email: 'fengxue@example.com', links: [] },
        sections: [{ id: 's1', type: 'experience', title: '实习经历', items: [{ id: 'e1', title: '会计实习生', organization: '诚信会计师事务所', date_start: '2024-01', date_end: '2024-04', highlights: ['整理凭证'] }] }],
      },
    },
    facts: [
      { place: '会计实习生', about: ['凭证', '数量'], say: '每月核对 600 张凭证，找出过 8 张重复报销', keep: ['600', '8 张'] },
      { place: '会计实习生', about: ['软件', '工具'], say: '用的是用友 U8', keep: ['用友'] },
    ],
    asides: [{ after: 1, say: '这样写和原来有什么区别？' }, { after: 2, say: '“STAR”是什么意思？' }],
    expect: { turns: 18, calls: 40 },
  },
  {
    id: 'designer-mixed-words',
    persona: 'UI 设计师，设计术语都用英文。',
    habits: ['mixed_language', 'changes_mind'],
    goal: '体现 design system 的经验',
    input: {
      user_intent: '资深 UI 设计师',
      resume: {
        basics: { name: '罗一', links: ['https://example.com/luoyi'] },
        sections: [{ id: 's1', type: 'experience', title: '工作经历', items: [{ id: 'e1', title: 'UI 设计师', organization: '云途科技', date_start: '2020-08', highlights: ['负责 App 界面设计'] }] }],
      },
    },
    facts: [
      { place: 'UI 设计师', about: ['系统', '规范'], say: '从零搭了 design system，一共 46 个 component，Figma 和代码 token 同步', keep: ['46', 'Figma'] },
      { place: 'UI 设计师', about: ['效率', '结果'], say: '改版的 handoff 时间从 5 天缩到 2 天', keep: ['5 天', '2 天'] },
    ],
    asides: [{ after: 2, say: '语气再 professional 一点' }],
    expect: { turns: 16, calls: 40 },
  },
  {
    id: 'refuses-with-new-fact',
    persona: '机械工程师，看到稿子才想起漏了东西。',
    habits: ['refuses'],
    goal: '写出降本的成果',
    input: {
      user_intent: '结构工程师',
      resume: {
        basics: { name: '许刚', phone: '13600003333', links: [] },
        sections: [{ id: 's1', type: 'experience', title: '工作经历', items: [{ id: 'e1', title: '机械工程师', organization: '江南重工', date_start: '2019-07', highlights: ['负责夹具设计'] }] }],
      },
    },
    facts: [{ place: '机械工程师', about: ['夹具', '成本'], say: '把 17 种夹具合并成 5 种，换型时间缩短了一半', keep: ['17', '5 种'] }],
    refusals: [{ card: '17 种夹具', reason: '先别写，“负责夹具设计”那句要保留' }],
    expect: { turns: 16, calls: 40 },
  },
  {
    id: 'two-entries-same-title',
    persona: '前后在两家公司都做产品助理，怕写混。',
    habits: ['terse', 'asks_back'],
    goal: '两段经历分开写',
    input: {
      user_intent: '产品经理',
      resume: {
        basics: { name: '姚远', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: '工作经历', items: [{ id: 'e1', title: '产品助理', organization: '清析数据', date_start: '2023-03', highlights: ['写需求文档'] }] },
          { id: 's2', type: 'experience', title: '实习经历', items: [{ id: 'e2', title: '产品助理', organization: '星河银行', date_start: '2022-07', date_end: '2022-12', highlights: ['做竞品分析'] }] },
        ],
      },
    },
    facts: [
      { place: '工作经历', about: ['需求'], say: '跟了 3 个版本的报表功能，上线以后客服工单少了 40%', keep: ['3 个版本', '40%'] },
      { place: '实习经历', about: ['竞品'], say: '对比了 6 家手机银行的转账流程', keep: ['6 家'] },
    ],
    asides: [{ after: 2, say: '现在改的是哪一段？' }],
    expect: { turns: 18, calls: 45 },
  },
  {
    id: 'greets-and-adds-awards',
    persona: '大四学生，先问好，简历上漏了获奖。',
    habits: ['greets'],
    goal: '加一个“获奖经历”板块',
    input: {
      user_intent: '算法实习生',
      resume: {
        basics: { name: '梁爽', email: 'liangs@example.com', links: [] },
        sections: [{ id: 's1', type: 'experience', title: '项目经历', items: [{ id: 'e1', title: '垃圾分类识别', organization: '课程项目', date_start: '2025-03', highlights: ['训练了一个分类模型'] }] }],
      },
    },
    facts: [
      { place: '垃圾分类识别', about: ['模型', '数据'], say: '老师好！数据是自己拍的 2,400 张照片，准确率 91%', keep: ['91%'] },
      { place: '获奖经历', about: ['获奖'], say: '蓝桥杯省赛二等奖，2024 年', keep: ['蓝桥杯', '2024'] },
    ],
    expect: { keep: ['获奖经历', '训练了一个分类模型'], turns: 18, calls: 50 },
    ideal: { adds: ['获奖经历'] },
  },
  {
    id: 'employer-was-renamed',
    persona: '仓库主管，讲话都按钟点，公司改过名。',
    habits: ['clock_times', 'changes_mind'],
    goal: '公司名改成现在的，职责写具体',
    input: {
      user_intent: '物流经理',
      resume: {
        basics: { name: '丁伟', phone: '13500004444', links: [] },
        sections: [{ id: 's1', type: 'experience', title: '工作经历', items: [{ id: 'e1', title: '仓库主管', organization: '顺达货运', date_start: '2018-09', highlights: ['管理收发货'] }] }],
      },
    },
    facts: [
      { place: '仓库主管', about: ['收发货', '流程'], say: '每天 6:00 开门，18:30 前发完 350 单', keep: ['18:30', '350'] },
      { place: '仓库主管', about: ['公司', '单位'], say: '公司去年改名叫顺达供应链，单位那栏也改一下', keep: ['顺达供应链'] },
    ],
    expect: { keep: ['管理收发货'], absent: ['顺达货运'], turns: 18, calls: 50 },
    ideal: { replies: { '公司去年改名叫顺达供应链，单位那栏也改一下': { entry: { organization: '顺达供应链' } } } },
  },
  {
    id: 'returns-to-the-first',
    persona: '幼教老师，聊到第二段时想起第一段漏了，还爱贴大段记录。',
    habits: ['pastes_much', 'changes_mind'],
    goal: '两段都写好，第一段补上漏掉的',
    input: {
      user_intent: '幼儿园教学主任',
      resume: {
        basics: { name: '苏琴', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: '工作经历', items: [
            { id: 'e1', title: '保育员', organization: '向阳幼儿园', date_start: '2016-09', date_end: '2019-07', highlights: ['照顾生活'] },
            { id: 'e2', title: '主班老师', organization: '向阳幼儿园', date_start: '2019-09', highlights: ['带班'] },
          ] },
        ],
      },
    },
    facts: [
      { place: '保育员', about: ['生活', '孩子'], say: '带过 2 个托班', keep: ['2 个托班'] },
      { place: '主班老师', about: ['带班', '课程'], say: '周记里写的：周一户外，周二绘本，周三美工；班上 28 个孩子；家长群每天发照片；上学期做了 6 次公开课；空调修了两回', keep: ['28 个孩子', '6 次公开课'] },
    ],
    asides: [
      { after: 3, place: '主班老师', say: '等下，刚才保育员那段漏了一样，回去补一下' },
      { after: 4, place: '保育员', say: '那时候还写了一本晨检手册', keep: ['晨检手册'] },
    ],
    expect: { keep: ['照顾生活', '带班'], turns: 26, calls: 70 },
    ideal: { replies: { '等下，刚才保育员那段漏了一样，回去补一下': { goes_back_to: '保育员' } } },
  },
];
