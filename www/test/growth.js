/** Counts the work of the package for inputs of a growing size (docs/decisions/066-work-is-counted.md). */
import inspector from 'node:inspector';
import { readFileSync } from 'node:fs';
import { COUNTER, metered } from './metered.js';

const SOURCES = new URL('../src/', import.meta.url).href;
const GLUES = new URL('../wasm', import.meta.url).href;

/** Counters of the WebAssembly that was loaded since. @type {WebAssembly.Global[]} */
const counters = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  const counter = (made.instance ?? made).exports[COUNTER];
  if (counter) counters.push(counter);
  return made;
};

/** A file of the package with the counter, for `init` or `load`. @param {string} file path below `www` */
export const meteredFile = file => new WebAssembly.Module(metered(readFileSync(new URL(`../${file}`, import.meta.url))));

const session = new inspector.Session();
session.connect();
/** @param {string} method @param {object} [params] @returns {any} */
const ask = (method, params) => {
  let answer;
  session.post(method, params, (error, result) => { if (error) throw error; answer = result; });
  return answer;
};
ask('Profiler.enable');
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Blocks of the package's JavaScript that have run since the last call. */
function blocks() {
  let sum = 0;
  for (const { url, functions } of ask('Profiler.takePreciseCoverage').result) {
    if (!url.startsWith(SOURCES) && !url.startsWith(GLUES)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  }
  return sum;
}

/** What the built-in functions of JavaScript have done that take time for their whole input. */
let builtIn = 0;
for (const [of, names] of [
  [Array.prototype, ['slice', 'concat', 'splice', 'shift', 'unshift', 'join', 'reverse', 'indexOf', 'includes']],
  [String.prototype, ['split', 'replaceAll', 'repeat', 'normalize', 'toLowerCase', 'trim', 'trimEnd', 'trimStart']],
]) {
  for (const name of names) {
    const own = of[name];
    Object.defineProperty(of, name, {
      configurable: true, writable: true,
      value(...given) {
        const result = own.apply(this, given);
        builtIn += cost(name, this, result, given[1]);
        return result;
      },
    });
  }
}
for (const [of, name, text] of [[JSON, 'parse', (given, made) => given], [JSON, 'stringify', (given, made) => made]]) {
  const own = of[name];
  of[name] = (...given) => {
    const made = own(...given);
    builtIn += (text(given[0], made)?.length ?? 0) / 16;
    return made;
  };
}

/** @param {string} name @param {any} self @param {any} result @param {number} [from] */
function cost(name, self, result, from = 0) {
  if (name === 'indexOf') return ((result < 0 ? self.length : result) - from) / 16;
  if (name === 'slice') return result.length / 16;
  if (name === 'concat' || name === 'repeat') return result.length / 16;
  return self.length / 16;
}

const total = () => counters.reduce((sum, { value }) => sum + Number(value), 0);

/** The work of a run: rounds of loops and calls of functions. @param {() => unknown} run */
export async function workOf(run) {
  blocks();
  builtIn = 0;
  const before = total();
  await run();
  return Math.round(total() - before + builtIn) + blocks();
}

/** Work on one size after which no larger one is tried: it would take many seconds. Quadratic work is known for such long before. */
const MOST = 2e8;

/**
 * Doubles the size of an input. Gives the work for each size; the sizes at which it more than doubled by far (`steep`); and by how much it
 * grew faster than the size on the whole way (`way`; 1: as fast).
 * @param {(size: number) => Promise<() => unknown> | (() => unknown)} made prepares a run @param {{ from?: number, to?: number }} [sizes]
 */
export async function growth(made, { from = 1 << 10, to = 1 << 22 } = {}) {
  const works = [];
  for (let size = from; size <= to; size *= 2) {
    const work = await workOf(await made(size));
    await new Promise(setImmediate); // the results of earlier tests are written
    works.push({ size, work });
    if (work > MOST) break;
  }
  const last = works.at(-1);
  const steep = works.slice(1).map((at, index) => ({ ...at, factor: at.work / works[index].work })).filter(({ size, factor }) => size > 4 * from && factor > 3);
  const first = works[Math.min(4, works.length - 1)];
  const way = (last.work / first.work) / (last.size / first.size);
  return { works, steep, way };
}
