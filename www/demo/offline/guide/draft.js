import { contactLines } from './contact.js'
import { courseLine } from './courses.js'
import { factsOf } from './facts.js'
import { bulleted, isVague, likeness, linesIn } from './lines.js'
import { kindOf } from './task.js'

/** The most lines of an entry. */
const MOST_LINES = 7
/** From this likeness on, a line of the original is told again by the user. */
const RETOLD = 0.6
/** Characters from which a line of a learning project carries its label. */
const LONG = 30

/** The blocks of a learning project, in their order, and what was asked to fill each. */
const BLOCKS = [
  { topics: ['what', 'origin'], zh: '【项目背景】', en: '[Background] ' },
  { topics: ['part', 'how', 'result', undefined], zh: '【技术实现】', en: '[Implementation] ' },
  { topics: ['hard'], zh: '【项目难点】', en: '[Difficulty] ' },
  { topics: ['learned'], zh: '【技术收获】', en: '[Gain] ' },
]

/**
 * The draft of a story: what the user told in this task, and what is worth keeping of the original.
 * @param {import('./read.js').Turn} turn @param {boolean} learning whether it was a learning project
 */
export function storyDraft({ task, exchanges, lang }, learning) {
  const facts = factsOf(exchanges)
  const kind = kindOf(task.section)
  const told = facts.map(({ line }) => line)
  if (kind === 'courses') return courseLine(task.original, exchanges.map(({ said }) => said))
  if (kind === 'basics') return contactLines(task.original, exchanges.map(({ said }) => said)).join('\n')
  const lines = learning ? inBlocks(facts, lang) : told
  return bulleted([...lines, ...worthKeeping(task.original, told)].slice(0, MOST_LINES))
}

function inBlocks(facts, lang) {
  return BLOCKS.flatMap(block => facts.filter(({ topic }) => block.topics.includes(topic)).map(({ line }) => (line.length > LONG ? block[lang] : '') + line))
}

/** Lines of the original that are concrete and not told again; the first ones all the same where nothing else is known. */
function worthKeeping(original, told) {
  const lines = linesIn(original).flatMap(line => line.split(/(?<=[。；])/)).map(line => line.replace(/[。；\s]+$/, '')).filter(Boolean)
  const fresh = lines.filter(line => told.every(fact => likeness(line, fact) < RETOLD))
  const concrete = fresh.filter(line => !isVague(line))
  return told.length === 0 ? lines : concrete
}
