import { linesIn } from './lines.js'
import { opinion } from './signals.js'
import { FAMILIES, familyOf, isHan, termsOf } from './terms.js'

/** What nobody lists any more, unless the job is about it. */
const BASICS = /^(word|excel|ppt|powerpoint|office|ms office|microsoft office|wps|windows|qq|outlook|打字|上网|办公软件|email)$/i
const OFFICE_JOBS = /运营|行政|财务|会计|文员|人事|数据分析|operations|assistant|account|finance|admin|analyst|office/i

/** What a job usually asks for, by its name; at most three that are not yet listed are offered. */
const ASKED_FOR = [
  { job: /前端|front.?end|web dev|网页/i, skills: ['TypeScript', 'Vite', 'Git', 'Jest'] },
  { job: /后端|back.?end|java|服务端/i, skills: ['Redis', 'MySQL', 'Docker', 'Linux'] },
  { job: /数据|data|算法|machine|机器学习|ai|人工智能/i, skills: ['SQL', 'pandas', 'NumPy', 'Git'] },
  { job: /测试|test|qa/i, skills: ['Selenium', 'Postman', 'Linux', 'SQL'] },
  { job: /设计|design|ui|ux/i, skills: ['Figma', 'Sketch', 'Axure'] },
  { job: /产品|product/i, skills: ['Axure', 'SQL', 'Figma'] },
  { job: /./s, skills: ['Git', 'Linux', 'SQL'] },
]

/** How well somebody knows a skill, by the words used; the first that is heard counts. */
const LEVELS = [
  { heard: /了解|用过一点|接触过|学过|入门|beginner|basic|a (little|bit)|know a|learning/i, zh: '了解', en: 'Know' },
  { heard: /精通|熟练|掌握|擅长|advanced|expert|proficient|fluent|skilled|master/i, zh: '掌握', en: 'Skilled in' },
  { heard: /./s, zh: '熟悉', en: 'Familiar with' },
]
const DEFAULT_LEVEL = LEVELS.at(-1)

const SEPARATORS = /[、，,;；/|]|\s+(?:and|&)\s+|(?<=\p{Script=Han})[和及与](?=\S)/u
const AROUND = /^(?:\s|[-•*·]|\d+[.、)]|熟练(?:使用|掌握)?|熟悉|掌握|精通|了解|擅长|使用|会用?|familiar with|skilled in|know(?:ledge of)?|proficient (?:in|with)|experience with)+\s*|\s*(?:等(?:技术|工具|框架|软件)?|etc\.?|[。.；;）)\s])+$/gi

/**
 * A skill and how well it is known.
 * @typedef {{ name: string, level: typeof LEVELS[number] }} Skill
 */

/** What to keep, delete and ask about. @param {import('./read.js').Turn} turn */
export function sortSkills({ task }) {
  const skills = skillsIn(task.original)
  const about = `${task.goal}\n${task.diagnosis}`
  const isBasic = ({ name }) => BASICS.test(name) && !OFFICE_JOBS.test(about)
  const keep = skills.filter(skill => !isBasic(skill))
  const has = name => skills.some(skill => skill.name.toLowerCase() === name.toLowerCase())
  const named = termsOf(about).filter(name => !has(name))
  const usual = ASKED_FOR.find(({ job }) => job.test(about)).skills.filter(name => !has(name))
  return { keep: keep.map(nameOf), drop: skills.filter(isBasic).map(nameOf), maybe: [...new Set([...named, ...usual])].slice(0, 3), skills }
}

const nameOf = ({ name }) => name

/** The skills of a text: of each line what follows its category. @param {string} text @returns {Skill[]} */
function skillsIn(text) {
  const skills = linesIn(text).flatMap(line => {
    const level = LEVELS.find(({ heard }) => heard.test(line)) ?? DEFAULT_LEVEL
    const listed = line.replace(/^[^：:（(]{1,20}(?:[（(][^）)]*[）)])?\s*[：:]\s*/, '').replace(/[（(]/g, '、').replace(/[）)]/g, '')
    return listed.split(SEPARATORS).map(part => ({ name: part.replace(AROUND, '').trim(), level })).filter(({ name }) => name.length > 0 && name.length <= 30)
  })
  return skills.filter(({ name }, index) => skills.findIndex(other => other.name.toLowerCase() === name.toLowerCase()) === index)
}

