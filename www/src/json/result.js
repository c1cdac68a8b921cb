// @ts-check
/** @import { Memory } from './memory.js' */
/** @import { Source } from './tape.js' */
/** @typedef {{ value: any, repairs: any[], lossless: boolean }} Result */
import { Paths, REPAIR, repairsOf } from './repairs.js';
import { build, NODE } from './tape.js';

/** Places of the numbers in the head of a result: see `put` in crates/wasm-reply/src/output.rs. */
const FOUND = 0, LOSSLESS = 1, ROOT = 2, NUMBERING = 3, NODES = 4, COUNT = 5, MADE = 6, MADE_LENGTH = 7, REPAIRS = 8, REPAIR_COUNT = 9,
  READ = 10, READ_COUNT = 11, READ_MADE = 12, READ_MADE_LENGTH = 13, INNER = 14, INNER_LENGTH = 15, REFUSED_AT = 16, SAID = 17;

/** Most repairs that are listed at once. For so few, preparing a later listing would take longer. */
const FEW = 32;

/**
 * Takes the result of the last call out of memory; `undefined` if there is no value.
 * @param {Memory} memory @param {number} address address of the head @param {string} text text that was read @param {boolean} bigints
 * @returns {Result | undefined}
 */
export function take(memory, address, text, bigints) {
  const head = address >>> 2;
  return memory.words[head + FOUND] === 0 ? undefined : resultOf(memory, head, sourceOf(memory, head, text, bigints));
}

/** Places of the parts of a verdict: see `put` in crates/wasm-reply/src/said.rs. Indexing is faster than destructuring here. */
const USABLE = 0, COMPLAINT = 1, FAULT = 2, COERCIONS = 3, NOTICES = 4, PROBLEMS = 5;

/** The verdict on a reply that fits without any remark. */
const NOTHING = [true, '', '', [], [], []];

/**
 * Takes a result together with the schema's verdict; the value may be missing.
 * @param {Memory} memory @param {number} address address of the head @param {string} text text that was read @param {boolean} bigints
 */
export function takeReading(memory, address, text, bigints) {
  const { words } = memory;
  const head = address >>> 2;
  const source = sourceOf(memory, head, text, bigints);
  /** @type {any[]} */
  const said = words[head + SAID] < 0 ? NOTHING : valueAt(words, head, words[head + SAID], source);
  /** @type {any} */
  const reading = resultOf(memory, head, source);
  reading.coercions = said[COERCIONS].map(coercionOf);
  reading.notices = said[NOTICES].slice();
  reading.problems = said[PROBLEMS].map(problemOf);
  reading.usable = said[USABLE];
  reading.complaint = said[COMPLAINT];
  if (said[FAULT] !== '') reading.fault = said[FAULT];
  return reading;
}

/** @param {any[]} coercion */
const coercionOf = coercion => ({ kind: coercion[0], path: coercion[1], from: coercion[2], to: coercion[3] });

/** @param {any[]} problem */
const problemOf = problem => ({ path: problem[0], found: problem[1], allowed: problem[2], ...(problem[3] ? { missing: true } : {}) });

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

/** @param {Int32Array} words @param {number} head @param {number} root @param {Source} source @returns {any} */
const valueAt = (words, head, root, source) => build(words, words[head + NODES] >>> 2, words[head + COUNT], root, source);

/**
 * The value with its repairs. Many repairs are listed only when the caller asks for them.
 * @param {Memory} memory @param {number} head @param {Source} source @returns {Result}
 */
function resultOf(memory, head, source) {
  const { words } = memory;
  const value = words[head + FOUND] === 0 ? undefined : valueAt(words, head, words[head + ROOT], source);
  const lossless = words[head + LOSSLESS] === 1;
  const count = words[head + REPAIR_COUNT];
  if (count > FEW) return listedLater(value, lossless, repairsLater(memory, head, source));
  return { value, repairs: count > 0 ? repairsNow(memory, head, source) : [], lossless };
}

/** Place where the last text was refused. @param {Memory} memory @param {number} address address of the head */
export const refusedAt = ({ words }, address) => words[(address >>> 2) + REFUSED_AT];

/** @param {Memory} memory @param {number} head @param {Source} source */
function repairsNow(memory, head, source) {
  const { words } = memory;
  const first = words[head + REPAIRS] >>> 2;
  return repairsOf(words, first, first + REPAIR * words[head + REPAIR_COUNT], pathsOf(memory, head, words, words[head + READ] >>> 2, source), memory.kinds);
}

/**
 * Copies what is needed to list the repairs later, when the memory holds something else.
 * @param {Memory} memory @param {number} head @param {Source} source
 */
function repairsLater(memory, head, source) {
  const { words } = memory;
  const part = (/** @type {number} */ address, /** @type {number} */ length) => words.slice(address >>> 2, (address >>> 2) + length);
  const rows = part(words[head + REPAIRS], REPAIR * words[head + REPAIR_COUNT]);
  const paths = pathsOf(memory, head, part(words[head + READ], NODE * words[head + READ_COUNT]), 0, source);
  return () => repairsOf(rows, 0, rows.length, paths, memory.kinds);
}

/**
 * JSON pointers of the nodes that the repairs refer to.
 * @param {Memory} memory @param {number} head @param {Int32Array} nodes @param {number} first @param {Source} source
 */
function pathsOf(memory, head, nodes, first, source) {
  const { words } = memory;
  const own = words[head + READ] === words[head + NODES];
  const read = own ? source : { ...source, made: memory.made(words[head + READ_MADE], words[head + READ_MADE_LENGTH]) };
  return new Paths(nodes, first, first + NODE * words[head + READ_COUNT], read);
}

/** Key of the function that lists the repairs when the caller asks for them. */
const LIST = Symbol('list');

/**
 * One getter for all results. What a getter closes over is kept until a full garbage collection; with one getter a result, that took half
 * the time of large texts.
 */
const LATER = {
  enumerable: true,
  configurable: true,
  /** @this {any} */
  get() {
    const value = this[LIST]();
    if (!Object.isSealed(this)) {
      Object.defineProperty(this, 'repairs', { value, enumerable: true, configurable: true, writable: true });
      delete this[LIST];
    }
    return value;
  },
};

/**
 * A result whose repairs are listed when the caller asks for them.
 * @param {any} value @param {boolean} lossless @param {() => any[]} list @returns {Result}
 */
export function listedLater(value, lossless, list) {
  // Members are added one by one, in this order: changing an existing member takes three times as long.
  /** @type {any} */
  const result = { value };
  Object.defineProperty(result, 'repairs', LATER);
  result.lossless = lossless;
  return Object.defineProperty(result, LIST, { value: once(list), configurable: true });
}

/** @param {() => any[]} list */
function once(list) {
  /** @type {any[] | undefined} */
  let value;
  return () => value ??= list();
}
