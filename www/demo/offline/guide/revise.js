import { linesOf, sentencesOf } from './facts.js'
import { bulleted, likeness, linesIn } from './lines.js'
import { cannotAnswer, opinion } from './signals.js'
import { hasNumber, isHan, numbersOf, termsOf } from './terms.js'

/** Wishes to put one thing in the place of another: which group is the old, which the new. zh and en. */
const SWAPS = [
  { zh: /(?:应该)?是\s*(.+?)\s*[，,]?\s*(?:而)?不是\s*(.+)/, en: /(?:it (?:was|is|should be)\s+)?(?:actually\s+)?(.+?),?\s+not\s+(.+)/i, now: 1, before: 2 },
  { zh: /不是\s*(.+?)\s*[，,]?\s*(?:而是|应该是|是)\s*(.+)/, en: /not\s+(.+?),?\s+but\s+(.+)/i, before: 1, now: 2 },
  { zh: /[把将]?\s*(.+?)\s*(?:改成|换成|改为|写成)\s*(.+)/, en: /(?:change|replace|swap|rename)\s+(.+?)\s+(?:to|with|by|into)(?:\s+|:\s*)(.+)/i, before: 1, now: 2, why: 'reword' },
]
/** Who speaks of what they did gives no order. */
const TELLS = /^(?:后来|当时|其实)?我|\b(?:I|we)\b/
const REMOVES = { zh: /(?:去掉|删掉|删除|删去|拿掉|不要写|不要提|别写|不要)\s*(.+)/, en: /(?:remove|delete|drop|take out|leave out|cut)\s+(.+)/i }
const CORRECTS = { zh: /(?:应该是|改成|其实是|实际是|写)\s*(.+)/, en: /(?:should be|it was|it is|make it|actually)\s+(.+)/i }
const ADDS = { zh: /^(?:再|还要|还有|请|帮我|记得)*(?:加上|加入|加一[条句点]|补充(?:一[条句点])?|写上|提一下|添加)[:：，,]?\s*/, en: /^(?:please )?(?:also )?(?:add|mention|include)(?: that)?[:,]?\s+/i }
const SHORTENS = { zh: /短一点|短一些|简洁|精简|太长|简短/, en: /\bshorter\b|concise|too long|shorten|tighter/i }
const POSITIONS = { zh: /第\s*([一二三四五六七1-7])\s*[条行点句个]/, en: /\b(first|second|third|fourth|fifth|sixth|last)\b(?: (?:line|bullet|point|one))?|\bline (\d)/i }

/** Strong words and the weaker ones for what somebody cannot answer for. */
const WEAKER = { zh: [[/^精通/, '熟悉'], [/^(?:掌握|熟悉)/, '了解'], [/^(?=实现|设计|主导|负责|完成|开发|使用|搭建|编写)/, '参与']], en: [[/^(?:Skilled in|Familiar with)/, 'Know'], [/^(?:Built|Created|Made)/, 'Helped build'], [/^(?:Designed|Planned)/, 'Helped design'], [/^(?:Developed|Implemented)/, 'Helped develop'], [/^Wrote/, 'Helped write'], [/^(?:Led|Managed|Responsible for)/, 'Supported']] }

const WHY = {
  zh: { swap: '与事实不符', reword: '按你的说法改写', remove: '不需要', shorten: '可以省去', weaken: '说得过满', add: '缺了这个事实' },
  en: { swap: 'not correct', reword: 'worded as you said', remove: 'not wanted', shorten: 'can be spared', weaken: 'claims too much', add: 'this fact was missing' },
}

/** From this likeness on, a new fact replaces a line. */
const SAME_THING = 0.75

/**
 * The draft with what the user wants changed, and each change. No change: the wish named none.
 * @param {import('./read.js').Turn} turn
 * @returns {{ draft: string, comparison: { before: string, now: string, why: string }[] }}
 */
export function revise({ draft, said, lang, exchanges }) {
  const told = exchanges.map(({ said }) => said).join('\n')
  let lines = linesIn(draft)
  const comparison = []
  for (const wish of wishesOf(said)) {
    for (const { before, now, why } of editsFor(lines, wish, told)) {
      if (before === now) continue
      comparison.push({ before, now, why: WHY[lang][why] })
      lines = before ? lines.map(line => (line === before ? now : line)).filter(Boolean) : [...lines, now]
    }
  }
  const isEmpty = lines.length === 0
  if (isEmpty || comparison.length === 0) return { draft, comparison: [] }
  return { draft: /^- /m.test(draft) || lines.length > linesIn(draft).length ? bulleted(lines) : lines.join('\n'), comparison }
}

