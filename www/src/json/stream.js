// @ts-check
/** @import { Memory } from './memory.js' */
/** @import { Patch } from './index.js' */
import { JsonError } from './errors.js';
import { loaded } from './engine.js';
import { isBetweenColons, plainText } from './plain.js';
import { escaped } from './repairs.js';
import { take } from './result.js';
import { ARRAY, CHAR, JOINED, JOINED_KEY, KEY, NODE, NUMBER, OBJECT, PIECE, TEXT, literal, numeral, put } from './tape.js';

/** An event besides the nodes of a tape: the innermost container or string has ended. */
const END = 13;

/** Chunks up to this length are written byte by byte if they are ASCII: that is done before an encoder has begun. */
const SHORT = 24;

/** How many keys are kept with their steps. */
const MAX_KEYS = 512;

/** How much plain text may wait for the reader, and how much of what has not been told. */
const MAX_WAITING = 4096, MAX_HELD = 48;

/** What the reader says of what comes: it is text of a string in double quotes; there is nothing new before a colon. */
const IN_QUOTES = 1, AWAITS_COLON = 2;

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

  /** The text from `#from` on: what has not been put into values yet. `#used`: up to where it has. */
  #window = '';
  #from = 0;
  #used = 0;
  /** The first half of a pair whose second is to come. */
  #half = '';
  /** Where the text ends that the reader has. */
  #read = 0;
  /** Plain text of a string that is in its value already, and that the reader does not have yet. */
  #waiting = '';
  /** How many escapes are in their value already that the reader has not told yet. */
  #toldEscapes = 0;
  /** Text in which nothing new can be, and that the reader does not have yet. */
  #held = '';

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
  /** What comes, as the reader says. */
  #comes = 0;
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
    const text = this.#wholePairs(chunk);
    if (this.#comes === IN_QUOTES && this.#isCaughtUp()) {
      const plain = plainText(text);
      if (plain !== '') return this.#goOn(text, plain);
    } else if (this.#comes === AWAITS_COLON && this.#held.length + text.length <= MAX_HELD && isBetweenColons(text)) {
      this.#held += text;
      return [];
    }
    return this.#take(text);
  }

  /** @returns {Patch[]} */
  end() {
    if (this.#ended) return [];
    this.#ended = true;
    const patches = this.#take(this.#half);
    this.#follow(this.#stream.end(), patches);
    const other = take(this.#memory, this.#stream.otherAnswer(), '', false);
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

  /** Whether all text so far has been put into values, and not too much of it waits for the reader. */
  #isCaughtUp() {
    const { length } = this.#waiting;
    return this.#used === this.#read + length && length < MAX_WAITING;
  }

  /** Plain text goes into the string that is open, whatever comes; the reader gets it with what comes next. @param {string} chunk @param {string} text its text @returns {Patch[]} */
  #goOn(chunk, text) {
    this.#waiting += chunk;
    this.#used += chunk.length;
    this.#toldEscapes += chunk.length - text.length;
    this.#grow(text);
    return [{ path: this.#path, append: text }];
  }

  /** @param {string} text */
  #take(text) {
    /** @type {Patch[]} */
    const patches = [];
    const chunk = this.#held === '' ? text : this.#held + text;
    this.#held = '';
    const waiting = this.#waiting;
    const units = waiting.length + chunk.length;
    if (units === 0) return patches;
    this.#makeRoom(units * 3);
    let told = 0;
    if (waiting !== '') {
      told = this.#write(waiting, 0);
      this.#waiting = '';
      this.#from = this.#used;
    }
    this.#read += units;
    this.#window = this.#window === '' ? chunk : this.#window + chunk;
    const length = told + this.#write(chunk, told);
    this.#follow(this.#stream.push(told, length, length === units), patches);
    this.#drop();
    return patches;
  }

  /** Forgets the text that has been put into values. */
  #drop() {
    const { length } = this.#window;
    if (this.#used <= this.#from) return;
    this.#window = this.#used === this.#from + length ? '' : this.#window.substring(this.#used - this.#from);
    this.#from = this.#used;
  }

  /** Makes the buffer hold so many bytes. @param {number} length */
  #makeRoom(length) {
    if (length <= this.#room) return;
    this.#room = Math.max(length, 1024);
    this.#buffer = this.#stream.reserve(this.#room);
  }

  /** Writes text into the buffer, from its byte `from` on; its length in bytes. @param {string} text @param {number} from */
  #write(text, from) {
    const { length } = text;
    const start = this.#buffer + from;
    if (length <= SHORT) {
      const { bytes } = this.#memory;
      for (let at = 0; ; at += 1) {
        if (at === length) return length;
        const unit = text.charCodeAt(at);
        if (unit >= 0x80) break;
        bytes[start + at] = unit;
      }
    }
    return this.#memory.encode(text, start, length * 3).written;
  }

  /** Takes in events. @param {number} head their place @param {Patch[]} patches */
  #follow(head, patches) {
    this.#comes = 0;
    if (head === 0) return;
    const { words } = this.#memory;
    const first = words[head >> 2] >> 2;
    const stop = first + NODE * words[(head >> 2) + 1];
    const made = words[(head >> 2) + 2];
    this.#comes = words[(head >> 2) + 3];
    for (let at = first; at < stop; at += NODE) {
      const tag = words[at];
      if (tag === PIECE) this.#piece(this.#cut(words, at, made), patches);
      else if (tag === CHAR) this.#piece(this.#escape(words[at + 1]), patches);
      else if (tag === END) this.#end(patches);
      else if (tag === KEY) this.#setKey(words, at, made);
      else if (tag === JOINED_KEY) this.#beginKey(words[at + 3]);
      else if (tag === JOINED) this.#string(patches);
      else if (tag === OBJECT || tag === ARRAY) this.#container(tag === ARRAY, patches);
      else this.#scalar(this.#scalarAt(tag, words, at, made), patches);
    }
  }

  /** The text of an event; of a piece of a string what has not been told. @param {Int32Array} words @param {number} at @param {number} made */
  #cut(words, at, made) {
    const start = words[at + 1];
    const end = words[at + 2];
    if (start < 0) return this.#memory.made(made + (start & 0x7fffffff), end - start);
    const from = Math.max(start, this.#used);
    if (end <= from) return '';
    this.#used = end;
    return this.#window.substring(from - this.#from, end - this.#from);
  }

  /** An escape; nothing if it has been told. @param {number} code */
  #escape(code) {
    if (this.#toldEscapes === 0) return String.fromCodePoint(code);
    this.#toldEscapes -= 1;
    return '';
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
    // The reader has caught up with what was told.
    if (text === '') return;
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
