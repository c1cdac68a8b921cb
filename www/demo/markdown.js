import { noChange } from 'lit-html';
import { AsyncDirective, directive } from 'lit-html/async-directive.js';
import * as smd from 'streaming-markdown';

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
 * Headings of a text sit below those of the page, and none is left out between two of them: the first is of the level `top`, whatever the
 * text calls it. @param {number} top
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

/** What looked like a link and leads nowhere stays what it was: words in brackets. */
function asText(link) {
  const words = document.createElement('span');
  words.append('[', ...link.childNodes, ']');
  link.replaceWith(words);
}

/** Renders into `root` by appending nodes; images become plain text, links only lead to safe places. */
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
      if (type === smd.SRC) return;
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

/** Markdown that may still be growing: what is appended to the text is appended to the page, nothing is rendered twice. */
class Markdown extends AsyncDirective {
  root = document.createElement('div');
  text = '';
  ended = false;
  top = 4;
  parser = smd.parser(renderer(this.root, this.top));

  update(_part, [text, whole, top = 4]) {
    const fresh = !this.root.className;
    if (top !== this.top) this.restart(top);
    this.root.className = 'markdown';
    if (this.ended ? text !== this.text : !text.startsWith(this.text)) this.restart();
    smd.parser_write(this.parser, text.slice(this.text.length));
    this.text = text;
    if (whole && !this.ended) {
      smd.parser_end(this.parser);
      this.ended = true;
    }
    return fresh ? this.root : noChange;
  }

  restart(top = this.top) {
    this.top = top;
    this.root.replaceChildren();
    this.parser = smd.parser(renderer(this.root, top));
    this.text = '';
    this.ended = false;
  }

  render() {
    return noChange;
  }
}

/** `markdown(text, whole, top)`: hostile Markdown as nodes; `whole` when no more will come; `top`: level of its first heading, 4 where none is given. */
export const markdown = directive(Markdown);
