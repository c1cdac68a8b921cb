// @ts-check
// What is text wherever it stands in a string, told without the grammar.

/** What a character is in a string between double quotes: a mark or escape, what may turn out to stand behind the string, or text. */
export const MARK = 0, LOOSE = 1, PLAIN = 2;

const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const c = String.fromCharCode(unit);
  return unit < 32 || c === '"' || c === '\\' ? MARK : c === ' ' || c === ',' || c === ';' ? LOOSE : PLAIN;
});

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

/** Whether a chunk is text, whatever comes, of a string between double quotes that is open. @param {string} chunk */
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
