// @ts-check
/** @import { Memory } from './memory.js' */
/** @import { Source } from './tape.js' */
/** @typedef {{ value: any, repairs: any[], lossless: boolean }} Result */
import { Paths, REPAIR, repairsOf } from './repairs.js';
import { build, NODE } from './tape.js';

/** Where the numbers of the head are: see `put` in src/wasm/json/output.rs. */
const FOUND = 0, LOSSLESS = 1, ROOT = 2, NODES = 3, COUNT = 4, MADE = 5, MADE_LENGTH = 6, REPAIRS = 7, REPAIR_COUNT = 8,
  READ = 9, READ_COUNT = 10, READ_MADE = 11, READ_MADE_LENGTH = 12, INNER = 13, INNER_LENGTH = 14, NUMBERING = 15, REFUSED_AT = 16, SAID = 17;

/** Up to so many repairs are listed at once: to remember how to do it later would take longer. */
const FEW = 32;

/**
 * Takes the result of the last call out of memory: `undefined` if there is no value.
 * @param {Memory} memory @param {number} address of the head @param {string} text what was read @param {boolean} bigints
 * @returns {Result | undefined}
 */
export function take(memory, address, text, bigints) {
  const head = address >> 2;
  return memory.words[head + FOUND] === 0 ? undefined : resultOf(memory, head, sourceOf(memory, head, text, bigints));
}

/**
 * The same with what is said besides; without a value there is that alone.
 * @param {Memory} memory @param {number} address of the head @param {string} text what was read @param {boolean} bigints
 * @returns {{ result: Result | undefined, said: any }}
 */
export function takeReading(memory, address, text, bigints) {
  const { words } = memory;
  const head = address >> 2;
  const source = sourceOf(memory, head, text, bigints);
  const said = words[head + SAID] < 0 ? {} : valueAt(words, head, words[head + SAID], source);
  return { result: words[head + FOUND] === 0 ? undefined : resultOf(memory, head, source), said };
}

/** @param {Memory} memory @param {number} head @param {string} text @param {boolean} bigints @returns {Source} */
function sourceOf(memory, head, text, bigints) {
  const { words } = memory;
  if (words[head + NUMBERING] !== memory.numbering) {
    memory.keys = [];
    memory.numbering = words[head + NUMBERING];
  }
  const inner = memory.made(words[head + INNER], words[head + INNER_LENGTH]);
  return { text: inner || text, made: memory.made(words[head + MADE], words[head + MADE_LENGTH]), keys: memory.keys, bigints };
}

/** @param {Int32Array} words @param {number} head @param {number} root @param {Source} source */
const valueAt = (words, head, root, source) => build(words, words[head + NODES] >> 2, words[head + COUNT], root, source);

/** The value; repairs are listed when they are asked for if they are many. @param {Memory} memory @param {number} head @param {Source} source @returns {Result} */
function resultOf(memory, head, source) {
  const { words } = memory;
  const value = valueAt(words, head, words[head + ROOT], source);
  const count = words[head + REPAIR_COUNT];
  const result = { value, repairs: count > 0 && count <= FEW ? repairsNow(memory, head, source) : [], lossless: words[head + LOSSLESS] === 1 };
  if (count > FEW) listLater(result, repairsLater(memory, head, source));
  return result;
}

/** Where the last text was refused. @param {Memory} memory @param {number} address of the head */
export const refusedAt = ({ words }, address) => words[(address >> 2) + REFUSED_AT];

/** @param {Memory} memory @param {number} head @param {Source} source */
function repairsNow(memory, head, source) {
  const { words } = memory;
  const first = words[head + REPAIRS] >> 2;
  return repairsOf(words, first, first + REPAIR * words[head + REPAIR_COUNT], pathsOf(memory, head, words, words[head + READ] >> 2, source), memory.kinds);
}

/** The same for later, when memory holds something else. @param {Memory} memory @param {number} head @param {Source} source */
function repairsLater(memory, head, source) {
  const { words } = memory;
  const part = (/** @type {number} */ address, /** @type {number} */ length) => words.slice(address >> 2, (address >> 2) + length);
  const rows = part(words[head + REPAIRS], REPAIR * words[head + REPAIR_COUNT]);
  const paths = pathsOf(memory, head, part(words[head + READ], NODE * words[head + READ_COUNT]), 0, source);
  return () => repairsOf(rows, 0, rows.length, paths, memory.kinds);
}

/** The paths of the nodes that the repairs refer to. @param {Memory} memory @param {number} head @param {Int32Array} nodes @param {number} first @param {Source} source */
function pathsOf(memory, head, nodes, first, source) {
  const { words } = memory;
  const own = words[head + READ] === words[head + NODES];
  const read = own ? source : { ...source, made: memory.made(words[head + READ_MADE], words[head + READ_MADE_LENGTH]) };
  return new Paths(nodes, first, first + NODE * words[head + READ_COUNT], read);
}

/**
 * A result whose repairs are listed when they are asked for.
 * @template {{ repairs: any[] }} T @param {T} result @param {() => any[]} list
 */
export function listLater(result, list) {
  Object.defineProperty(result, 'repairs', {
    enumerable: true,
    configurable: true,
    get() {
      const value = list();
      Object.defineProperty(result, 'repairs', { value, enumerable: true, configurable: true, writable: true });
      return value;
    },
  });
  return result;
}
