// @ts-check
/** @import { Source } from './tape.js' */
import { ARRAY, CHAR, JOINED_KEY, KEY, NODE, OBJECT, PIECE, behind, joined, keyAt } from './tape.js';

/** @typedef {{ kind: string, offset: number, length: number, path: string, lossless: boolean }} Repair */
/** @typedef {{ end: number, items: number, step: string | number, path: string | undefined }} Open `items`: how many items an array has so far, or -1 */

/** Numbers in a repair. */
export const REPAIR = 4;

/**
 * The repairs of a text, with their JSON pointers.
 * @param {Int32Array} rows kind, offset, length and node of each @param {Int32Array} nodes the tape they refer to
 * @param {Source} source @param {readonly { name: string, lossless: boolean }[]} kinds @returns {Repair[]}
 */
export function repairsOf(rows, nodes, source, kinds) {
  const wanted = new Set();
  for (let at = 3; at < rows.length; at += REPAIR) wanted.add(rows[at]);
  const paths = pathsOf(nodes, source, wanted);
  const repairs = [];
  for (let at = 0; at < rows.length; at += REPAIR) {
    const { name, lossless } = kinds[rows[at]];
    repairs.push({ kind: name, offset: rows[at + 1], length: rows[at + 2], path: paths.get(rows[at + 3]) ?? '', lossless });
  }
  return repairs;
}

/** A step of a JSON pointer. @param {string | number} step */
export const escaped = step => (typeof step === 'number' || !/[~/]/.test(step) ? `/${step}` : `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`);

/**
 * The JSON pointers of the nodes in `wanted`; a key has that of its value.
 * @param {Int32Array} nodes @param {Source} source @param {Set<number>} wanted @returns {Map<number, string>}
 */
function pathsOf(nodes, source, wanted) {
  const paths = new Map();
  /** @type {Open[]} */
  const open = [];
  /** @type {string | number} */
  let step = '';
  for (let at = 0; at < nodes.length && paths.size < wanted.size; at += NODE) {
    while (open.length && at >= open[open.length - 1].end) open.pop();
    const tag = nodes[at];
    const outer = open[open.length - 1];
    if (tag === KEY) step = keyAt(nodes, at, source);
    else if (tag === JOINED_KEY) step = joined(nodes, at, nodes.length, source);
    else if (tag !== PIECE && tag !== CHAR && outer && outer.items >= 0) step = outer.items++;
    if (wanted.has(at / NODE)) paths.set(at / NODE, outer ? pathOf(open) + escaped(step) : '');
    if (tag === OBJECT || tag === ARRAY) {
      open.push({ end: behind(nodes, at, nodes.length), items: tag === ARRAY ? 0 : -1, step, path: outer ? undefined : '' });
    }
  }
  return paths;
}

/** The JSON pointer of the innermost container. That of each is made once, and those below share it. @param {Open[]} open */
function pathOf(open) {
  let known = open.length - 1;
  while (open[known].path === undefined) known -= 1;
  for (; known < open.length - 1; known += 1) open[known + 1].path = open[known].path + escaped(open[known + 1].step);
  return open[known].path;
}
