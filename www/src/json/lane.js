// @ts-check
/** @import { Growing } from './growing.js' */
import { LOOSE, MARK, PLAIN, kindOf } from './plain.js';
import { numeral } from './tape.js';

/** States: the next thing to read. */
const ROOT = 0, KEY = 1, IN_KEY = 2, COLON = 3, VALUE = 4, IN_TEXT = 5, ESCAPE = 6, IN_WORD = 7, NEXT = 8, DONE = 9;

const QUOTE = 34, COMMA = 44, COLONS = 58, BACKSLASH = 92;
const OPENS_ARRAY = 91, CLOSES_ARRAY = 93, OPENS_OBJECT = 123, CLOSES_OBJECT = 125;

/** Deepest nesting of containers, and longest text, that is read without the reader. */
const MAX_DEPTH = 512, MOST = 2 ** 20;

/** Most chunks that are kept singly. They are joined then: small strings take many times the memory of their text. */
const MOST_CHUNKS = 1024;

/** Most keys that are kept with their pointer steps, and the longest key that is still searched for in a string. */
const MAX_KEYS = 512, MAX_KEY = 160;

const PLAIN_KEY = /^[\w$\u00c0-\u167f\u3041-\ud7ff-]+(?: [\w$\u00c0-\u167f\u3041-\ud7ff-]+)*$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** @type {Map<string, boolean | null>} */
const LITERALS = new Map([['true', true], ['false', false], ['null', null]]);
/** @type {Record<string, string>} */
const ESCAPES = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '/': '/', '\\': '\\', '"': '"' };

/**
 * Fast path for a stream that is a plain JSON object. It only reports what no later text can change: a string's characters at once, its end
 * after the next token, and the end of the whole value when the stream ends. At anything else it stops, and the reader reads the whole text
 * instead.
 */
export class Lane {
  /** Length of the text that has been reported. */
  reported = 0;
  /** Whether the value is complete. */
  isWhole = false;
  /** The text so far: the last chunks, and all earlier ones, joined. @type {string[]} */
  #chunks = [];
  /** @type {string[]} */
  #joined = [];
  /** Length of the text so far, and its length without the last chunk. */
  #length = 0;
  #base = 0;
  #growing;
  #state = ROOT;
  /** Whether each container around the innermost one is an array. @type {boolean[]} */
  #outer = [];
  #isArray = false;
  /** Whether the innermost container is still empty. */
  #isFirst = false;
  /** The key or word that is being read, and the last complete key. */
  #part = '';
  #key = '';
  /** Characters that may turn out to stand after the string. */
  #loose = '';
  /** Whether a string has just begun, and whether it has been reported. */
  #textBegins = false;
  #isShown = false;
  /** A value that seems to have ended: a string, or a word with this value. */
  #textEnds = false;
  /** @type {{ value: unknown } | undefined} */
  #word;
  /** Keys so far, with their steps in a JSON pointer. @type {Map<string, string>} */
  #steps = new Map();

  /** @param {Growing} growing receives what the lane reports */
  constructor(growing) {
    this.#growing = growing;
  }

  /** Reads a chunk. False: the text is not plain, or too long. @param {string} chunk */
  read(chunk) {
    this.#keep(chunk);
    this.#base = this.#length;
    this.#length += chunk.length;
    let at = 0;
    while (at >= 0 && at < chunk.length) {
      const { marks } = this.#growing;
      at = this.#readAt(chunk, at);
      if (at >= 0 && this.#growing.marks !== marks) this.reported = this.#base + at;
    }
    return at >= 0 && this.#length < MOST;
  }

  /** @param {string} chunk */
  #keep(chunk) {
    if (this.#chunks.push(chunk) === MOST_CHUNKS) this.#joined.push(this.#chunks.splice(0).join(''));
  }

  /** The whole text so far. */
  get text() {
    return this.#joined.join('') + this.#chunks.join('');
  }

  /** Ends the stream. False: the value is not complete. */
  end() {
    if (!this.isWhole) return false;
    this.#growing.end();
    return true;
  }

  /**
   * Reads the next token or a part of it. Gives the place where it stopped, or -1 where the text is not plain.
   * @param {string} chunk @param {number} at
   */
  #readAt(chunk, at) {
    switch (this.#state) {
      case IN_TEXT:
        return this.#readText(chunk, at);
      case ESCAPE:
        return this.#readEscape(chunk[at]) ? at + 1 : -1;
      case IN_KEY:
        return this.#readKey(chunk, at);
      case IN_WORD:
        return this.#readWord(chunk, at);
      default: {
        const unit = chunk.charCodeAt(at);
        return isBlank(unit) || this.#readMark(unit) ? at + 1 : -1;
      }
    }
  }

  /** @param {string} chunk @param {number} from */
  #readText(chunk, from) {
    if (this.#textBegins) {
      // Maybe a quoted object whose own quotes are not escaped.
      if (chunk.charCodeAt(from) === OPENS_OBJECT) return -1;
      this.#settle();
      this.#textBegins = false;
      this.#isShown = false;
    }
    let sure = from;
    let at = from;
    let unit = 0;
    for (; at < chunk.length; at += 1) {
      unit = chunk.charCodeAt(at);
      const kind = kindOf(unit);
      if (kind === MARK) break;
      // After a quote and before a line break, a colon would stand after the string.
      if (kind === PLAIN && unit !== COLONS) sure = at + 1;
    }
    // In an array the string may be the key of an object without its brace.
    if (sure > from && (!this.#isArray || this.#isShown || this.#loose.length + sure - from >= MAX_KEY)) {
      this.#show();
      this.#growing.grow(this.#loose + chunk.substring(from, sure));
      this.#loose = '';
      this.reported = this.#base + sure;
    } else {
      sure = from;
    }
    this.#loose += chunk.substring(sure, at);
    if (at === chunk.length) return at;
    this.#textEnds = unit === QUOTE;
    this.#state = unit === QUOTE ? NEXT : ESCAPE;
    return unit === QUOTE || unit === BACKSLASH ? at + 1 : -1;
  }

