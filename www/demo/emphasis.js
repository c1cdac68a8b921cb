/**
 * A piece of Markdown: a run of one mark of emphasis, or text up to the next one. A piece is short, because each of its characters may open
 * two elements.
 */
const PIECE = /\*{1,32}|_{1,32}|[^*_]{1,32}/yu;
export const LONGEST = 32;

/** The piece of a text that begins at `at`. @param {string} text @param {number} at */
export function pieceAt(text, at) {
  PIECE.lastIndex = at;
  return /** @type {RegExpExecArray} */ (PIECE.exec(text))[0];
}

/** @param {string} piece */
export const isRun = piece => piece.startsWith('*') || piece.startsWith('_');

/** Whether a text ends in a word: in neither a space nor a sign. @param {string} text */
export const endsInWord = text => /[^\s\p{P}\p{S}]$/u.test(text);

const beginsWord = text => /^[^\s\p{P}\p{S}]/u.test(text);

/** Scripts that are written without spaces: emphasis often begins and ends inside of their words. */
const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]';
const [ENDS_UNSPACED, BEGINS_UNSPACED] = [new RegExp(`${UNSPACED}$`, 'u'), new RegExp(`^${UNSPACED}`, 'u')];

/**
 * Whether a run after a word is text. CommonMark's rule for `_` holds for `*` as well, so that `2*3*4` is a product, but for scripts without
 * spaces.
 * @param {string} before @param {string} run @param {string} after @param {boolean} isOpen whether such a mark is open, which the run may close
 */
export function isText(before, run, after, isOpen) {
  const inWord = beginsWord(after);
  if (run.startsWith('_')) return inWord || !isOpen;
  return !isOpen && (!inWord || !(ENDS_UNSPACED.test(before) || BEGINS_UNSPACED.test(after)));
}
