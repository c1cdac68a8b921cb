// @ts-check
/** @import { Effect, FilePart, Happened, HostCall, Lang, Model, Prices, StreamPiece, Patch, Tool } from '../index.js' */
import { SessionError, ModelError, told, toldAsSentence } from '../errors.js';
import { bytesOf, REPLY_BYTES } from '../checks/limits.js';
import { withBytes } from '../files/sent.js';
import { liveWords } from '../model/live-words.js';
import { badResult, runTools } from './tools.js';
import { usageOf } from './usage.js';
import { hasWrites } from './writes.js';

/**
 * Facts of the session that its tools are given: its language; of an agent that the page defines also its input and its memory, frozen.
 * @typedef {{ lang: Lang, input?: any, memory?: any }} Facts
 *
 * The surroundings of an effect.
 * @typedef {object} Host
 * @property {Model} model
 * @property {Record<string, Tool>} tools
 * @property {Lang} lang
 * @property {Prices | undefined} prices dollars for a million tokens, by model
 * @property {boolean} counts whether tokens are estimated that the server did not count
 * @property {((text: string) => number) | undefined} [countTokens] the page's count of the tokens of a text
 * @property {() => Facts} facts
 * @property {(part: FilePart) => Promise<Uint8Array<ArrayBuffer> | undefined>} bytesOf the bytes of a file of the session
 * @property {(given: readonly (Blob | FilePart)[]) => Promise<{ parts: FilePart[], blobs: Record<string, Uint8Array<ArrayBuffer>> }>} filesOf references and bytes of files that a tool gave
 * @property {() => void} beginStream
 * @property {(text: string) => Patch[]} push
 * @property {(piece: StreamPiece) => void} streamed
 * @property {boolean} begun whether the write tools were started before
 * @property {boolean} alone whether certainly no other tab still runs them
 * @property {boolean} recorded whether the store has recorded their start: without that, no write tool runs
 */

/**
 * Carries out an effect and gives the event that reports its outcome. Never rejects.
 * @param {Effect} effect @param {Host} host @param {AbortSignal} signal @returns {Promise<Happened>}
 */
export async function perform(effect, host, signal) {
  try {
    return await (effect.type === 'call_model' ? callModel(effect, host, signal) : callTools(effect, host, signal));
  } catch (error) {
    const detail = error instanceof ModelError && error.detail;
    return { type: 'failed', call: effect.call, ...toldAsSentence(error, host.lang), ...(detail && { detail }) };
  }
}

/** @param {Effect & { type: 'call_model' }} effect @param {Host} host @param {AbortSignal} signal @returns {Promise<Happened>} */
async function callModel({ call, messages, corrections, contract, sampling, live }, host, signal) {
  host.beginStream();
  const most = host.model.maxReplyBytes ?? REPLY_BYTES;
  const wordsAfter = liveWords(live);
  let streamed = 0;
  /** @param {string} text @param {string} reasoning */
  const stream = (text, reasoning) => {
    if (typeof text !== 'string' || typeof reasoning !== 'string') throw new SessionError('bad_reply');
    streamed += bytesOf(text) + bytesOf(reasoning);
    if (streamed > most) throw new ModelError('too_large', { limit: most });
    if (signal.aborted) return;
    const patches = text ? host.push(text) : [];
    host.streamed({ call, text, reasoning, patches, ...wordsAfter(text, reasoning, patches) });
  };
  const start = performance.now();
  const reply = await host.model({ messages: await withBytes(messages, host.bytesOf, host.lang), corrections, contract, sampling }, {
    signal,
    onText: text => stream(text, ''),
    onReasoning: reasoning => stream('', reasoning),
  });
  if (typeof reply?.text !== 'string') throw new SessionError('bad_reply');
  const { text, reasoning, finishReason, leftOut } = reply;
  if (bytesOf(text) + bytesOf(String(reasoning ?? '')) > most) throw new ModelError('too_large', { limit: most });
  const ms = Math.round(performance.now() - start);
  const usage = usageOf(reply, { messages, ms, label: host.model.label, prices: host.prices, counts: host.counts, countTokens: host.countTokens });
  return { type: 'replied', call, text, ...(reasoning && { reasoning }), ...(finishReason && { finishReason }), ...(usage && { usage }), ...(leftOut && { leftOut }) };
}

/** @param {Effect & { type: 'call_tool' }} effect @param {Host} host @param {AbortSignal} signal @returns {Promise<Happened>} */
async function callTools(effect, host, signal) {
  const { call, tools } = effect;
  if (!host.recorded && hasWrites(effect)) {
    const error = told(new SessionError('not_saved'), host.lang);
    return { type: 'returned', call, results: tools.map(() => ({ error })) };
  }
  const ended = await runTools(tools, host.tools, { call, signal, facts: host.facts(), begun: host.begun, alone: host.alone });
  if ('results' in ended) return { type: 'returned', call, results: await Promise.all(ended.results.map(result => kept(result, host))) };
  return { type: 'doubted', call, ...(ended.doubt !== undefined && { text: ended.doubt }) };
}

/**
 * A tool's result as the session takes it, with the bytes of its files. Files that cannot be taken are an error, which does not undo what the tool did.
 * @param {import('./tools.js').RanResult} ran @param {Host} host @returns {Promise<import('../files/result-files.js').KeptResult>}
 */
async function kept({ files, otherwise, ...result }, host) {
  if (!files) return result;
  try {
    return { ...result, ...await host.filesOf(files) };
  } catch (error) {
    if (otherwise !== undefined) return { ok: otherwise };
    return badResult(`cannot be kept: ${/** @type {Error} */ (error).message}`);
  }
}
