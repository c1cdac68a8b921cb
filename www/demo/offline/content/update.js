/** A wish that a script cannot fulfil, left in the text where the author sees it. */
const NOTE = { zh: wish => `待改：${wish}`, en: wish => `To be changed: ${wish}` };

/** The first half of a paragraph's lines or sentences. @param {string} paragraph */
function shorter(paragraph) {
  const lines = paragraph.split('\n');
  const [heading, rest] = lines[0].startsWith('#') ? [lines.slice(0, 1), lines.slice(1)] : [[], lines];
  const parts = rest.length === 1 ? rest[0].match(/.+?(?:[。！？]|[.!?](?= )|$)/g) ?? [] : rest;
  const kept = parts.slice(0, Math.ceil(parts.length / 2));
  return [...heading, kept.join(rest.length === 1 ? '' : '\n').trim()].filter(Boolean).join('\n');
}

/** Numbers of paragraphs in words. */
const PLACES = [/第一段|\bfirst paragraph/i, /第二段|\bsecond paragraph/i, /第三段|\bthird paragraph/i, /第四段|\bfourth paragraph/i];

/** The text with one paragraph, or all, made shorter; headings of their own are no paragraphs. @param {string} text @param {string} words */
function shortened(text, words) {
  const pieces = text.split(/\n{2,}/), wanted = PLACES.findIndex(place => place.test(words));
  const paragraphs = pieces.filter(piece => !/^#[^\n]*$/.test(piece));
  return pieces.map(piece => (wanted < 0 || piece === paragraphs[wanted] ? shorter(piece) : piece)).join('\n\n');
}

/** The old text, shorter or with a note of the wish. @param {import('./read.js').Turn} turn */
export function update({ original, words, lang }) {
  if (/短|\bshort/i.test(words)) return { content: shortened(original, words) };
  return { content: `${original}\n\n${NOTE[lang](words)}` };
}
