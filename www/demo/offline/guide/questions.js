import { COMMON, FAMILIES, hasNumber, PROJECTS, termsOf } from './terms.js';

/**
 * Questions about a story, zh and en. `name`: for the thought. `open`: a question; {focus} is the user's subject. `lead` and
 * `options`: the same with choices, for short answers. `covered`: words of somebody who has already told this.
 */
const TOPICS = {
  origin: {
    covered: /从头|独立|自己(做|写|搭)|教程|from scratch|alone|by myself|tutorial/i,
    zh: { name: '来历', open: '这个项目是你自己从头做的，还是跟着教程做的？' },
    en: { name: 'where it comes from', open: 'Did you build this alone, or following a tutorial?' },
  },
  what: {
    covered: /平台|系统|网站|应用|小程序|工具|\b(app|site|platform|system|tool|service)\b/i,
    zh: { name: '是做什么的', open: '用一句话说，它是做什么的、给谁用的？' },
    en: { name: 'what it does', open: 'In one sentence, what does it do, and for whom?' },
  },
  part: {
    covered: /负责|独立|我(做|写|实现|开发|设计|搭)|\bI (built|wrote|made|designed|implemented|developed|led|did)\b|my part/i,
    zh: {
      name: '自己做的部分',
      open: '{focus}里，哪些是你自己动手完成的？',
      lead: '你自己动手的部分，更接近哪一种？',
      options: ['独立完成其中一个模块', '和同伴分工完成', '在现有代码上修改和扩展'],
    },
    en: {
      name: 'their own part',
      open: 'Which parts of {focus} did you do yourself?',
      lead: 'Which of these comes closest to your own part?',
      options: ['Built one module on my own', 'Shared the work with others', 'Changed and extended existing code'],
    },
  },
  how: {
    covered: { test: text => termsOf(text).length > 0 },
    zh: {
      name: '做法',
      open: '{focus}具体是怎么做的，用了什么技术或方法？',
      lead: '做的时候，最花工夫的是哪一块？',
      options: ['设计方案和数据结构', '编写核心功能', '联调和排查问题'],
    },
    en: {
      name: 'how it was done',
      open: 'How was {focus} done, and with which technology or method?',
      lead: 'What took most of the work?',
      options: ['Designed the solution and its data', 'Wrote the core features', 'Integrated the parts and tracked down bugs'],
    },
  },
  hard: {
    covered: /难|卡(了|住)|解决|瓶颈|踩坑|\b(hard|difficult|problem|solved|bottleneck|struggled|tricky)/i,
    zh: {
      name: '难点',
      open: '做{focus}的时候，最难解决的问题是什么，后来怎么解决的？',
      lead: '过程中遇到过哪一类困难？',
      options: ['解决了性能或速度的问题', '解决了系统之间对接的问题', '应对了反复变化的需求'],
    },
    en: {
      name: 'the difficulty',
      open: 'What was the hardest problem with {focus}, and how did you solve it?',
      lead: 'What kind of difficulty did you meet?',
      options: ['Solved problems of speed', 'Solved problems of connecting systems', 'Handled requirements that kept changing'],
    },
  },
  result: {
    covered: { test: hasNumber },
    zh: {
      name: '结果',
      open: '{focus}做完以后带来了什么变化？人数、耗时、错误率之类，大概的数字也可以。',
      lead: '使用人数、节省的时间、减少的错误里，哪一个能说个大概的数字？',
    },
    en: {
      name: 'the result',
      open: 'What changed once {focus} was done? A rough number is fine: users, time, errors.',
      lead: 'Users, time saved or errors avoided: for which can you give a rough number?',
    },
  },
  learned: {
    covered: /学到|学会|收获|理解了|\b(learn|understood|understand)/i,
    zh: {
      name: '收获',
      open: '做完{focus}，你觉得学到最多的是什么？',
      lead: '收获最大的是哪一方面？',
      options: ['理解了完整的开发流程', '学会了排查和解决问题', '提升了与人协作的能力'],
    },
    en: {
      name: 'the gain',
      open: 'What did you learn most from {focus}?',
      lead: 'What did you gain most?',
      options: ['Understood the whole development process', 'Learned to track down and solve problems', 'Learned to work with others'],
    },
  },
  more: {
    covered: { test: () => false },
    zh: { name: '还有什么', open: '除了这些，还有哪一件你做过的事值得写进去？' },
    en: { name: 'what else there is', open: 'Apart from that, what else did you do that belongs here?' },
  },
  courses: {
    covered: { test: () => false },
    zh: { name: '相关课程', open: '哪几门课和你想找的岗位最相关？' },
    en: { name: 'the relevant courses', open: 'Which courses matter most for the job you want?' },
  },
  contact: {
    covered: { test: () => false },
    zh: { name: '要改的信息', open: '你想补充或更正哪一项？可以直接写成“电话：……”这样的一行。' },
    en: { name: 'what to correct', open: 'Which line would you add or correct? You can write it as “phone: …”.' },
  },
};

