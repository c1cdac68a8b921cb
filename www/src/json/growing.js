// @ts-check
/** @import { Patch } from './index.js' */
import { put } from './tape.js';

/**
 * A container that is still open: its value, its key or index in the container around it, its JSON pointer, the next index of an array
 * (-1 for an object), and the epoch it was made in.
 * @typedef {{ holder: any, step: string | number, path: string, next: number, epoch: number }} Open
 */

/**
 * The value of a stream as it grows, with the patches that describe the growth. A value that was handed out never changes: growth copies it
 * first.
 */
export class Growing {
  /** @type {any} */
  value;
  /** Whether the last value is a string that is still open. */
  inString = false;
  /** How often the value was handed out. Containers made in the present epoch are changed in place. */
  #epoch = 0;
  /** How many beginnings and ends of values there have been. */
  marks = 0;
  /** @type {Patch[]} changes since the last `take` */
  #patches = [];
  /** @type {Open[]} */
  #outer = [];
  /** @type {Open | undefined} the innermost container */
  #open;
  /** Place of the last value in the innermost container: its key or index, and its JSON pointer. @type {string | number} */
  #step = '';
  #path = '';
  /** Key of the next value, and its step in a JSON pointer. */
  #key = '';
  #keyStep = '';

  /** Hands out the present value, which will not change. It shares unchanged parts with the value before. */
  snapshot() {
    this.#epoch += 1;
    return this.value;
  }

  /** Takes the patches since the last call. */
  take() {
    const patches = this.#patches;
    this.#patches = [];
    return patches;
  }

  /** Replaces the whole value. @param {unknown} value */
  replace(value) {
    this.value = value;
    this.#patches.push({ path: '', set: structuredClone(value), complete: true });
  }

  /** Sets the key of the next value. @param {string} key @param {string} step */
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

  /** Appends text to the open string. @param {string} text */
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

  /** Length of the open string. */
  get length() {
    const open = this.#open;
    return (open === undefined ? this.value : open.holder[this.#step]).length;
  }

  /** Ends the open string, else the innermost container. */
  end() {
    this.marks += 1;
    const path = this.inString ? this.#path : this.#open?.path ?? '';
    if (!this.inString) this.#open = this.#outer.pop();
    this.inString = false;
    const last = this.#patches[this.#patches.length - 1];
    if (last !== undefined && last.path === path) last.complete = true;
    else this.#patches.push({ path, complete: true });
  }

  /** Copies the open containers that were handed out. */
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

  /** Puts a value in the next place. @param {unknown} value */
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
