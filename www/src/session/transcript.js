// @ts-check
/** @import { Block, Card, Json, ToolResult, View } from '../index.js' */

/**
 * An entry of a conversation as a chat shows it. A call stands where it was first seen, on its card or as it ran, and gets its result there.
 * @typedef {{ id: string, kind: 'user' | 'assistant' | 'reasoning', text: string }
 *   | { id: string, kind: 'card', card: Omit<Card, 'id'>, isOpen: boolean }
 *   | CallEntry} Entry
 */
/** @typedef {{ id: string, kind: 'call', name: string, args: Json, result?: ToolResult, card?: { ending?: string } }} CallEntry */

/**
 * The conversation of a view for the chat of another package: words, thoughts, cards and calls with their results, in order, with ids that a reload does not
 * change. Decisions, complaints, notes and cues are left out.
 * @param {Pick<View, 'blocks' | 'running' | 'call'>} view @returns {Entry[]}
 */
export function transcriptOf({ blocks, running = [], call: wait = 0 }) {
  const calls = new Calls();
  for (const block of blocks) calls.read(block);
  for (const { name, args } of running) calls.find(name, args, wait).args = args;
  return calls.entries;
}

class Calls {
  /** @type {Entry[]} */
  entries = [];
  /** Calls of cards that have no result yet, in order. @type {CallEntry[]} */
  #open = [];
  /** Calls that were on no card, by the wait in which they ran. @type {Map<number, number>} */
  #made = new Map();

  /** @param {Block} block */
  read(block) {
    const { seq } = block;
    if (block.kind === 'user' && !block.cue) this.entries.push({ id: `said-${seq}`, kind: 'user', text: block.text });
    if (block.kind === 'assistant') this.entries.push({ id: `words-${seq}`, kind: 'assistant', text: block.text });
    if (block.kind === 'reasoning') this.entries.push({ id: `thoughts-${seq}`, kind: 'reasoning', text: block.text });
    if (block.kind === 'card') this.#readCard(block);
    if (block.kind === 'tool') {
      const { name, args, result } = block;
      const entry = this.find(name, args, block.call);
      Object.assign(entry, { args, result });
      this.#open = this.#open.filter(one => one !== entry);
    }
  }

  /** @param {Extract<Block, { kind: 'card' }>} block */
  #readCard({ seq, card, ending }) {
    this.entries.push({ id: `card-${seq}`, kind: 'card', card, isOpen: ending === undefined });
    const asks = { ending };
    for (const [at, { name, args }] of (card.calls ?? []).entries()) {
      const known = card.kind === 'doubt' && this.#open.find(one => one.name === name && isSame(one.args, args));
      if (known) known.card = asks;
      else this.#open.push(this.#add({ id: `asked-${seq}-${at}`, kind: 'call', name, args, card: asks }));
    }
  }

  /**
   * The entry of a call that runs or has run: that of its card, where one was answered, the arguments edited or not, else a new one.
   * @param {string} name @param {Json} args @param {number} wait
   */
  find(name, args, wait) {
    const answered = this.#open.filter(one => one.name === name && one.card?.ending !== undefined);
    const entry = answered.find(one => isSame(one.args, args)) ?? answered.find(one => one.card?.ending === 'accepted');
    if (entry) return entry;
    const at = this.#made.get(wait) ?? 0;
    this.#made.set(wait, at + 1);
    return this.#add({ id: `ran-${wait}-${at}`, kind: 'call', name, args });
  }

  /** @param {CallEntry} entry */
  #add(entry) {
    this.entries.push(entry);
    return entry;
  }
}

/** @param {Json} one @param {Json} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
