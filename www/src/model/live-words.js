// @ts-check
/** @import { Live, Patch } from '../index.js' */

/**
 * Follows the words of a reply that a page may show while it arrives. After each piece, gives each of them as far as it has come.
 * @param {Live} [places]
 */
export function liveWords({ say, thought, draft } = {}) {
  const words = { say: '', thought: '', draft: '' };
  let reasons = '';

  /** @param {string} text @param {string} reasoning @param {Patch[]} patches */
  return (text, reasoning, patches) => {
    words.say = grown(words.say, say, text, patches);
    words.thought = grown(words.thought, thought, text, patches);
    words.draft = grown(words.draft, draft, text, patches);
    reasons += reasoning;
    return { ...words, thought: reasons || words.thought };
  };
}

/** @param {string} words @param {string | undefined} place @param {string} text @param {Patch[]} patches */
function grown(words, place, text, patches) {
  if (place === undefined) return '';
  return place === '' ? words + text : patches.reduce((before, patch) => patched(before, place, patch), words);
}

/** @param {string} words @param {string} place @param {Patch} patch */
function patched(words, place, { path, append, set }) {
  if (path === place) return append === undefined ? asText(set, words) : words + append;
  return path === '' && set !== undefined ? asText(/** @type {any} */ (set)?.[place.slice(1)], '') : words;
}

/** @param {unknown} value @param {string} otherwise text where nothing was set */
const asText = (value, otherwise) => (value === undefined ? otherwise : typeof value === 'string' ? value : '');
