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

/** The old text, shorter or with a note of the wish. @param {import('./read.js').Turn} turn */
export function update({ original, words, lang }) {
  if (/短|\bshort/i.test(words)) return { content: original.split(/\n{2,}/).map(shorter).join('\n\n') };
  return { content: `${original}\n\n${NOTE[lang](words)}` };
}
