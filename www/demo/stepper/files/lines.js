import { diffLines } from 'diff';
import { html } from 'lit-html';
import { number, t } from '../../words/i18n.js';

/** Unchanged lines shown around a change. */
const AROUND = 3;
/** Longest texts that are compared, in characters: longer ones would freeze the page. */
const LONGEST = 200_000;

/** Most changes that are searched for and most lines that are shown: a text of line ends alone has a hundred thousand of each. */
const [MOST_EDITS, MOST_ROWS] = [1_000, 2_000];

const linesOf = text => text.replace(/\n$/, '').split('\n');

/**
 * Lines of two texts, each with its sign (`+`, `-` or a blank) and its number in the texts that have it.
 * @param {string} before @param {string} after
 */
function signed(before, after) {
  const whole = [{ removed: true, value: before }, { added: true, value: after }];
  const parts = (diffLines(before, after, { maxEditLength: MOST_EDITS }) ?? whole).filter(({ value }) => value);
  let [old, fresh] = [0, 0];
  return parts.flatMap(({ added, removed, value }) => linesOf(value).map(text => ({
    sign: added ? '+' : removed ? '-' : ' ', text, old: added ? '' : `${old += 1}`, fresh: removed ? '' : `${fresh += 1}`,
  })));
}

/** Whether a line is a change or near one. */
const isNear = (lines, at) => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== ' ');

/** Splits lines into runs to show and the numbers of hidden lines between them. */
function folded(lines) {
  const rows = [];
  lines.forEach((line, at) => {
    const previous = rows.at(-1);
    if (isNear(lines, at)) rows.push(line);
    else if (previous?.hidden) previous.hidden += 1;
    else rows.push({ hidden: 1 });
  });
  return rows;
}

/** One line. Its numbers are drawn by the style sheet, so that they are not copied with the text. */
const row = ({ sign, text, hidden, old, fresh }) => {
  if (hidden) return html`<span class="diff-line diff-hidden">${t('files.hidden', { n: number(hidden) })}</span>`;
  const line = `${sign} ${text}`;
  switch (sign) {
    case '+': return html`<ins class="diff-line" data-old=${old} data-new=${fresh}>${line}</ins>`;
    case '-': return html`<del class="diff-line" data-old=${old} data-new=${fresh}>${line}</del>`;
    default: return html`<span class="diff-line" data-old=${old} data-new=${fresh}>${line}</span>`;
  }
};

/** Numbers of added and removed lines. @param {string | null} before @param {string | null} after */
export function countsOf(before, after) {
  const lines = signed(before ?? '', after ?? '');
  return { comes: lines.filter(({ sign }) => sign === '+').length, goes: lines.filter(({ sign }) => sign === '-').length };
}

/**
 * Difference that a write makes, line by line.
 * @param {string | null} before null for a new file @param {string | null} after null for a removed file
 */
export function lineDiff(before, after) {
  if ((before?.length ?? 0) + (after?.length ?? 0) > LONGEST) return html`<p class="hint">${t('files.tooLong')}</p>`;
  if (before === after) return html`<p class="hint" data-testid="file-same">${t('files.same')}</p>`;
  const all = folded(signed(before ?? '', after ?? ''));
  const digits = `${Math.max(...[before, after].map(text => linesOf(text ?? '').length))}`.length;
  const rows = all.length > MOST_ROWS ? [...all.slice(0, MOST_ROWS), { hidden: all.length - MOST_ROWS }] : all;
  return html`<pre class="file-diff" data-testid="file-diff" data-digits=${digits} ?data-one-side=${!before || !after} tabindex="0" aria-label=${t('files.diff')}><span class="diff-body">${rows.map(row)}</span></pre>`;
}
