// @ts-check
/** @import { Patch } from './index.js' */
import { put } from './tape.js';

/**
 * A container that is open: the value, its place in the one around it, its JSON pointer, the next index of an array, or -1, and the
 * epoch it was made in.
 * @typedef {{ holder: any, step: string | number, path: string, next: number, epoch: number }} Open
 */

/** The value of a stream as it grows, and the patches that say so. What was given away stays as it was: what grows then is a copy. */
export class Growing {
  /** @type {any} */
  value;
  /** Whether the last value is a string that goes on. */
  inString = false;
  /** How often the value was given away. Containers of this epoch are changed in place. */
  #epoch = 0;
  /** How often a value has begun or ended. */
  marks = 0;
  /** @type {Patch[]} what has changed since it was last taken */
  #patches = [];
  /** @type {Open[]} */
  #outer = [];
  /** @type {Open | undefined} the innermost container */
  #open;
  /** Where the last value is in it: its key or index, and its JSON pointer. @type {string | number} */
  #step = '';
  #path = '';
  /** The key of the next value, and its step in a JSON pointer. */
  #key = '';
  #keyStep = '';

  /** The value as it stands now, for good. Unchanged parts are those of the value before. */
  snapshot() {
    this.#epoch += 1;
    return this.value;
  }

  /** The patches since the last time. */
  take() {
    const patches = this.#patches;
    this.#patches = [];
    return patches;
  }

  /** Another value in place of all. @param {unknown} value */
  replace(value) {
    this.value = value;
    this.#patches.push({ path: '', set: structuredClone(value), complete: true });
  }

  /** The key of the value to come. @param {string} key @param {string} step */
  setKey(key, step) {
    this.#key = key;
    this.#keyStep = step;
  }

  /** @param {unknown} value */
  scalar(value) {
    this.marks += 2;
    this.#put(value);
    this.#patches.push({ path: this.#path, set: value, complete: true });
  }

  /** @param {boolean} isArray */
  container(isArray) {
    this.marks += 1;
    const holder = isArray ? [] : {};
    this.#put(holder);
    this.#patches.push({ path: this.#path, set: isArray ? [] : {} });
    this.#outer.push(/** @type {Open} */ (this.#open));
    this.#open = { holder, step: this.#step, path: this.#path, next: isArray ? 0 : -1, epoch: this.#epoch };
  }

  string() {
    this.marks += 1;
    this.#put('');
    this.inString = true;
    this.#patches.push({ path: this.#path, set: '' });
  }

  /** The string that is open goes on. @param {string} text */
  grow(text) {
    const open = this.#open;
    if (open !== undefined && open.epoch !== this.#epoch) this.#copyOpen();
    if (open === undefined) this.value += text;
    else open.holder[this.#step] += text;
    const last = this.#patches[this.#patches.length - 1];
    if (last === undefined || last.path !== this.#path) this.#patches.push({ path: this.#path, append: text });
    else if (last.append !== undefined) last.append += text;
    else last.set += text;
  }

  /** How long the string is that is open. */
  get length() {
    const open = this.#open;
    return (open === undefined ? this.value : open.holder[this.#step]).length;
  }

  /** The string that is open has ended, or the innermost container. */
  end() {
    this.marks += 1;
    const path = this.inString ? this.#path : this.#open?.path ?? '';
    if (!this.inString) this.#open = this.#outer.pop();
    this.inString = false;
    const last = this.#patches[this.#patches.length - 1];
    if (last !== undefined && last.path === path) last.complete = true;
    else this.#patches.push({ path, complete: true });
  }

  /** Copies the open containers that were given away. */
  #copyOpen() {
    /** @type {any} */
    let around;
    for (const open of [...this.#outer, this.#open]) {
      if (open === undefined) continue;
      if (open.epoch !== this.#epoch) this.#copy(open, around);
      around = open.holder;
    }
  }

  /** @param {Open} open @param {any} around the container that holds it */
  #copy(open, around) {
    open.holder = Array.isArray(open.holder) ? open.holder.slice() : { ...open.holder };
    open.epoch = this.#epoch;
    if (around === undefined) this.value = open.holder;
    else if (Array.isArray(around)) around[/** @type {number} */ (open.step)] = open.holder;
    else put(around, /** @type {string} */ (open.step), open.holder);
  }

  /** Puts a value where the next one belongs. @param {unknown} value */
  #put(value) {
    const open = this.#open;
    if (open !== undefined && open.epoch !== this.#epoch) this.#copyOpen();
    if (open === undefined) {
      this.value = value;
      this.#path = '';
    } else if (open.next >= 0) {
      this.#step = open.next;
      this.#path = `${open.path}/${open.next}`;
      open.next += 1;
      open.holder.push(value);
    } else {
      this.#step = this.#key;
      this.#path = open.path + this.#keyStep;
      put(open.holder, this.#key, value);
    }
  }
}
