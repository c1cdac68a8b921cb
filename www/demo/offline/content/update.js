import { factsOf } from './facts.js';
import { isHan } from './read.js';
import { bare, sentence, sentencesOf } from './terms.js';
import { capital, wordsIn } from './texts.js';

/** @typedef {import('./facts.js').Facts} Facts */
/**
 * A change of a text: gives the changed text, or nothing if the wish asks for another change.
 * @typedef {(text: string, wish: string, facts: Facts) => string | undefined} Change
 */

const ORDINALS = [/第一|首|\bfirst\b/i, /第二|\bsecond\b/i, /第三|\bthird\b/i, /第四|\bfourth\b/i, /第五|\bfifth\b/i];
const LAST = /最后一?|末尾的?|\blast\b/i;
const PART = /段|节|部分|点|paragraph|section|part|point/i;

const isHeading = part => /^#/.test(part);

/** Splits a text into paragraphs and headings. @param {string} text */
const partsOf = text => text.split(/\n{2,}/).flatMap(part => part.split(/(?<=^#[^\n]*)\n/));

/** Indices of the parts that a wish names; empty for the whole text. @param {string[]} parts @param {string} wish */
function meant(parts, wish) {
  const named = parts.findIndex(part => isHeading(part) && wish.includes(bare(part.replace(/^#+/, ''))));
  if (named >= 0) return parts.flatMap((part, at) => (at > named && !parts.slice(named + 1, at + 1).some(isHeading) ? [at] : []));
  if (!PART.test(wish)) return [];
  const paragraphs = parts.flatMap((part, at) => (isHeading(part) ? [] : [at]));
  const place = ORDINALS.findIndex(ordinal => ordinal.test(wish));
  const one = place >= 0 ? paragraphs[place] : LAST.test(wish) ? paragraphs.at(-1) : undefined;
  return one === undefined ? [] : [one];
}

const join = parts => parts.filter(Boolean).join('\n\n').replace(/^(#[^\n]*)\n\n/gm, '$1\n').trim();

/** Changes the named parts, or all parts except headings. The others stay word for word. */
function eachMeant(text, wish, change) {
  const parts = partsOf(text);
  const chosen = meant(parts, wish);
  const touched = at => (chosen.length ? chosen.includes(at) : !isHeading(parts[at]));
  return join(parts.map((part, at) => (touched(at) ? change(part) : part)));
}

const QUOTES = '[“"「『‘\']?';
const ENDS = '[”"」』’\']?';
const REPLACE = [
  /(?:把|将)?[“"「『](.+)[”"」』](?:都|全部)?(?:改成|换成|替换成|替换为|改为)[“"「『]?(.+?)[”"」』]?[。.!！]*$/,
  /\b(?:replace|change|swap)\s+(?:the words? )?[“"‘'](.+)[”"’']\s+(?:with|by|to|for|into)\s+[“"‘']?(.+?)[”"’']?[.!]*$/i,
  new RegExp(`(?:把|将)?${QUOTES}([^“”"「」『』]+?)${ENDS}(?:都|全部)?(?:改成|换成|替换成|替换为|改为)${QUOTES}([^“”"「」『』]+?)${ENDS}[。.!！]*$`),
  new RegExp(`\\b(?:replace|change|swap)\\s+(?:the words? )?${QUOTES}([^“”"]+?)${ENDS}\\s+(?:with|by|to|for|into)\\s+${QUOTES}([^“”"]+?)${ENDS}[.!]*$`, 'i'),
];

/** @type {Change} */
function replaceWords(text, wish) {
  const found = REPLACE.map(one => one.exec(wish)).find(Boolean);
  if (!found) return undefined;
  const [, old, fresh] = found;
  if (text.includes(old)) return text.replaceAll(old, fresh);
  return /标题|title|headline/i.test(old) ? retitled(text, fresh) : undefined;
}

const retitled = (text, title) => (/^# .*/m.test(text) ? text.replace(/^# .*/m, () => `# ${title}`) : text.includes('\n') ? `# ${title}\n${text}` : title);

/** @type {Change} */
function remove(text, wish) {
  if (!/删|去掉|不要|\b(?:remove|delete|drop|leave out)\b/i.test(wish)) return undefined;
  const parts = partsOf(text);
  const chosen = meant(parts, wish);
  const quoted = /[“"「『]([^”"」』]+)[”"」』]/.exec(wish)?.[1];
  if (!chosen.length) return quoted && text.includes(quoted) ? text.replaceAll(quoted, '') : undefined;
  const heading = isHeading(parts[chosen[0] - 1] ?? '') && !parts[chosen.at(-1) + 1]?.match(/^[^#]/) ? chosen[0] - 1 : -1;
  const left = parts.filter((_, at) => !chosen.includes(at) && at !== heading);
  return left.some(part => !isHeading(part)) ? join(left) : undefined;
}

/** The more important half: the first sentences, or the first items of a list. */
function shorter(part) {
  const lines = part.split('\n');
  if (lines.length > 1) return lines.slice(0, Math.max(1, Math.ceil(lines.length * 0.6))).join('\n');
  const sentences = sentencesOf(part);
  if (sentences.length > 1) return sentences.slice(0, Math.ceil(sentences.length / 2)).join(isHan(part) ? '' : ' ');
  const clauses = part.split(/(?<=[，,；;：:])/);
  return clauses.length > 1 ? sentence(clauses.slice(0, Math.ceil(clauses.length / 2)).join('')) : part;
}

/** @type {Change} */
const shorten = (text, wish) => (/短|精简|简洁|压缩|简练|缩|\bshort|\bconcise|\bbrief|\btrim|\bcondense|\bcut down/i.test(wish) ? eachMeant(text, wish, shorter) : undefined);

/** @type {Change} */
function lengthen(text, wish, facts) {
  if (!/长一[点些]|更长|详细|展开|扩写|加长|具体一?[点些]|\blonger|\bmore detail|\bexpand|\blengthen|\belaborate/i.test(wish)) return undefined;
  const parts = partsOf(text);
  const at = meant(parts, wish)[0] ?? parts.findLastIndex(part => !isHeading(part));
  const more = wordsIn(facts.lang).part(facts.pains[0], facts.values[0]);
  return join(parts.map((part, index) => (index === at ? `${part}${facts.lang === 'zh' ? '' : ' '}${more}` : part)));
}

const TONES = [
  [/亲切|温暖|口语|轻松|活泼|友好|\bwarm|\bfriendl|\bcasual|\bconversational|\blighter/i, { zh: [[/您/g, '你'], [/需要/g, '要']], en: [[/\bdo not\b/g, 'don’t'], [/\bcannot\b/g, 'can’t'], [/\bit is\b/g, 'it’s'], [/\bIt is\b/g, 'It’s']] }, { zh: '说句心里话：', en: 'Between us: ' }],
  [/正式|专业|严谨|\bformal|\bprofessional|\bserious/i, { zh: [[/你/g, '您'], [/卡在/g, '受困于']], en: [[/\b(?:don’t|don't)\b/g, 'do not'], [/\b(?:can’t|can't)\b/g, 'cannot'], [/\bget stuck at\b/g, 'are held back by']] }, { zh: '需要说明的是：', en: 'To be precise: ' }],
  [/直接|有力|坚定|\bdirect|\bbold|\bconfident|\bpunch/i, { zh: [[/可能|也许/g, '']], en: [[/\b(?:perhaps|maybe) /gi, '']] }, { zh: '直接说结论：', en: 'Straight to the point: ' }],
];

/** @type {Change} */
function retone(text, wish, { lang }) {
  const tone = TONES.find(([says]) => says.test(wish));
  if (!tone) return undefined;
  const [, swaps, opening] = tone;
  let opened = false;
  return eachMeant(text, wish, part => {
    const spoken = swaps[lang].reduce((now, [from, to]) => now.replace(from, to), part);
    if (opened || spoken.startsWith(opening[lang])) return spoken;
    opened = true;
    return opening[lang] + spoken;
  });
}

const ADD = /(?:加上|加入|增加|添加|补充|补上|补|加|写明|给出)(?:一下)?(?:一|1)?(?:个|节|段|条|点|句|些)?(?:关于|有关)?[“"]?([^”"。.!！]*)|\b(?:add|insert|include|give|append)\s+(?:an?|one|some|the)?\s*([^.!]*)/i;
const AT_START = /开头|开场|最前|前面|\b(?:beginning|opening|start|top)\b|^open with/i;

/** A paragraph on the wished subject. @param {string} text the old text @param {string} about @param {Facts} facts */
function paragraph(text, about, facts) {
  const words = wordsIn(facts.lang);
  if (/例|场景|故事|案例|example|scene|story|case/i.test(about)) return words.scene({ ...facts, person: facts.people.find(({ name }) => !text.includes(name)) ?? facts.person });
  if (/行动|下一步|action|next step/i.test(about)) return words.cta(facts);
  if (/问答|问题|faq|question/i.test(about)) return words.answers(facts.pains[0], facts.values[0]);
  return facts.lang === 'zh' ? `关于${about}：${facts.values[0]}，从最小的一步做起。` : `As to ${about}: ${facts.values[0]}, beginning with the smallest step.`;
}

const CLUTTER = { zh: /^(?:在|请|把|一个|一段|一节|的)+|(?:的)?(?:内容|部分|一节|小节|章节|段落)$|在?(?:开头|结尾|最后|末尾)/g, en: /^(?:section|paragraph|part|sentence|chapter)\s+(?:about|on|with|for|that)?\s*|\s*(?:at|to|in) the (?:beginning|end|start|top).*$|^(?:an?|the)\s+/gi };

/** @type {Change} */
function add(text, wish, facts) {
  const found = ADD.exec(wish);
  if (!found && !/^open with|^say |^在?(?:开头|结尾)/i.test(wish)) return undefined;
  const about = bare((found?.[1] ?? found?.[2] ?? wish).replace(CLUTTER[facts.lang], '')) || facts.topic;
  const asSection = /一节|小节|章节|部分|\bsection|\bchapter/i.test(wish);
  const fresh = asSection ? `## ${capital(about)}\n${paragraph(text, about, facts)}` : paragraph(text, about, facts);
  const parts = partsOf(text);
  if (!AT_START.test(wish)) return join([...parts, fresh]);
  const at = isHeading(parts[0]) ? 1 : 0;
  return join([...parts.slice(0, at), fresh, ...parts.slice(at)]);
}

/** Adds a wish that the model does not understand to the text, where the user sees it. @type {Change} */
const keep = (text, wish, { lang }) => join([text, lang === 'zh' ? `补充说明：${sentence(wish)}` : `In addition: ${sentence(wish)}`]);

/** Changes in the order of trying. The first that applies counts. @type {Change[]} */
const CHANGES = [replaceWords, remove, shorten, lengthen, add, retone, keep];

const NAMED = { zh: /^(?:请|麻烦|帮我|可以|能不能|能否)*|[吗呢吧]?[？?]?$/g, en: /^(?:please|can you|could you|would you)\s*|\?$/gi };

/** The old text with the wished changes. @param {import('./read.js').Turn} turn */
export function update(turn) {
  const facts = factsOf(turn);
  const wish = turn.wish.replace(NAMED[turn.lang], '').replaceAll(`@${turn.field}`, '').trim();
  const changed = CHANGES.reduce((now, change) => now ?? change(turn.original, wish, facts), /** @type {string | undefined} */ (undefined));
  return { content: changed || keep(turn.original, wish, facts) };
}
