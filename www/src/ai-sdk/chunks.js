// @ts-check
/** @import { ChatApproval, ChatPart, ChatToolPart } from './index.js' */

/** States of a tool's part in the order in which they come. */
const ORDER = ['input-available', 'approval-requested', 'approval-responded', 'output-available', 'output-error', 'output-denied'];
const OUTPUT = ORDER.indexOf('output-available');

/**
 * The chunks of a stream of the AI SDK that make the parts `after` out of the parts `before`; undefined where a step would have to be taken back that is not the last one,
 * which no chunk can do.
 * @param {ChatPart[]} before @param {ChatPart[]} after @returns {Record<string, any>[] | undefined}
 */
export function chunksBetween(before, after) {
  const differing = before.findIndex((part, at) => !canBecome(part, after[at]));
  const step = before.map(({ type }) => type).lastIndexOf('step-start');
  const isTakenBack = differing !== -1;
  if (isTakenBack && differing <= step) return undefined;
  const kept = isTakenBack ? step + 1 : before.length;
  return [
    ...(isTakenBack ? [{ type: 'reset-step' }] : []),
    ...after.flatMap((part, at) => chunksOf(at < kept ? before[at] : undefined, part, { at, isPast: at < step })),
  ];
}

/** @param {ChatPart} before @param {ChatPart | undefined} after */
function canBecome(before, after) {
  if (before.type !== after?.type) return false;
  if (isWords(before) && isWords(after)) return before.text === after.text || (before.state === 'streaming' && after.text.startsWith(before.text));
  if (isTool(before) && isTool(after)) return before.toolCallId === after.toolCallId && (ORDER.indexOf(before.state) < OUTPUT || before.state === after.state);
  return !('data' in before) || ('data' in after && before.id === after.id);
}

/** @param {ChatPart} part @returns {part is Extract<ChatPart, { text: string }>} */
const isWords = part => part.type === 'text' || part.type === 'reasoning';

/** @param {ChatPart} part @returns {part is ChatToolPart} */
const isTool = part => 'toolCallId' in part;

/** @param {ChatPart | undefined} before @param {ChatPart} after @param {{ at: number, isPast: boolean }} place `isPast`: in an earlier step than the last one @returns {Record<string, any>[]} */
function chunksOf(before, after, { at, isPast }) {
  if (after.type === 'step-start') return before ? [] : [{ type: 'start-step' }];
  if (isWords(after)) return wordChunks(/** @type {any} */ (before), after, `part-${at}`);
  if (isTool(after)) return toolChunks(/** @type {any} */ (before), after, isPast);
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ ...after }];
}

/** @param {Extract<ChatPart, { text: string }> | undefined} before @param {Extract<ChatPart, { text: string }>} after @param {string} id */
function wordChunks(before, { type, text, state }, id) {
  const delta = text.slice(before?.text.length ?? 0);
  return [
    ...(before ? [] : [{ type: `${type}-start`, id }]),
    ...(delta ? [{ type: `${type}-delta`, id, delta }] : []),
    ...(state === 'done' && before?.state !== 'done' ? [{ type: `${type}-end`, id }] : []),
  ];
}

/** @param {ChatToolPart | undefined} before @param {ChatToolPart} after @param {boolean} isPast */
function toolChunks(before, { type, toolCallId, title, input, providerExecuted, state, approval, ...outcome }, isPast) {
  const [was, is] = /** @type {(Partial<ChatApproval<boolean>> | undefined)[]} */ ([before?.approval, approval]);
  const isUndecided = state === 'input-available' && before?.state !== state && !isPast; // its card was answered, and how is not known yet. A chat would show the input of an earlier step once more
  const hasInput = before && !isUndecided && JSON.stringify(before.input) === JSON.stringify(input);
  const isAsked = is && was?.id !== is.id;
  const isAnswered = is?.approved !== undefined && was?.approved === undefined;
  const isDone = ORDER.indexOf(state) >= OUTPUT && before?.state !== state;
  return [
    ...(hasInput ? [] : [{ type: 'tool-input-available', toolCallId, toolName: type.slice('tool-'.length), title, input, providerExecuted }]),
    ...(isAsked ? [{ type: 'tool-approval-request', toolCallId, approvalId: is.id, ...(is.descriptor && { approvalDescriptor: is.descriptor }), ...(is.isAutomatic && { isAutomatic: true }) }] : []),
    ...(isAnswered ? [{ type: 'tool-approval-response', approvalId: is.id, approved: is.approved, ...(is.reason !== undefined && { reason: is.reason }) }] : []),
    ...(isDone ? [{ type: `tool-${state}`, toolCallId, ...outcome }] : []),
  ];
}
