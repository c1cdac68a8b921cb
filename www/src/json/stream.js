// @ts-check
/** @import { Memory } from './memory.js' */
/** @import { Patch } from './index.js' */
import { JsonError } from './errors.js';
import { loaded } from './engine.js';
import { Growing } from './growing.js';
import { Lane } from './lane.js';
import { isPlain } from './plain.js';
import { escaped } from './repairs.js';
import { refusedAt, take } from './result.js';
import { ARRAY, CHAR, JOINED, JOINED_KEY, KEY, NODE, NUMBER, OBJECT, PIECE, TEXT, literal, numeral } from './tape.js';

/** An event besides the nodes of a tape: the innermost container or string has ended. */
const END = 13;

/** Chunks up to this length are written byte by byte if they are ASCII: that is done before an encoder has begun. */
const SHORT = 24;

/** How many keys are kept with their steps. */
const MAX_KEYS = 512;

/** How much plain text may wait for the reader. */
const MAX_WAITING = 4096;

/** Reads a reply in chunks. */
export class JsonStream {
  #memory = loaded();
  /** @type {any} the reader, once it is needed */
  #stream;
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

  #growing = new Growing();
  /** @type {Lane | undefined} what reads plain JSON without the reader */
  #lane = new Lane(this.#growing);
  /** What the lane has told and the reader has not: beginnings and ends of values, and how much of the string that is open. */
  #toldMarks = 0;
  #toldText = 0;
  /** Whether the lane came to something that is not plain, so that what it told has to be looked at in the end. */
  #isOdd = false;
  /** Whether the text that the reader has ends inside of double quotes. */
  #inQuotes = false;
  /** A key in pieces, and how many are to come. */
  #key = '';
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
    if (!this.#lane) this.#readOn(text);
    else if (!this.#lane.read(text)) this.#leaveLane();
    return this.#growing.take();
  }

  /** @returns {Patch[]} */
  end() {
    if (this.#ended) return [];
    this.#ended = true;
    if (!this.#lane || this.#half !== '' || !this.#lane.end()) this.#endReader();
    return this.#growing.take();
  }

  #endReader() {
    this.#leaveLane();
    this.#take(this.#half);
    this.#follow(this.#stream.end());
    const address = this.#stream.otherAnswer(this.#isOdd);
    const other = take(this.#memory, address, '', false);
    const offset = refusedAt(this.#memory, address);
    if (other && !(this.#isOdd && isSame(this.#growing.value, other.value))) this.#growing.replace(other.value);
    this.#stream.free();
    if (!other && offset > 0) throw new JsonError('too_deep', { offset });
  }

  value() {
    return this.#growing.snapshot();
  }

  /** From now on the reader reads, and first what the lane has read. */
  #leaveLane() {
    if (!this.#lane) return;
    const { text, told, isWhole } = this.#lane;
    this.#lane = undefined;
    this.#stream = new this.#memory.glue.Stream();
    this.#isOdd = text !== '' && !isWhole;
    this.#toldMarks = this.#growing.marks;
    // What has been told is read without what follows, which the lane did not know either.
    this.#take(text.substring(0, told));
    this.#take(text.substring(told));
  }

  /** @param {string} text */
  #readOn(text) {
    if (this.#inQuotes && this.#isCaughtUp() && isPlain(text)) this.#goOn(text);
    else this.#take(text);
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
    return this.#used === this.#read + length && length < MAX_WAITING && this.#toldMarks === 0 && this.#toldText === 0;
  }

  /** Plain text goes into the string that is open, whatever comes; the reader gets it with what comes next. @param {string} text */
  #goOn(text) {
    this.#waiting += text;
    this.#used += text.length;
    this.#growing.grow(text);
  }

  /** @param {string} chunk */
  #take(chunk) {
    const waiting = this.#waiting;
    const units = waiting.length + chunk.length;
    if (units === 0) return;
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
    this.#follow(this.#stream.push(told, length, length === units));
    this.#drop();
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

  /** Takes in events. @param {number} head their place */
  #follow(head) {
    this.#inQuotes = false;
    if (head === 0) return;
    const { words } = this.#memory;
    const first = words[head >>> 2] >>> 2;
    const stop = first + NODE * words[(head >>> 2) + 1];
    const made = words[(head >>> 2) + 2];
    this.#inQuotes = words[(head >>> 2) + 3] === 1;
    for (let at = first; at < stop; at += NODE) {
      const tag = words[at];
      if (tag === PIECE) this.#piece(this.#cut(words, at, made));
      else if (tag === CHAR) this.#piece(String.fromCodePoint(words[at + 1]));
      else if (tag === KEY) this.#setKey(words, at, made);
      else if (tag === JOINED_KEY) this.#beginKey(words[at + 3]);
      else if (this.#toldMarks > 0) this.#catchUp(tag, words, at, made);
      else if (tag === END) this.#growing.end();
      else if (tag === JOINED) this.#growing.string();
      else if (tag === OBJECT || tag === ARRAY) this.#growing.container(tag === ARRAY);
      else this.#growing.scalar(this.#scalarAt(tag, words, at, made));
    }
  }

  /** Takes in the beginning or end of a value, or both, that the lane has told. @param {number} tag @param {Int32Array} words @param {number} at @param {number} made */
  #catchUp(tag, words, at, made) {
    const isWhole = tag !== END && tag !== JOINED && tag !== OBJECT && tag !== ARRAY;
    const told = this.#toldMarks;
    this.#toldMarks -= isWhole && told > 1 ? 2 : 1;
    if (this.#toldMarks > 0 || !this.#growing.inString) return;
    this.#toldText = this.#growing.length;
    if (!isWhole) return;
    this.#piece(this.#cut(words, at, made));
    this.#growing.end();
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
      this.#growing.setKey(this.#keys[id], this.#keySteps[id]);
      return;
    }
    const key = this.#cut(words, at, made);
    const step = escaped(key);
    this.#growing.setKey(key, step);
    if (id === this.#keys.length && id < MAX_KEYS) {
      this.#keys.push(key);
      this.#keySteps.push(step);
    }
  }

  /** @param {number} pieces */
  #beginKey(pieces) {
    this.#keyPieces = pieces;
    this.#key = '';
    this.#growing.setKey('', escaped(''));
  }

  /** A piece of a key or string. @param {string} text */
  #piece(text) {
    if (this.#keyPieces > 0) {
      this.#keyPieces -= 1;
      this.#key += text;
      this.#growing.setKey(this.#key, escaped(this.#key));
      return;
    }
    // The string is one that the lane has told.
    if (this.#toldMarks > 0) return;
    const told = Math.min(this.#toldText, text.length);
    this.#toldText -= told;
    // The reader may have caught up with what was told.
    if (told < text.length) this.#growing.grow(text.substring(told));
  }
}

/** Whether a text is the one that the reader has, in which U+FFFD stands for each half of a pair that came without the other: it has no UTF-8. @param {string} text @param {string} read */
const isSameText = (text, read) => text === read || (text.length === read.length && text.replace(/[\ud800-\udfff]/g, (half, at) => (read[at] === '\ufffd' ? '\ufffd' : half)) === read);

/** Whether a value is the one that the reader has, its members in any order. @param {any} value @param {any} read @returns {boolean} */
function isSame(value, read) {
  if (typeof value === 'string') return typeof read === 'string' && isSameText(value, read);
  if (typeof value !== 'object' || typeof read !== 'object' || !value || !read) return Object.is(value, read);
  const [keys, others] = [Object.keys(value), Object.keys(read)];
  return Array.isArray(value) === Array.isArray(read) && keys.length === others.length && keys.every((key, at) => {
    const known = Object.hasOwn(read, key) ? key : others[at];
    return isSameText(key, known) && isSame(value[key], read[known]);
  });
}
