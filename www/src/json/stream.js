// @ts-check
/** @import { Memory } from './memory.js' */
/** @import { Patch } from './index.js' */
import { JsonError } from './errors.js';
import { loaded } from './engine.js';
import { escaped } from './repairs.js';
import { take } from './result.js';
import { ARRAY, CHAR, JOINED, JOINED_KEY, KEY, NODE, NUMBER, OBJECT, PIECE, TEXT, literal, numeral, put } from './tape.js';

/** An event besides the nodes of a tape: the innermost container or string has ended. */
const END = 13;

/** Chunks up to this length are written byte by byte if they are ASCII: that is done before an encoder has begun. */
const SHORT = 24;

/** How many keys are kept with their steps. */
const MAX_KEYS = 512;

/**
 * A container that is open: the value, its JSON pointer, and the next index of an array, or -1.
 * @typedef {{ holder: any, path: string, next: number }} Open
 */

/** Reads a reply in chunks. */
export class JsonStream {
  #memory = loaded();
  #stream = new this.#memory.glue.Stream();
  #ended = false;
  /** Where chunks are written, and how long they may be. */
  #buffer = 0;
  #room = 0;

  /** All that has come, for the case that another value of it is the answer. */
  #all = '';
  /** The text from `#from` on: what has not been put into values yet. */
  #window = '';
  #from = 0;
  /** The first half of a pair whose second is to come. */
  #half = '';

  /** @type {any} */
  #value;
  /** @type {Open[]} */
  #outer = [];
  /** @type {Open | undefined} the innermost container */
  #open;
  /** Where the last value is in it: its key or index, and its JSON pointer. @type {string | number} */
  #step = '';
  #path = '';
  /** Whether that is a string that goes on. */
  #inString = false;
  #key = '';
  #keyStep = '';
  /** How many pieces of a key are to come. */
  #keyPieces = 0;
  /** @type {string[]} */
  #keys = [];
  /** @type {string[]} */
  #keySteps = [];

  /** @param {string} chunk @returns {Patch[]} */
  push(chunk) {
    if (typeof chunk !== 'string') throw new TypeError(`a chunk must be a string, not ${typeof chunk}`);
    if (this.#ended) throw new JsonError('ended');
    return this.#take(this.#wholePairs(chunk));
  }

  /** @returns {Patch[]} */
  end() {
    if (this.#ended) return [];
    this.#ended = true;
    const half = this.#half;
    const patches = half === '' ? [] : this.#take(half);
    this.#follow(this.#stream.end(), patches);
    const other = take(this.#memory, this.#stream.otherAnswer(), this.#all, false);
    if (other) {
      this.#value = other.value;
      patches.push({ path: '', set: structuredClone(other.value), complete: true });
    }
    this.#stream.free();
    return patches;
  }

  value() {
    return this.#value;
  }

  /** The text to read now: the first half of a pair waits for the second. @param {string} chunk */
  #wholePairs(chunk) {
    const text = this.#half === '' ? chunk : this.#half + chunk;
    const last = text.charCodeAt(text.length - 1);
    const splits = last >= 0xd800 && last < 0xdc00;
    this.#half = splits ? text.charAt(text.length - 1) : '';
    return splits ? text.slice(0, -1) : text;
  }

  /** @param {string} text */
  #take(text) {
    /** @type {Patch[]} */
    const patches = [];
    if (text === '') return patches;
    this.#all += text;
    this.#window = this.#window === '' ? text : this.#window + text;
    const length = this.#write(text);
    this.#follow(this.#stream.push(length, length === text.length), patches);
    return patches;
  }

  /** Writes a chunk into the buffer; its length in bytes. @param {string} text */
  #write(text) {
    const { length } = text;
    if (length * 3 > this.#room) {
      this.#room = Math.max(length * 3, 1024);
      this.#buffer = this.#stream.reserve(this.#room);
    }
    const { bytes } = this.#memory;
    if (length <= SHORT) {
      for (let at = 0; ; at += 1) {
        if (at === length) return length;
        const unit = text.charCodeAt(at);
        if (unit >= 0x80) break;
        bytes[this.#buffer + at] = unit;
      }
    }
    return this.#memory.encode(text, this.#buffer, length * 3).written;
  }

  /** Takes in events. @param {number} head their place @param {Patch[]} patches */
  #follow(head, patches) {
    if (head === 0) return;
    const { words } = this.#memory;
    const first = words[head >> 2] >> 2;
    const stop = first + NODE * words[(head >> 2) + 1];
    const made = words[(head >> 2) + 2];
    for (let at = first; at < stop; at += NODE) {
      const tag = words[at];
      if (tag === PIECE || tag === CHAR) this.#piece(tag === PIECE ? this.#cut(words, at, made) : String.fromCodePoint(words[at + 1]), patches);
      else if (tag === END) this.#end(patches);
      else if (tag === KEY) this.#setKey(words, at, made);
      else if (tag === JOINED_KEY) this.#beginKey(words[at + 3]);
      else if (tag === JOINED) this.#string(patches);
      else if (tag === OBJECT || tag === ARRAY) this.#container(tag === ARRAY, patches);
      else this.#scalar(this.#scalarAt(tag, words, at, made), patches);
    }
  }

