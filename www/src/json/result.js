// @ts-check
/** @import { Memory } from './memory.js' */
/** @import { Source } from './tape.js' */
import { glue } from './load.js';
import { repairsOf } from './repairs.js';
import { build, NODE } from './tape.js';

/** Where the numbers of the head are: see `put` in src/wasm/json/output.rs. */
const FOUND = 0, LOSSLESS = 1, ROOT = 2, NODES = 3, COUNT = 4, MADE = 5, MADE_LENGTH = 6, REPAIRS = 7, REPAIR_COUNT = 8,
  READ = 9, READ_COUNT = 10, READ_MADE = 11, READ_MADE_LENGTH = 12, INNER = 13, INNER_LENGTH = 14, NUMBERING = 15, REFUSED_AT = 16;

/** Numbers in a repair. */
const REPAIR = 4;

/** @type {string[]} the keys made so far, by their numbers */
let keys = [];
let numbering = 0;

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
  if (words[head + NUMBERING] !== numbering) {
    keys = [];
    numbering = words[head + NUMBERING];
  }
  const inner = memory.made(words[head + INNER], words[head + INNER_LENGTH]);
  const source = { text: inner || text, made: memory.made(words[head + MADE], words[head + MADE_LENGTH]), keys, bigints };
  const value = build(words, words[head + NODES] >> 2, words[head + COUNT], words[head + ROOT], source);
  const lossless = words[head + LOSSLESS] === 1;
  if (words[head + REPAIR_COUNT] === 0) return { value, repairs: [], lossless };
  return withRepairs({ value, repairs: [], lossless }, takeRepairs(memory, head, source));
}

/** Where the last text was refused. @param {Memory} memory @param {number} address of the head */
export const refusedAt = ({ words }, address) => words[(address >> 2) + REFUSED_AT];

/** What lists the repairs later, when memory holds something else. @param {Memory} memory @param {number} head @param {Source} source */
function takeRepairs(memory, head, { text, keys, bigints }) {
  const { words } = memory;
  const source = { text, made: memory.made(words[head + READ_MADE], words[head + READ_MADE_LENGTH]), keys, bigints };
  const rows = part(words, words[head + REPAIRS] >> 2, words[head + REPAIR_COUNT] * REPAIR);
  const nodes = part(words, words[head + READ] >> 2, words[head + READ_COUNT] * NODE);
  return () => repairsOf(rows, nodes, source, kinds ??= namedKinds());
}

/** @param {Int32Array} words @param {number} from @param {number} length */
const part = (words, from, length) => words.slice(from, from + length);

/** @param {any} result @param {() => unknown[]} list */
function withRepairs(result, list) {
  return Object.defineProperty(result, 'repairs', {
    enumerable: true,
    configurable: true,
    get() {
      const value = list();
      Object.defineProperty(result, 'repairs', { value, enumerable: true, configurable: true, writable: true });
      return value;
    },
  });
}

function namedKinds() {
  return glue.kinds().split(' ').map(kind => ({ name: kind.replace('!', ''), lossless: !kind.endsWith('!') }));
}
