// @ts-check
/** @import { Effect, Happened, HostCall, Lang, Model, StreamPiece, Patch, Tool } from './index.js' */
import { AgentError, ModelError, told } from './errors.js';
import { bytesOf, REPLY_BYTES } from './limits.js';
import { liveWords } from './live-words.js';
import { runTools } from './tools.js';
import { hasWrites } from './writes.js';

/**
 * The surroundings of an effect.
 * @typedef {object} Host
 * @property {Model} model
 * @property {Record<string, Tool>} tools
 * @property {Lang} lang
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
    return { type: 'failed', call: effect.call, ...told(error, host.lang) };
  }
}

/** @param {Effect & { type: 'call_model' }} effect @param {Host} host @param {AbortSignal} signal @returns {Promise<Happened>} */
async function callModel({ call, messages, contract, sampling, live }, host, signal) {
  host.beginStream();
  const most = host.model.maxReplyBytes ?? REPLY_BYTES;
  const wordsAfter = liveWords(live);
  let streamed = 0;
  /** @param {string} text @param {string} reasoning */
  const stream = (text, reasoning) => {
    if (typeof text !== 'string' || typeof reasoning !== 'string') throw new AgentError('bad_reply');
    streamed += bytesOf(text) + bytesOf(reasoning);
    if (streamed > most) throw new ModelError('too_large', { limit: most });
    if (signal.aborted) return;
    const patches = text ? host.push(text) : [];
    host.streamed({ call, text, reasoning, patches, ...wordsAfter(text, reasoning, patches) });
  };
  const reply = await host.model({ messages, contract, sampling }, {
    signal,
    onText: text => stream(text, ''),
    onReasoning: reasoning => stream('', reasoning),
  });
  if (typeof reply?.text !== 'string') throw new AgentError('bad_reply');
  const { text, reasoning, finish, usage } = reply;
  if (bytesOf(text) + bytesOf(String(reasoning ?? '')) > most) throw new ModelError('too_large', { limit: most });
  return { type: 'replied', call, text, ...(reasoning && { reasoning }), ...(finish && { finish }), ...(usage && { usage }) };
}

/** @param {Effect & { type: 'call_tool' }} effect @param {Host} host @param {AbortSignal} signal @returns {Promise<Happened>} */
async function callTools(effect, host, signal) {
  const { call, tools } = effect;
  if (!host.recorded && hasWrites(effect)) {
    const error = told(new AgentError('not_saved'), host.lang);
    return { type: 'returned', call, results: tools.map(() => ({ error })) };
  }
  const results = await runTools(tools, host.tools, { call, signal, begun: host.begun, alone: host.alone });
  return results ? { type: 'returned', call, results } : { type: 'doubted', call };
}
