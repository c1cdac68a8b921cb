import { linesOf, sentencesOf } from './facts.js';
import { bulleted, likeness, linesIn, LONGEST_DRAFT } from './lines.js';
import { cannotAnswer, opinion } from './signals.js';
import { hasNumber, isHan, numbersOf, termsOf } from './terms.js';

/** Patterns of a wish to replace one thing by another. `before`, `now`: groups of the old and the new. */
const SWAPS = [
  {
    zh: /(?:应该)?是\s*(.+?)\s*[，,]?\s*(?:而)?不是\s*(.+)/,
    en: /(?:it (?:was|is|should be)\s+)?(?:actually\s+)?(.+?),?\s+not\s+(.+)/i,
    now: 1, before: 2, why: 'wrong',
  },
  {
    zh: /不是\s*(.+?)\s*[，,]?\s*(?:而是|应该是|是)\s*(.+)/,
    en: /not\s+(.+?),?\s+but\s+(.+)/i,
    before: 1, now: 2, why: 'wrong',
  },
  {
    zh: /[把将]?\s*(.+?)\s*(?:改成|换成|改为|写成)\s*(.+)/,
    en: /(?:change|replace|swap|rename)\s+(.+?)\s+(?:to|with|by|into)(?:\s+|:\s*)(.+)/i,
    before: 1, now: 2, why: 'reworded',
  },
];

/** Beginnings of the other wishes, and names of lines. */
const WISHES = {
  zh: {
    removes: /(?:去掉|删掉|删除|删去|拿掉|不要写|不要提|别写|不要)\s*(.+)/,
    corrects: /(?:应该是|改成|其实是|实际是|写)\s*(.+)/,
    adds: /^(?:再|还要|还有|请|帮我|记得)*(?:加上|加入|加一[条句点]|补充(?:一[条句点])?|写上|提一下|添加)[:：，,]?\s*/,
    shortens: /短一点|短一些|简洁|精简|太长|简短/,
    position: /第\s*([一二三四五六1-6])\s*[条行点句个]|(最后)一[条行点句]/,
  },
  en: {
    removes: /(?:remove|delete|drop|take out|leave out|cut)\s+(.+)/i,
    corrects: /(?:should be|it was|it is|make it|actually)\s+(.+)/i,
    adds: /^(?:please )?(?:also )?(?:add|mention|include)(?: that)?[:,]?\s+/i,
    shortens: /\bshorter\b|concise|too long|shorten|tighter/i,
    position: /\b(first|second|third|fourth|fifth|sixth|last)\b(?: (?:line|bullet|point|one))?|\bline ([1-6])/i,
  },
};

/** Ends of phrases that mean a whole line by a part of it: "the one about payment". */
const WHOLE_LINE = /[这那]一?[条行句点]$|\s(?:line|bullet)$/i;

/** Names of the lines, from the first on. */
const POSITIONS = [['一', '1', 'first'], ['二', '2', 'second'], ['三', '3', 'third'], ['四', '4', 'fourth'], ['五', '5', 'fifth'], ['六', '6', 'sixth']];

/** Beginnings of a report about past work, which is no order. */
const TELLS = /^(?:后来|当时|其实)?我|\b(?:I|we)\b/;

/** Place where a sentence begins another wish. */
const NEXT_WISH = /[，,]\s*(?:and |then )?(?=再?(?:加上|补充|去掉|删掉|删除|把)|(?:also )?(?:add|remove|delete|drop|change)\b)|\s+and\s+(?=(?:add|remove|delete|drop|change)\b)/i;

