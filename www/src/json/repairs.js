// @ts-check
/** @import { Source } from './tape.js' */
import { ARRAY, JOINED_KEY, KEY, NODE, OBJECT, behind, joined, keyAt } from './tape.js';

/** @typedef {{ kind: string, offset: number, length: number, path: string, lossless: boolean }} Repair */

/** Numbers in a repair: kind, offset, length, node. */
export const REPAIR = 4;

/**
 * The repairs of a text, with their JSON pointers.
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

/** A step of a JSON pointer. @param {string | number} step */
export const escaped = step => (typeof step === 'number' || !/[~/]/.test(step) ? `/${step}` : `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`);

/** The JSON pointers of the nodes of a tape. Nodes that ascend cost one walk, which passes over containers without any of them. */
export class Paths {
  #nodes;
  #first;
  #stop;
  #source;
  /** @type {Container} */
  #open;

  /** @param {Int32Array} nodes @param {number} first @param {number} stop @param {Source} source */
  constructor(nodes, first, stop, source) {
    this.#nodes = nodes;
    this.#first = first;
    this.#stop = stop;
    this.#source = source;
    this.#open = new Container(nodes, first, stop, undefined);
    this.#open.path = '';
  }

  /** The JSON pointer of a node; a key has that of its value. Of what is no node, that of the root. @param {number} node */
  of(node) {
    const wanted = this.#first + NODE * node;
    if (node < 0 || wanted >= this.#stop) return '';
    while (this.#open.outer && (wanted < this.#open.node || wanted >= this.#open.end)) this.#open = this.#open.outer;
    for (;;) {
      const open = this.#open;
      if (wanted === open.node || wanted >= open.end) return this.#pathOf(open);
      const child = open.childAt(wanted, this.#nodes, this.#stop);
      const tag = this.#nodes[child];
      if (wanted === child || (tag !== OBJECT && tag !== ARRAY)) return this.#pathOf(open) + escaped(this.#step(open));
      this.#open = new Container(this.#nodes, child, this.#stop, open);
      this.#open.step = this.#step(open);
    }
  }

  /** The step to the child at which a container stands. @param {Container} open */
  #step({ isArray, items, key }) {
    if (isArray) return items;
    return this.#nodes[key] === KEY ? keyAt(this.#nodes, key, this.#source) : joined(this.#nodes, key, this.#stop, this.#source);
  }

  /** That of each container is made once, and those below share it. @param {Container} open @returns {string} */
  #pathOf(open) {
    const chain = [];
    let known = open;
    for (; known.path === undefined; known = /** @type {Container} */ (known.outer)) chain.push(known);
    let { path } = known;
    while (chain.length) {
      const next = /** @type {Container} */ (chain.pop());
      path = next.path = path + escaped(next.step);
    }
    return /** @type {string} */ (path);
  }
}

/** A container on the way to a node, and the child that the walk has come to. */
class Container {
  /** @type {string | undefined} */
  path;
  /** @type {string | number} */
  step = '';
  key = -1;
  items = -1;

  /** @param {Int32Array} nodes @param {number} node @param {number} stop @param {Container | undefined} outer */
  constructor(nodes, node, stop, outer) {
    this.node = node;
    this.outer = outer;
    this.isArray = nodes[node] === ARRAY;
    this.end = behind(nodes, node, stop);
    this.child = node;
    this.next = node + NODE;
  }

  /** The child that the node at `wanted` is, or is part of. @param {number} wanted @param {Int32Array} nodes @param {number} stop */
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
