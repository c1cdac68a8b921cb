// @ts-check

/** @typedef {{ open: (name: string, attributes: string) => void, close: (name: string) => void, text: (text: string) => void }} Walker */

const ENTITIES = /** @type {Record<string, string>} */ ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });

/** @param {string} text */
const decoded = text => (text.includes('&') ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, entity) : text);

/** @param {string} whole @param {string | undefined} hex @param {string | undefined} number @param {string} name */
function entity(whole, hex, number, name) {
  const code = hex ? Number.parseInt(hex, 16) : Number(number);
  if (hex || number) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  return ENTITIES[name.toLowerCase()] ?? whole;
}

/** Value of an attribute, whatever its prefix. @param {string} attributes @param {string} name */
export function attribute(attributes, name) {
  const [, double, single] = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return decoded(double ?? single ?? '');
}

/** Where a tag ends: at the first bracket outside quotes. @param {string} xml @param {number} from */
function endOfTag(xml, from) {
  for (let at = from; at < xml.length; at += 1) {
    const sign = xml[at];
    if (sign === '>') return at;
    if (sign !== '"' && sign !== "'") continue;
    at = xml.indexOf(sign, at + 1);
    if (at < 0) break;
  }
  throw new Error('a tag has no end');
}

/** Walks through an XML text by the local names of its elements, in linear time. A document type is refused, so that no entity unfolds. @param {string} xml @param {Walker} walker */
export function walk(xml, { open, close, text }) {
  /** @type {string[]} */
  const within = [];
  for (let at = 0; at < xml.length;) {
    const tag = xml.indexOf('<', at);
    const until = tag < 0 ? xml.length : tag;
    if (until > at && within.length) text(decoded(xml.slice(at, until)));
    if (tag < 0) break;
    const aside = ASIDES.find(([begin]) => xml.startsWith(begin, tag));
    if (aside) {
      const end = xml.indexOf(aside[1], tag + aside[0].length);
      if (end < 0) throw new Error(`${aside[0]} has no end`);
      if (aside[0] === '<![CDATA[') text(xml.slice(tag + 9, end));
      at = end + aside[1].length;
      continue;
    }
    if (xml.startsWith('<!', tag)) throw new Error('a document type is not allowed');
    const end = endOfTag(xml, tag);
    at = end + 1;
    const [, slash, name, attributes] = /^<(\/?)(?:[^\s:>/]+:)?([^\s:>/]+)([^]*?)\/?$/.exec(xml.slice(tag, end)) ?? [];
    if (!name) throw new Error('a tag has no name');
    if (slash) {
      if (within.pop() !== name) throw new Error(`${name} ends where it did not begin`);
      close(name);
      continue;
    }
    open(name, attributes);
    if (xml[end - 1] === '/') close(name);
    else within.push(name);
  }
  if (within.length) throw new Error(`${within.at(-1)} has no end`);
}

/** @type {[string, string][]} */
const ASIDES = [['<!--', '-->'], ['<?', '?>'], ['<![CDATA[', ']]>']];
