import { diffLines } from 'diff';
import { html } from 'lit-html';
import { number, t } from '../i18n.js';

/** Unchanged lines that are shown around a change. */
const AROUND = 3;
/** The longest texts that are compared, in characters: longer ones would hold the page up. */
const LONGEST = 200_000;

/** Changes that are looked for, and lines that are shown: a text of nothing but line ends has a hundred thousand of each. */
const [MOST_EDITS, MOST_ROWS] = [1_000, 2_000];

const linesOf = text => text.replace(/\n$/, '').split('\n');

/** The lines of two texts, each with its sign: `+`, `-` or a blank. @param {string} before @param {string} after */
function signed(before, after) {
  const whole = [{ removed: true, value: before }, { added: true, value: after }];
  return (diffLines(before, after, { maxEditLength: MOST_EDITS }) ?? whole).filter(({ value }) => value).flatMap(({ added, removed, value }) => linesOf(value).map(text => ({ sign: added ? '+' : removed ? '-' : ' ', text })));
}

/** Whether a line is a change or stands near one. */
const isNear = (lines, at) => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== ' ');

/** Runs of lines that are shown, and between them the numbers of those that are not. */
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

const row = ({ sign, text, hidden }) => {
  if (hidden) return html`<span class="diff-line diff-hidden">${t('files.hidden', { n: number(hidden) })}</span>`;
  const line = `${sign} ${text}`;
  return sign === '+' ? html`<ins class="diff-line">${line}</ins>` : sign === '-' ? html`<del class="diff-line">${line}</del>` : html`<span class="diff-line">${line}</span>`;
};

/** How many lines come and go. @param {string | null} before @param {string | null} after */
export function countsOf(before, after) {
  const lines = signed(before ?? '', after ?? '');
  return { comes: lines.filter(({ sign }) => sign === '+').length, goes: lines.filter(({ sign }) => sign === '-').length };
}

/**
 * What a write changes, line by line.
 * @param {string | null} before null where the file is new @param {string | null} after null where it is taken away
 */
export function lineDiff(before, after) {
  if ((before?.length ?? 0) + (after?.length ?? 0) > LONGEST) return html`<p class="hint">${t('files.tooLong')}</p>`;
  if (before === after) return html`<p class="hint" data-testid="file-same">${t('files.same')}</p>`;
  const all = folded(signed(before ?? '', after ?? ''));
  const rows = all.length > MOST_ROWS ? [...all.slice(0, MOST_ROWS), { hidden: all.length - MOST_ROWS }] : all;
  return html`<pre class="file-diff" data-testid="file-diff" tabindex="0" aria-label=${t('files.diff')}><span class="diff-body">${rows.map(row)}</span></pre>`;
}
