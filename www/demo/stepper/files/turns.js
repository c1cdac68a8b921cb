import * as session from '../../state.js';
import * as state from '../state.js';

/** Tools that change files, with the workspace's name for each kind of change. */
const KINDS = { write_file: 'written', remove_file: 'removed' };

const shares = (a, b) => a.paths.some(path => b.paths.includes(path));

/**
 * State of a change, and its offer: undo if it is the newest of its files, redo if it is the oldest undone one.
 * @returns {import('../../chat/block.js').Turn}
 */
function turnOf(change, changes, undone) {
  if (!change.undone) return changes.some(other => other.id > change.id && shares(other, change)) ? {} : { undo: change.id };
  return undone.some(other => other.id < change.id && shares(other, change)) ? { undone: true } : { undone: true, redo: change.id };
}

/** Receipts of changes by kind and file, oldest first. @param {any[]} blocks */
function receipts(blocks) {
  const found = Map.groupBy(blocks.filter(({ kind, name, result }) => kind === 'tool' && KINDS[name] && !('error' in result)), ({ name, args }) => `${KINDS[name]} ${args.path}`);
  return [...found].flatMap(([key, all]) => all.map((block, index) => ({ key, seq: block.seq, fromEnd: all.length - index })));
}

/**
 * State of the change behind each receipt, with the change that can be undone or redone. A file's last receipts belong to its last changes.
 * @param {any[]} blocks @returns {(seq: number) => import('../../chat/block.js').Turn}
 */
export function fileTurns(blocks) {
  const [changes, undone] = [state.changes.value, state.undone.value];
  const all = [...changes, ...undone.map(change => ({ ...change, undone: true }))].sort((a, b) => a.id - b.id);
  const turns = new Map();
  for (const { key, seq, fromEnd } of receipts(blocks)) {
    const change = all.filter(({ kind, paths }) => paths.length === 1 && `${kind} ${paths[0]}` === key).at(-fromEnd);
    if (change) turns.set(seq, turnOf(change, changes, undone));
  }
  const may = session.mayAct.value;
  return seq => { const turn = turns.get(seq) ?? {}; return may ? turn : { undone: turn.undone }; };
}
