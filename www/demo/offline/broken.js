import { pick } from './random.js'
import { write } from './write.js'

/**
 * The ways in which models break JSON: `fits` says whether a value can be broken so, `spoil` gives the broken text.
 * @type {{ name: string, fits?: (value: any, contract: any) => boolean, spoil: (value: any, chance: () => number, contract: any) => string }[]}
 */
export const FLAWS = [
  // around it
  { name: 'code fence', spoil: value => `\`\`\`json\n${write(value)}\n\`\`\`` },
  { name: 'prose around', spoil: value => around(value, { zh: ['好的，这是我的回复：', '希望对你有帮助！'], en: ['Sure, here is my reply:', 'Let me know if this helps!'] }) },
  { name: 'think block', spoil: value => `<think>\n${isHan(value) ? '先看看用户说了什么 {…}，再决定下一步。' : 'First see what the user said {…}, then decide.'}\n</think>\n${write(value)}` },
  { name: 'two objects', spoil: value => `${write(value)}\n${write(value)}` },
  { name: 'plain text', fits: value => Boolean(wordsOf(value)), spoil: value => wordsOf(value) },
  { name: 'encoded twice', spoil: value => JSON.stringify(JSON.stringify(value)) },

  // how it is written
  { name: 'trailing comma', spoil: value => write(value, { last: ',' }) },
  { name: 'missing commas', spoil: value => write(value, { comma: '' }) },
  { name: 'single quotes', spoil: value => write(value, { quotes: "''" }) },
  { name: 'smart quotes', fits: value => !/[“”]/.test(JSON.stringify(value)), spoil: value => write(value, { quotes: '“”' }) },
  { name: 'bare keys', spoil: value => write(value, { bareKeys: true }) },
  { name: 'full-width punctuation', spoil: value => write(value, { colon: '：', comma: '，', braces: '｛｝' }) },
  { name: 'python literals', fits: value => /[[:,](null|true|false)/.test(JSON.stringify(value)), spoil: value => write(value, { quotes: "''", literals: { null: 'None', true: 'True', false: 'False' } }) },
  { name: 'comments', spoil: value => write(value, { comma: isHan(value) ? ', // 下一项' : ', // next' }) },
  { name: 'raw line breaks', fits: value => JSON.stringify(value).includes('\\n'), spoil: value => write(value).replaceAll('\\n', '\n') },

  // cut off
  { name: 'missing closing brace', spoil: value => write(value).slice(0, -2) },
  { name: 'cut off', spoil: (value, chance) => cut(write(value), 0.3 + 0.5 * chance()) },

  // what it says
  { name: 'wrong case', fits: value => hasNames(value), spoil: value => JSON.stringify(value, (_, part) => (isName(part) ? part.toLowerCase() : part), 2) },
  { name: 'missing field', fits: (_, contract) => contract.schema.required?.length > 0, spoil: (value, chance, contract) => write({ ...value, [pick(chance, contract.schema.required)]: undefined }) },
  { name: 'lines as a list', fits: value => value.draft_content?.includes('\n'), spoil: value => write({ ...value, draft_content: value.draft_content.split('\n') }) },
  { name: 'arguments as text', fits: value => Boolean(value.call), spoil: value => write({ ...value, call: { ...value.call, args: JSON.stringify(value.call.args) } }) },
]

/** A reply, broken in one of the ways that fit. @param {object} value @param {object} contract @param {() => number} chance */
export function spoil(value, contract, chance) {
  const fitting = FLAWS.filter(({ fits }) => !fits || fits(value, contract))
  return pick(chance, fitting).spoil(value, chance, contract)
}

const isHan = value => /\p{Script=Han}/u.test(JSON.stringify(value))
const wordsOf = value => value.reply_to_user ?? value.say

/** The names of an enum look like this. */
const isName = part => typeof part === 'string' && /^[A-Z]+(_[A-Z]+)*$/.test(part)
function hasNames(value) {
  return typeof value === 'object' && value !== null ? Object.values(value).some(hasNames) : isName(value)
}

function around(value, { zh, en }) {
  const [before, after] = isHan(value) ? zh : en
  return `${before}\n\n${write(value)}\n\n${after}`
}

/** The beginning of a text, not in the middle of a character. */
function cut(text, share) {
  const characters = [...text]
  return characters.slice(0, Math.floor(characters.length * share)).join('')
}
