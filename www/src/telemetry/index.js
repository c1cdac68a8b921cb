// @ts-check
/** @import { OtlpOptions, OtlpSpan } from './index.js' */
/** @import { Step } from '../trace/steps.js' */
import { assertKnown, assertOption, must } from '../checks/assert-option.js';
import { fileOf } from '../trace/replayed.js';
import { stepsOf } from '../trace/steps.js';

/** The version of the conventions that the attributes follow. */
const SCHEMA = 'https://opentelemetry.io/schemas/1.41.0';

/** Kinds of spans. */
const [INTERNAL, CLIENT] = [1, 3];
const FAILED = 2;

/** Steps with which a user or a page begins a turn. */
const MOVES = ['opened', 'copied', 'said', 'queued', 'answered', 'chosen', 'pressed', 'edited'];

/** @type {typeof import('./index.js').toOtlp} */
export function toOtlp(session, options = {}) {
  assertKnown(options, ['service', 'provider', 'model', 'content', 'since'], 'toOtlp(session, options): ');
  for (const name of /** @type {const} */ (['service', 'provider', 'model'])) if (options[name] !== undefined) assertOption(options[name], `toOtlp(session, options): ${name}`, 'name');
  const file = fileOf(session);
  must(file?.stepgate === 1 && Array.isArray(file.trace) && Array.isArray(file.snapshot?.entries), 'toOtlp(session)', 'an exported session: `store.export(id)`');
  if (options.since !== undefined) assertOption(options.since, 'toOtlp(session, options): since', 'count');
  if (options.content !== undefined) assertOption(options.content, 'toOtlp(session, options): content', 'boolean');
  const { service = 'stepgate', since = 0 } = options;
  const about = { id: file.id, agent: file.snapshot.agent, options };
  const turns = turnsOf(stepsOf(file)).filter(([first]) => first.rev > since);
  const spans = turns.flatMap(turn => spansOf(turn, about));
  const resource = { attributes: attributes({ 'service.name': service }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'stepgate' }, spans, schemaUrl: SCHEMA }], schemaUrl: SCHEMA }] };
}

/** The steps, turn by turn; steps that changed nothing are left out. @param {Step[]} steps @returns {Step[][]} */
function turnsOf(steps) {
  /** @type {Step[][]} */
  const turns = [];
  for (const step of steps) {
    if (step.marks.includes('nothing')) continue;
    if (MOVES.includes(step.type) || turns.length === 0) turns.push([]);
    turns[turns.length - 1].push(step);
  }
  return turns;
}

/** @typedef {{ id: string, agent: string, options: OtlpOptions }} About */

/** The spans of a turn: one of the agent, and below it one for each call of the model and of a tool. @param {Step[]} turn @param {About} about @returns {OtlpSpan[]} */
function spansOf(turn, { id, agent, options }) {
  const [first] = turn;
  const traceId = idOf(`${id}/${first.at_ms}/${first.rev}`, 16);
  const parentSpanId = idOf(`${traceId}/turn`, 8);
  const shared = { 'gen_ai.conversation.id': id, 'gen_ai.provider.name': options.provider ?? 'unknown' };
  const failed = turn.find(({ type }) => type === 'failed')?.record.event.code;
  const root = span({ traceId, spanId: parentSpanId, name: `invoke_agent ${agent}`, kind: INTERNAL, from: first.at_ms, to: /** @type {Step} */ (turn.at(-1)).at_ms, error: failed }, {
    ...shared, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent, 'gen_ai.request.model': options.model,
  });
  const parts = turn.flatMap(step => callsOf(step, options).map((call, index) => span(
    { traceId, spanId: idOf(`${traceId}/${step.rev}/${index}`, 8), parentSpanId, from: step.at_ms - step.ms, to: step.at_ms, ...call }, { ...shared, 'gen_ai.agent.name': agent, ...call.attributes },
  )));
  return [root, ...parts];
}

