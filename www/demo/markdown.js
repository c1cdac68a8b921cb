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

/** Headings of a reply sit below those of the page. */
const LEVEL = { [smd.HEADING_1]: smd.HEADING_4, [smd.HEADING_2]: smd.HEADING_5, [smd.HEADING_3]: smd.HEADING_6 };

/** What looked like a link and leads nowhere stays what it was: words in brackets. */
function asText(link) {
  const words = document.createElement('span');
  words.append('[', ...link.childNodes, ']');
  link.replaceWith(words);
}

/** Renders into `root` by appending nodes; images become plain text, links only lead to safe places. */
function renderer(root) {
  const base = smd.default_renderer(root);
  return {
    ...base,
    add_token: (data, type) => base.add_token(data, type === smd.IMAGE ? smd.CODE_INLINE : LEVEL[type] ?? type),
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
  parser = smd.parser(renderer(this.root));

  update(_part, [text, whole]) {
    const fresh = !this.root.className;
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

  restart() {
    this.root.replaceChildren();
    this.parser = smd.parser(renderer(this.root));
    this.text = '';
    this.ended = false;
  }

  render() {
    return noChange;
  }
}

/** `markdown(text, whole)`: hostile Markdown as nodes; `whole` when no more will come. */
export const markdown = directive(Markdown);
