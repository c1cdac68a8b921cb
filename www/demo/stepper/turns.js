import * as session from '../state.js';
import * as state from './state.js';

/** The tools that change files, and how the workspace calls what they did. */
const KINDS = { write_file: 'written', remove_file: 'removed' };

const shares = (a, b) => a.paths.some(path => b.paths.includes(path));

/** What may be done with a change: the newest of its files can be undone, the oldest undone one made again. */
function offer(change, changes, undone) {
  if (!change.undone) return changes.some(other => other.id > change.id && shares(other, change)) ? '' : `undo:${change.id}`;
  return undone.some(other => other.id < change.id && shares(other, change)) ? 'undone' : `undone redo:${change.id}`;
}

/** The receipts that changed a file, by what they did to which; oldest first. @param {any[]} blocks */
function receipts(blocks) {
  const found = Map.groupBy(blocks.filter(({ kind, name, result }) => kind === 'tool' && KINDS[name] && !('error' in result)), ({ name, args }) => `${KINDS[name]} ${args.path}`);
  return [...found].flatMap(([key, all]) => all.map((block, index) => ({ key, seq: block.seq, fromEnd: all.length - index })));
}

/**
 * What became of the change behind each receipt, and what can be done about it: `undone`, `undo:ID`, `redo:ID`. The last receipts of a file are those of its last changes.
 * @param {any[]} blocks @returns {(seq: number) => string}
 */
export function fileTurns(blocks) {
  const [changes, undone] = [state.changes.value, state.undone.value];
  const all = [...changes, ...undone.map(change => ({ ...change, undone: true }))].sort((a, b) => a.id - b.id);
  const words = new Map();
  for (const { key, seq, fromEnd } of receipts(blocks)) {
    const change = all.filter(({ kind, paths }) => paths.length === 1 && `${kind} ${paths[0]}` === key).at(-fromEnd);
    if (change) words.set(seq, offer(change, changes, undone));
  }
  const may = session.mayAct.value;
  return seq => (may ? words.get(seq) ?? '' : (words.get(seq) ?? '').split(' ').filter(word => word === 'undone').join(' '));
}
