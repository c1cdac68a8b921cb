/**
 * Families of skills: they share a line in a list of skills, and a question about one may name the others.
 * `base`: the skill that the others build on, if any. `guesses`: usual subjects of work with them, zh and en.
 */
export const FAMILIES = [
  { base: 'JavaScript',
    terms: [
      'JavaScript', 'TypeScript', 'React', 'Vue', 'Angular', 'Svelte', 'Next.js', 'Node.js', 'Express', 'HTML', 'CSS', 'Vite', 'Webpack', 'Tailwind',
    ],
    guesses: {
      zh: ['组件间的状态管理', '页面加载和渲染的优化', '和后端接口的联调'],
      en: ['state shared between components', 'faster loading and rendering', 'wiring the pages to the back end'],
    } },
  { base: 'Python', terms: ['Python', 'Django', 'Flask', 'FastAPI', 'pandas', 'NumPy', 'scikit-learn', 'PyTorch', 'TensorFlow', 'Spark'],
    guesses: {
      zh: ['数据清洗', '接口或脚本的编写', '参数调优'],
      en: ['cleaning the data', 'writing endpoints or scripts', 'tuning parameters'],
    } },
  { base: 'Java', terms: ['Java', 'Spring Boot', 'SpringBoot', 'Spring', 'MyBatis', 'Kotlin', 'Maven'],
    guesses: {
      zh: ['接口设计', '权限控制', '跨域和配置问题'],
      en: ['designing the endpoints', 'permissions', 'configuration and CORS'],
    } },
  { base: 'SQL', terms: ['SQL', 'MySQL', 'PostgreSQL', 'Oracle', 'MongoDB', 'Redis', 'Elasticsearch'],
    guesses: {
      zh: ['表结构设计', '慢查询和索引优化', '缓存设计'],
      en: ['designing the tables', 'slow queries and indexes', 'caching'],
    } },
  { terms: ['Linux', 'Git', 'Docker', 'Kubernetes', 'Nginx', 'Jenkins', 'AWS', 'Kafka', 'GitHub Actions'],
    guesses: {
      zh: ['容器和网络配置', '自动化部署', '线上问题排查'],
      en: ['containers and networking', 'automatic deployment', 'tracking down problems in production'],
    } },
  { terms: ['Playwright', 'Selenium', 'Cypress', 'Jest', 'JUnit', 'pytest', 'Postman', 'JMeter'],
    guesses: {
      zh: ['用例设计', '自动化脚本', '缺陷定位'],
      en: ['designing test cases', 'automating them', 'narrowing down defects'],
    } },
  { terms: ['Figma', 'Sketch', 'Photoshop', 'Illustrator', 'Axure'],
    guesses: {
      zh: ['设计规范整理', '原型和交互', '和开发对接'],
      en: ['a set of design rules', 'prototypes and interaction', 'handing over to developers'],
    } },
  { terms: ['C', 'C++', 'C#', 'Go', 'Rust', 'Qt', 'LangChain', 'OpenCV', 'ROS', 'MATLAB'],
    guesses: {
      zh: ['性能优化', '并发处理', '模块划分'],
      en: ['performance', 'concurrency', 'splitting it into modules'],
    } },
];

/** Kinds of projects by their words, with the usual subjects of such projects. */
export const PROJECTS = [
  { named: /管理|后台|考试|系统|admin|management|dashboard|看板|cms|erp/i,
    guesses: {
      zh: ['权限控制', '表结构设计', '前后端联调'],
      en: ['permissions', 'designing the tables', 'connecting front end and back end'],
    } },
  { named: /推荐|recommend/i,
    guesses: {
      zh: ['算法选择', '数据清洗', '参数调优'],
      en: ['choosing the algorithm', 'cleaning the data', 'tuning'],
    } },
  { named: /聊天|消息|客服|chat|messag/i,
    guesses: {
      zh: ['WebSocket 实时通信', '消息存储', '断线重连'],
      en: ['websockets', 'storing messages', 'reconnecting'],
    } },
  { named: /爬虫|抓取|crawl|scrap/i,
    guesses: {
      zh: ['应对反爬', '数据清洗', '并发抓取'],
      en: ['getting past anti-bot measures', 'cleaning the data', 'crawling in parallel'],
    } },
  { named: /商城|电商|交易|购物|订单|shop|store|commerce|booking|预订/i,
    guesses: {
      zh: ['购物车和订单流程', '支付对接', '搜索和筛选'],
      en: ['cart and orders', 'payment', 'search and filters'],
    } },
  { named: /学习|识别|预测|模型|分类|learning|predict|classif|model/i,
    guesses: {
      zh: ['数据标注和清洗', '调参', '模型部署'],
      en: ['labelling and cleaning data', 'tuning', 'deployment'],
    } },
];

/** Subjects of nearly any work. */
export const COMMON = {
  zh: ['独立完成其中一个模块', '排查和修复线上问题', '和其他同事协作对接'],
  en: ['Built one module on my own', 'Found and fixed bugs', 'Worked with other teams'],
};

const KNOWN = FAMILIES.flatMap(({ terms }) => terms).sort((a, b) => b.length - a.length);
const escaped = term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const KNOWN_TERM = new RegExp(`(?<![A-Za-z0-9])(${KNOWN.map(escaped).join('|')})(?![A-Za-z0-9+#])(?: ?\\d+(?:\\.\\d+)*)?`, 'gi');

/** Pattern of a technology's name: capitals, digits or signs inside a word. */
const ODD_TERM = /(?<![A-Za-z0-9])(?=[A-Za-z]*(?:[a-z][A-Z]|[A-Z]{2}|[A-Za-z][\d+#.]))[A-Za-z][\w+#.-]*[\w+#](?: \d+(?:\.\d+)*)?/g;
const LATIN_TERM = /[A-Za-z][\w+#.-]*(?: \d+(?:\.\d+)+)?/g;

export const isHan = text => /\p{Script=Han}/u.test(text);

/** Names of technologies in a text, in its spelling and order. @param {string} text */
export function termsOf(text) {
  const found = [...text.matchAll(KNOWN_TERM)].filter(({ 0: term }) => term.length > 2 || term === term.toUpperCase());
  found.push(...text.matchAll(isHan(text) ? LATIN_TERM : ODD_TERM));
  found.sort((a, b) => a.index - b.index || b[0].length - a[0].length);
  const terms = [];
  let end = 0;
  for (const { 0: term, index } of found) {
    if (index < end) continue;
    end = index + term.length;
    if (!terms.includes(term)) terms.push(term);
  }
  return terms;
}

/** The family of a skill. @param {string} skill */
export const familyOf = skill => FAMILIES.find(({ terms }) => terms.some(term => term.toLowerCase() === skill.toLowerCase()));

/** Numbers of a text with their units; version numbers do not count. @param {string} text */
export function numbersOf(text) {
  const bare = termsOf(text).reduce((rest, term) => rest.replaceAll(term, ' '), text);
  return bare.match(/\d+(?:[.,]\d+)*\s?(?:%|[万亿千百]*(?:个月|分钟|小时|[个人次条秒天月年周倍元项家台页名位份门])?|[a-zA-Z]+)?/g)?.map(number => number.trim()) ?? [];
}

export const hasNumber = text => numbersOf(text).length > 0;
