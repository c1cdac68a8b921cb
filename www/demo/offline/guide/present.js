import { linesIn } from './lines.js'
import { hasNumber, numbersOf, termsOf } from './terms.js'

const WORDS = {
  zh: {
    first: section => `我帮你优化了【${section}】的内容，用的都是你说过的和原文里的事实。`,
    again: section => `已按你的意见修改【${section}】。`,
    same: section => `【${section}】的草稿没有变。请告诉我要改哪一行、改成什么，例如“把……改成……”“去掉第二条”。`,
    draft: '📝 草稿：', questions: '⚠️ 面试官可能会问：', answer: '→ 回答思路：', close: '这些问题你能hold住吗？', closeAgain: '这样可以吗？',
    before: '❌ 之前：', now: '✅ 现在：', gone: '（已去掉）', none: '（原来没有）',
    askTerm: term => [`“为什么用 ${term}，没有选别的方案？”`, '说说当时的需求，以及它和另一种方案的差别。'],
    askNumber: number => [`“${number}是怎么得出来的？”`, '说明统计口径，以及前后是怎么对比的。'],
    askPart: line => [`“${line}，具体是你做的哪一块？”`, '挑自己最熟的一步，讲清楚怎么做、为什么这样做。'],
  },
  en: {
    first: section => `I improved [${section}]: every line comes from what you told me or from the original text.`,
    again: section => `I changed [${section}] as you asked.`,
    same: section => `The draft of [${section}] is unchanged. Tell me which line to change, and how: "change … to …", "remove the second line".`,
    draft: '📝 Draft:', questions: '⚠️ An interviewer may ask:', answer: '→ how to answer: ', close: 'Can you answer these?', closeAgain: 'Does this look right?',
    before: '❌ Before: ', now: '✅ Now: ', gone: '(removed)', none: '(not there)',
    askTerm: term => [`"Why ${term}, and not something else?"`, 'say what was needed, and how it differs from the next best choice.'],
    askNumber: number => [`"How did you arrive at ${number}?"`, 'say what was counted, and how before and after compare.'],
    askPart: line => [`"${line}: which part of it was yours?"`, 'pick the step you know best, and say how and why you did it that way.'],
  },
}

/** Lines of a comparison that are shown. */
const MOST_COMPARED = 3

/**
 * A draft for the user: where it goes, the text, and what an interviewer may ask; after a revision the comparison.
 * @param {import('./read.js').Turn} turn @param {string} draft
 * @param {{ before: string, now: string, why: string }[]} [comparison] what a revision changed
 */
export function present({ task, lang }, draft, comparison) {
  const words = WORDS[lang]
  if (comparison?.length === 0) return words.same(task.section)
  const text = `${words.draft}\n${draft}`
  if (comparison) return [words.again(task.section), compared(comparison, words), text, words.closeAgain].join('\n\n')
  return [words.first(task.section), text, interview(draft, words), words.close].join('\n\n')
}

function compared(comparison, { before, now, gone, none }) {
  const pair = change => `- ${before}${change.before || none}${change.why && `（${change.why}）`}\n- ${now}${change.now || gone}`
  return comparison.slice(0, MOST_COMPARED).map(pair).join('\n')
}

/** Two or three questions about what the draft names. */
function interview(draft, { questions, answer, askTerm, askNumber, askPart }) {
  const [first = draft] = linesIn(draft)
  const term = termsOf(draft)[0]
  const number = hasNumber(draft) && numbersOf(draft).at(-1)
  const asked = [term && askTerm(term), number && askNumber(number), askPart(shortened(first))].filter(Boolean)
  return [questions, ...asked.map(([question, how], index) => `${index + 1}. ${question}\n   ${answer}${how}`)].join('\n')
}

const shortened = line => ([...line].length > 40 ? `${[...line].slice(0, 40).join('')}…` : line)