/** The calls that a step ends. @param {Step} step @param {OtlpOptions} options @returns {{ name: string, kind: number, error?: string, attributes: Record<string, any> }[]} */
function callsOf(step, options) {
  if (step.type === 'replied') return [chatOf(step, options)];
  if (step.type === 'failed') return [{ name: chatName(options), kind: CLIENT, error: step.record.event.code, attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': options.model } }];
  if (step.type !== 'returned') return [];
  return step.entries.flatMap(({ entry: { tool } }, index) => (tool ? [toolOf(tool, index, options)] : []));
}

/** @param {OtlpOptions} options */
const chatName = ({ model }) => (model ? `chat ${model}` : 'chat');

/** @param {Step} step @param {OtlpOptions} options */
function chatOf({ record, entries }, options) {
  const { finish, usage = {} } = record.replied;
  const reply = entries.map(({ entry }) => entry.decision ?? entry.correction ?? entry.summary).find(Boolean) ?? {};
  const message = { role: 'assistant', parts: [{ type: 'text', content: reply.raw }], finish_reason: finish ?? 'unknown' };
  const attributes = {
    'gen_ai.operation.name': 'chat', 'gen_ai.request.model': options.model, 'gen_ai.output.type': 'json', 'gen_ai.response.finish_reasons': finish && [finish],
    'gen_ai.usage.input_tokens': usage.input, 'gen_ai.usage.output_tokens': usage.output, 'gen_ai.usage.cache_read.input_tokens': usage.cached, 'gen_ai.usage.reasoning.output_tokens': usage.reasoning,
    'stepgate.repairs': reply.repairs?.length, 'stepgate.correction': 'complaint' in reply ? reply.code ?? 'refused' : undefined,
    ...(options.content && { 'gen_ai.output.messages': JSON.stringify([message]) }),
  };
  return { name: chatName(options), kind: CLIENT, attributes };
}

/** @param {any} tool @param {number} index @param {OtlpOptions} options */
function toolOf({ name, call, args, result, verdict }, index, options) {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, 'gen_ai.tool.type': 'function', 'gen_ai.tool.call.id': `${call}-${index}`, 'stepgate.verdict': verdict,
    ...(options.content && { 'gen_ai.tool.call.arguments': JSON.stringify(args), 'gen_ai.tool.call.result': JSON.stringify(result.ok ?? result.error) }),
  };
  return { name: `execute_tool ${name}`, kind: INTERNAL, error: result.error?.code, attributes };
}

/**
 * @param {{ traceId: string, spanId: string, parentSpanId?: string, name: string, kind: number, from: number, to: number, error?: string | undefined }} about
 * @param {Record<string, any>} given attributes; those without a value are left out @returns {OtlpSpan}
 */
const span = ({ traceId, spanId, parentSpanId, name, kind, from, to, error }, given) => ({
  traceId, spanId, ...(parentSpanId && { parentSpanId }), name, kind, startTimeUnixNano: `${from}000000`, endTimeUnixNano: `${to}000000`,
  attributes: attributes({ ...given, 'error.type': error }), status: error ? { code: FAILED } : {},
});

/** @param {Record<string, any>} given @returns {OtlpSpan['attributes']} */
const attributes = given => Object.entries(given).filter(([, value]) => value !== undefined).map(([key, value]) => ({ key, value: valueOf(value) }));

/** @param {any} value @returns {any} */
function valueOf(value) {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(valueOf) } };
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) };
}

/** An id of so many bytes, in hexadecimal digits: the same for the same text. @param {string} text @param {number} bytes */
function idOf(text, bytes) {
  let id = '';
  for (let part = 0; id.length < bytes * 2; part += 1) {
    let hash = 0x811c9dc5 ^ (part * 0x9e3779b1);
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b); // mixes what FNV leaves alike in texts that differ at their end
    id += ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, '0');
  }
  return id;
}
