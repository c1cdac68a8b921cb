// @ts-check
/** @import { ModelReply } from '../index.js' */
/** @import { Reading } from './answer.js' */
import { isObject } from '../checks/kinds.js';
import { ModelError } from '../errors.js';
import { bytesOf } from '../checks/limits.js';
import { malformed, toolCalls } from './calls.js';
import { errorIn, excerpt, hasOnlyWords, refusalOf } from './refusal.js';

/** Words for an end that is none: some servers send them with every piece. */
const NO_END = ['', 'null', 'none', 'undefined'];

/** Ends that are failures, by the words that servers have for them. @type {{ code: string, is: RegExp }[]} */
const BAD_ENDS = [
  { code: 'content_filter', is: /^(content[_-]?filter(ed)?|safety|sensitive|prohibited_content|blocklist|recitation|spii|moderation)\b/i },
  { code: 'context', is: /^(model_)?context_(window|length)_exceeded\b/i },
  { code: 'declined', is: /^refusal$/i },
  { code: 'server', is: /^(error|network_error|insufficient_system_resource|malformed_function_call)$/i },
  { code: 'cut_off', is: /^(abort(ed)?|cancel(l?ed)?|interrupted)$/i },
];

/** Puts the pieces of a reply together: of a stream, or one that is whole. @param {Reading} reading */
export function gather({ onText, onReasoning, most }) {
  const text = growing(onText);
  const reasoning = growing(onReasoning);
  const refusal = growing();
  let seen = false;
  /** @type {string | undefined} */
  let finish;
  /** @type {any} */
  let usage;
  let calls = toolCalls();
  let callBytes = 0;
  let hasPieces = false; // of calls
  let hasNoCalls = false; // but something in their place
  /** Words beside the reply: an error, unless the reply comes all the same. @type {{ error: ModelError, late: boolean } | undefined} */
  let beside;

  /** @param {any} part @param {boolean} whole */
  const takeCalls = (part, whole) => {
    const given = callsOf(part);
    const list = given.filter(isCall);
    hasNoCalls ||= list.length < given.length;
    if (list.length === 0) return;
    if (whole && hasPieces) {
      calls = toolCalls();
      callBytes = 0;
    }
    hasPieces = !whole;
    callBytes += bytesOf(JSON.stringify(list));
    for (const [at, call] of list.entries()) calls.add(call, whole ? at : undefined);
  };

  /** Takes a piece, or a whole message, which replaces the pieces before it. @param {any} part @param {boolean} whole */
  const takePart = (part, whole) => {
    reasoning.take(reasoningOf(part), whole);
    text.take(whole ? wholeText(part.content) : textOf(part.content), whole);
    refusal.take(textOf(part.refusal) || refusalIn(part.content), whole);
    takeCalls(part, whole);
    if (reasoning.bytes + text.bytes + refusal.bytes + callBytes > most) throw new ModelError('too_large', { limit: most });
  };

  return {
    /** Whether the server has said that this was all. */
    done: false,
    /** Whether the answer is one of a model: a choice, however empty. */
    get seen() { return seen; },
    /** Whether any part of the reply has arrived. @returns {boolean} */
    get begun() { return Boolean(text.all || reasoning.all || refusal.all || !calls.isEmpty); },
    /** Whether the reply has come to a good end: what follows does not undo it. @returns {boolean} */
    get complete() { return finish !== undefined && this.begun && !badEnd(finish); },
    /** @param {any} chunk @returns {void} */
    take(chunk) {
      usage = usageIn(chunk) ?? usage;
      const error = errorIn(chunk);
      if (error !== undefined) return this.fail(refusalOf({ body: error, begun: this.begun }));
      if (hasOnlyWords(chunk)) return void (beside = { error: refusalOf({ body: chunk, begun: this.begun }), late: this.begun });
      if (!isObject(chunk)) throw new ModelError('not_json', { detail: excerpt(JSON.stringify(chunk)) });
      const choice = choiceOf(chunk);
      const blocked = choice ? '' : blockedIn(chunk);
      if (blocked) beside = { error: new ModelError('content_filter', { detail: excerpt(blocked) }), late: this.begun };
      if (!choice) return;
      const { delta, message, text: content } = choice;
      const piece = delta ?? (message == null && typeof content === 'string' ? { content } : undefined);
      seen ||= piece !== undefined || message != null || choice.finish_reason != null;
      if (piece !== undefined) takePart(isObject(piece) ? piece : malformed('delta', 'an object'), false);
      if (message != null) takePart(isObject(message) ? message : malformed('message', 'an object'), true);
      if (isEnd(choice.finish_reason)) finish = choice.finish_reason;
    },
    /** Ends the reply with an error, unless it is complete. @param {ModelError} error @returns {void} */
    fail(error) {
      if (!this.complete) throw error;
    },
    /** @param {string} [stray] text that stood in the answer's place @returns {ModelReply} */
    reply(stray) {
      const isWhole = finish !== undefined || (this.done && !beside?.late);
      if (beside && !(this.begun && isWhole)) throw beside.error;
      const detail = excerpt(stray ?? '');
      if (!seen && detail && !this.done) throw new ModelError('not_json', { detail });
      if (!seen || (!this.done && finish === undefined)) throw new ModelError('cut_off', { detail, transient: !this.begun && !this.done });
      const bad = badEnd(finish);
      if (bad) throw new ModelError(bad.code, { detail: `finish_reason: ${excerpt(finish ?? '')}`, transient: bad.code === 'server' && !this.begun });
      if (refusal.all && !text.all) throw new ModelError('declined', { detail: excerpt(refusal.all) });
      if (hasNoCalls && !this.begun) malformed('tool_calls', 'a list of objects with a function');
      const reply = toReply({ text: text.all, reasoning: reasoning.all, calls: calls.list, finish, usage });
      if (!text.all && reply.text) onText?.(reply.text);
      return reply;
    },
  };
}

