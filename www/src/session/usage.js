// @ts-check
import { must } from '../checks/assert-option.js';
/** @import { Message, ModelReply, Prices, Usage } from '../index.js' */

/** Parts of a dollar in which the session counts money. */
const PER_DOLLAR = 1e9;
/** Tokens for which a price is given. */
const PER_PRICE = 1e6;

/** Characters that mostly are a token or more each: Chinese, Japanese, Korean. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;
/** Characters of other writing that mostly make a token. */
const A_TOKEN = 4;

/** Tokens of a text, as a rough count. @param {string} text */
export function estimate(text) {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / A_TOKEN);
}

/** A count of the page. @param {unknown} count */
function whole(count) {
  must(typeof count === 'number' && count >= 0 && count < Infinity, 'countTokens(text)', 'a function that gives a number from 0');
  return Math.ceil(count);
}

/** @param {Message[]} messages */
const wordsOf = messages => messages.map(({ content }) => (typeof content === 'string' ? content : content.map(part => (part.kind === 'text' ? part.text : '')).join('\n'))).join('\n');

/**
 * Usage of a call: as the server counted it, else estimated where somebody counts.
 * @param {ModelReply} reply @param {{ messages: Message[], ms: number, label?: string, prices?: Prices, counts: boolean, countTokens?: (text: string) => number }} call
 * @returns {Usage | undefined}
 */
export function usageOf({ text, reasoning = '', usage, model }, { messages, ms, label, prices, counts, countTokens = estimate }) {
  if (!usage && !counts) return undefined;
  const tokensOf = (/** @type {string} */ text) => whole(countTokens(text));
  const counted = usage ?? { inputTokens: tokensOf(wordsOf(messages)), outputTokens: tokensOf(text) + tokensOf(reasoning), estimated: 1 };
  const nanoUsd = prices && costOf(counted, prices[model ?? label ?? ''] ?? prices['*']);
  return { ...counted, ms, ...(nanoUsd && { nanoUsd }) };
}

/** Cost of a call in billionths of a dollar. @param {Usage} usage @param {Prices[string] | undefined} price dollars for a million tokens */
function costOf({ inputTokens, cachedTokens = 0, outputTokens }, price) {
  if (!price) return 0;
  const cached = Math.min(cachedTokens, inputTokens);
  const { input, output, cached: again = input } = price;
  return Math.round(((inputTokens - cached) * input + cached * again + outputTokens * output) * (PER_DOLLAR / PER_PRICE));
}
