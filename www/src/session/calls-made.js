// @ts-check
/** @import { Block, Json, ToolResult, View } from '../index.js' */

/** @typedef {Block & { kind: 'card' }} CardBlock */
/** @typedef {Block & { kind: 'tool' }} ToolBlock */

/**
 * A call of a tool: on a card, at the place `at` of its calls, or by itself. Once it runs, or is known not to, `args` are those that it runs with. `block` has its result.
 * @typedef {{ id: string, name: string, args: Json, card?: CardBlock, at?: number, block?: ToolBlock, result?: ToolResult }} Call
 */

/**
 * The calls of all tools of a conversation, in the order in which they were first seen, each once: a call that a card asked about and the same call as it ran are one, also
 * where the user has edited its arguments. A call that runs has no `block` yet.
 * @param {Pick<View, 'blocks' | 'running' | 'call'>} view
 */
export function callsMade({ blocks, running = [], call: wait = 0 }) {
  const calls = new Calls();
  for (const block of blocks) {
    if (block.kind === 'tool') Object.assign(calls.ran(block), { block, result: block.result });
    if (block.kind === 'card' && block.card.kind === 'approval') calls.asked(block);
  }
  for (const { name, args } of running) calls.ran({ name, args, call: wait });
  return calls.all;
}

class Calls {
  /** @type {Call[]} */
  all = [];
  /** Calls of cards that have not run. @type {Call[]} */
  #waiting = [];
  /** Calls by themselves, by the number of their wait. @type {Map<number, number>} */
  #alone = new Map();

  /** @param {CardBlock} card */
  asked(card) {
    const calls = (card.card.calls ?? []).map(({ name, args }, at) => ({ id: `card-${card.seq}-${at}`, name, args, card, at }));
    this.all.push(...calls);
    this.#waiting.push(...calls);
  }

  /** @param {Pick<ToolBlock, 'call' | 'name' | 'args'>} run */
  ran({ name, args, call: wait }) {
    const known = askedAbout(this.#waiting, name, args);
    this.#waiting = this.#waiting.filter(call => call !== known);
    return known ? Object.assign(known, { args }) : this.#add(name, args, wait);
  }

  /** @param {string} name @param {Json} args @param {number} wait */
  #add(name, args, wait) {
    const before = this.#alone.get(wait) ?? 0;
    this.#alone.set(wait, before + 1);
    /** @type {Call} */
    const call = { id: `call-${wait}-${before}`, name, args };
    this.all.push(call);
    return call;
  }
}

/**
 * The call of an answered card that runs so: with the same arguments, or else, of the newest card, with others that the user has given.
 * @param {Call[]} calls @param {string} name @param {Json} args
 */
function askedAbout(calls, name, args) {
  const waiting = calls.filter(call => call.card?.ending && call.name === name);
  const newest = waiting[waiting.length - 1]?.card;
  const ofNewest = waiting.filter(({ card }) => card === newest);
  const same = ofNewest.find(call => isSame(call.args, args)) ?? waiting.find(call => isSame(call.args, args));
  if (same) return same;
  const beside = [...newest?.card.then ?? [], ...newest?.card.denied ?? []];
  return beside.some(call => call.name === name && isSame(call.args, args)) ? undefined : ofNewest[0];
}

/** @param {Json} one @param {Json} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