/** A text that arrives in pieces, and perhaps whole after them. @param {(piece: string) => void} [onPiece] */
function growing(onPiece) {
  let all = '';
  let bytes = 0;
  let isPieces = false;
  return {
    get all() { return all; },
    get bytes() { return bytes; },
    /** @param {string} text @param {boolean} whole whether it replaces the pieces */
    take(text, whole) {
      if (!text) return;
      const replaced = whole && isPieces ? all : '';
      const kept = whole && isPieces ? '' : all;
      bytes = bytesOf(text) + (kept ? bytes : 0);
      all = kept + text;
      isPieces = !whole;
      const news = text.startsWith(replaced) ? text.slice(replaced.length) : '';
      if (news) onPiece?.(news);
    },
  };
}

/** The failure that an end is, if it is one. @param {string} [finish] */
export const badEnd = (finish = '') => BAD_ENDS.find(({ is }) => is.test(finish));

/** @param {unknown} reason @returns {reason is string} */
const isEnd = reason => typeof reason === 'string' && !NO_END.includes(reason.trim().toLowerCase());

/** The requested choice; a server may send others beside it. @param {any} body @returns {Record<string, any> | undefined} */
function choiceOf(body) {
  const choices = body.choices ?? [];
  if (!Array.isArray(choices) || !choices.every(isObject)) malformed('choices', 'a list of objects');
  return choices.find(({ index }) => Number(index ?? 0) === 0);
}

/** The calls in a message or a delta. Older servers send one in `function_call`. @param {any} part @returns {any[]} */
function callsOf({ tool_calls, function_call }) {
  const list = tool_calls ?? (function_call == null ? [] : [{ index: 0, function: function_call }]);
  return Array.isArray(list) ? list : [list];
}

/** Some servers fill the place of calls with `""`, `{}` or a call of nothing. @param {any} call */
const isCall = call => isObject(call) && call.function !== null && ['function', 'name', 'arguments', 'id', 'index'].some(name => call[name] != null);

/** The text of a content that is a text, absent, or a list of parts. @param {any} content @returns {string} */
function textOf(content) {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(part => (typeof part?.text === 'string' && !part.thought ? part.text : '')).join('') : '';
}

/** The text of a whole message. An object in its place is the reply itself, read already. @param {any} content */
function wholeText(content) {
  if (!isObject(content)) return textOf(content);
  return content.type === 'text' ? textOf([content]) : JSON.stringify(content);
}

/** The words of a refusal among the parts of a content. @param {any} content */
const refusalIn = content => (Array.isArray(content) ? content.map(part => textOf(part?.refusal)).join('') : '');

/** What a filter has found in the messages, where it let no reply through. @param {any} chunk */
function blockedIn({ prompt_filter_results, promptFeedback }) {
  const found = [prompt_filter_results].flat().flatMap(result => Object.entries(Object(result?.content_filter_results)));
  const names = found.filter(([, verdict]) => verdict?.filtered === true).map(([name]) => name);
  return names.join(', ') || textOf(promptFeedback?.blockReason);
}

/** The reasoning of a message or a delta: servers have several names for it, and may send it under two of them. @param {any} part */
function reasoningOf({ reasoning_content, reasoning, reasoning_details, thinking, content }) {
  const thoughts = Array.isArray(content) ? content.filter(item => item?.type === 'thinking').map(item => textOf(item.thinking)).join('') : '';
  return [reasoning_content, reasoning, reasoning_details, thinking].map(textOf).find(Boolean) ?? thoughts;
}

/** The counts of tokens, wherever a server has them. @param {any} chunk */
const usageIn = chunk => chunk?.usage ?? chunk?.x_groq?.usage ?? chunk?.choices?.[0]?.usage;

/** @param {unknown} count */
const tokens = count => (Number.isSafeInteger(count) ? Math.max(0, /** @type {number} */ (count)) : 0);

/** The counts of a server, in whichever of the usual names it has them. What it does not count is left out. @param {any} usage */
function counted(usage) {
  const cached = tokens(usage.prompt_tokens_details?.cached_tokens ?? usage.input_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cache_read_input_tokens);
  const reasoning = tokens(usage.completion_tokens_details?.reasoning_tokens ?? usage.output_tokens_details?.reasoning_tokens ?? usage.reasoning_tokens);
  return {
    inputTokens: tokens(usage.prompt_tokens ?? usage.input_tokens),
    ...(cached && { cachedTokens: cached }),
    outputTokens: tokens(usage.completion_tokens ?? usage.output_tokens),
    ...(reasoning && { reasoningTokens: reasoning }),
  };
}

/**
 * The reply. A server that took the whole answer for reasoning has put it there: then it is the text.
 * @param {{ text: string, reasoning: string, calls: { name: string, arguments: string }[], finish?: string, usage?: any }} answer @returns {ModelReply}
 */
function toReply({ text, reasoning, calls, finish, usage }) {
  const isThoughtAlone = !text.trim() && calls.length === 0 && reasoning.trim() !== '';
  const words = isThoughtAlone ? reasoning : text;
  return {
    text: calls.length ? toolCallText(text, calls) : words,
    ...(reasoning && !isThoughtAlone ? { reasoning } : {}),
    ...(finish ? { finishReason: finish } : {}),
    ...(isObject(usage) ? { usage: counted(usage) } : {}),
  };
}

/**
 * Text of a reply with tool calls, although no tools were offered: the server's message as JSON, which the session reads.
 * @param {string} content @param {{ name: string, arguments: string }[]} tool_calls
 */
const toolCallText = (content, tool_calls) => JSON.stringify({ ...(content.trim() && { content }), tool_calls });
