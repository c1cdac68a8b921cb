// @ts-check
/** @import { ModelContext, ModelReply } from './index.js' */
import { createParser } from 'eventsource-parser';
import { ModelError } from './errors.js';
import { bytesOf } from './limits.js';

/** @typedef {ModelContext & { onData: () => void, most: number }} Reading `onData`: called when the server has sent something; `most`: largest reply in bytes */
/** @typedef {Map<number, { name: string, arguments: string }>} ToolCalls */

/** Longest excerpt of an error page in a message. */
const DETAIL_CHARS = 300;

/** Most bytes that are read of an error page. */
const ERROR_BYTES = 65_536;

/** How long, and how many bytes, a stream is still read after its `[DONE]`, so that the browser lists the request as complete. */
const END_MS = 1_000;
const END_BYTES = 65_536;

/**
 * Reads the answer to `POST /chat/completions`, streamed or whole. Rejects with `ModelError`.
 * @param {Response} response @param {boolean} stream @param {Reading} reading @returns {Promise<ModelReply>}
 */
export async function readReply(response, stream, reading) {
  if (isRedirect(response)) throw new ModelError('redirected', { status: response.status, detail: originOf(response.headers.get('location')) });
  if (!response.ok) throw httpError(response, await errorText(response));
  const type = response.headers.get('content-type') ?? '';
  if (/html/.test(type)) throw new ModelError('wrong_url', { status: response.status });
  return stream && !/json/.test(type) ? readStream(response, reading) : readWhole(response, reading);
}

/** Whether the answer is a redirect. Browsers tell nothing else about it. @param {Response} response */
const isRedirect = ({ type, status }) => type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

/** @param {string | null} location */
function originOf(location) {
  try {
    return new URL(location ?? '').origin;
  } catch {
    return undefined;
  }
}

// ---- the body ----

/** @param {Response} response @returns {ReadableStreamDefaultReader<Uint8Array>} */
function readerOf({ body, status }) {
  if (!body) throw new ModelError('not_json', { status, detail: 'the answer is empty' });
  return body.getReader();
}

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {() => boolean} [transient] whether the request may be repeated after a break now */
async function* chunks(reader, transient = () => false) {
  for (;;) {
    const { done, value } = await reader.read().catch(cause => {
      throw new ModelError('cut_off', { cause, transient: transient() });
    });
    if (done) return;
    yield value;
  }
}

/** @param {Response} response @param {Reading} reading */
async function wholeText(response, { most, onData }) {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunks(readerOf(response))) {
    onData();
    bytes += chunk.length;
    if (bytes > most) throw new ModelError('too_large', { limit: most });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The beginning of an error page, as far as it can be read. @param {Response} response */
async function errorText(response) {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of chunks(readerOf(response))) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > ERROR_BYTES) break;
    }
  } catch {
    // the status says enough
  }
  return text;
}

/**
 * Lets a stream end by itself after `[DONE]`, and leaves one that goes on or stays open.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 */
async function letEnd(reader) {
  const timer = setTimeout(() => leave(reader), END_MS);
  let left = END_BYTES;
  try {
    for await (const chunk of chunks(reader)) {
      left -= chunk.length;
      if (left < 0) break;
    }
  } catch {
    // the reply is already complete
  } finally {
    clearTimeout(timer);
    leave(reader);
  }
}

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
const leave = reader => { reader.cancel().catch(() => {}); };

// ---- errors ----

/** @param {Response} response @param {string} body */
function httpError({ status, headers }, body) {
  const detail = errorDetail(body);
  if (status === 401 || status === 403) return new ModelError('unauthorized', { status, detail });
  if (status === 429) return new ModelError('rate_limited', { status, detail, transient: true, retryAfterMs: retryAfter(headers) });
  if (status >= 500) return new ModelError('server', { status, detail, transient: true, retryAfterMs: retryAfter(headers) });
  const wrongUrl = status === 405 || (status === 404 && !/model|response_format|unsupported/i.test(detail));
  return new ModelError(wrongUrl ? 'wrong_url' : 'refused', { status, detail });
}

