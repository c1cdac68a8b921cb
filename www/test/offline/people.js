import { pick, random } from '../../demo/offline/random.js';

/** Work of generated people by language: places of a resume with their words. */
const WORDS = {
  zh: {
    jobs: ['我想应聘前端开发工程师', '后端开发', '想找一份数据分析的工作', '测试工程师', 'UI 设计师'],
    titles: { work: '工作经历', projects: '项目经历', skills: '专业技能', summary: '个人总结', education: '教育背景' },
    own: { work: '实习经历', projects: '科研项目', skills: '技能特长', summary: '自我评价', education: '教育经历' },
    positions: ['前端开发工程师', '后端实习生', '数据分析师', '测试工程师 - 外包', '产品助理'],
    companies: ['云途科技', '清析数据', '星河银行', '北山物流'],
    projects: ['校园二手书交易平台', '在线考试系统', '电影推荐系统', '课程聊天室', '新闻爬虫'],
    thin: ['负责日常开发', '参与了一些需求', '修复问题并优化性能', '使用 Vue 开发页面', '编写了一些测试', '服务了 3 个部门'],
    traits: ['性格开朗，学习能力强，有良好的团队合作精神。', '热爱编程；责任心强', ''],
    school: ['浙江工业大学', '本科', '软件工程', ['数据结构', '数据库原理', '算法设计', '计算机网络']],
    thing: ['登录模块', '订单页面', '数据看板', '审批流程', '搜索接口'],
    facts: [
      ({ tech, a, b, thing }) => `我用 ${tech} 做了${thing}，耗时从 ${a} 秒降到了 ${b} 秒`,
      ({ n }) => `上线后有 ${n} 人在用，每周大概处理 ${n + 7} 条数据`,
      ({ tech, n, thing }) => `最难的是${thing}经常超时，后来我给 ${tech} 加了缓存，超时减少了 ${n}%`,
      ({ tech, n }) => `写了 ${n} 个 ${tech} 的自动化用例，放进了每天的构建里`,
    ],
    skill: ({ tech }) => `可以，还会 ${tech}`,
    trait: ({ tech, n }) => `用 ${tech} 做过 ${n} 个上线的项目`,
    contact: ({ n }) => `电话：1380000${n + 1000}`,
  },
  en: {
    jobs: ['I want to be a front-end developer', 'Back-end engineer', 'a data analyst position', 'QA engineer', 'UX designer'],
    titles: { work: 'Work Experience', projects: 'Projects', skills: 'Skills', summary: 'Summary', education: 'Education' },
    own: { work: 'Internships', projects: 'Research projects', skills: 'Tech stack', summary: 'Profile', education: 'Education' },
    positions: ['Front-end developer', 'Back-end intern', 'Data analyst', 'Test engineer - contract', 'Product assistant'],
    companies: ['Norrsken Travel', 'Brisk Analytics', 'Harbour Bank', 'Fell Logistics'],
    projects: ['Trailbook', 'Exam management system', 'Film recommender', 'Course chat', 'News crawler'],
    thin: [
      'Helped with various tasks', 'Worked on pages in Vue', 'Fixed bugs and improved performance', 'Responsible for the login module',
      'Wrote some tests', 'Served 3 departments',
    ],
    traits: ['Motivated developer who likes to learn new things and works well in a team.', 'Passionate, hard-working', ''],
    school: [
      'Chalmers University of Technology', 'Bachelor', 'Computer Science',
      ['Databases', 'Algorithms', 'Web applications', 'Operating systems'],
    ],
    thing: ['the login module', 'the order pages', 'the dashboard', 'the approval flow', 'the search endpoint'],
    facts: [
      ({ tech, a, b, thing }) => `I built ${thing} with ${tech}, and the response time went from ${a} s to ${b} s`,
      ({ n }) => `It is used by ${n} people and handles about ${n + 7} records a week.`,
      ({ tech, n, thing }) => `The hardest part was that ${thing} kept timing out. I put ${tech} in front of it and timeouts fell by ${n}%.`,
      ({ tech, n }) => `I wrote ${n} automated cases in ${tech} and put them into the nightly build`,
    ],
    skill: ({ tech }) => `yes, and I have used ${tech}`,
    trait: ({ tech, n }) => `I shipped ${n} projects with ${tech}`,
    contact: ({ n }) => `phone: +46 70 555 ${n + 1000}`,
  },
};

const TECHNOLOGIES = [
  'OAuth 2.0', 'Redis 7', 'WebSocket', 'Playwright', 'PostgreSQL', 'GraphQL', 'Kafka', 'Rust', 'FastAPI', 'Docker', 'C++', 'Next.js',
];
const VOICES = ['terse', 'detailed', 'changing', 'backtracking', 'skipping'];

