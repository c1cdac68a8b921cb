// @ts-check
/** @import { ModelContext, ModelReply } from '../index.js' */
import { badEnd, gather } from '../model/pieces.js';
import { modelErrorOf } from './errors.js';

/** Thrown before the first word of a reply whose shape the provider was not told. */
export class SchemaIgnored extends Error {}

/** Names that providers have for the shape of a reply in their warnings. */
const OF_FORMAT = /^response_?format|^json_?schema|structured_?output/i;

/** @typedef {ModelContext & { onData: () => void, most: number, needsSchema: boolean }} Reading */

/**
 * Reads the stream of a provider. `ignored` names the parts of the call that the provider has said it does not support.
 * @param {ReadableStream<any>} stream @param {Reading} reading @returns {Promise<{ reply: ModelReply, ignored: string[] }>}
 */
export async function readParts(stream, reading) {
  const gathered = gather(reading);
  /** @type {string[]} */
  const ignored = [];
  const reader = stream.getReader();
  try {
    for (;;) {
      const part = await nextOf(reader, gathered);
      if (part === undefined) break;
      reading.onData();
      if (part.type === 'stream-start') ignored.push(...unsupportedIn(part.warnings));
      if (part.type === 'stream-start' && reading.needsSchema && ignored.some(name => OF_FORMAT.test(name))) throw new SchemaIgnored();
      if (part.type === 'error') gathered.fail(modelErrorOf(part.error, gathered.begun));
      const chunk = chunkOf(part);
      if (chunk) gathered.take(chunk);
    }
    return { reply: gathered.reply(), ignored };
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

/**
 * The next part; undefined at the end, and where the stream breaks after the reply is complete.
 * @param {ReadableStreamDefaultReader<any>} reader @param {ReturnType<typeof gather>} gathered
 */
async function nextOf(reader, gathered) {
  try {
    return (await reader.read()).value;
  } catch (error) {
    return gathered.fail(modelErrorOf(error, gathered.begun));
  }
}

/** Names of the settings that a provider does not support. @param {any} warnings @returns {string[]} */
const unsupportedIn = warnings => (Array.isArray(warnings) ? warnings.filter(({ type }) => type === 'unsupported').map(({ feature }) => String(feature)) : []);

/** A part as a chunk of OpenAI's form, which is put together in one place; undefined for parts that say nothing of the reply. @param {any} part */
function chunkOf(part) {
  if (part.type === 'text-delta') return piece({ content: part.delta });
  if (part.type === 'reasoning-delta') return piece({ reasoning_content: part.delta });
  if (part.type === 'tool-call') return piece({ tool_calls: [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input } }] });
  if (part.type === 'finish') return { ...piece({}, endOf(part.finishReason)), ...usageOf(part.usage) };
  return undefined;
}

/** @param {object} delta @param {string} [finish_reason] */
const piece = (delta, finish_reason) => ({ choices: [{ index: 0, delta, finish_reason }] });

/** The end of a reply: in the provider's own word where that tells a failure more exactly, or where the common one tells nothing. @param {{ unified: string, raw?: string }} reason */
const endOf = ({ unified, raw }) => (raw && (unified === 'other' || badEnd(raw)) ? raw : unified);

/** @param {any} usage */
function usageOf(usage) {
  const [input_tokens, output_tokens] = [usage?.inputTokens?.total, usage?.outputTokens?.total];
  if (input_tokens === undefined && output_tokens === undefined) return {};
  const [cached_tokens, reasoning_tokens] = [usage.inputTokens?.cacheRead, usage.outputTokens?.reasoning];
  return { usage: { input_tokens, output_tokens, input_tokens_details: { cached_tokens }, output_tokens_details: { reasoning_tokens } } };
}
