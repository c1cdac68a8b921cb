import { linesIn } from './lines.js';
import { kindOf } from './task.js';
import { numbersOf, termsOf } from './terms.js';

const WORDS = {
  zh: {
    first: section => `我帮你优化了【${section}】的内容，用的都是你说过的和原文里的事实。`,
    dropped: lines => `原文里的${lines.map(line => `“${line}”`).join('')}没说清做了什么，先去掉了；想留着就告诉我。`,
    again: section => `已按你的意见修改【${section}】。`,
    same: section => `【${section}】的草稿没有变。请告诉我要改哪一行、改成什么，例如“把……改成……”“去掉第二条”。`,
    draft: '📝 草稿：',
    questions: '⚠️ 面试官可能会问：',
    answer: '→ 回答思路：',
    close: '这些问题你都能答上来吗？',
    closeAgain: '这样可以吗？',
    before: '❌ 之前：', now: '✅ 现在：', gone: '（已去掉）', none: '（原来没有）', why: why => `（${why}）`,
    askTerm: term => [`“为什么用 ${term}，没有选别的方案？”`, '说说当时的需求，以及它和另一种方案的差别。'],
    askUse: term => [`“你用 ${term} 做过什么？”`, '讲一个用到它的具体例子，再说说遇到的问题。'],
    askNumber: number => [`“${number}是怎么得出来的？”`, '说明统计口径，以及前后是怎么对比的。'],
    askProof: line => [`“${line}，能举个例子吗？”`, '讲一件具体的事：当时怎样、你做了什么、结果如何。'],
    askPart: line => [`“${line}，具体是你做的哪一块？”`, '挑自己最熟的一步，讲清楚怎么做、为什么这样做。'],
  },
  en: {
    first: section => `I improved [${section}]: every line comes from what you told me or from the original text.`,
    dropped: lines => `I left out ${lines.map(line => `“${line}”`).join(' and ')}: it does not say what you did. Tell me if it should stay.`,
    again: section => `I changed [${section}] as you asked.`,
    same: section => `The draft of [${section}] is unchanged. Tell me which line to change, and how: “change … to …”, “remove the second line”.`,
    draft: '📝 Draft:',
    questions: '⚠️ An interviewer may ask:',
    answer: '→ how to answer: ',
    close: 'Can you answer these?',
    closeAgain: 'Does this look right?',
    before: '❌ Before: ', now: '✅ Now: ', gone: '(removed)', none: '(not there)', why: why => ` (${why})`,
    askTerm: term => [`“Why ${term}, and not something else?”`, 'say what was needed, and how it differs from the next best choice.'],
    askUse: term => [`“What have you done with ${term}?”`, 'tell one concrete example, and a problem you met on the way.'],
    askNumber: number => [`“How did you arrive at ${number}?”`, 'say what was counted, and how before and after compare.'],
    askProof: line => [`“${line}: can you give an example?”`, 'tell one thing that happened: what it was, what you did, what came of it.'],
    askPart: line => [`“${line}: which part of it was yours?”`, 'pick the step you know best, and say how and why you did it that way.'],
  },
};

/** Most lines of a comparison, and of the dropped part. */
const MOST_COMPARED = 3;

/**
 * Presents a draft: its place, the text, and possible questions of an interviewer; after a revision, the comparison.
 * @param {import('./read.js').Turn} turn @param {string} draft
 * @param {{ comparison?: { before: string, now: string, why: string }[], dropped?: string[] }} [about] changes of a revision, and dropped lines
 */
export function present({ task, lang }, draft, { comparison, dropped = [] } = {}) {
  const words = WORDS[lang];
  const text = `${words.draft}\n${draft}`;
  if (comparison?.length === 0) return [words.same(task.section), text].join('\n\n');
  if (comparison) return [words.again(task.section), compared(comparison, words), text, words.closeAgain].join('\n\n');
  const kind = kindOf(task.section);
  const begins = [words.first(task.section), dropped.length > 0 && words.dropped(dropped.slice(0, MOST_COMPARED).map(line => shortened(line, 60))), text].filter(Boolean);
  const ends = kind === 'courses' || kind === 'basics' ? [words.closeAgain] : [interview(draft, kind, words), words.close];
  return [...begins, ...ends].join('\n\n');
}

function compared(comparison, { before, now, gone, none, why }) {
  const pair = change => `- ${before}${shortened(change.before, 200) || none}${why(change.why)}\n- ${now}${shortened(change.now, 200) || gone}`;
  return comparison.slice(0, MOST_COMPARED).map(pair).join('\n');
}

/** Two or three questions about the contents of the draft. */
function interview(draft, kind, { questions, answer, ...words }) {
  const asked = kind === 'skills' ? termsOf(draft).slice(0, 2).map(words.askUse) : [];
  if (asked.length === 0) asked.push(...askedAbout(draft, kind, words));
  return [questions, ...asked.map(([question, how], index) => `${index + 1}. ${question}\n   ${answer}${how}`)].join('\n');
}

function askedAbout(draft, kind, { askTerm, askNumber, askPart, askProof }) {
  const [first = draft] = linesIn(draft);
  const [term] = termsOf(draft);
  const [number] = numbersOf(draft);
  return [term && askTerm(term), number && askNumber(number), (kind === 'traits' ? askProof : askPart)(shortened(first, 40))].filter(Boolean);
}

const shortened = (line, length) => ([...line].length > length ? `${[...line].slice(0, length).join('')}…` : line);
