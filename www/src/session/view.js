// @ts-check
/** @import { Block, FilePart, View } from '../index.js' */

/**
 * The view with all blocks, made from the blocks so far and a view that has only the changes. The list of blocks is new whenever it
 * differs, so a page
 * can compare by identity.
 * @param {Block[]} blocks @param {View} view @returns {View}
 */
export function withAllBlocks(blocks, view) {
  if (view.blocks.length === 0 && view.retracted.length === 0) return { ...view, blocks };
  const last = blocks.at(-1)?.seq ?? -1;
  const appends = view.retracted.length === 0 && view.blocks.every(block => block.seq > last);
  return { ...view, blocks: appends ? blocks.concat(view.blocks) : merged(blocks, view) };
}

/** Images and files of the conversation. @param {View} view @returns {FilePart[]} */
export const filesIn = ({ blocks, queued = [], inputParts = [] }) => [...inputParts, ...[...blocks, ...queued].flatMap(one => ('parts' in one && one.parts) || [])];

/** @param {Block[]} blocks @param {View} view */
function merged(blocks, view) {
  const bySeq = new Map(blocks.map(block => [block.seq, block]));
  for (const seq of view.retracted) bySeq.delete(seq);
  for (const block of view.blocks) bySeq.set(block.seq, block);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
