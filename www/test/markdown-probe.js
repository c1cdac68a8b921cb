/** Renders hostile Markdown with the demo's own renderer, in a column of the page that is 320 px wide. */
import { html, render } from 'lit-html';
import { markdown } from '../demo/markdown.js';
import { HOSTILE_MARKDOWN } from './hostile-markdown.js';

export const names = HOSTILE_MARKDOWN.map(([name]) => name);

const column = Object.assign(document.createElement('div'), { className: 'turn' });
column.style.width = '300px';
const draw = (text, whole) => render(html`<div class="bubble">${markdown(text, whole, 3)}</div>`, column);

export function begin() {
  document.querySelector('#app').replaceChildren(column);
}

/** Draws a text at once, or while it grows, and lays it out. @param {number} index @param {number} pieces */
export function show(index, pieces) {
  const [, text] = HOSTILE_MARKDOWN[index];
  draw('', false);
  const size = Math.ceil(text.length / pieces);
  for (let end = size; end < text.length; end += size) {
    draw(text.slice(0, end), false);
    void column.offsetHeight;
  }
  draw(text, true);
  void column.offsetHeight;
}

/** State of the drawn text. @param {number} index */
export function look(index) {
  const [, text] = HOSTILE_MARKDOWN[index];
  const depth = element => { let levels = 0; for (let at = element; at !== column; at = at.parentElement) levels += 1; return levels; };
  const all = [...column.querySelectorAll('*')];
  return {
    length: text.length,
    shown: column.textContent.length,
    words: column.querySelector('[data-testid=markdown-cut]')?.textContent ?? '',
    elements: all.length,
    depth: all.reduce((most, element) => Math.max(most, depth(element)), 0),
    odd: all.filter(element => element.matches('img, script, style, iframe, svg, object, form') || [...element.attributes].some(({ name }) => /^on|^style$|^src$/.test(name))).length,
    classes: [...new Set(all.flatMap(element => [...element.classList]))],
    links: [...new Set(all.filter(element => element.hasAttribute('href')).map(({ protocol }) => protocol))],
    sideways: column.scrollWidth > column.clientWidth + 1 || document.documentElement.scrollWidth > document.documentElement.clientWidth,
    harmed: 'harmed' in globalThis,
  };
}
