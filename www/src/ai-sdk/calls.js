// @ts-check
/** @import { Block, ToolResult, View } from '../index.js' */
/** @import { Call, CardBlock, ToolBlock } from '../session/calls-made.js' */
/** @import { ChatCallFacts, ChatToolPart } from './index.js' */
/** @import { Exchange } from './messages.js' */
import { callsMade } from '../session/calls-made.js';

/** Codes of results that say that a call was not made because nobody approved it, or its rule denies it. */
const DENIED = ['rejected', 'denied', 'replaced', 'left_out', 'behind_declined'];

/**
 * The calls of all tools: each has its place in one message. A call that a card asks about stands at its card; where words of the user came in between, it stands where it
 * has its result, or before that at the end of the last message, so that a chat asks about it there. Its card stands before the first of its calls.
 * @param {Exchange[]} exchanges @param {View} view
 */
export function callsOf(exchanges, view) {
  const calls = callsMade(view);
  const last = exchanges[exchanges.length - 1];
  const exchangeOf = new Map(exchanges.flatMap(exchange => exchange.blocks.map(block => /** @type {const} */ ([block, exchange]))));
  const atBlock = new Map(calls.map(call => [call.block, call]));
  const pending = calls.filter(({ card, block }) => !block && (!card || card.ending !== undefined));
  /** @type {Map<CardBlock, Call[]>} */
  const onCard = new Map();
  for (const call of calls) if (call.card) onCard.set(call.card, [...onCard.get(call.card) ?? [], call]);

  /** @param {CardBlock} card */
  const isMoved = card => card.ending === undefined && exchangeOf.get(card) !== last && !view.busy;
  /** @param {Call} call */
  const hostOf = ({ card, block }) => {
    if (!card) return block ? exchangeOf.get(block) : last;
    if (card.ending === undefined) return isMoved(card) ? last : exchangeOf.get(card);
    if (block) return exchangeOf.get(block);
    return card.ending === 'accepted' ? last : exchangeOf.get(card);
  };
  /** @param {Call} call */
  const isRunning = ({ name, args, block }) => !block && (view.running ?? []).some(run => run.name === name && JSON.stringify(run.args) === JSON.stringify(args));
  /** @param {Call[]} some @param {Exchange} exchange */
  const shown = (some, exchange) => some.filter(call => hostOf(call) === exchange).map(call => ({ part: partOf(call, exchange, isRunning(call)), card: call.at === 0 ? call.card : undefined }));
  /** @param {Call} call @param {Exchange} exchange */
  const isAway = ({ card }, exchange) => !card || exchangeOf.get(card) !== exchange;

  return {
    /** Whether the card stands with its calls in another message, or at the end of this one. @param {CardBlock} card @param {Exchange} exchange */
    isElsewhere: (card, exchange) => isMoved(card) || (onCard.get(card) ?? []).slice(0, 1).some(call => hostOf(call) !== exchange),
    /** Number by which the page answers the card; undefined for one that is not open. @param {CardBlock} card */
    openId: card => (card.ending === undefined ? view.card?.id : undefined),
    /** The calls that stand at their card. @param {CardBlock} card @param {Exchange} exchange */
    of: (card, exchange) => shown(onCard.get(card) ?? [], exchange),
    /** The call that stands at its result. @param {ToolBlock} block @param {Exchange} exchange */
    at: (block, exchange) => shown([atBlock.get(block)].flatMap(call => (call && isAway(call, exchange) ? [call] : [])), exchange),
    /** Calls that stand at the end of the last message: they run, or wait there for another call of their card. @param {Exchange} exchange */
    running: exchange => shown(pending.filter(call => isAway(call, exchange)), exchange),
    /** Open cards of earlier messages. @param {Exchange} exchange */
    moved: exchange => (exchange === last && view.card ? exchanges.flatMap(({ blocks }) => blocks.filter(isCard)).filter(isMoved) : []),
  };
}

/** @param {Block} block @returns {block is CardBlock} */
const isCard = block => block.kind === 'card';

/** @param {ToolResult} [result] */
const isDenied = result => result !== undefined && 'error' in result && !result.error.own && DENIED.includes(result.error.code);

/** @param {Call} call @param {Exchange} host @param {boolean} isRunning @returns {ChatToolPart} */
function partOf(call, host, isRunning) {
  const { id, name, args, card, at = 0 } = call;
  const part = { type: /** @type {const} */ (`tool-${name}`), toolCallId: id, input: args, providerExecuted: true };
  if (!card) return /** @type {ChatToolPart} */ ({ ...part, ...freeState(call) });
  const { name: _, args: asked, title, ...descriptor } = card.card.calls?.[at] ?? { name, args, title: '' };
  return /** @type {ChatToolPart} */ ({ ...part, title, ...askedState(call, { id: `${id}-in-${host.id}`, descriptor: /** @type {ChatCallFacts} */ (descriptor) }, isRunning) });
}

/** @param {Call} call */
function freeState({ id, result }) {
  if (!result) return { state: 'input-available' };
  return isDenied(result) ? { state: 'output-denied', approval: { id: `${id}-rule`, approved: false, isAutomatic: true, ...reasonOf(result) } } : outputOf(result);
}

/**
 * The state of a call that a card asks about. Of an accepted card a call that neither runs nor has a result may have been declined: the answer is in its result.
 * @param {Call} call @param {{ id: string, descriptor: ChatCallFacts }} question @param {boolean} isRunning
 */
function askedState({ card, result }, question, isRunning) {
  if (result && isDenied(result)) return { state: 'output-denied', approval: { ...question, approved: false, ...reasonOf(result) } };
  if (result) return { ...outputOf(result), approval: { ...question, approved: true } };
  if (card?.ending === undefined) return { state: 'approval-requested', approval: question };
  if (isRunning) return { state: 'approval-responded', approval: { ...question, approved: true } };
  if (card.ending === 'accepted') return { state: 'input-available' };
  return { state: 'output-denied', approval: { ...question, approved: false, ...(card.reason !== undefined && { reason: card.reason }) } };
}

/** @param {ToolResult} result */
const outputOf = result => ('ok' in result ? { state: 'output-available', output: result.ok } : { state: 'output-error', errorText: result.error.text });

/** The user's reason, or else the sentence that says why the call was not made. @param {ToolResult} result */
const reasonOf = result => ('error' in result ? { reason: result.error.reason ?? result.error.text } : {});