/** Words of disagreement before a wish. */
const DISAGREES = /^(?:不对|不行|错了|这不对|搞错了|no\b|that'?s (?:wrong|not right)|wrong\b)[\s，,。.！!:：]*/i;

/** Strong words, with weaker ones for users who cannot vouch for them. */
const WEAKER = {
  zh: [[/^精通/, '熟悉'], [/^(?:掌握|熟悉)/, '了解'], [/^(?:负责|主导)/, '参与'], [/^(?=实现|设计|完成|开发|使用|搭建|编写)/, '参与']],
  en: [
    [/^(?:Skilled in|Familiar with)/, 'Know'],
    [/^(?:Built|Created|Made)/, 'Helped build'],
    [/^(?:Designed|Planned)/, 'Helped design'],
    [/^(?:Developed|Implemented)/, 'Helped develop'],
    [/^Wrote/, 'Helped write'],
    [/^(?:Led|Managed|Responsible for)/, 'Supported'],
  ],
};

const WHY = {
  zh: { wrong: '与事实不符', reworded: '按你的说法改写', unwanted: '不需要', spared: '可以省去', strong: '说得过满', missing: '缺了这个事实' },
  en: {
    wrong: 'not correct', reworded: 'worded as you said', unwanted: 'not wanted', spared: 'can be spared',
    strong: 'claims too much', missing: 'this fact was missing',
  },
};

/** Similarity from which a new fact replaces a line. */
const SAME_THING = 0.75;
/** Longest text that is only a corrected number. */
const LONGEST_NUMBER = 20;

/**
 * The draft with the user's changes, and a list of them. Empty list: the wish named no change.
 * @param {import('./read.js').Turn} turn
 * @returns {{ draft: string, comparison: { before: string, now: string, why: string }[] }}
 */
export function revise({ draft, said, lang, exchanges }) {
  const told = exchanges.map(({ said }) => said).join('\n');
  let lines = linesIn(draft);
  const comparison = [];
  for (const wish of wishesOf(said)) {
    for (const { before, now, why } of editsFor(lines, wish, told)) {
      if (before === now || lines.join('\n').length + now.length > LONGEST_DRAFT) continue;
      comparison.push({ before, now, why: WHY[lang][why] });
      lines = before ? lines.map(line => (line === before ? now : line)).filter(Boolean) : [...lines, now];
    }
  }
  const isEmpty = lines.length === 0;
  if (isEmpty || comparison.length === 0) return { draft, comparison: [] };
  return { draft: /^- /m.test(draft) || lines.length > linesIn(draft).length ? bulleted(lines) : lines.join('\n'), comparison };
}

/** The wishes in a text, one by one. */
function wishesOf(said) {
  const sentences = sentencesOf(opinion(said).rest).flatMap(sentence => sentence.split(NEXT_WISH));
  return sentences.map(sentence => sentence.replace(DISAGREES, '').trim()).filter(Boolean);
}

/**
 * Edits for the first meaning of a wish that applies.
 * @returns {{ before: string, now: string, why: string }[]} an empty `before` adds a line, an empty `now` removes one
 */
function editsFor(lines, wish, told) {
  const words = WISHES[isHan(wish) ? 'zh' : 'en'];
  const asOrder = swap(lines, wish) ?? remove(lines, wish, words) ?? shorten(lines, wish, told);
  return asOrder ?? weaken(lines, wish) ?? correct(lines, wish, words) ?? add(lines, wish);
}

function swap(lines, wish) {
  if (TELLS.test(wish)) return undefined;
  for (const { zh, en, before, now, why } of SWAPS) {
    const found = (isHan(wish) ? zh : en).exec(wish) ?? zh.exec(wish);
    const edits = found && swapped(lines, found[before], bare(found[now]), why);
    if (edits) return edits;
    if (found && why === 'reworded') return [];
  }
  return undefined;
}

/** Replaces what a wish names: a line by its number, or a part of some lines. A number may also differ from both. */
function swapped(lines, named, fresh, why) {
  const old = bare(named);
  const whole = lineAt(lines, old) ?? (WHOLE_LINE.test(named) ? lines.find(line => line.toLowerCase().includes(old.toLowerCase())) : undefined);
  if (whole) return [{ before: whole, now: fresh, why }];
  const edits = lines.map(line => ({ before: line, now: replaced(line, old, fresh), why })).filter(({ before, now }) => before !== now);
  return edits.length > 0 ? edits : recount(lines, fresh);
}

function remove(lines, wish, { removes }) {
  const what = bare(removes.exec(wish)?.[1] ?? '');
  if (!what) return undefined;
  const before = lineAt(lines, what) ?? lines.find(line => line.toLowerCase().includes(what.toLowerCase()));
  return before ? [{ before, now: '', why: 'unwanted' }] : [];
}

/** Removes a vague line, else the line that is furthest from the user's words. */
function shorten(lines, wish, told) {
  if (!WISHES.zh.shortens.test(wish) && !WISHES.en.shortens.test(wish)) return undefined;
  if (lines.length < 2) return [];
  const worth = line => likeness(line, told) + (hasNumber(line) || termsOf(line).length > 0 ? 0.5 : 0);
  const [before] = lines.toReversed().sort((a, b) => worth(a) - worth(b));
  return [{ before, now: '', why: 'spared' }];
}

function weaken(lines, wish) {
  if (!cannotAnswer(wish)) return undefined;
  const before = lineAt(lines, wish) ?? lines[0];
  const rule = WEAKER[isHan(before) ? 'zh' : 'en'].find(([strong]) => strong.test(before));
  return rule ? [{ before, now: before.replace(...rule), why: 'strong' }] : [];
}

/** Replaces the last number of the same unit by the corrected one. */
function correct(lines, wish, { corrects }) {
  const fresh = bare(corrects.exec(wish)?.[1] ?? '');
  return fresh && fresh.length <= LONGEST_NUMBER ? recount(lines, fresh) : undefined;
}

function recount(lines, fresh) {
  const [number] = numbersOf(fresh);
  if (!number) return undefined;
  const unitOf = text => text.replace(/^[\d.,\s]+/, '');
  const alike = lines.flatMap(line => numbersOf(line).filter(old => unitOf(old) === unitOf(number)).map(old => ({ line, old })));
  const last = alike.at(-1);
  return last && [{ before: last.line, now: replaced(last.line, last.old, number), why: 'wrong' }];
}

function add(lines, wish) {
  const text = wish.replace(WISHES.zh.adds, '').replace(WISHES.en.adds, '');
  return linesOf(text).map(now => {
    const before = lines.find(line => likeness(line, now) >= SAME_THING && now.length >= line.length);
    return { before: before ?? '', now, why: 'missing' };
  });
}

/** The line that a text counts: "the second line". */
function lineAt(lines, text) {
  const [, ...names] = WISHES.zh.position.exec(text) ?? WISHES.en.position.exec(text) ?? [];
  const name = names.find(Boolean)?.toLowerCase();
  if (name === '最后' || name === 'last') return lines.at(-1);
  return name && lines[POSITIONS.findIndex(names => names.includes(name))];
}

/** A name without quotes and words around it. */
function bare(text) {
  const inner = text.trim().replace(/^[：:\s]+/, '').replace(/^["'“”「『]|["'“”」』]$/g, '');
  return inner.replace(/^(?:the|that|this|it was|it is) /i, '').replace(/(?:[这那]一?[条句个行点]|\s(?:line|bullet)|吧|了|。|\.|!|！|这个|的内容| please)+$/i, '').trim();
}

/** A line with `old` replaced; a number does not match inside a longer one. */
function replaced(line, old, fresh) {
  const escaped = old.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return old ? line.replace(new RegExp(`(?<!\\d)${escaped}(?!\\d)`, 'gi'), () => fresh) : line;
}