  /** The text of an event. What stands before it is not needed any more. @param {Int32Array} words @param {number} at @param {number} made */
  #cut(words, at, made) {
    const start = words[at + 1];
    const end = words[at + 2];
    if (start < 0) return this.#memory.made(made + (start & 0x7fffffff), end - start);
    const text = this.#window.substring(start - this.#from, end - this.#from);
    this.#window = this.#window.substring(end - this.#from);
    this.#from = end;
    return text;
  }

  /** @param {number} tag @param {Int32Array} words @param {number} at @param {number} made */
  #scalarAt(tag, words, at, made) {
    if (tag !== TEXT && tag !== NUMBER) return literal(tag);
    const text = this.#cut(words, at, made);
    return tag === TEXT ? text : numeral(text, 0, text.length, false);
  }

  /** @param {Int32Array} words @param {number} at @param {number} made */
  #setKey(words, at, made) {
    const id = words[at + 3];
    if (id >= 0 && id < this.#keys.length) {
      this.#key = this.#keys[id];
      this.#keyStep = this.#keySteps[id];
      return;
    }
    this.#key = this.#cut(words, at, made);
    this.#keyStep = escaped(this.#key);
    if (id === this.#keys.length && id < MAX_KEYS) {
      this.#keys.push(this.#key);
      this.#keySteps.push(this.#keyStep);
    }
  }

  /** @param {number} pieces */
  #beginKey(pieces) {
    this.#keyPieces = pieces;
    this.#key = '';
    this.#keyStep = escaped('');
  }

  /** Puts a value where the next one belongs. @param {unknown} value */
  #put(value) {
    const open = this.#open;
    if (open === undefined) {
      this.#value = value;
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

  /** @param {unknown} value @param {Patch[]} patches */
  #scalar(value, patches) {
    this.#put(value);
    patches.push({ path: this.#path, set: value, complete: true });
  }

  /** @param {boolean} isArray @param {Patch[]} patches */
  #container(isArray, patches) {
    const holder = isArray ? [] : {};
    this.#put(holder);
    patches.push({ path: this.#path, set: isArray ? [] : {} });
    this.#outer.push(/** @type {Open} */ (this.#open));
    this.#open = { holder, path: this.#path, next: isArray ? 0 : -1 };
  }

  /** @param {Patch[]} patches */
  #string(patches) {
    this.#put('');
    this.#inString = true;
    patches.push({ path: this.#path, set: '' });
  }

  /** @param {string} text @param {Patch[]} patches */
  #piece(text, patches) {
    if (this.#keyPieces > 0) {
      this.#keyPieces -= 1;
      this.#key += text;
      this.#keyStep = escaped(this.#key);
      return;
    }
    this.#grow(text);
    const last = patches[patches.length - 1];
    if (last === undefined || last.path !== this.#path) patches.push({ path: this.#path, append: text });
    else if (last.append !== undefined) last.append += text;
    else last.set += text;
  }

  /** The string that is open goes on. @param {string} text */
  #grow(text) {
    const { holder } = this.#open ?? {};
    if (holder === undefined) this.#value += text;
    else holder[this.#step] += text;
  }

  /** @param {Patch[]} patches */
  #end(patches) {
    const path = this.#inString ? this.#path : /** @type {Open} */ (this.#open).path;
    if (!this.#inString) this.#open = this.#outer.pop();
    this.#inString = false;
    const last = patches[patches.length - 1];
    if (last !== undefined && last.path === path) last.complete = true;
    else patches.push({ path, complete: true });
  }
}
