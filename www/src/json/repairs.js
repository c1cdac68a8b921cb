// @ts-check
/** @import { Source } from './tape.js' */
import { ARRAY, JOINED_KEY, KEY, NODE, OBJECT, behind, joined, keyAt } from './tape.js';

/** @typedef {{ kind: string, offset: number, length: number, path: string, lossless: boolean }} Repair */

/** Length of a repair in numbers: kind, offset, length, node. */
export const REPAIR = 4;

/**
 * The repairs of a text with their JSON pointers.
 * @param {Int32Array} rows @param {number} first @param {number} stop @param {Paths} paths
 * @param {readonly { name: string, lossless: boolean }[]} kinds @returns {Repair[]}
 */
export function repairsOf(rows, first, stop, paths, kinds) {
  const repairs = [];
  for (let at = first; at < stop; at += REPAIR) {
    const { name, lossless } = kinds[rows[at]];
    repairs.push({ kind: name, offset: rows[at + 1], length: rows[at + 2], path: paths.of(rows[at + 3]), lossless });
  }
  return repairs;
}

/** One step of a JSON pointer, escaped. @param {string | number} step */
export const escaped = step => (typeof step === 'number' || !(step.includes('/') || step.includes('~')) ? `/${step}` : `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`);

/** JSON pointers of the nodes of a tape. For ascending nodes one walk is enough, and it skips containers that hold none of them. */
export class Paths {
  #nodes;
  #first;
  #stop;
  #source;
  /** @type {Container} */
  #open;
  /** The last node and its pointer: a string may be mended in many places, and its key may be long. */
  #last = 0;
  #path = '';

  /** @param {Int32Array} nodes @param {number} first @param {number} stop @param {Source} source */
  constructor(nodes, first, stop, source) {
    this.#nodes = nodes;
    this.#first = first;
    this.#stop = stop;
    this.#source = source;
    this.#open = new Container(nodes, first, stop, undefined, '');
  }

  /** JSON pointer of a node. A key has the pointer of its value; a repair that belongs to no node has the root's. @param {number} node */
  of(node) {
    if (node !== this.#last) this.#path = this.#walkTo(node);
    this.#last = node;
    return this.#path;
  }

  /** @param {number} node */
  #walkTo(node) {
    const wanted = this.#first + NODE * node;
    if (node <= 0 || wanted >= this.#stop) return '';
    let open = this.#open;
    while (open.outer && (wanted < open.node || wanted >= open.end)) open = open.outer;
    for (;;) {
      this.#open = open;
      if (wanted === open.node || wanted >= open.end) return open.path;
      const child = open.childAt(wanted, this.#nodes, this.#stop);
      const path = open.path + escaped(this.#step(open));
      const tag = this.#nodes[child];
      if (wanted === child || (tag !== OBJECT && tag !== ARRAY)) return path;
      open = new Container(this.#nodes, child, this.#stop, open, path);
    }
  }

  /** Step from a container to its current child. @param {Container} open */
  #step({ isArray, items, key }) {
    if (isArray) return items;
    return this.#nodes[key] === KEY ? keyAt(this.#nodes, key, this.#source) : joined(this.#nodes, key, this.#stop, this.#source);
  }
}

/** A container on the way to a node, with the child that the walk has reached. */
class Container {
  key = -1;
  items = -1;

  /** @param {Int32Array} nodes @param {number} node @param {number} stop @param {Container | undefined} outer @param {string} path */
  constructor(nodes, node, stop, outer, path) {
    this.node = node;
    this.outer = outer;
    this.path = path;
    this.isArray = nodes[node] === ARRAY;
    this.end = behind(nodes, node, stop);
    this.child = node;
    this.next = node + NODE;
  }

  /**
   * Moves on to the child that is the node `wanted` or contains it.
   * @param {number} wanted @param {Int32Array} nodes @param {number} stop
   */
  childAt(wanted, nodes, stop) {
    if (wanted < this.child) {
      this.next = this.node + NODE;
      this.items = -1;
    }
    while (this.next <= wanted) {
      this.child = this.next;
      if (this.isArray) this.items += 1;
      const isKey = nodes[this.child] === KEY;
      if (isKey || nodes[this.child] === JOINED_KEY) this.key = this.child;
      this.next = isKey ? this.child + NODE : behind(nodes, this.child, stop);
    }
    return this.child;
  }
}
