import { isHan } from './read.js';
import { bare, beginning, sentencesOf } from './terms.js';

/** Features of a text: parts, examples, a call to action at the end. @param {string} text @param {import('./facts.js').Facts} facts */
export function look(text, { action, pains, people, lang }) {
  const short = beginning(action, 12).replace('…', '');
  return {
    parts: /^#|^\d+\. /m.test(text), example: people.some(({ name }) => text.includes(name)) || /例如|比如|场景|真事|for example|scene|like this/i.test(text),
    action: text.toLowerCase().includes(short.toLowerCase()), pain: pains.some(pain => text.includes(pain)),
    price: /价格|费用|元|免费|price|cost|free|\$/i.test(text), time: /分钟|小时|minutes?|hours?|ten seconds/i.test(text),
    long: [...text].length > (lang === 'zh' ? 600 : 1800), short: [...text].length < (lang === 'zh' ? 60 : 160),
  };
}

const withoutQuotes = text => bare(text).replace(/[“”"「」]/g, '');

/** The `n`th sentence of a text, as a quotation. @param {string} text @param {number} [n] */
export function placeIn(text, n = 0) {
  const sentences = sentencesOf(text.replace(/^#+.*$|\*\*|^\|\s?/gm, ''));
  return beginning(withoutQuotes(sentences[n % (sentences.length || 1)] ?? text), isHan(text) ? 24 : 60);
}

/** Score from 1 to 10 for a metric. @param {string} name @param {ReturnType<typeof look>} seen */
export function scoreFor(name, seen) {
  const sum = 4 + Number(seen.parts) + Number(seen.example) + Number(seen.pain) - Number(seen.short) * 2 - Number(seen.long);
  const weighs = [[/意愿|行动|转化|will|act|intent to|conversion/i, seen.action], [/价值|受众|信任|value|audience|trust|relevance|相关/i, seen.pain], [/完整|信息|顾虑|complete|doubt|concern|解决/i, seen.price], [/效率|难度|易用|efficien|ease|clarity|understand/i, seen.time]];
  const extra = weighs.filter(([says]) => says.test(name)).reduce((total, [, has]) => total + (has ? 1 : -1), 1);
  return Math.min(10, Math.max(1, sum + extra));
}