/** Questions for users without an answer: guesses, then another view, then a menu. */
const GUESS = {
  zh: {
    lead: '没关系，我猜一下，你做的哪一个最接近？',
    did: thing => `负责${thing}`,
    angle: '换个角度：一开始有什么地方没看懂，后来是怎么弄明白的？',
    menu: '那从常见的收获里挑一个，哪一个最像你？',
    other: '其他，你来说',
  },
  en: {
    lead: 'No problem, let me guess: which comes closest to what you did?',
    did: thing => `Worked on ${thing}`,
    angle: 'Another angle: what did you not understand at first, and how did you get there?',
    menu: 'Then pick from what people often gain: which is most like you?',
    other: 'Something else',
  },
};

/** Topic of each kind of guess. */
const GUESSED = [['lead', 'part'], ['angle', 'hard'], ['menu', 'learned']];

/** Order of the topics in each kind of story. */
const ORDERS = {
  work: ['part', 'how', 'hard', 'result', 'more'],
  project: ['origin', 'part', 'how', 'hard', 'result', 'more'],
  learning: ['origin', 'what', 'part', 'hard', 'learned', 'more'],
  courses: ['courses'],
  basics: ['contact'],
};

/**
 * The next topic: the first that was neither asked nor told. Undefined if everything is known.
 * @param {keyof typeof ORDERS} kind @param {string[]} asked all questions so far @param {string} told
 */
export function nextTopic(kind, asked, told) {
  const done = new Set(asked.map(topicOf));
  return ORDERS[kind].find(topic => !done.has(topic) && !TOPICS[topic].covered.test(told));
}

/** Name of a topic. @param {string} topic @param {'zh' | 'en'} lang */
export const topicName = (topic, lang) => TOPICS[topic][lang].name;

/** First topic of a task. @param {keyof typeof ORDERS} kind */
export const firstTopic = kind => ORDERS[kind][0];

/** Topic of a question; undefined for a question of another origin. @param {string} asked */
export function topicOf(asked) {
  const among = texts => texts.some(text => text && holds(asked, text));
  const texts = ({ open, lead, options = [] }) => [open, lead, ...options];
  const [topic] = Object.entries(TOPICS).find(([, { zh, en }]) => among([...texts(zh), ...texts(en)])) ?? [];
  return topic ?? GUESSED.find(([part]) => among([GUESS.zh[part], GUESS.en[part]]))?.[1];
}

/** Whether a question was made from a template: it contains the template's longest fixed part. */
function holds(asked, template) {
  const [longest] = template.split('{focus}').sort((a, b) => b.length - a.length);
  return asked.includes(longest);
}

/** An open question. @param {string} topic @param {'zh' | 'en'} lang @param {string} focus */
export const openQuestion = (topic, lang, focus) => TOPICS[topic][lang].open.replace('{focus}', focus);

/** A question with choices, if the topic has them. @param {string} topic @param {'zh' | 'en'} lang @param {string} focus */
export function easyQuestion(topic, lang, focus) {
  const { lead, options } = TOPICS[topic][lang];
  if (!lead) return openQuestion(topic, lang, focus);
  return options ? listed(lead, [...options, GUESS[lang].other]) : lead;
}

/**
 * The question after an answer without content.
 * @param {number} times  number of such answers @param {string} about  title and text of the task @param {'zh' | 'en'} lang
 */
export function guess(times, about, lang) {
  const { lead, angle, menu, other } = GUESS[lang];
  if (times === 2) return angle;
  if (times > 2) return listed(menu, [...TOPICS.learned[lang].options, other]);
  return listed(lead, [...guessesFor(about, lang), other]);
}

function guessesFor(about, lang) {
  const project = PROJECTS.find(({ named }) => named.test(about));
  const terms = termsOf(about).map(term => term.toLowerCase());
  const family = FAMILIES.find(family => family.terms.some(term => terms.includes(term.toLowerCase())));
  return (project ?? family)?.guesses[lang].map(GUESS[lang].did) ?? COMMON[lang];
}

const listed = (lead, options) => [lead, ...options.map((option, index) => `${index + 1}. ${option}`)].join('\n');
