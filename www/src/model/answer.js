// @ts-check
/** @import { ModelContext, ModelReply } from '../index.js' */
import { isObject } from '../checks/kinds.js';
import { createParser } from 'eventsource-parser';
import { ModelError } from '../errors.js';
import { gather } from './pieces.js';
import { excerpt, isPage, parsed, refusalOf } from './refusal.js';

/** @typedef {ModelContext & { onData: () => void, most: number }} Reading `onData`: called when the server has sent something; `most`: largest reply in bytes */

/** Most bytes that are read of an error page. */
const ERROR_BYTES = 65_536;

/** How long, and how many bytes, a stream is still read after its `[DONE]`, so that the browser lists the request as complete. */
const END_MS = 1_000;
const END_BYTES = 65_536;

/**
 * Reads the answer to `POST /chat/completions`, streamed or whole as the server has sent it. Rejects with `ModelError`.
 * @param {Response} response @param {Reading} reading @returns {Promise<ModelReply>}
 */
export async function readReply(response, reading) {
  const { status, headers } = response;
  if (isRedirect(response)) throw new ModelError('redirected', { status, detail: originOf(headers.get('location')) });
  if (!response.ok) throw refusalOf({ status, headers, body: await errorText(response) });
  if (/html/.test(headers.get('content-type') ?? '')) throw new ModelError('wrong_url', { status });
  const reader = readerOf(response);
  try {
    const reply = await readBody(reader, reading, status);
    letEnd(reader);
    return reply;
  } catch (error) {
    leave(reader);
    throw error instanceof RangeError ? new ModelError('not_json', { status, cause: error }) : error; // nested too deeply
  }
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

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {(cause: unknown) => void} [onBreak] throws an error, unless a break is an end, too */
async function* chunks(reader, onBreak = () => {}) {
  for (;;) {
    const { done, value } = await reader.read().catch(cause => ({ done: true, value: onBreak(cause) }));
    if (done || !value) return;
    yield value;
  }
}

/**
 * Reads the body in the form that its first letter tells: one JSON text, or events. The content type is no help: servers send either under
 * any name.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {Reading} reading @param {number} status
 */
async function readBody(reader, reading, status) {
  const gathered = gather(reading);
  const decoder = new TextDecoder();
  let start = '';
  /** @type {ReturnType<typeof formOf>} */
  let form;
  /** @param {unknown} cause */
  const onBreak = cause => {
    const error = new ModelError('cut_off', { cause, transient: start.trim() === '' && !gathered.begun });
    if (reading.signal?.aborted) throw error;
    gathered.fail(error);
  };
  for await (const chunk of chunks(reader, onBreak)) {
    reading.onData();
    const text = decoder.decode(chunk, { stream: true });
    if (form) {
      form.feed(text, chunk.length);
    } else {
      start += text;
      form = formOf(start, gathered, status);
      form?.feed(start, start.length);
    }
    if ((form?.size ?? 0) > reading.most) throw new ModelError('too_large', { limit: reading.most });
    if (gathered.done) break;
  }
  if (!form) throw new ModelError('not_json', { status, detail: 'the answer is empty' });
  return form.end();
}

/** @param {string} start @param {ReturnType<typeof gather>} gathered @param {number} status */
function formOf(start, gathered, status) {
  if (start.trim() === '') return undefined;
  return /^\s*[{[<]/.test(start) ? wholeText(gathered, status) : eventTexts(gathered);
}

/** An answer of one JSON text, or of one a line. @param {ReturnType<typeof gather>} gathered @param {number} status */
function wholeText(gathered, status) {
  let text = '';
  return {
    size: 0,
    /** @param {string} piece @param {number} bytes */
    feed(piece, bytes) {
      text += piece;
      this.size += bytes;
    },
    end() {
      if (isPage(text)) throw new ModelError('wrong_url', { status });
      const whole = parsed(text);
      const lines = whole === undefined ? text.trim().split('\n').map(parsed) : [whole];
      if (isCutOff(text, lines)) throw new ModelError('cut_off', { status, transient: true });
      if (lines.includes(undefined)) throw new ModelError('not_json', { status, detail: excerpt(text) });
      for (const line of lines) gathered.take(line);
      gathered.done ||= whole !== undefined && gathered.seen;
      return gathered.reply(text);
    },
  };
}

/** Whether an answer ends within its message. @param {string} text @param {unknown[]} lines its lines as JSON */
const isCutOff = (text, lines) => lines.indexOf(undefined) === lines.length - 1 && /"(message|delta)"\s*:/.test(text);

/** An answer of server-sent events. @param {ReturnType<typeof gather>} gathered */
function eventTexts(gathered) {
  /** Text that is no part of the answer. */
  let stray = '';
  let hasEnded = false;
  const parser = createParser({
    onEvent({ event, data }) {
      reader.size = 0;
      for (const text of textsIn(data)) {
        if (hasEnded && /^\s*[{[]/.test(text) && parsed(text) === undefined) return; // it was cut off
        stray = takeEvent(gathered, event, text) ?? stray;
      }
    },
    onComment() { reader.size = 0; },
    onError({ field, value, line }) {
      if (field === 'error') takeEvent(gathered, field, value ?? '');
      if (isObject(parsed(line ?? ''))) takeEvent(gathered, undefined, line ?? '');
      if (!'data:'.startsWith(line ?? '')) stray ||= line ?? '';
    },
  });
  const reader = {
    /** Bytes since the last event. */
    size: 0,
    /** @param {string} piece @param {number} bytes */
    feed(piece, bytes) {
      this.size += bytes;
      parser.feed(piece);
    },
    end() {
      hasEnded = true;
      parser.feed('\n\n'); // some servers omit the last empty line
      return gathered.reply(stray);
    },
  };
  return reader;
}

/** The texts in the data of an event: several where a server leaves out the empty lines between them. @param {string} data */
function textsIn(data) {
  const lines = data.includes('\n') && parsed(data) === undefined ? data.split('\n') : [];
  return lines.some(line => isObject(parsed(line))) ? lines : [data];
}

/** Names of events that only keep the connection open. */
const KEEP_ALIVE = /^(ping|keep-?alive|heartbeat)$/i;

/** `[DONE]` in any of its spellings. */
const DONE = /^\[?done\]?$/i;

/**
 * Takes the data of an event. Gives a text that is no part of the answer: a comment in the wrong place, or one word that keeps the connection
 * open. A sentence is an error that the server has put into words.
 * @param {ReturnType<typeof gather>} gathered @param {string | undefined} event @param {string} data
 */
function takeEvent(gathered, event, data) {
  const text = data.trim();
  if (gathered.done || text === '' || KEEP_ALIVE.test(event ?? '')) return undefined;
  if (DONE.test(text)) {
    gathered.done = true;
    return undefined;
  }
  const chunk = parsed(text);
  if (event === 'error') return void gathered.fail(refusalOf({ body: chunk ?? text, begun: gathered.begun }));
  if (isObject(chunk) || Array.isArray(chunk)) {
    gathered.take(chunk);
    return 'choices' in chunk || 'usage' in chunk ? undefined : text;
  }
  if (/^:|^["\w.-]+$/.test(text)) return text;
  const isSentence = /^[\p{L}'"].*\s/u.test(text);
  return void gathered.fail(isSentence ? refusalOf({ body: text, begun: gathered.begun }) : new ModelError('not_json', { detail: excerpt(text) }));
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
