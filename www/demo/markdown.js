import { noChange } from 'lit-html';
import { AsyncDirective, directive } from 'lit-html/async-directive.js';
import * as smd from 'streaming-markdown';
import { endsInWord, isRun, isText, LONGEST, pieceAt } from './emphasis.js';
import { number, t } from './words/i18n.js';

const SAFE = new Set(['http:', 'https:', 'mailto:']);

/** The address if a link may lead there, else null. @param {string} text */
export function safeLink(text) {
  try {
    const url = new URL(text);
    return SAFE.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

const HEADINGS = [smd.HEADING_1, smd.HEADING_2, smd.HEADING_3, smd.HEADING_4, smd.HEADING_5, smd.HEADING_6];

/**
 * Maps a text's heading levels to the page's: the first heading gets the level `top`, and no level is skipped between two headings.
 * @param {number} top
 */
function levels(top) {
  const open = [];
  return type => {
    const own = HEADINGS.indexOf(type);
    if (own < 0) return type;
    while (open.length && open.at(-1) >= own) open.pop();
    open.push(own);
    return HEADINGS[Math.min(top + open.length - 2, HEADINGS.length - 1)];
  };
}

/** Turns a link without a safe address back into its words in brackets. */
function asText(link) {
  const words = document.createElement('span');
  words.append('[', ...link.childNodes, ']');
  link.replaceWith(words);
}

/** Renders into `root` by appending nodes. Images become plain text, and links lead only to safe addresses. */
function renderer(root, top) {
  const base = smd.default_renderer(root);
  const level = levels(top);
  return {
    ...base,
    add_token: (data, type) => base.add_token(data, type === smd.IMAGE ? smd.CODE_INLINE : level(type)),
    end_token: data => {
      const node = data.nodes[data.index];
      base.end_token(data);
      if (node.localName === 'a' && !node.hasAttribute('href')) asText(node);
    },
    set_attr: (data, type, value) => {
      if (type === smd.SRC || type === smd.LANG) return; // a language would become a class name of the page
      if (type !== smd.HREF) return base.set_attr(data, type, value);
      const href = safeLink(value);
      if (!href) return;
      base.set_attr(data, type, href);
      const link = data.nodes[data.index];
      link.rel = 'noopener noreferrer';
      link.target = '_blank';
    },
  };
}

/**
 * Budgets of one text. Text beyond one of the first four is shown unrendered, text beyond `characters` is only counted.
 * `boxes`: nested quotes and list items; `pending`: characters that the parser holds until it knows their meaning.
 */
const MOST = { depth: 32, boxes: 8, nodes: 1_200, pending: 2_048, characters: 16_000 };

/** Each character of a piece may open two elements, so the parser gets room for that many beyond `depth`. */
const ROOM = MOST.depth + 2 * LONGEST + 1;

/** Tokens in which marks of emphasis stand for themselves. */
const RAW = new Set([smd.CODE_BLOCK, smd.CODE_FENCE, smd.CODE_INLINE, smd.IMAGE, smd.RAW_URL, smd.EQUATION_BLOCK, smd.EQUATION_INLINE]);

/** Open tokens of each mark. */
const OPEN = { _: [smd.ITALIC_UND, smd.STRONG_UND], '*': [smd.ITALIC_AST, smd.STRONG_AST] };

/** Parser of one text that stops when a budget is spent. */
function bounded(root, top) {
  let nodes = 0;
  const base = renderer(root, top);
  const parser = Object.assign(smd.parser({
    ...base,
    add_token(data, type) {
      nodes += 1;
      base.add_token(data, type);
    },
  }), { tokens: new Uint32Array(ROOM).fill(smd.DOCUMENT, 0, 1), spaces: new Uint32Array(ROOM) });

  const isSpent = () => nodes > MOST.nodes || parser.len > MOST.depth || parser.pending.length > MOST.pending || boxesOf(parser) > MOST.boxes;
  /** Whether the parser reads marks here: not in code, and not while it holds the address of a link. A word that may become an address is none yet. */
  const readsMarks = () => parser.token === smd.MAYBE_URL || (parser.pending.length <= 1 && !RAW.has(parser.token));
  const isOpen = run => openTokens(parser).some(type => OPEN[run[0]].includes(type));

  let before = '';
  /** A run at the end of the text so far: what it is depends on the next character. */
  let held = '';
  /** Hands a piece to the parser, with escaped marks if they are text. @param {string} piece @param {string} after */
  const feed = (piece, after) => {
    const escapes = isRun(piece) && endsInWord(before) && readsMarks() && isText(before, piece, after, isOpen(piece));
    smd.parser_write(parser, escapes ? [...piece].map(mark => `\\${mark}`).join('') : piece);
    before = piece;
  };

  return {
    /** Parses as much of a text as the budgets allow and gives the rest. @param {string} text */
    write(text) {
      const all = held + text;
      held = '';
      let at = 0;
      while (at < all.length && !isSpent()) {
        const piece = pieceAt(all, at);
        at += piece.length;
        if (isRun(piece) && at === all.length) held = piece;
        else feed(piece, all.slice(at, at + 2));
      }
      return all.slice(at);
    },
    end() {
      if (held) feed(held, '');
      smd.parser_end(parser);
    },
  };
}

/** @returns {number[]} */
const openTokens = ({ tokens, len }) => [...tokens.subarray(0, len + 1)];

/** Number of open quotes and list items. */
const boxesOf = parser => openTokens(parser).filter(type => type === smd.BLOCKQUOTE || type === smd.LIST_ITEM).length;

/** Place to cut a text: at `end` or one before it, so that no character is split. @param {string} text @param {number} end */
const wholeUpTo = (text, end) => (/[\ud800-\udbff]/.test(text[end - 1] ?? '') && end < text.length ? end + 1 : Math.min(end, text.length));

/** Markdown that may still grow. Appended text appends nodes; nothing is rendered twice. */
class Markdown extends AsyncDirective {
  root = document.createElement('div');
  top = 4;

  constructor(part) {
    super(part);
    this.restart();
  }

  update(_part, [given, whole, top = 4]) {
    const fresh = !this.root.className;
    this.root.className = 'markdown';
    const text = given.slice(0, wholeUpTo(given, MOST.characters));
    if (top !== this.top || (this.ended ? text !== this.text : !text.startsWith(this.text))) this.restart(top);
    this.write(text.slice(this.text.length));
    this.text = text;
    if (whole && !this.ended) this.end();
    this.tell(given.length - text.length);
    return fresh ? this.root : noChange;
  }

  /** @param {string} more */
  write(more) {
    const rest = this.plain ? more : this.writer.write(more);
    if (rest && !this.plain) this.turnPlain();
    this.plain?.appendData(rest);
  }

  /** Shows the rest unrendered. */
  turnPlain() {
    this.writer.end();
    this.plain = document.createTextNode('');
    const rest = document.createElement('p');
    rest.className = 'plain';
    rest.append(this.plain);
    this.root.append(rest);
  }

  end() {
    if (!this.plain) this.writer.end();
    this.ended = true;
  }

  /** Reports that text is unrendered or cut. @param {number} more number of cut characters */
  tell(more) {
    const words = [this.plain ? t('markdown.plain') : '', more ? t('markdown.cut', { count: number(more) }) : ''].filter(Boolean).join(' ');
    if (!words) return void this.note.remove();
    if (this.note.textContent !== words) this.note.textContent = words;
    if (this.root.lastChild !== this.note) this.root.append(this.note);
  }

  restart(top = this.top) {
    this.top = top;
    this.root.replaceChildren();
    this.writer = bounded(this.root, top);
    this.plain = undefined;
    this.note = document.createElement('p');
    this.note.className = 'hint cut';
    this.note.dataset.testid = 'markdown-cut';
    this.text = '';
    this.ended = false;
  }

  render() {
    return noChange;
  }
}

/** `markdown(text, whole, top)` renders hostile Markdown. `whole`: no more text will come; `top`: level of the first heading, default 4. */
export const markdown = directive(Markdown);
