import { isVague, linesIn } from './lines.js';
import { kindOf } from './task.js';
import { hasNumber, isHan, termsOf } from './terms.js';

const WORDS = {
  zh: {
    job: '目标岗位', basics: '基本信息', fields: { name: '姓名', label: '求职意向', phone: '电话', email: '邮箱', link: '链接' },
    colon: '：', level: level => `（${level}）`, sentence: '；',
    gaps: {
      empty: '这里还没有内容',
      thin: '写得很短，看不出具体做了什么',
      vague: line => `“${line}”没有说明具体做了什么`,
      numbers: '没有提到规模、频率或前后变化（没有数字也可以用范围说明）',
      terms: '没有写用了什么技术或方法',
      none: '内容比较具体，可以再突出和岗位相关的部分',
    },
    diagnoses: {
      skills: '技能罗列在一起，看不出熟悉程度，也可能有和岗位无关的',
      traits: '多是谁都可以写的形容词，缺少能证明自己的事',
      courses: '课程较多，没有突出和岗位相关的几门',
      basics: '检查联系方式和求职意向是否完整',
    },
    goals: {
      work: job => `写清你做了什么、怎么做的、带来什么变化，突出和“${job}”相关的部分`,
      project: job => `面向“${job}”：有真实用户就写成果，课程或练手项目就写难点和收获`,
      skills: job => `只留“${job}”用得上、面试能讲清楚的技能，并补上漏写的`,
      traits: job => `用一两件事实说明你适合“${job}”`,
      courses: job => `只留和“${job}”最相关的几门`,
      basics: job => `补全信息，写明求职意向“${job}”`,
    },
  },
  en: {
    job: 'the wished job', basics: 'Basics', fields: { name: 'name', label: 'title', phone: 'phone', email: 'email', link: 'link' },
    colon: ': ', level: level => ` (${level})`, sentence: '; ',
    gaps: {
      empty: 'Nothing is written here yet',
      thin: 'It is so short that one cannot see what was done',
      vague: line => `“${line}” does not say what was done`,
      numbers: 'it names no scale, frequency or change (a range will do where there are no numbers)',
      terms: 'it names no technology or method',
      none: 'It is concrete; what matters for the job can stand out more',
    },
    diagnoses: {
      skills: 'The skills stand side by side without a level, and some may not matter for the job',
      traits: 'Mostly adjectives that fit anybody, without a fact that shows it',
      courses: 'Many courses, and those that matter for the job do not stand out',
      basics: 'Check whether contact and wished position are complete',
    },
    goals: {
      work: job => `Say what you did, how, and what changed, with what matters for “${job}” first`,
      project: job => `For “${job}”: results if it had real users, difficulty and gain if it was a course or practice project`,
      skills: job => `Keep what “${job}” needs and you can explain in an interview, and add what is missing`,
      traits: job => `Show by one or two facts why you fit “${job}”`,
      courses: job => `Keep the few courses that matter for “${job}”`,
      basics: job => `Complete the lines and name “${job}” as what you look for`,
    },
  },
};

/** Words of wishing around the name of a job. */
const WISHES = [
  /^(?:我?(?:想要?|希望|打算)?(?:应聘|找|做|投|申请|面试|从事|求职)?(?:一份|一个)?|求职意向[:：])/,
  /^(?:i(?:'m| am)?\s*(?:looking for|applying for|(?:want|would like) to (?:be|become|work as))|(?:a|the) job as)\s+/i,
  /^(?:a|an|the)\s+/i,
  /(?:的?(?:工作|职位|岗位)|\s+(?:job|position|role))$/i,
];

/** Order of importance. */
const ORDER = ['work', 'project', 'skills', 'traits', 'courses', 'basics'];

/** Longest name of a job inside a goal. */
const LONGEST_JOB = 40;

/**
 * A list of tasks: one for each experience, for each list of skills and text about oneself, and for all courses.
 * @param {{ lang: 'zh' | 'en', wish: string, resume: { sections?: any[], basics?: any } }} asked
 */
export function planFor({ lang, wish, resume }) {
  const words = WORDS[lang];
  const job = jobIn(wish) || words.job;
  const places = (resume.sections ?? []).flatMap(section => placesIn(section, words));
  const wanted = places.length > 0 ? places : [basicsPlace(resume.basics ?? {}, words)];
  const ordered = wanted.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const tasks = ordered.map(({ kind, section, text, itemId }, index) => ({
    id: index + 1,
    section,
    strategy: kind === 'skills' || kind === 'traits' ? 'KEYWORD_FILTER' : 'STAR_STORYTELLING',
    original_text: text,
    diagnosis: diagnosis(kind, text, words),
    goal: words.goals[kind](job),
    item_id: itemId,
  }));
  return { tasks };
}

/** Name of the job in a wish. */
function jobIn(wish) {
  const [line = ''] = wish.trim().split(/[\n。.!！，,]/);
  const job = WISHES.reduce((rest, words) => rest.replace(words, ''), line);
  return [...job.trim()].slice(0, LONGEST_JOB).join('');
}

function placesIn({ type, title, items = [], content = '' }, words) {
  const kind = kindOf(title);
  const place = { section: title, itemId: null };
  if (type === 'text') return [{ ...place, kind: kind === 'skills' ? kind : 'traits', text: content }];
  if (type === 'experience') {
    return items.map(item => itemPlace(kind === 'project' ? kind : 'work', title, items, item, (item.highlights ?? []).join('\n')));
  }
  if (kind === 'skills') return [{ ...place, kind, text: items.map(item => skillText(item, words)).join('\n') }];
  if (kind === 'courses') return items.filter(({ description }) => description).map(item => itemPlace(kind, title, items, item, item.description));
  return kind === 'project' ? items.map(item => itemPlace(kind, title, items, item, item.description ?? '')) : [];
}

function itemPlace(kind, title, items, item, text) {
  const name = nameOf(item, items);
  return { kind, section: name ? `${title} - ${name}` : title, text, itemId: item.id };
}

/** Title of an item, with its organization if another item has the same title. */
function nameOf({ id, title = '', organization = '' }, items) {
  const isShared = items.some(other => other.id !== id && other.title === title);
  return [title, (isShared || !title) && organization].filter(Boolean).join(' · ');
}

/** One entry of a list of skills on one line: category, level, skills. */
function skillText({ title, subtitle, description }, { level, colon }) {
  if (!description) return subtitle ? title + level(subtitle) : title;
  return `${title}${subtitle ? level(subtitle) : ''}${colon}${description}`;
}

function basicsPlace({ links = [], ...basics }, { basics: section, fields, colon }) {
  const values = { ...basics, link: links[0] };
  const lines = Object.keys(fields).filter(field => values[field]).map(field => fields[field] + colon + values[field]);
  return { kind: 'basics', section, text: lines.join('\n'), itemId: null };
}

function diagnosis(kind, text, { diagnoses, gaps, sentence }) {
  if (diagnoses[kind]) return diagnoses[kind];
  if (!text.trim()) return gaps.empty;
  const vague = linesIn(text).find(isVague);
  const found = [
    text.length < (isHan(text) ? 16 : 30) && gaps.thin,
    vague && gaps.vague(vague),
    !hasNumber(text) && gaps.numbers,
    termsOf(text).length === 0 && gaps.terms,
  ].filter(Boolean);
  return found.slice(0, 2).join(sentence) || gaps.none;
}