const DELETES = /去掉|删掉|删除|删|拿掉|不会|没用过|不要(?!删|去)|remove|delete|drop|take out|without|never used|don't (know|use)/i
const KEEPS = /不要删|别删|保留|留着|不删|还是要|keep|don't (delete|remove|drop)|leave/i
const ALL = /都会|都用过|都有|都加上|全加上|all of (them|these|those)|both|add them( all)?|have used all/i

/**
 * The skills after what the user said of them.
 * @param {ReturnType<typeof sortSkills>} sorted @param {string[]} said @returns {Skill[]}
 */
export function adjusted({ keep, maybe, skills }, said) {
  let chosen = skills.filter(({ name }) => keep.includes(name))
  const without = name => chosen.filter(skill => skill.name.toLowerCase() !== name.toLowerCase())
  for (const clause of said.flatMap(clausesOf)) {
    const named = mentioned(clause, skills)
    const level = LEVELS.find(({ heard }) => heard.test(clause)) ?? DEFAULT_LEVEL
    if (DELETES.test(clause) && !KEEPS.test(clause)) chosen = named.reduce((rest, name) => rest.filter(skill => skill.name.toLowerCase() !== name.toLowerCase()), chosen)
    else for (const name of ALL.test(clause) && named.length === 0 ? maybe : named) chosen = placed(chosen, name, clause, level)
  }
  return chosen

  function placed(list, name, clause, level) {
    const known = list.find(skill => skill.name.toLowerCase() === name.toLowerCase())
    if (known && level === DEFAULT_LEVEL) return list
    return known ? list.map(skill => (skill === known ? { name: known.name, level } : skill)) : [...without(name), { name, level }]
  }
}

const clausesOf = text => opinion(text).rest.split(/[，,。；;\n]|\.\s|\bbut\b|但是?|不过/).map(clause => clause.trim()).filter(Boolean)

/** Skills a clause names: those listed, technologies, and what follows a word of knowing. */
function mentioned(clause, skills) {
  const listed = skills.map(nameOf).filter(name => clause.toLowerCase().includes(name.toLowerCase()))
  const terms = termsOf(clause).filter(term => !listed.some(name => name.toLowerCase() === term.toLowerCase()))
  if (listed.length + terms.length > 0) return [...listed, ...terms]
  const [, after] = /(?:会用?|用过|熟悉|掌握|了解|擅长|加上|补充|还有|学过|add|know|used|familiar with|skilled in)\s*[:：]?\s*(.+)$/i.exec(clause) ?? []
  return after ? after.split(SEPARATORS).map(part => part.replace(AROUND, '').replace(/[了吧的]+$/, '').trim()).filter(name => name.length > 1 && name.length <= 20 && !/^(it|them|too|also|一点|都)/i.test(name)) : []
}

/** One line for each skill, related ones known equally well in brackets behind their base. @param {Skill[]} skills @param {'zh' | 'en'} lang */
export function skillLines(skills, lang) {
  const groups = new Map()
  for (const { name, level } of skills) {
    const base = familyOf(name)?.base
    const grouped = skills.some(skill => skill.name === base && skill.level === level)
    const key = `${level[lang]} ${grouped ? base : name}`
    groups.set(key, { level, names: [...(groups.get(key)?.names ?? []), name] })
  }
  return [...groups.values()].map(({ level, names }) => baseFirst(names, level)).map(({ level, names: [first, ...rest] }) => `- ${spaced(level[lang], first)}${related(rest, lang)}`).join('\n')
}

const baseFirst = (names, level) => ({ level, names: names.toSorted((a, b) => isBase(b) - isBase(a)) })
const isBase = name => FAMILIES.some(({ base }) => base === name)

const spaced = (level, name) => (isHan(level) && isHan(name[0]) ? level + name : `${level} ${name}`)

function related(names, lang) {
  if (names.length === 0) return ''
  return lang === 'zh' ? `（${names.join('、')}）` : ` (${names.join(', ')})`
}