/**
 * A person with a resume, a wish and a way of talking.
 * @param {number} number  number of the person; the same number gives the same person
 */
export function person(number) {
  const chance = random(number * 7919 + 13);
  const lang = number % 2 === 0 ? 'zh' : 'en';
  const words = WORDS[lang];
  const any = list => pick(chance, list);
  const resume = (number % 4 < 2 ? jsonResume : ownResume)(words, chance);
  const voice = VOICES[Math.floor(number / 2) % VOICES.length];
  return { number, lang, voice, resume, wish: any(words.jobs), chance, words, tell: kind => facts(kind, words, chance) };
}

/** Statements of a person in a task of this kind, with the words that must not get lost. */
function facts(kind, words, chance) {
  const count = Math.floor(chance() * 400) + 11;
  const said = { tech: pick(chance, TECHNOLOGIES), thing: pick(chance, words.thing), n: count, a: count % 17 + 5, b: count % 4 + 1 };
  if (kind === 'skills') return { lines: [words.skill(said)], kept: [said.tech] };
  if (kind === 'summary') return { lines: [words.trait(said)], kept: [said.tech, String(said.n)] };
  if (kind === 'education') return { lines: [words.school[3].slice(0, 2).join(words === WORDS.zh ? '、' : ', ')], kept: words.school[3].slice(0, 2) };
  if (kind === 'basics') return { lines: [words.contact(said)], kept: [String(said.n + 1000)] };
  const start = Math.floor(chance() * words.facts.length);
  const lines = words.facts.map((_, index) => words.facts[(start + index) % words.facts.length](said));
  return { lines, kept: [said.tech, String(said.n)] };
}

const many = (chance, most) => Array.from({ length: Math.floor(chance() * (most + 1)) });

/** Places of a resume; one without any is tested, too. */
function places(chance) {
  const chosen = ['work', 'projects', 'skills', 'summary', 'education'].filter(() => chance() < 0.6);
  return chosen.length > 0 || chance() < 0.2 ? chosen : ['work'];
}

function jsonResume(words, chance) {
  const any = list => pick(chance, list);
  const [institution, studyType, area, courses] = words.school;
  const highlights = () => many(chance, 3).map(() => any(words.thin));
  const job = () => ({ name: any(words.companies), position: any(words.positions), startDate: '2024-07', highlights: highlights() });
  const web = { name: 'Web', level: 'Advanced', keywords: ['JavaScript', 'React', 'Vue', 'CSS'] };
  const lists = {
    work: () => [...many(chance, 2), 0].map(job),
    projects: () => [...many(chance, 1), 0].map(() => ({ name: any(words.projects), highlights: highlights() })),
    skills: () => [web, { name: 'Tools', keywords: ['Git', 'Word', 'Excel'] }],
    education: () => [{ institution, studyType, area, courses }],
  };
  const chosen = places(chance);
  const entries = chosen.filter(place => lists[place]).map(place => [place, lists[place]()]);
  const summary = chosen.includes('summary') ? { summary: words.traits[0] } : {};
  return { basics: { name: 'Lin', email: 'lin@example.com', ...summary }, ...Object.fromEntries(entries) };
}

function ownResume(words, chance) {
  const any = list => pick(chance, list);
  const [school, degree, , courses] = words.school;
  let last = 0;
  const id = () => `i${last += 1}`;
  const highlights = () => many(chance, 3).map(() => any(words.thin));
  const item = names => ({ id: id(), title: any(names), organization: any(words.companies), highlights: highlights() });
  const items = (names, most) => [...many(chance, most), 0].map(() => item(names));
  const bodies = {
    work: () => ({ type: 'experience', items: items(words.positions, 2) }),
    projects: () => ({ type: 'experience', items: items(words.projects, 1) }),
    skills: () => ({ type: 'generic', items: ['Python, Excel, MySQL', 'JavaScript'].map(title => ({ id: id(), title })) }),
    summary: () => ({ type: 'text', content: any(words.traits) }),
    education: () => ({ type: 'generic', items: [{ id: id(), title: `${school} ${degree}`, description: courses.join(', ') }] }),
  };
  return { basics: { name: 'Lin', links: [] }, sections: places(chance).map(place => ({ id: id(), title: words.own[place], ...bodies[place]() })) };
}

/** Kind of place of a task. */
export function placeOf(section, { titles, own }) {
  const main = section.split(' - ')[0];
  return Object.keys(titles).find(place => titles[place] === main || own[place] === main) ?? 'basics';
}
