// @ts-check
/** @import { Patch } from './index.js' */
import { put } from './tape.js';

/**
 * A container that is still open: its value, its key or index in the container around it, its JSON pointer, and the next index of an array
 * (-1 for an object).
 * @typedef {{ holder: any, step: string | number, path: string, next: number }} Open
 */

/** The value of a stream, which grows in place, with the patches that describe the growth. */
export class Growing {
  /** @type {any} */
  value;
  /** Whether the last value is a string that is still open. */
  inString = false;
  /** How many beginnings and ends of values there have been. */
  marks = 0;
  /** @type {Patch[]} changes since the last `take` */
  #patches = [];
  /** @type {Open[]} outermost first */
  #opens = [];
  /** @type {Open | undefined} the innermost container */
  #open;
  /** Place of the last value in the innermost container: its key or index, and its JSON pointer. @type {string | number} */
  #step = '';
  #path = '';
  /** Key of the next value, and its step in a JSON pointer. */
  #key = '';
  #keyStep = '';
  /** The last snapshot; undefined once the value has grown. @type {any} */
  #snapshot;

  /** The present value with a copy of each open container, so that it will not change. */
  snapshot() {
    return this.#snapshot ??= this.#open ? this.#copyFrom(0) : this.value;
  }

  /** A copy of the open container at this depth and of those inside it. @param {number} depth @returns {any} */
  #copyFrom(depth) {
    const { holder } = this.#opens[depth];
    const inner = this.#opens[depth + 1];
    const copy = Array.isArray(holder) ? holder.slice() : { ...holder };
    if (inner) put(copy, inner.step, this.#copyFrom(depth + 1));
    return copy;
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
    this.#snapshot = value;
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
    this.#open = { holder, step: this.#step, path: this.#path, next: isArray ? 0 : -1 };
    this.#opens.push(this.#open);
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
    this.#snapshot = undefined;
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
    if (!this.inString) {
      this.#opens.pop();
      this.#open = this.#opens.at(-1);
    }
    this.inString = false;
    const last = this.#patches[this.#patches.length - 1];
    if (last !== undefined && last.path === path) last.complete = true;
    else this.#patches.push({ path, complete: true });
  }

  /** Puts a value in the next place. @param {unknown} value */
  #put(value) {
    const open = this.#open;
    this.#snapshot = undefined;
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
