// @ts-check
import { assertKnown } from '../checks/assert-option.js';

const MARKS = new Set('。！？；：，.!?;:,\n');

/**
 * Splits a text into pieces for a page that shows it as if it were being typed. A piece has at least `min` and at most `max` characters and
 * ends at
 * a punctuation mark if possible. Together the pieces are the text without the blanks around it; a newline at its end stays.
 * `trimmed`: each piece loses the blanks around it too (English words may stick together then).
 * @param {string} text @param {{ min?: number, max?: number, trimmed?: boolean }} [options] @returns {string[]}
 */
export function split(text, options = {}) {
  assertKnown(options, ['min', 'max', 'trimmed'], 'split(text, options): ');
  const { min = 8, max = 24, trimmed = false } = options;
  const characters = [...without(' \t\r\n', ' \t\r', text)];
  if (characters.length <= max) return characters.length ? [characters.join('')] : [];
  const pieces = [];
  let piece = [];
  for (const character of characters) {
    piece.push(character);
    if (piece.length < max && (piece.length < min || !MARKS.has(character))) continue;
    pieces.push(piece.join(''));
    piece = [];
  }
  pieces.push(piece.join(''));
  return pieces.map(one => (trimmed ? without(' \t\r', ' \t\r', one) : one)).filter(one => one !== '');
}

/**
 * `text` without leading characters from `before` and trailing characters from `after`.
 * @param {string} before @param {string} after @param {string} text
 */
function without(before, after, text) {
  let [start, end] = [0, text.length];
  while (start < end && before.includes(text[start])) start += 1;
  while (end > start && after.includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}
