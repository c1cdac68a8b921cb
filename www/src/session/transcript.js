// @ts-check
/** @import { Block, Card, FilePart, View } from '../index.js' */
/** @import { Call } from './calls-made.js' */
import { callsMade } from './calls-made.js';

/**
 * An entry of a conversation as a chat shows it.
 * @typedef {{ id: string, kind: 'user', text: string, parts?: FilePart[] } | { id: string, kind: 'assistant' | 'reasoning', text: string } | { id: string, kind: 'card', card: Omit<Card, 'id'> } | CallEntry} Entry
 */
/** @typedef {Call & { kind: 'call' }} CallEntry */

/**
 * The conversation of a view as one list: words, thoughts, cards and calls, with ids that a reload does not change. A call stands where it was first seen, behind its card or
 * where it ran, with its result. Decisions, complaints, notes and cues are left out.
 * @param {Pick<View, 'blocks' | 'running' | 'call'>} view @returns {Entry[]}
 */
export function transcriptOf(view) {
  /** Calls by the block where each stands; those that run have none yet. @type {Map<Block | undefined, CallEntry[]>} */
  const calls = new Map();
  for (const call of callsMade(view)) {
    const block = call.card ?? call.block;
    calls.set(block, [...calls.get(block) ?? [], { ...call, kind: 'call' }]);
  }
  return [...view.blocks.flatMap(block => [...entriesOf(block), ...calls.get(block) ?? []]), ...calls.get(undefined) ?? []];
}

/** @param {Block} block @returns {Entry[]} */
function entriesOf(block) {
  const { seq } = block;
  if (block.kind === 'user' && !block.cue) return [{ id: `said-${seq}`, kind: 'user', text: block.text, ...(block.parts && { parts: block.parts }) }];
  if (block.kind === 'assistant') return [{ id: `words-${seq}`, kind: 'assistant', text: block.text }];
  if (block.kind === 'reasoning') return [{ id: `thoughts-${seq}`, kind: 'reasoning', text: block.text }];
  if (block.kind === 'card') return [{ id: `asked-${seq}`, kind: 'card', card: block.card }];
  return [];
}
