// @ts-check
// Finds characters that are text anywhere in a string, without the grammar.

/** Kinds of characters in a string between double quotes: a mark or escape; one that may turn out to stand after the string; text. */
export const MARK = 0, LOOSE = 1, PLAIN = 2;

const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const c = String.fromCharCode(unit);
  return unit < 32 || c === '"' || c === '\\' ? MARK : c === ' ' || c === ',' || c === ';' ? LOOSE : PLAIN;
});

/** The same kinds for the punctuation of wide scripts, quotes and brackets excepted. @type {Map<number, number>} */
const WIDE = new Map();
for (const c of '，、；') WIDE.set(c.charCodeAt(0), LOOSE);
for (const c of '。！？：（）…—') WIDE.set(c.charCodeAt(0), PLAIN);

/** Kind of a character. Letters of most scripts, and surrogate pairs, are text. @param {number} unit */
export function kindOf(unit) {
  if (unit < 128) return KINDS[unit];
  if ((unit >= 0xc0 && unit < 0x1680) || (unit >= 0x3041 && unit < 0xe000)) return PLAIN;
  return WIDE.get(unit) ?? MARK;
}

/** Whether a chunk is certainly text of the open string in double quotes, whatever follows. @param {string} chunk */
export function isPlain(chunk) {
  let last = LOOSE;
  for (let at = 0; at < chunk.length; at += 1) {
    const unit = chunk.charCodeAt(at);
    const kind = kindOf(unit);
    if (kind === MARK) return false;
    if (unit !== 32) last = kind;
  }
  return last === PLAIN;
}
