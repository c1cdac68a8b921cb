// @ts-check
/** @import { Memory } from './memory.js' */
/** @import { Source } from './tape.js' */
import { REPAIR, repairsOf } from './repairs.js';
import { build, NODE } from './tape.js';

/** Where the numbers of the head are: see `put` in src/wasm/json/output.rs. */
const FOUND = 0, LOSSLESS = 1, ROOT = 2, NODES = 3, COUNT = 4, MADE = 5, MADE_LENGTH = 6, REPAIRS = 7, REPAIR_COUNT = 8,
  READ = 9, READ_COUNT = 10, READ_MADE = 11, READ_MADE_LENGTH = 12, INNER = 13, INNER_LENGTH = 14, NUMBERING = 15, REFUSED_AT = 16;

/** Up to so many repairs are listed at once: to remember how to do it later would take longer. */
const FEW = 32;

/** @type {{ name: string, lossless: boolean }[] | undefined} */
let kinds;

/**
 * Takes the result of the last call out of memory: `undefined` if there is no value. Repairs are listed when they are asked for.
 * @param {Memory} memory @param {number} address of the head @param {string} text what was read @param {boolean} bigints
 * @returns {{ value: any, repairs: any[], lossless: boolean } | undefined}
 */
export function take(memory, address, text, bigints) {
  const { words } = memory;
  const head = address >> 2;
  if (words[head + FOUND] === 0) return undefined;
  if (words[head + NUMBERING] !== memory.numbering) {
    memory.keys = [];
    memory.numbering = words[head + NUMBERING];
  }
  const inner = memory.made(words[head + INNER], words[head + INNER_LENGTH]);
  const source = { text: inner || text, made: memory.made(words[head + MADE], words[head + MADE_LENGTH]), keys: memory.keys, bigints };
  const value = build(words, words[head + NODES] >> 2, words[head + COUNT], words[head + ROOT], source);
  const result = { value, repairs: noRepairs(), lossless: words[head + LOSSLESS] === 1 };
  const count = words[head + REPAIR_COUNT];
  if (count > FEW) listLater(result, repairsLater(memory, head, source));
  else if (count > 0) result.repairs = repairsNow(memory, head, source);
  return result;
}

/** @returns {any[]} */
const noRepairs = () => [];

/** Where the last text was refused. @param {Memory} memory @param {number} address of the head */
export const refusedAt = ({ words }, address) => words[(address >> 2) + REFUSED_AT];

/** @param {Memory} memory @param {number} head @param {Source} source */
function repairsNow(memory, head, source) {
  const [rows, nodes] = parts(memory.words, head);
  return repairsOf(rows, nodes, readSource(memory, head, source), kinds ??= namedKinds(memory));
}

/** The same for later, when memory holds something else. @param {Memory} memory @param {number} head @param {Source} source */
function repairsLater(memory, head, source) {
  const [rows, nodes] = parts(memory.words, head).map(part => part.slice());
  const read = readSource(memory, head, source);
  return () => repairsOf(rows, nodes, read, kinds ??= namedKinds(memory));
}

/** The repairs and the nodes they refer to. @param {Int32Array} words @param {number} head */
function parts(words, head) {
  const part = (/** @type {number} */ address, /** @type {number} */ length) => words.subarray(address >> 2, (address >> 2) + length);
  return [part(words[head + REPAIRS], words[head + REPAIR_COUNT] * REPAIR), part(words[head + READ], words[head + READ_COUNT] * NODE)];
}

/** @param {Memory} memory @param {number} head @param {Source} source @returns {Source} */
function readSource(memory, head, source) {
  return { ...source, made: memory.made(memory.words[head + READ_MADE], memory.words[head + READ_MADE_LENGTH]) };
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

/** @param {Memory} memory */
function namedKinds({ glue }) {
  return glue.kinds().split(' ').map((/** @type {string} */ kind) => ({ name: kind.replace('!', ''), lossless: !kind.endsWith('!') }));
}
