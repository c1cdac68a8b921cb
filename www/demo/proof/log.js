import { visible } from '../chat/badges.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Block} Block */

/** Replies of the model as they came. @param {Block[]} blocks */
export const sent = blocks => blocks.flatMap(block => ('raw' in block && block.raw ? [{ seq: block.seq, raw: block.raw, repairs: 'repairs' in block ? block.repairs ?? [] : [], refused: block.kind === 'correction' }] : []));

/**
 * Deeds of Stepgate, in their order.
 * @param {Block[]} blocks
 * @returns {{ seq: number, kind: 'repaired' | 'converted' | 'refused' | 'ran' | 'held' | 'approved' | 'declined', kinds?: [string, number][], coercions?: any[], text?: string, name?: string }[]}
 */
export const done = blocks => blocks.flatMap(block => {
  const { seq } = block;
  switch (block.kind) {
    case 'assistant':
    case 'decision': return [
      ...(block.repairs?.length ? [{ seq, kind: 'repaired', kinds: counted(block.repairs) }] : []),
      ...(visible(block.coercions ?? []).length ? [{ seq, kind: 'converted', coercions: visible(block.coercions) }] : []),
    ];
    case 'correction': return [{ seq, kind: 'refused', text: block.complaint }];
    case 'tool': return 'ok' in block.result ? [{ seq, kind: 'ran', name: block.name }] : [];
    case 'card': return [
      { seq, kind: 'held', name: block.card.calls?.[0]?.name },
      ...(block.ending === 'accepted' ? [{ seq, kind: 'approved' }] : block.ending ? [{ seq, kind: 'declined' }] : []),
    ];
    default: return [];
  }
});

/** Kinds of repairs with their numbers, in the order of their coming. @param {{ kind: string }[]} repairs @returns {[string, number][]} */
function counted(repairs) {
  const counts = new Map();
  for (const { kind } of repairs) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts];
}

/** Blocks that the user sees. @param {Block[]} blocks */
export const seen = blocks => blocks.filter(block => (block.kind === 'user' && !block.cue) || block.kind === 'assistant' || (block.kind === 'card' && block.ending));
