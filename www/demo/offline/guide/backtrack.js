import { goBack } from './decision.js';
import { pairsIn } from './lines.js';
import { isHan } from './terms.js';

/** Words that ask to return to finished work, and words that do so only together with a section's name. zh, en. */
const RETURNS = /回到|返回|回去改|回头改|再看看之前|\b(go|going|get|come|take me) back\b|\breturn to\b|\brevisit\b|\bback to\b/i;
const POINTS = /刚才|之前|上面|前面|上一[个段]|\b(just now|earlier|above|previous|before|last one)\b/i;
const FAULTS = /不对|错了|有问题|还要改|要改|改一下|再改|重新改|\b(wrong|change|fix|redo|needs?|mistake)\b/i;

/** Beginnings of a report about past work, which is no wish. */
const TELLS = /^(?:其实)?我(?:用|做|写|改了|修|负责|发现|遇到|给|把)|\bI (?:had|have|did|was|fixed|made|built|wrote|changed|used|found)\b/i;

/** Longest wish to return; longer texts tell a story. */
const LONGEST = { han: 45, other: 140 };

/** Words in titles that identify no section by themselves. */
const COMMON = new Set(['经历', '项目', '背景', 'experience', 'section', 'the', 'and', 'for', 'with', 'part']);

const WORDS = {
  zh: { thought: '用户想改已经完成的板块', reply: section => `好的，我们回到【${section}】。你想改哪里？直接告诉我就行。` },
  en: { thought: 'The user wants to change a finished section', reply: section => `Sure, back to [${section}]. What would you like to change?` },
};

/**
 * Return to a finished section, if the user asks for it.
 * @param {import('./read.js').Turn} turn
 */
export function backtrack({ opening, said, lang, completed, task, state, exchanges }) {
  if (opening || completed.length === 0 || TELLS.test(said) || said.length > (isHan(said) ? LONGEST.han : LONGEST.other)) return undefined;
  const others = completed.filter(section => section !== task.section);
  const named = mostNamed(others, said, task.section);
  const pointed = POINTS.test(said) && (named !== undefined || exchanges.length === 1);
  const seesDraft = state === 'DRAFTING' || state === 'CONFIRMING';
  const faulted = FAULTS.test(said) && (seesDraft ? pointed && named : pointed || named);
  if (!RETURNS.test(said) && !faulted) return undefined;
  if (!named && (state === 'FINISHED' || !(pointed || RETURNS.test(said)))) return undefined;
  const target = named ?? (namesAny(task.section, said) ? task.section : others.at(-1) ?? task.section);
  return goBack(WORDS[lang].thought, WORDS[lang].reply(target), target);
}

/** The section whose name has the most words in the text. Words of the present section's name do not count. */
function mostNamed(sections, text, current) {
  const own = namesIn(current);
  const said = text.toLowerCase();
  const score = section => [...namesIn(section)].filter(name => !own.has(name) && said.includes(name)).length;
  const scored = sections.map(section => ({ section, score: score(section) }));
  const best = scored.reduce((best, next) => (next.score > best.score ? next : best), { section: undefined, score: 0 });
  return best.section;
}

const namesAny = (title, text) => [...namesIn(title)].some(name => text.toLowerCase().includes(name));

/** Words of a title: runs of letters, and pairs of Han characters. */
function namesIn(title) {
  const latin = title.toLowerCase().match(/[a-z][a-z0-9+#.]{2,}/g) ?? [];
  return new Set([...latin, ...pairsIn(title)].filter(name => !COMMON.has(name)));
}
