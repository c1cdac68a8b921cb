import { diffArrays } from 'diff';
import { html, nothing } from 'lit-html';
import { lang, t } from '../words/i18n.js';

/** Word segmenters. Chinese has no spaces between words, so the browser's own segmenter finds them. */
const segmenters = {
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
  en: new Intl.Segmenter('en', { granularity: 'word' }),
};

/** @param {string} text */
const wordsOf = text => [...segmenters[lang.value].segment(text)].map(({ segment }) => segment);

/** Most changes that are searched for: texts with more differ too much for a useful comparison. */
const MOST_EDITS = 1_000;

/**
 * One line of a text without its list mark or heading sign.
 * @typedef {{ text: string, kind: 'entry' | 'heading' | 'plain' }} Line
 */

const MARKS = [[/^\s*(?:[-*•·]\s+|•|·)/, 'entry'], [/^\s*#{1,6}\s+/, 'heading']];

/** @param {string} text @returns {Line} */
function lineOf(text) {
  const [mark, kind] = MARKS.find(([mark]) => mark.test(text)) ?? [/^/, 'plain'];
  return { text: text.replace(mark, '').trimEnd(), kind: /** @type {Line['kind']} */ (kind) };
}

/** @param {string | null} text */
const linesOf = text => (text ?? '').split('\n').map(lineOf).filter(({ text }, index, all) => text.trim() || index < all.length - 1);

/** Share of common words from which two lines count as one changed line. */
const ALIKE = 0.35;

/** The words of a line with their counts. @param {string} text @returns {Map<string, number>} */
function countsOf(text) {
  const counts = new Map();
  for (const word of wordsOf(text.toLowerCase())) if (word.trim()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const sum = counts => [...counts.values()].reduce((all, count) => all + count, 0);

/** Similarity of two lines, 0 to 1: the share of the longer line's words that are in the other. */
function likeness(one, other) {
  const shared = [...one].reduce((all, [word, count]) => all + Math.min(count, other.get(word) ?? 0), 0);
  return shared / Math.max(sum(one), sum(other), 1);
}

/** Most pairs of lines that are compared; beyond that, no lines are paired. */
const MOST_PAIRS = 2_500;

/**
 * A line of one text beside its line in the other; one side is missing for an added or removed line.
 * @typedef {{ before?: Line, after?: Line }} Pair
 */

/**
 * Pairs removed and added lines between two unchanged ones by similarity, keeping their order.
 * @param {Line[]} removed @param {Line[]} added @returns {Pair[]}
 */
function paired(removed, added) {
  if (removed.length * added.length > MOST_PAIRS) return [...removed.map(before => ({ before })), ...added.map(after => ({ after }))];
  const pairs = [];
  const counts = added.map(({ text }) => countsOf(text));
  let next = 0;
  for (const before of removed) {
    const own = countsOf(before.text);
    const found = added.findIndex((after, index) => index >= next && likeness(own, counts[index]) >= ALIKE);
    if (found < 0) {
      pairs.push({ before });
      continue;
    }
    pairs.push(...added.slice(next, found).map(after => ({ after })), { before, after: added[found] });
    next = found + 1;
  }
  return [...pairs, ...added.slice(next).map(after => ({ after }))];
}

/**
 * Marks plain lines of the resume as list entries if the draft is a list: the list mark is no difference.
 * @param {Line[]} before @param {Line[]} after
 */
function asEntries(before, after) {
  const isList = after.length > 0 && after.every(({ kind }) => kind === 'entry');
  return isList ? before.map(line => (line.kind === 'plain' && line.text ? { ...line, kind: /** @type {const} */ ('entry') } : line)) : before;
}

/**
 * Both texts in pairs of lines; an unchanged line is the same on both sides.
 * @param {string | null} before @param {string} after @returns {Pair[]}
 */
export function pairsOf(before, after) {
  const fresh = linesOf(after);
  const old = asEntries(linesOf(before), fresh);
  const comparator = (one, other) => one.text.trim() === other.text.trim();
  const parts = diffArrays(old, fresh, { comparator, maxEditLength: MOST_EDITS }) ?? [{ removed: true, value: old }, { added: true, value: fresh }];
  const pairs = [];
  for (let at = 0; at < parts.length; at += 1) {
    const [part, next] = [parts[at], parts[at + 1]];
    if (!part.added && !part.removed) pairs.push(...part.value.map(line => ({ before: line, after: line })));
    else if (part.removed && next?.added) {
      pairs.push(...paired(part.value, next.value));
      at += 1;
    } else pairs.push(...paired(part.removed ? part.value : [], part.added ? part.value : []));
  }
  return pairs;
}

/** Amount of content in a piece: a Chinese character counts as three letters. */
const weight = text => text.trim().replace(/\p{Script=Han}/gu, '___').length;

const ISLAND = 8;

/** Merges changes around a short unchanged word (“on the”, “and”), which would only make both sides harder to read. */
function withoutIslands(parts) {
  const changed = part => Boolean(part?.added || part?.removed);
  return parts.flatMap((part, at) => {
    const island = !changed(part) && changed(parts[at - 1]) && changed(parts[at + 1]) && weight(part.value) < ISLAND;
    return island ? [{ ...part, removed: true }, { ...part, added: true }] : [part];
  });
}

/**
 * Pieces of one side of a changed line; neighbours of the same kind are joined.
 * @param {string} before @param {string} after @param {'added' | 'removed'} own
 */
function pieces(before, after, own) {
  const hidden = own === 'added' ? 'removed' : 'added';
  const words = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_EDITS });
  if (!words) return [{ changed: true, text: own === 'added' ? after : before }];
  const parts = withoutIslands(words.map(part => ({ ...part, value: part.value.join('') })));
  const runs = [];
  for (const part of parts.filter(part => !part[hidden])) {
    const last = runs.at(-1);
    if (last && last.changed === Boolean(part[own])) last.text += part.value;
    else runs.push({ changed: Boolean(part[own]), text: part.value });
  }
  return runs;
}

const marked = (text, own) => (own === 'added' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`);

/** One side of a pair. @param {Pair} pair @param {'added' | 'removed'} own */
function content({ before, after }, own) {
  const line = own === 'added' ? after : before;
  if (!before || !after) return marked(line.text, own);
  if (before === after) return line.text;
  return pieces(before.text, after.text, own).map(({ changed, text }) => (changed ? marked(text, own) : text));
}

/** @param {Pair} pair @param {'added' | 'removed'} own */
function row(pair, own) {
  const line = own === 'added' ? pair.after : pair.before;
  if (!line) return nothing;
  const state = pair.before === pair.after ? 'kept' : pair.before && pair.after ? 'changed' : own;
  return html`<li class="diff-line diff-${line.kind} diff-${state}" data-line=${state}>${content(pair, own)}</li>`;
}

const side = (title, pairs, own, numbered) => html`
  <section><p class="diff-title">${title}</p>
    ${pairs.some(pair => (own === 'added' ? pair.after : pair.before)) ? html`<ul class="diff-text ${numbered ? 'diff-numbered' : ''}">${pairs.map(pair => row(pair, own))}</ul>` : html`<p class="diff-text"><i>${t('card.empty')}</i></p>`}
  </section>`;

/**
 * Two texts side by side, line by line. Unchanged text is plain; removed and added text is marked, within a line by words.
 * @param {string | null} before
 * @param {string} after
 * @param {{ before?: string, after?: string, numbered?: boolean }} [options] titles of the sides; `numbered`: numbers before the lines of a text with several
 */
export function diff(before, after, options = {}) {
  const pairs = pairsOf(before, after);
  const numbered = options.numbered === true && pairs.length > 1;
  return html`
    <div class="diff" data-testid="diff">
      ${side(options.before ?? t('card.before'), pairs, 'removed', numbered)}
      ${side(options.after ?? t('card.after'), pairs, 'added', numbered)}
      ${before === after ? html`<p class="diff-same">${t('resume.same')}</p>` : nothing}
    </div>`;
}
