// @ts-check

/**
 * An element. Texts become text nodes: nothing of a session is ever read as HTML.
 * @param {string} tag @param {Record<string, any>} [given] attributes; `on…` are listeners, `class` is the class @param {...(Node | string | number | false | undefined | (Node | string | false | undefined)[])} children
 * @returns {any}
 */
export function el(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().flatMap(child => (child === false || child === undefined ? [] : [typeof child === 'number' ? String(child) : child])));
  return element;
}

/** JSON for people. @param {unknown} value */
export const pretty = value => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2) ?? '');

/** A list of names and values; those without a value are left out. @param {[string, unknown][]} facts */
export const factsOf = facts => el('dl', {}, ...facts.filter(([, value]) => value !== undefined && value !== '').flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value instanceof Node ? value : String(value))]));

/** A section with a heading. @param {string} heading @param {...any} children */
export const section = (heading, ...children) => el('section', {}, el('h3', {}, heading), ...children);
