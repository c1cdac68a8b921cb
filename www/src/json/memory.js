// @ts-check
import { JsonError } from './errors.js';
import { ASCII } from './tape.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Texts up to this length get room for their longest possible UTF-8. For longer ones the rest is measured after the first part is written.
 */
const SHORT = 0x10000;

/** Longest text that is read: together with its tape it fits into the largest memory of a WebAssembly. */
const MAX_LENGTH = 2 ** 26;

/** A build of the reader with its memory: texts go in, tapes come out. */
export class Memory {
  #memory;
  /** All memory, as bytes and as numbers of four bytes. Both views are empty after the memory has grown. */
  #bytes = new Uint8Array();
  /** @type {Int32Array<ArrayBufferLike>} */
  #words = new Int32Array();

  /** Address of the text buffer. */
  written = 0;
  /** View of the text buffer; empty after the memory has grown. */
  #buffer = new Uint8Array();
  /** @type {string[]} the keys made so far, by their numbers */
  keys = [];
  /** The reader's numbering of keys that `keys` belongs to. */
  numbering = 0;

  /** @param {WebAssembly.Memory} memory @param {any} glue classes of the build */
  constructor(memory, glue) {
    this.#memory = memory;
    this.glue = glue;
    this.reader = new glue.Reader();
    // Asked for at once, because the call may grow the memory, and the memory must not grow while a result is being read.
    this.kinds = namedKinds(glue.kinds());
  }

  /** Whether this is the full build, with the exports of schemas. */
  get isFull() {
    return 'strict' in this.glue.Contract.prototype;
  }

  get words() {
    if (this.#words.length === 0) this.#words = new Int32Array(this.#memory.buffer);
    return this.#words;
  }

  get bytes() {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#memory.buffer);
    return this.#bytes;
  }

  /**
   * Writes a text into the reader's buffer and gives its length in bytes. That length equals the text's own only for ASCII.
   * @param {string} text
   */
  put(text) {
    if (typeof text !== 'string') throw new TypeError(`the text must be a string, not ${typeof text}`);
    const { length } = text;
    if (length > MAX_LENGTH) throw new JsonError('too_long');
    if (length <= SHORT) return this.#encode(text, 0, length * 3).written;
    const { read, written } = this.#encode(text, 0, length);
    return read === length ? written : written + this.#encode(text.substring(read), written, written + (length - read) * 3).written;
  }

  /** @param {string} text @param {number} from place in the buffer @param {number} room bytes that the buffer must have */
  #encode(text, from, room) {
    if (this.#buffer.length < room) {
      this.written = this.reader.reserve(room);
      this.#buffer = this.bytes.subarray(this.written, this.written + room);
    }
    return encoder.encodeInto(text, from === 0 ? this.#buffer : this.#buffer.subarray(from));
  }

  /** @param {string} text @param {number} address @param {number} room */
  encode(text, address, room) {
    return encoder.encodeInto(text, this.bytes.subarray(address, address + room));
  }

  /**
   * A text that the reader made.
   * @param {number} address as it stands among the words: negative from 2 GB on @param {number} length
   */
  made(address, length) {
    if (length === 0) return '';
    const from = address >>> 0;
    return (length <= FEW && ascii(this.bytes, from, from + length)) || decoder.decode(this.bytes.subarray(from, from + length));
  }
}

/** Longest ASCII text that is put together here, without a decoder: starting the decoder takes longer. */
const FEW = 24;

/** The text between two places; undefined if it is not ASCII. @param {Uint8Array} bytes @param {number} from @param {number} to */
function ascii(bytes, from, to) {
  let text = '';
  for (let at = from; at < to; at += 1) {
    if (bytes[at] >= ASCII.length) return '';
    text += ASCII[bytes[at]];
  }
  return text;
}

/** The kinds of repair by their numbers. @param {string} kinds @returns {{ name: string, lossless: boolean }[]} */
const namedKinds = kinds => kinds.trim().split(' ').map(kind => ({ name: kind.replace('!', ''), lossless: !kind.endsWith('!') }));
