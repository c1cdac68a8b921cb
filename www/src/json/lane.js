// @ts-check
/** @import { Growing } from './growing.js' */
import { LOOSE, MARK, PLAIN, kindOf } from './plain.js';
import { numeral } from './tape.js';

/** What comes next. */
const ROOT = 0, KEY = 1, IN_KEY = 2, COLON = 3, VALUE = 4, IN_TEXT = 5, ESCAPE = 6, IN_WORD = 7, NEXT = 8, DONE = 9;

const QUOTE = 34, COMMA = 44, COLONS = 58, BACKSLASH = 92;
const OPENS_ARRAY = 91, CLOSES_ARRAY = 93, OPENS_OBJECT = 123, CLOSES_OBJECT = 125;

/** How deep containers may be nested, and how much text is read without the reader. */
const MAX_DEPTH = 512, MOST = 2 ** 20;

/** How many chunks are kept as they came; then they are joined, since small ones take many times the memory of their text. */
const MOST_CHUNKS = 1024;

/** How many keys are kept with their steps, and how long one may be that has to be looked for. */
const MAX_KEYS = 512, MAX_KEY = 160;

const PLAIN_KEY = /^[\w$\u00c0-\u167f\u3041-\ud7ff-]+(?: [\w$\u00c0-\u167f\u3041-\ud7ff-]+)*$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** @type {Map<string, boolean | null>} */
const LITERALS = new Map([['true', true], ['false', false], ['null', null]]);
/** @type {Record<string, string>} */
const ESCAPES = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '/': '/', '\\': '\\', '"': '"' };

/**
 * Reads a stream as long as it is a plain JSON object. What it tells is certain, whatever comes: of a string its text, but that it has ended only
 * when what follows was seen, and that all has ended when nothing more comes. Everything else is left to the reader, which then reads all of it.
 */
export class Lane {
  /** How much of the text has been told. */
  told = 0;
  /** Whether the value is whole. */
  isWhole = false;
  /** What has come: the last chunks, and before them all others, joined. @type {string[]} */
  #chunks = [];
  /** @type {string[]} */
  #joined = [];
  /** How long they are, and how long those before the last one. */
  #length = 0;
  #base = 0;
  #growing;
  #state = ROOT;
  /** @type {boolean[]} of the containers around the innermost one whether each is an array */
  #outer = [];
  #isArray = false;
  /** Whether nothing stands in it yet. */
  #isFirst = false;
  /** What there is of a key or word, and the last key. */
  #part = '';
  #key = '';
  /** What there is of a string that may turn out to stand behind it. */
  #loose = '';
  /** Whether a string begins, and whether it is told that there is one. */
  #textBegins = false;
  #isShown = false;
  /** What seems to have ended: a string, or a word that has this value. */
  #textEnds = false;
  /** @type {{ value: unknown } | undefined} */
  #word;
  /** @type {Map<string, string>} the keys so far, with their steps in a JSON pointer */
  #steps = new Map();

  /** @param {Growing} growing what it tells */
  constructor(growing) {
    this.#growing = growing;
  }

  /** Reads on. `false`: not all is plain. @param {string} chunk */
  read(chunk) {
    this.#keep(chunk);
    this.#base = this.#length;
    this.#length += chunk.length;
    let at = 0;
    while (at >= 0 && at < chunk.length) {
      const { marks } = this.#growing;
      at = this.#readAt(chunk, at);
      if (at >= 0 && this.#growing.marks !== marks) this.told = this.#base + at;
    }
    return at >= 0 && this.#length < MOST;
  }

  /** @param {string} chunk */
  #keep(chunk) {
    if (this.#chunks.push(chunk) === MOST_CHUNKS) this.#joined.push(this.#chunks.splice(0).join(''));
  }

  /** All that has come. */
  get text() {
    return this.#joined.join('') + this.#chunks.join('');
  }

  /** Nothing more comes. `false`: the value is not whole. */
  end() {
    if (!this.isWhole) return false;
    this.#growing.end();
    return true;
  }

  /** Reads the next token, or what there is of it. Up to where, or -1. @param {string} chunk @param {number} at */
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
      // It may be an object in quotes, whose own quotes are not escaped.
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
      // With a quote before it and a line break behind it, a colon would stand behind the string.
      if (kind === PLAIN && unit !== COLONS) sure = at + 1;
    }
    // In an array it may be the key of an object without its brace.
    if (sure > from && (!this.#isArray || this.#isShown || this.#loose.length + sure - from >= MAX_KEY)) {
      this.#show();
      this.#growing.grow(this.#loose + chunk.substring(from, sure));
      this.#loose = '';
      this.told = this.#base + sure;
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
        // A brace opens a value for sure when a key stands behind it.
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

  /** A container. @param {number} unit */
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

  /** A string or word. @param {number} unit */
  #begin(unit) {
    if (unit !== QUOTE && endsWord(unit)) return false;
    this.#part = String.fromCharCode(unit);
    this.#textBegins = unit === QUOTE;
    this.#state = unit === QUOTE ? IN_TEXT : IN_WORD;
    return true;
  }

  /** The end of the innermost container; that of the root is told in the end. @param {number} unit */
  #close(unit) {
    if (unit !== (this.#isArray ? CLOSES_ARRAY : CLOSES_OBJECT)) return false;
    this.#tell();
    if (this.#outer.length === 0) {
      // Of an empty object nothing has been told yet.
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

  /** What came before the value that begins is certain now, and its own key. */
  #settle() {
    this.#tell();
    if (!this.#isArray) this.#growing.setKey(this.#key, /** @type {string} */ (this.#steps.get(this.#key)));
  }

  /** The string under the reader is one. */
  #show() {
    if (!this.#isShown) this.#growing.string();
    this.#isShown = true;
  }

  /** Tells the end of a string or a word. */
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

/** Whether a number or literal ends before it. @param {number} unit */
const endsWord = unit => isBlank(unit) || unit === COMMA || unit === CLOSES_ARRAY || unit === CLOSES_OBJECT;
