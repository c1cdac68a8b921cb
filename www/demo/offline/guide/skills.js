import { linesIn } from './lines.js';
import { opinion } from './signals.js';
import { FAMILIES, familyOf, isHan, termsOf } from './terms.js';

/** Skills that are no longer listed, unless the job is about them. */
const BASICS = /^(word|excel|ppt|powerpoint|office|ms office|microsoft office|wps|windows|qq|outlook|打字|上网|办公软件|email)$/i;
const OFFICE_JOBS = /运营|行政|财务|会计|文员|人事|数据分析|operations|assistant|account|finance|admin|analyst|office/i;

/** Usual skills of a job, by its name. At most three that are not listed yet are offered. */
const ASKED_FOR = [
  { job: /前端|front.?end|web dev|网页/i, skills: ['TypeScript', 'Vite', 'Git', 'Jest'] },
  { job: /后端|back.?end|java|服务端/i, skills: ['Redis', 'MySQL', 'Docker', 'Linux'] },
  { job: /数据|data|算法|machine|机器学习|ai|人工智能/i, skills: ['SQL', 'pandas', 'NumPy', 'Git'] },
  { job: /测试|test|qa/i, skills: ['Selenium', 'Postman', 'Linux', 'SQL'] },
  { job: /设计|design|ui|ux/i, skills: ['Figma', 'Sketch', 'Axure'] },
  { job: /产品|product/i, skills: ['Axure', 'SQL', 'Figma'] },
  { job: /./s, skills: ['Git', 'Linux', 'SQL'] },
];

/** Levels of a skill by their words. The first match counts. */
const LEVELS = [
  { heard: /了解|用过一点|接触过|学过|入门|beginner|basic|a (little|bit)|know a|learning/i, zh: '了解', en: 'Know' },
  { heard: /精通|熟练|掌握|擅长|advanced|expert|proficient|fluent|skilled|master/i, zh: '掌握', en: 'Skilled in' },
  { heard: /./s, zh: '熟悉', en: 'Familiar with' },
];
const DEFAULT_LEVEL = LEVELS.at(-1);
const levelOf = text => LEVELS.find(({ heard }) => heard.test(text)) ?? DEFAULT_LEVEL;

const SEPARATORS = /[、，,;；/|]|\s+(?:and|&)\s+|(?<=\p{Script=Han})[和及与](?=\S)/u;
/** Words of knowing before a skill, and words after it. */
const BEFORE = /^(?:\s|熟练(?:使用|掌握)?|熟悉|掌握|精通|了解|擅长|使用|会用?|(?:familiar|experience) with|skilled in|know(?:ledge of)?|proficient (?:in|with))+/i;
const BEHIND = /(?:等(?:技术|工具|框架|软件)?|etc\.?|[。.；;）)\s])+$/i;
const bare = part => part.replace(BEFORE, '').replace(BEHIND, '').trim();

/** Longest name of a skill. */
const LONGEST = 30;

/**
 * A skill with its level.
 * @typedef {{ name: string, level: typeof LEVELS[number] }} Skill
 */

/** Skills to keep, to delete and to ask about. @param {import('./read.js').Turn} turn */
export function sortSkills({ task }) {
  const skills = skillsIn(task.original);
  const about = `${task.goal}\n${task.diagnosis}`;
  const isBasic = ({ name }) => BASICS.test(name) && !OFFICE_JOBS.test(about);
  const keep = skills.filter(skill => !isBasic(skill));
  const has = name => skills.some(skill => same(skill.name, name));
  const named = termsOf(about).filter(name => !has(name));
  const usual = ASKED_FOR.find(({ job }) => job.test(about)).skills.filter(name => !has(name));
  return { keep: keep.map(nameOf), drop: skills.filter(isBasic).map(nameOf), maybe: [...new Set([...named, ...usual])].slice(0, 3), skills };
}

const nameOf = ({ name }) => name;

/** Skills of a text: in each line, the words after its category. @param {string} text @returns {Skill[]} */
function skillsIn(text) {
  const skills = linesIn(text).flatMap(line => {
    const level = levelOf(line);
    const listed = line.replace(/^[^：:（(]{1,20}(?:[（(][^）)]*[）)])?\s*[：:]\s*/, '').replace(/[（(]/g, '、').replace(/[）)]/g, '');
    return listed.split(SEPARATORS).map(part => ({ name: bare(part), level })).filter(({ name }) => name.length > 0 && name.length <= LONGEST);
  });
  return skills.filter(({ name }, index) => skills.findIndex(other => same(other.name, name)) === index);
}

