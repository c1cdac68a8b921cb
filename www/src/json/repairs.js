// @ts-check
/** @import { Source } from './tape.js' */
import { ARRAY, CHAR, JOINED_KEY, KEY, NODE, OBJECT, PIECE, behind, joined, keyAt } from './tape.js';

/** @typedef {{ kind: string, offset: number, length: number, path: string, lossless: boolean }} Repair */

/**
 * The repairs of a text, with their JSON pointers.
 * @param {Int32Array} rows kind, offset, length and node of each @param {Int32Array} nodes the tape they refer to
 * @param {Source} source @param {readonly { name: string, lossless: boolean }[]} kinds @returns {Repair[]}
 */
export function repairsOf(rows, nodes, source, kinds) {
  const wanted = new Set();
  for (let at = 3; at < rows.length; at += 4) wanted.add(rows[at]);
  const paths = pathsOf(nodes, source, wanted);
  const repairs = [];
  for (let at = 0; at < rows.length; at += 4) {
    const { name, lossless } = kinds[rows[at]];
    repairs.push({ kind: name, offset: rows[at + 1], length: rows[at + 2], path: paths.get(rows[at + 3]) ?? '', lossless });
  }
  return repairs;
}

/** A step of a JSON pointer. @param {string | number} step */
export const escaped = step => (typeof step === 'number' ? `/${step}` : `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`);

/**
 * The JSON pointers of the nodes in `wanted`; a key has that of its value. A container's pointer is made once, and those
 * below share it.
 * @param {Int32Array} nodes @param {Source} source @param {Set<number>} wanted @returns {Map<number, string>}
 */
function pathsOf(nodes, source, wanted) {
  const paths = new Map();
  /** @type {{ path: string, end: number, items: number }[]} */
  const open = [];
  let step = '';
  for (let at = 0; at < nodes.length; at += NODE) {
    while (open.length && at >= open[open.length - 1].end) open.pop();
    const tag = nodes[at];
    const outer = open[open.length - 1];
    if (tag === KEY) step = escaped(keyAt(nodes, at, source));
    else if (tag === JOINED_KEY) step = escaped(joined(nodes, at, nodes.length, source));
    else if (tag !== PIECE && tag !== CHAR && outer && outer.items >= 0) step = escaped(outer.items++);
    const path = outer ? outer.path + step : '';
    if (wanted.has(at / NODE)) paths.set(at / NODE, path);
    if (tag === OBJECT || tag === ARRAY) open.push({ path, end: behind(nodes, at, nodes.length), items: tag === ARRAY ? 0 : -1 });
  }
  return paths;
}
