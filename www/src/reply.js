// @ts-check
/** @import { ModelContext, ModelReply } from './index.js' */
import { createParser } from 'eventsource-parser';
import { ModelError } from './errors.js';

/** @typedef {ModelContext & { onData: () => void }} Reading `onData`: the server has sent something */
/** @typedef {Map<number, { name: string, arguments: string }>} ToolCalls */

/** How much of an error page is worth showing. */
const DETAIL_CHARS = 300;

/**
 * Reads the answer to `POST /chat/completions`, streamed or whole. Rejects with `ModelError`.
 * @param {Response} response @param {boolean} stream @param {Reading} reading @returns {Promise<ModelReply>}
 */
export async function readReply(response, stream, reading) {
  if (!response.ok) throw httpError(response, await bodyText(response));
  const type = response.headers.get('content-type') ?? '';
  if (/html/.test(type)) throw new ModelError('wrong_url', { status: response.status });
  return stream && !/json/.test(type) ? readStream(response, reading) : readWhole(response, reading);
}

/** @param {Response} response */
const bodyText = response => response.text().catch(() => '');

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

/** What an error body says, in one line. @param {string} body */
function errorDetail(body) {
  const { error, message, detail } = parsed(body) ?? {};
  const said = [error?.message, error, message, detail].find(text => typeof text === 'string') ?? body;
  return said.replace(/\s+/g, ' ').trim().slice(0, DETAIL_CHARS);
}

/** @param {string} text @returns {any} undefined where it is not JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// ---- whole ----

/** @param {Response} response @param {Reading} reading @returns {Promise<ModelReply>} */
async function readWhole(response, { onText, onReasoning }) {
  const body = parsed(await response.text().catch(error => { throw new ModelError('cut_off', { cause: error }); }));
  if (body?.error) throw new ModelError('server', { detail: errorDetail(JSON.stringify(body)) });
  const choice = body?.choices?.[0];
  if (!choice?.message) throw new ModelError('not_json', { status: response.status });
  const { content, refusal, tool_calls, reasoning_content, reasoning = reasoning_content } = choice.message;
  /** @type {ToolCalls} */
  const calls = new Map();
  for (const [index, call] of (tool_calls ?? []).entries()) addToolCall(calls, { index, ...call });
  const thought = textOf(reasoning);
  if (thought) onReasoning?.(thought);
  const reply = toReply({
    text: textOf(content), reasoning: thought, refusal: textOf(refusal), calls, finish: choice.finish_reason, usage: body.usage,
  });
  if (reply.text) onText?.(reply.text);
  return reply;
}

// ---- streamed ----

/** @param {Response} response @param {Reading} reading @returns {Promise<ModelReply>} */
async function readStream(response, reading) {
  const gathered = gather(reading);
  const parser = createParser({ onEvent: ({ data }) => gathered.take(data) });
  const decoder = new TextDecoder();
  for await (const bytes of chunks(response, () => !gathered.begun)) {
    reading.onData();
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (gathered.done) break;
  }
  parser.reset({ consume: true }); // some servers leave out the last empty line
  return gathered.reply();
}

/** @param {Response} response @param {() => boolean} transient whether a break now may be tried again */
async function* chunks(response, transient) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(cause => {
        throw new ModelError('cut_off', { cause, transient: transient() });
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Puts the pieces of a streamed reply together. @param {Reading} reading */
function gather({ onText, onReasoning }) {
  let text = '';
  let reasoning = '';
  let refusal = '';
  /** @type {string | undefined} */
  let finish;
  /** @type {any} */
  let usage;
  /** @type {ToolCalls} */
  const calls = new Map();

  /** @param {any} delta */
  const takeDelta = ({ content, reasoning_content, reasoning: thinking = reasoning_content, refusal: refused, tool_calls }) => {
    const thought = textOf(thinking);
    if (thought) {
      reasoning += thought;
      onReasoning?.(thought);
    }
    const piece = textOf(content);
    if (piece) {
      text += piece;
      onText?.(piece);
    }
    refusal += textOf(refused);
    for (const call of tool_calls ?? []) addToolCall(calls, call);
  };

  return {
    done: false,
    /** Whether anything of the reply has come. */
    begun: false,
    /** @param {string} data */
    take(data) {
      if (data === '[DONE]') {
        this.done = true;
        return;
      }
      const chunk = parsed(data);
      if (typeof chunk !== 'object' || chunk === null) throw new ModelError('not_json', { detail: data.slice(0, DETAIL_CHARS) });
      if (chunk.error) throw new ModelError('server', { detail: errorDetail(data), transient: !this.begun });
      this.begun = true;
      const choice = chunk.choices?.[0];
      if (choice?.delta) takeDelta(choice.delta);
      finish = choice?.finish_reason ?? finish;
      usage = chunk.usage ?? usage;
    },
    reply() {
      if (!this.begun) throw new ModelError(this.done ? 'cut_off' : 'not_json');
      if (!this.done && finish === undefined) throw new ModelError('cut_off');
      const reply = toReply({ text, reasoning, refusal, calls, finish, usage });
      if (reply.text !== text) onText?.(reply.text);
      return reply;
    },
  };
}

// ---- both ----

/** The text of a content, which is a text, absent, or a list of parts. @param {any} content @returns {string} */
function textOf(content) {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(part => textOf(part?.text)).join('') : '';
}

/** @param {unknown} count */
const tokens = count => (Number.isSafeInteger(count) ? Math.max(0, /** @type {number} */ (count)) : 0);

/** @param {ToolCalls} calls @param {any} piece */
function addToolCall(calls, { index = 0, function: { name = '', arguments: text = '' } = {} }) {
  const call = calls.get(index) ?? { name: '', arguments: '' };
  calls.set(index, { name: call.name + (name ?? ''), arguments: call.arguments + (text ?? '') });
}

/** @param {{ text: string, reasoning?: string, refusal?: string, calls: ToolCalls, finish?: string | null, usage?: any }} answer @returns {ModelReply} */
function toReply({ text, reasoning, refusal, calls, finish, usage }) {
  if (refusal && !text) throw new ModelError('refused', { detail: refusal.slice(0, DETAIL_CHARS) });
  return {
    text: text || !calls.size ? text : toolCallText([...calls.values()]),
    ...(reasoning ? { reasoning } : {}),
    ...(finish ? { finish } : {}),
    ...(usage ? { usage: { input: tokens(usage.prompt_tokens), output: tokens(usage.completion_tokens) } } : {}),
  };
}

/** We offer no tools: one call with an object is the reply put into the wrong place, anything else is shown to the agent as it came. @param {{ name: string, arguments: string }[]} calls */
function toolCallText(calls) {
  const value = calls.length === 1 ? parsed(calls[0].arguments) : undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? calls[0].arguments : JSON.stringify(calls);
}