/** What was asked for, one wish at a time. A swap keeps its comma: "A, not B". */
function wishesOf(said) {
  const { rest } = opinion(said)
  return sentencesOf(rest).map(sentence => sentence.replace(/^(?:不对|不行|错了|这不对|搞错了|no\b|that'?s (?:wrong|not right)|wrong\b)[\s，,。.！!:：]*/i, '').trim()).filter(Boolean)
}

/** The first way in which a wish can be understood. */
function editsFor(lines, wish, told) {
  return swap(lines, wish) ?? remove(lines, wish) ?? shorten(lines, wish, told) ?? weaken(lines, wish) ?? correct(lines, wish) ?? add(lines, wish)
}

function swap(lines, wish) {
  if (TELLS.test(wish)) return undefined
  for (const { zh, en, before, now, why = 'swap' } of SWAPS) {
    const found = (isHan(wish) ? zh : en).exec(wish) ?? zh.exec(wish)
    if (!found) continue
    const [old, fresh] = [bare(found[before]), bare(found[now])]
    const at = lineAt(lines, old)
    if (at) return [{ before: at, now: fresh, why }]
    const edits = lines.map(line => ({ before: line, now: replaced(line, old, fresh), why })).filter(({ before, now }) => before !== now)
    if (edits.length > 0) return edits
    const counted = recount(lines, fresh)
    if (counted) return counted
    if (why === 'reword') return []
  }
  return undefined
}

function remove(lines, wish) {
  const what = bare((isHan(wish) ? REMOVES.zh : REMOVES.en).exec(wish)?.[1] ?? '')
  if (!what) return undefined
  const line = lineAt(lines, what)
  if (line) return [{ before: line, now: '', why: 'remove' }]
  const holding = lines.find(line => line.toLowerCase().includes(what.toLowerCase()))
  return holding ? [{ before: holding, now: '', why: 'remove' }] : []
}

/** Spares a line that says little, else the one furthest from what the user told. */
function shorten(lines, wish, told) {
  if (!SHORTENS.zh.test(wish) && !SHORTENS.en.test(wish)) return undefined
  if (lines.length < 2) return []
  const worth = line => likeness(line, told) + (hasNumber(line) || termsOf(line).length > 0 ? 0.5 : 0)
  const [before] = lines.toReversed().sort((a, b) => worth(a) - worth(b))
  return [{ before, now: '', why: 'shorten' }]
}

function weaken(lines, wish) {
  if (!cannotAnswer(wish)) return undefined
  const line = lineAt(lines, wish) ?? lines[0]
  const rules = isHan(line) ? WEAKER.zh : WEAKER.en
  const rule = rules.find(([strong]) => strong.test(line))
  return rule ? [{ before: line, now: line.replace(...rule), why: 'weaken' }] : []
}

/** A corrected number in the place of the only one of its kind. */
function correct(lines, wish) {
  const fresh = bare((isHan(wish) ? CORRECTS.zh : CORRECTS.en).exec(wish)?.[1] ?? '')
  return fresh && fresh.length <= 20 ? recount(lines, fresh) : undefined
}

function recount(lines, fresh) {
  const [number] = numbersOf(fresh)
  if (!number) return undefined
  const unit = number.replace(/^[\d.,\s]+/, '')
  const fits = lines.flatMap(line => numbersOf(line).filter(old => old.replace(/^[\d.,\s]+/, '') === unit).map(old => ({ line, old })))
  const last = fits.at(-1)
  return last && [{ before: last.line, now: replaced(last.line, last.old, number), why: 'swap' }]
}

function add(lines, wish) {
  const text = wish.replace(ADDS.zh, '').replace(ADDS.en, '')
  return linesOf(text).map(now => {
    const before = lines.find(line => likeness(line, now) >= SAME_THING && now.length >= line.length)
    return { before: before ?? '', now, why: 'add' }
  })
}

/** The line a text counts: "the second line". */
function lineAt(lines, text) {
  const han = POSITIONS.zh.exec(text)
  if (han) return lines[('一二三四五六七'.indexOf(han[1]) + 1 || Number(han[1])) - 1]
  const latin = POSITIONS.en.exec(text)
  if (!latin) return undefined
  const word = latin[1]?.toLowerCase()
  return word === 'last' ? lines.at(-1) : lines[latin[2] ? Number(latin[2]) - 1 : ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].indexOf(word)]
}

/** What is meant, without quotes and words around it. */
const bare = text => text.trim().replace(/^[：:\s]+/, '').replace(/^["'“”「『]|["'“”」』]$/g, '').replace(/^(?:the |that |this |it was |it is )/i, '').replace(/(?:这[一]?[条句个行]|那[一]?[条句个行]|吧|了|。|\.|!|！|这个|的内容| please)+$/i, '').trim()

/** A line with other words in the place of `old`; a number is not looked for inside a longer one. */
function replaced(line, old, fresh) {
  const escaped = old.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return old ? line.replace(new RegExp(`(?<!\\d)${escaped}(?!\\d)`, 'gi'), () => fresh) : line
}
