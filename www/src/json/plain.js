// @ts-check
// What a chunk of a stream surely is, told without the grammar.

/** What a character is in a string between double quotes: a mark or escape, what may turn out to stand behind the string, or text. */
export const MARK = 0, LOOSE = 1, PLAIN = 2;

const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const c = String.fromCharCode(unit);
  return unit < 32 || c === '"' || c === '\\' ? MARK : c === ' ' || c === ',' || c === ';' ? LOOSE : PLAIN;
});

/** Escapes that are nothing else. @type {Record<string, string>} */
const ESCAPES = { n: '\n', t: '\t', '\\': '\\' };

/** The same of the punctuation of wide scripts that is neither quote nor bracket. @type {Map<number, number>} */
const WIDE = new Map();
for (const c of '，、；') WIDE.set(c.charCodeAt(0), LOOSE);
for (const c of '。！？：（）…—') WIDE.set(c.charCodeAt(0), PLAIN);

/** What a character is: letters of most scripts, and pairs, are text. @param {number} unit */
export function kindOf(unit) {
  if (unit < 128) return KINDS[unit];
  if ((unit >= 0xc0 && unit < 0x1680) || (unit >= 0x3041 && unit < 0xe000)) return PLAIN;
  return WIDE.get(unit) ?? MARK;
}

/**
 * What a chunk adds, whatever comes, to a string between double quotes that is open: its text, each escape as the one character it is.
 * Nothing, if that is not sure of all of it.
 * @param {string} chunk
 */
export function plainText(chunk) {
  let last = LOOSE;
  let text = '';
  let from = 0;
  for (let at = 0; at < chunk.length; at += 1) {
    const unit = chunk.charCodeAt(at);
    const kind = kindOf(unit);
    if (kind === MARK) {
      const escaped = unit === 92 ? escapedAt(chunk, at + 1) : undefined;
      if (escaped === undefined) return '';
      text += chunk.substring(from, at) + escaped;
      at += 1;
      from = at + 1;
      last = LOOSE;
    } else if (unit !== 32) {
      last = kind;
    }
  }
  if (last !== PLAIN) return '';
  return from === 0 ? chunk : text + chunk.substring(from);
}

/** A quote is text for sure before a letter only. @param {string} chunk @param {number} at */
function escapedAt(chunk, at) {
  return chunk[at] === '"' && isWord(chunk.charCodeAt(at + 1)) ? '"' : ESCAPES[chunk[at]];
}

/** @param {number} unit */
const isWord = unit => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);

/** Blanks, quotes, commas and words: what stands between the members of an object, and in their keys. @param {string} chunk */
export function isBetweenColons(chunk) {
  for (let at = 0; at < chunk.length; at += 1) {
    const unit = chunk.charCodeAt(at);
    if (!(unit < 128 && BETWEEN[unit])) return false;
  }
  return true;
}

const BETWEEN = Uint8Array.from({ length: 128 }, (_, unit) => Number(/[\w\s",.+-]/.test(String.fromCharCode(unit))));