/** `Retry-After` in milliseconds, from seconds or a date. @param {Headers} headers */
function retryAfter(headers) {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** An error body's message in one line. @param {string} body */
function errorDetail(body) {
  const { error, message, detail } = parsed(body) ?? {};
  const said = [error?.message, error, message, detail].find(text => typeof text === 'string') ?? body;
  return said.replace(/\s+/g, ' ').trim().slice(0, DETAIL_CHARS);
}

/** @param {string} text @returns {any} undefined for a text that is not JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {string} place @param {string} allowed @returns {never} */
function malformed(place, allowed) {
  throw new ModelError('not_json', { detail: `${place} must be ${allowed}` });
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);

// ---- whole ----

/** @param {Response} response @param {Reading} reading @returns {Promise<ModelReply>} */
async function readWhole(response, reading) {
  const text = await wholeText(response, reading);
  const body = parsed(text);
  if (body?.error) throw new ModelError('server', { detail: errorDetail(text) });
  const message = choiceOf(body)?.message;
  if (!isObject(message)) throw new ModelError('not_json', { status: response.status });
  const { content, refusal, reasoning_content, reasoning = reasoning_content } = message;
  /** @type {ToolCalls} */
  const calls = new Map();
  for (const [index, call] of toolCalls(message).entries()) addToolCall(calls, { ...call, index });
  const thought = textOf(reasoning);
  if (thought) reading.onReasoning?.(thought);
  const reply = toReply({
    text: textOf(content), reasoning: thought, refusal: textOf(refusal), calls, finish: choiceOf(body)?.finish_reason, usage: body.usage,
  });
  if (reply.text) reading.onText?.(reply.text);
  return reply;
}

// ---- streamed ----

/** @param {Response} response @param {Reading} reading @returns {Promise<ModelReply>} */
async function readStream(response, reading) {
  const reader = readerOf(response);
  const gathered = gather(reading);
  const decoder = new TextDecoder();
  let unparsed = 0;
  const parsedAll = () => { unparsed = 0; };
  const parser = createParser({
    onEvent: ({ data }) => {
      parsedAll();
      gathered.take(data);
    },
    onComment: parsedAll,
  });
  try {
    for await (const chunk of chunks(reader, () => !gathered.begun)) {
      reading.onData();
      unparsed += chunk.length;
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (unparsed > reading.most) throw new ModelError('too_large', { limit: reading.most });
      if (gathered.done) break;
    }
    parser.reset({ consume: true }); // some servers omit the last empty line
    const reply = gathered.reply();
    letEnd(reader);
    return reply;
  } catch (error) {
    leave(reader);
    throw error;
  }
}

/** Puts the pieces of a streamed reply together. @param {Reading} reading */
function gather({ onText, onReasoning, most }) {
  let text = '';
  let reasoning = '';
  let refusal = '';
  let bytes = 0;
  /** @type {unknown} */
  let finish;
  /** @type {any} */
  let usage;
  /** @type {ToolCalls} */
  const calls = new Map();

  /** @param {string} piece */
  const counted = piece => {
    bytes += bytesOf(piece);
    if (bytes > most) throw new ModelError('too_large', { limit: most });
    return piece;
  };

  /** @param {any} delta */
  const takeDelta = delta => {
    const { content, reasoning_content, reasoning: thinking = reasoning_content, refusal: refused } = delta;
    const thought = counted(textOf(thinking));
    if (thought) {
      reasoning += thought;
      onReasoning?.(thought);
    }
    const piece = counted(textOf(content));
    if (piece) {
      text += piece;
      onText?.(piece);
    }
    refusal += counted(textOf(refused));
    for (const call of toolCalls(delta)) addToolCall(calls, call, counted);
  };

  return {
    done: false,
    /** Whether any part of the reply has arrived. */
    begun: false,
    /** @param {string} data */
    take(data) {
      if (this.done) return;
      if (data === '[DONE]') {
        this.done = true;
        return;
      }
      const chunk = parsed(data);
      if (!isObject(chunk)) throw new ModelError('not_json', { detail: data.slice(0, DETAIL_CHARS) });
      if (chunk.error) throw new ModelError('server', { detail: errorDetail(data), transient: !this.begun });
      this.begun = true;
      const choice = choiceOf(chunk);
      if (choice?.delta != null) takeDelta(isObject(choice.delta) ? choice.delta : malformed('delta', 'an object'));
      finish = choice?.finish_reason ?? finish;
      usage = chunk.usage ?? usage;
    },
    reply() {
      if (!this.begun) throw new ModelError(this.done ? 'cut_off' : 'not_json');
      if (!this.done && finish === undefined) throw new ModelError('cut_off');
      const reply = toReply({ text, reasoning, refusal, calls, finish, usage });
      if (!text && reply.text) onText?.(reply.text);
      return reply;
    },
  };
}

// ---- both ----

/** The requested choice; a server may send others beside it. @param {any} body @returns {Record<string, any> | undefined} */
function choiceOf(body) {
  const choices = body?.choices ?? [];
  if (!Array.isArray(choices) || !choices.every(isObject)) malformed('choices', 'a list of objects');
  return choices.find(({ index = 0 }) => index === 0);
}

/** The calls of a message or a delta. Older servers send one in `function_call`. @param {any} message @returns {Record<string, any>[]} */
function toolCalls({ tool_calls, function_call }) {
  const list = tool_calls ?? (function_call == null ? [] : [{ function: function_call }]);
  return Array.isArray(list) && list.every(isObject) ? list : malformed('tool_calls', 'a list of objects');
}

/** The text of a content that is a text, absent, or a list of parts. @param {any} content @returns {string} */
function textOf(content) {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(part => (typeof part?.text === 'string' ? part.text : '')).join('') : '';
}

/** @param {unknown} count */
const tokens = count => (Number.isSafeInteger(count) ? Math.max(0, /** @type {number} */ (count)) : 0);

/** @param {ToolCalls} calls @param {Record<string, any>} piece @param {(text: string) => string} [counted] */
function addToolCall(calls, { index = 0, function: called = {} }, counted = text => text) {
  if (!isObject(called)) malformed('tool_calls[].function', 'an object');
  const name = called.name ?? '';
  const text = called.arguments ?? '';
  if (typeof name !== 'string' || typeof text !== 'string') malformed('tool_calls[].function', 'an object with texts in name and arguments');
  const call = calls.get(index) ?? { name: '', arguments: '' };
  calls.set(index, { name: call.name + counted(name), arguments: call.arguments + counted(text) });
}

/** @param {{ text: string, reasoning?: string, refusal?: string, calls: ToolCalls, finish?: unknown, usage?: any }} answer @returns {ModelReply} */
function toReply({ text, reasoning, refusal, calls, finish, usage }) {
  if (refusal && !text) throw new ModelError('refused', { detail: refusal.slice(0, DETAIL_CHARS) });
  return {
    text: calls.size ? toolCallText(text, [...calls.values()]) : text,
    ...(reasoning ? { reasoning } : {}),
    ...(typeof finish === 'string' && finish ? { finish } : {}),
    ...(isObject(usage) ? { usage: { input: tokens(usage.prompt_tokens), output: tokens(usage.completion_tokens) } } : {}),
  };
}

/**
 * Text of a reply with tool calls, although no tools were offered: the server's message as JSON, which the session reads.
 * @param {string} content @param {{ name: string, arguments: string }[]} tool_calls
 */
const toolCallText = (content, tool_calls) => JSON.stringify({ ...(content.trim() && { content }), tool_calls });
