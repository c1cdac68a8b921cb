// @ts-check
/** @import { Block, Json, ToolResult, View } from '../index.js' */
/** @import { ChatToolPart, ChatCallFacts } from './index.js' */
/** @import { Exchange } from './messages.js' */

/** @typedef {Block & { kind: 'card' }} CardBlock */
/** @typedef {Block & { kind: 'tool' }} ToolBlock */

/**
 * A call of a tool. `card`: the card that asks about it, in the exchange `asked`. `ran`: the exchange in which it runs or has its result.
 * @typedef {{ id: string, name: string, args: Json, title?: string, facts?: ChatCallFacts, result?: ToolResult, card?: CardBlock, asked?: Exchange, ran?: Exchange, block?: ToolBlock }} Call
 */

/** Codes of results that say that a call was not made because nobody approved it, or its rule denies it. */
const DENIED = ['rejected', 'denied', 'replaced', 'left_out', 'behind_declined'];

/**
 * The calls of all tools: each has its place in one message. A call that a card asks about stands at its card; where words of the user came in between, it stands where it
 * runs, or while its card is open at the end of the last message, so that a chat asks about it there.
 * @param {Exchange[]} exchanges @param {View} view
 */
export function callsOf(exchanges, view) {
  const calls = collected(exchanges, view);
  const last = exchanges[exchanges.length - 1];
  /** @param {CardBlock} card @param {Exchange} in_ */
  const isMoved = (card, in_) => card.ending === undefined && in_ !== last && !view.busy;
  /** @param {Call} call */
  const hostOf = ({ card, asked, ran, result }) => {
    if (!card || !asked) return ran;
    if (isMoved(card, asked)) return last;
    return ran && !isDenied(result) ? ran : asked;
  };
  /** @param {(call: Call) => unknown} fits @param {Exchange} exchange */
  const shown = (fits, exchange) => calls.filter(call => hostOf(call) === exchange && fits(call)).map(call => partOf(call, exchange));

  return {
    isMoved,
    /** Number by which the page answers the card; undefined for one that is not open. @param {CardBlock} card */
    openId: card => (card.ending === undefined ? view.card?.id : undefined),
    /** Calls that stand at their card. @param {CardBlock} card @param {Exchange} exchange */
    of: (card, exchange) => shown(call => call.card === card, exchange),
    /** Calls that stand at their result. @param {ToolBlock} block @param {Exchange} exchange */
    at: (block, exchange) => shown(call => call.block === block && call.asked !== exchange, exchange),
    /** Calls at work that stand at the end. @param {Exchange} exchange */
    running: exchange => shown(call => !call.block && call.ran && call.asked !== exchange, exchange),
    /** Open cards of earlier messages. @param {Exchange} exchange */
    moved: exchange => (exchange === last ? exchanges.flatMap(from => from.blocks.filter(isCard).filter(card => isMoved(card, from))) : []),
  };
}

/** @param {Block} block @returns {block is CardBlock} */
const isCard = block => block.kind === 'card';

/** @param {Exchange[]} exchanges @param {View} view */
function collected(exchanges, view) {
  /** @type {Call[]} */
  const calls = [];
  /** @param {Pick<ToolBlock, 'call' | 'name' | 'args'> & { result?: ToolResult }} run @param {Exchange} exchange @param {ToolBlock} [block] */
  const add = (run, exchange, block) => {
    const known = askedAbout(calls, run) ?? another(calls, run.call);
    Object.assign(known, { name: run.name, args: run.args, result: run.result, ran: exchange, block });
  };
  for (const exchange of exchanges) {
    for (const block of exchange.blocks) {
      if (block.kind === 'tool') add(block, exchange, block);
      if (block.kind === 'card' && block.card.kind === 'approval') {
        for (const [index, { name, args, title, ...facts }] of (block.card.calls ?? []).entries()) {
          calls.push({ id: `card-${block.seq}-${index}`, name, args, title, facts, card: block, asked: exchange });
        }
      }
    }
  }
  for (const { name, args } of view.running ?? []) add({ name, args, call: view.call ?? 0 }, exchanges[exchanges.length - 1]);
  return calls;
}

/** A call that no card asked about. @param {Call[]} calls @param {number} wait */
function another(calls, wait) {
  const before = calls.filter(({ id }) => id.startsWith(`call-${wait}-`)).length;
  /** @type {Call} */
  const call = { id: `call-${wait}-${before}`, name: '', args: null };
  calls.push(call);
  return call;
}

/**
 * The call of a card that runs so: with the same arguments, or else, of the newest card, with others that the user has given.
 * @param {Call[]} calls @param {{ name: string, args: Json }} run
 */
function askedAbout(calls, run) {
  const open = calls.filter(({ card, ran, name }) => card?.ending && !ran && name === run.name);
  const newest = open[open.length - 1]?.card;
  const ofNewest = open.filter(({ card }) => card === newest);
  const same = ofNewest.find(({ args }) => isSame(args, run.args)) ?? open.find(({ args }) => isSame(args, run.args));
  if (same) return same;
  const beside = [...newest?.card.then ?? [], ...newest?.card.denied ?? []];
  return beside.some(({ name, args }) => name === run.name && isSame(args, run.args)) ? undefined : ofNewest[0];
}

/** @param {Json} a @param {Json} b */
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** @param {ToolResult} [result] */
const isDenied = result => result !== undefined && 'error' in result && !result.error.own && DENIED.includes(result.error.code);

/** @param {Call} call @param {Exchange} host @returns {ChatToolPart} */
function partOf(call, host) {
  const { id, name, args, title, card, facts } = call;
  const part = { type: /** @type {const} */ (`tool-${name}`), toolCallId: id, ...(title !== undefined && { title }), input: args, providerExecuted: true };
  return /** @type {ChatToolPart} */ ({ ...part, ...(card ? askedState(call, { id: `${id}-in-${host.id}`, descriptor: facts }) : freeState(call)) });
}

/** @param {Call} call */
function freeState({ id, result }) {
  if (!result) return { state: 'input-available' };
  return isDenied(result) ? { state: 'output-denied', approval: { id: `${id}-rule`, approved: false, isAutomatic: true, ...reasonOf(result) } } : outputOf(result);
}

/** @param {Call} call @param {{ id: string, descriptor?: ChatCallFacts }} question */
function askedState({ card, result }, question) {
  if (result && isDenied(result)) return { state: 'output-denied', approval: { ...question, approved: false, ...reasonOf(result) } };
  if (result) return { ...outputOf(result), approval: { ...question, approved: true } };
  if (card?.ending === undefined) return { state: 'approval-requested', approval: question };
  if (card.ending === 'accepted') return { state: 'approval-responded', approval: { ...question, approved: true } };
  return { state: 'output-denied', approval: { ...question, approved: false, ...(card.reason !== undefined && { reason: card.reason }) } };
}

/** @param {ToolResult} result */
const outputOf = result => ('ok' in result ? { state: 'output-available', output: result.ok } : { state: 'output-error', errorText: result.error.text });

/** The user's reason, or else the sentence that says why the call was not made. @param {ToolResult} result */
const reasonOf = result => ('error' in result ? { reason: result.error.reason ?? result.error.text } : {});