  /** @param {string} c */
  #readEscape(c) {
    this.#loose += ESCAPES[c];
    this.#state = IN_TEXT;
    return ESCAPES[c] !== undefined;
  }

  /** @param {string} chunk @param {number} from */
  #readKey(chunk, from) {
    const end = chunk.indexOf('"', from);
    this.#part += chunk.substring(from, end < 0 ? chunk.length : end);
    if (end < 0) return chunk.length;
    this.#state = COLON;
    this.#key = this.#part;
    return this.#steps.has(this.#part) || this.#learn(this.#part) ? end + 1 : -1;
  }

  /** @param {string} key */
  #learn(key) {
    if (this.#steps.size === MAX_KEYS) this.#steps.clear();
    this.#steps.set(key, `/${key}`);
    return PLAIN_KEY.test(key);
  }

  /** @param {string} chunk @param {number} from */
  #readWord(chunk, from) {
    let at = from;
    while (at < chunk.length && !endsWord(chunk.charCodeAt(at))) at += 1;
    this.#part += chunk.substring(from, at);
    if (at === chunk.length) return at;
    const word = LITERALS.get(this.#part);
    if (word === undefined && !NUMBER.test(this.#part)) return -1;
    this.#settle();
    this.#word = { value: word === undefined ? numeral(this.#part, 0, this.#part.length, false) : word };
    this.#state = NEXT;
    return at;
  }

  /** @param {number} unit */
  #readMark(unit) {
    switch (this.#state) {
      case ROOT:
        this.#isFirst = true;
        this.#state = KEY;
        return unit === OPENS_OBJECT;
      case COLON:
        if (unit !== COLONS) return false;
        // Only a key after a brace proves that the brace opens an object.
        if (this.#growing.marks === 0) this.#growing.container(false);
        this.#state = VALUE;
        return true;
      case KEY:
        this.#part = '';
        if (unit === QUOTE) this.#state = IN_KEY;
        return unit === QUOTE || (this.#isFirst && this.#close(unit));
      case DONE:
        return false;
      case NEXT:
        if (unit !== COMMA) return this.#close(unit);
        this.#isFirst = false;
        this.#state = this.#isArray ? VALUE : KEY;
        return true;
      default:
        return this.#open(unit) || this.#begin(unit) || (this.#isArray && this.#isFirst && this.#close(unit));
    }
  }

  /** Opens a container. @param {number} unit */
  #open(unit) {
    const isArray = unit === OPENS_ARRAY;
    if ((!isArray && unit !== OPENS_OBJECT) || this.#outer.length === MAX_DEPTH - 1) return false;
    this.#settle();
    this.#growing.container(isArray);
    this.#outer.push(this.#isArray);
    this.#isArray = isArray;
    this.#isFirst = true;
    this.#state = isArray ? VALUE : KEY;
    return true;
  }

  /** Begins a string or a word. @param {number} unit */
  #begin(unit) {
    if (unit !== QUOTE && endsWord(unit)) return false;
    this.#part = String.fromCharCode(unit);
    this.#textBegins = unit === QUOTE;
    this.#state = unit === QUOTE ? IN_TEXT : IN_WORD;
    return true;
  }

  /** Closes the innermost container. The end of the root is reported at the end of the stream. @param {number} unit */
  #close(unit) {
    if (unit !== (this.#isArray ? CLOSES_ARRAY : CLOSES_OBJECT)) return false;
    this.#tell();
    if (this.#outer.length === 0) {
      // Nothing of an empty object has been reported yet.
      if (this.#growing.marks === 0) this.#growing.container(false);
      this.isWhole = true;
      this.#state = DONE;
      return true;
    }
    this.#growing.end();
    this.#isArray = this.#outer.pop() === true;
    this.#state = NEXT;
    return true;
  }

  /** Reports the end of the previous value and the key of the one that begins: both are certain now. */
  #settle() {
    this.#tell();
    if (!this.#isArray) this.#growing.setKey(this.#key, /** @type {string} */ (this.#steps.get(this.#key)));
  }

  /** Reports that a string has begun, once. */
  #show() {
    if (!this.#isShown) this.#growing.string();
    this.#isShown = true;
  }

  /** Reports the end of a string or a word. */
  #tell() {
    if (this.#textEnds) {
      this.#show();
      if (this.#loose !== '') this.#growing.grow(this.#loose);
      this.#growing.end();
    } else if (this.#word) {
      this.#growing.scalar(this.#word.value);
    }
    this.#loose = '';
    this.#textEnds = false;
    this.#word = undefined;
  }
}

/** @param {number} unit */
const isBlank = unit => unit === 32 || unit === 10 || unit === 13 || unit === 9;

/** Whether a number or literal ends before this character. @param {number} unit */
const endsWord = unit => isBlank(unit) || unit === COMMA || unit === CLOSES_ARRAY || unit === CLOSES_OBJECT;
