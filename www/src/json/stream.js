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

/** Tag of an event that is no node of a tape: the end of the innermost container or string. */
const END = 13;

/** Longest ASCII chunk that is written byte by byte: starting an encoder takes longer. */
const SHORT = 24;

/** Most keys that are kept with their pointer steps. */
const MAX_KEYS = 512;

/** Most plain text that waits for the reader. */
const MAX_WAITING = 4096;

/** Reads a reply in chunks. */
export class JsonStream {
  #memory = loaded();
  /** @type {any} the reader; undefined as long as the lane reads */
  #stream;
  #ended = false;
  /** Address of the chunk buffer, and its size in bytes. */
  #buffer = 0;
  #room = 0;

  /** Text from `#from` on that is not yet part of a value. `#used`: end of the text that is. */
  #window = '';
  #from = 0;
  #used = 0;
  /** First half of a surrogate pair whose second half is still to come. */
  #half = '';
  /** End of the text that the reader has received. */
  #read = 0;
  /** Plain text of the open string that its value already has and the reader has not received yet. */
  #waiting = '';

  #growing = new Growing();
  /** Fast path for plain JSON. @type {Lane | undefined} */
  #lane = new Lane(this.#growing);
  /** Reported by the lane and not yet by the reader: beginnings and ends of values, and characters of the open string. */
  #reportedMarks = 0;
  #reportedText = 0;
  /** Whether the lane met something that is not plain. Then what it reported is compared with the final answer. */
  #isOdd = false;
  /** Whether the reader's text ends inside double quotes. */
  #inQuotes = false;
  /** A key that comes in pieces, and the number of pieces still to come. */
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
    return this.#growing.value;
  }

  snapshot() {
    return this.#growing.snapshot();
  }

  /** Switches to the reader, which first receives the text that the lane has read. */
  #leaveLane() {
    if (!this.#lane) return;
    const { text, reported, isWhole } = this.#lane;
    this.#lane = undefined;
    this.#stream = new this.#memory.glue.Stream();
    this.#isOdd = text !== '' && !isWhole;
    this.#reportedMarks = this.#growing.marks;
    // The reader gets the reported part without the rest, as the lane did not know the rest either.
    this.#take(text.substring(0, reported));
    this.#take(text.substring(reported));
  }

  /** @param {string} text */
  #readOn(text) {
    if (this.#inQuotes && this.#isCaughtUp() && isPlain(text)) this.#goOn(text);
    else this.#take(text);
  }

  /** The text to read now. The first half of a surrogate pair waits for the second. @param {string} chunk */
  #wholePairs(chunk) {
    const text = this.#half === '' ? chunk : this.#half + chunk;
    const last = text.charCodeAt(text.length - 1);
    const splits = last >= 0xd800 && last < 0xdc00;
    this.#half = splits ? text.charAt(text.length - 1) : '';
    return splits ? text.slice(0, -1) : text;
  }

  /** Whether all text so far is part of a value, and the reader does not lag too far behind. */
  #isCaughtUp() {
    const { length } = this.#waiting;
    return this.#used === this.#read + length && length < MAX_WAITING && this.#reportedMarks === 0 && this.#reportedText === 0;
  }

  /** Appends plain text to the open string; the reader receives it together with the next chunk. @param {string} text */
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
    let before = 0;
    if (waiting !== '') {
      before = this.#write(waiting, 0);
      this.#waiting = '';
      this.#from = this.#used;
    }
    this.#read += units;
    this.#window = this.#window === '' ? chunk : this.#window + chunk;
    const length = before + this.#write(chunk, before);
    this.#follow(this.#stream.push(before, length, length === units));
    this.#drop();
  }

  /** Drops the text that has become part of a value. */
  #drop() {
    const { length } = this.#window;
    if (this.#used <= this.#from) return;
    this.#window = this.#used === this.#from + length ? '' : this.#window.substring(this.#used - this.#from);
    this.#from = this.#used;
  }

  /** Makes room for this many bytes in the buffer. @param {number} length */
  #makeRoom(length) {
    if (length <= this.#room) return;
    this.#room = Math.max(length, 1024);
    this.#buffer = this.#stream.reserve(this.#room);
  }

  /** Writes text into the buffer, beginning at byte `from`. Gives its length in bytes. @param {string} text @param {number} from */
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

  /** Applies the reader's events. @param {number} head address of the events */
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
      else if (this.#reportedMarks > 0) this.#catchUp(tag, words, at, made);
      else if (tag === END) this.#growing.end();
      else if (tag === JOINED) this.#growing.string();
      else if (tag === OBJECT || tag === ARRAY) this.#growing.container(tag === ARRAY);
      else this.#growing.scalar(this.#scalarAt(tag, words, at, made));
    }
  }

  /**
   * Skips an event that the lane has already reported: the beginning or end of a value, or both.
   * @param {number} tag @param {Int32Array} words @param {number} at @param {number} made
   */
  #catchUp(tag, words, at, made) {
    const isWhole = tag !== END && tag !== JOINED && tag !== OBJECT && tag !== ARRAY;
    const reported = this.#reportedMarks;
    this.#reportedMarks -= isWhole && reported > 1 ? 2 : 1;
    if (this.#reportedMarks > 0 || !this.#growing.inString) return;
    this.#reportedText = this.#growing.length;
    if (!isWhole) return;
    this.#piece(this.#cut(words, at, made));
    this.#growing.end();
  }

  /**
   * Text of an event; for a piece of a string, only the part that has not been reported.
   * @param {Int32Array} words @param {number} at @param {number} made
   */
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

  /** Takes a piece of a key or string. @param {string} text */
  #piece(text) {
    if (this.#keyPieces > 0) {
      this.#keyPieces -= 1;
      this.#key += text;
      this.#growing.setKey(this.#key, escaped(this.#key));
      return;
    }
    // The lane has already reported this string.
    if (this.#reportedMarks > 0) return;
    const reported = Math.min(this.#reportedText, text.length);
    this.#reportedText -= reported;
    // The reader may only now reach the end of what was reported.
    if (reported < text.length) this.#growing.grow(text.substring(reported));
  }
}

/**
 * Whether a text equals the reader's. The reader has U+FFFD in place of each lone surrogate, which UTF-8 cannot represent.
 * @param {string} text @param {string} read
 */
const isSameText = (text, read) => text === read || (text.length === read.length && text.replace(/[\ud800-\udfff]/g, (half, at) => (read[at] === '\ufffd' ? '\ufffd' : half)) === read);

/** Whether a value equals the reader's, with members in any order. @param {any} value @param {any} read @returns {boolean} */
function isSame(value, read) {
  if (typeof value === 'string') return typeof read === 'string' && isSameText(value, read);
  if (typeof value !== 'object' || typeof read !== 'object' || !value || !read) return Object.is(value, read);
  const [keys, others] = [Object.keys(value), Object.keys(read)];
  return Array.isArray(value) === Array.isArray(read) && keys.length === others.length && keys.every((key, at) => {
    const known = Object.hasOwn(read, key) ? key : others[at];
    return isSameText(key, known) && isSame(value[key], read[known]);
  });
}
