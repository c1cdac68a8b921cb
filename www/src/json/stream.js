// @ts-check
import { glue, loaded } from './load.js';
import { put } from './tape.js';

/** Reads a reply in chunks. */
export class JsonStream {
  #stream;
  /** @type {any} */
  #value;
  /** The first half of a pair whose second is to come. */
  #half = '';

  constructor() {
    loaded();
    this.#stream = new glue.Stream();
  }

  /** @param {string} chunk */
  push(chunk) {
    if (typeof chunk !== 'string') throw new TypeError(`a chunk must be a string, not ${typeof chunk}`);
    let text = this.#half + chunk;
    this.#half = '';
    if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#half = text[text.length - 1];
      text = text.slice(0, -1);
    }
    return this.#apply(this.#stream.push(text));
  }

  end() {
    const rest = this.#half;
    this.#half = '';
    const before = rest ? this.#apply(this.#stream.push(rest)) : [];
    return [...before, ...this.#apply(this.#stream.end())];
  }

  value() {
    return this.#value;
  }

  /** @param {string} said */
  #apply(said) {
    const patches = JSON.parse(said);
    for (const patch of patches) {
      const { path, append } = patch;
      if ('set' in patch) this.#set(path, () => structuredClone(patch.set));
      if (append !== undefined) this.#set(path, before => before + append);
    }
    return patches;
  }

  /** @param {string} path @param {(before: any) => any} change */
  #set(path, change) {
    const steps = path.split('/').slice(1).map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop();
    if (last === undefined) {
      this.#value = change(this.#value);
      return;
    }
    const container = steps.reduce((value, step) => value[step], this.#value);
    put(container, last, change(container[last]));
  }
}

/** @param {number} unit */
const isHighSurrogate = unit => unit >= 0xd800 && unit < 0xdc00;