const DELETES = /去掉|删掉|删除|删|拿掉|不会|没用过|不要(?!删|去)|remove|delete|drop|take out|without|never used|don't (know|use)/i;
const KEEPS = /不要删|别删|保留|留着|不删|还是要|keep|don't (delete|remove|drop)|leave/i;
const ALL = /都会|都用过|都有|都加上|全加上|all of (them|these|those)|both|add them( all)?|have used all/i;

/**
 * The skills after the user's changes.
 * @param {ReturnType<typeof sortSkills>} sorted @param {string[]} said @returns {Skill[]}
 */
export function adjusted(sorted, said) {
  const kept = sorted.skills.filter(({ name }) => sorted.keep.includes(name));
  return said.flatMap(clausesOf).reduce((chosen, clause) => afterClause(chosen, clause, sorted), kept);
}

const clausesOf = text => opinion(text).rest.split(/[，,。；;\n]|\.\s|\bbut\b|但是?|不过/).map(clause => clause.trim()).filter(Boolean);

function afterClause(chosen, clause, { skills, maybe }) {
  const named = mentioned(clause, skills);
  if (DELETES.test(clause) && !KEEPS.test(clause)) return chosen.filter(({ name }) => !named.some(other => same(name, other)));
  const added = named.length === 0 && ALL.test(clause) ? maybe : named;
  return added.reduce((list, name) => withSkill(list, { name, level: levelOf(clause) }), chosen);
}

/** The list with a skill. The level of a known skill changes only if the user named one. */
function withSkill(list, { name, level }) {
  const known = list.find(skill => same(skill.name, name));
  if (!known) return [...list, { name, level }];
  return level === DEFAULT_LEVEL ? list : list.map(skill => (skill === known ? { name: known.name, level } : skill));
}

/** Skills in a clause: listed ones, technologies, else the words after a word of knowing. */
function mentioned(clause, skills) {
  const listed = skills.map(nameOf).filter(name => clause.toLowerCase().includes(name.toLowerCase()));
  const terms = termsOf(clause).filter(term => !listed.some(name => same(name, term)));
  if (listed.length + terms.length > 0) return [...listed, ...terms];
  const [, known = ''] = KNOWS.exec(clause) ?? [];
  const names = known.split(SEPARATORS).map(part => bare(part).replace(/[了吧的]+$/, ''));
  return names.filter(name => name.length > 1 && name.length <= LONGEST && !PRONOUNS.test(name));
}

const KNOWS = /(?:会用?|用过|熟悉|掌握|了解|擅长|加上|补充|还有|学过|add|know|used|familiar with|skilled in)\s*[:：]?\s*(.+)$/i;
const PRONOUNS = /^(?:it|them|these|those|too|also|一点|都)\b/i;

const same = (one, other) => one.toLowerCase() === other.toLowerCase();

/**
 * One line for each skill. Related skills of the same level are in brackets after their base.
 * @param {Skill[]} skills @param {'zh' | 'en'} lang
 */
export function skillLines(skills, lang) {
  const groups = new Map();
  for (const { name, level } of skills) {
    const base = familyOf(name)?.base;
    const grouped = skills.some(skill => skill.name === base && skill.level === level);
    const key = `${level[lang]} ${grouped ? base : name}`;
    groups.set(key, { level, names: [...(groups.get(key)?.names ?? []), name] });
  }
  return [...groups.values()].map(({ level, names }) => lineOf(level[lang], names.toSorted(baseFirst), lang)).join('\n');
}

const lineOf = (level, [first, ...rest], lang) => `- ${spaced(level, first)}${related(rest, lang)}`;

const baseFirst = (one, other) => Number(isBase(other)) - Number(isBase(one));
const isBase = name => FAMILIES.some(({ base }) => base === name);

const spaced = (level, name) => (isHan(level) && isHan(name[0]) ? level + name : `${level} ${name}`);

function related(names, lang) {
  if (names.length === 0) return '';
  return lang === 'zh' ? `（${names.join('、')}）` : ` (${names.join(', ')})`;
}
