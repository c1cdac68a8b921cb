import { diffArrays } from 'diff';
import { html, nothing } from 'lit-html';
import { lang, t } from '../i18n.js';

/** Words in Chinese have no spaces between them: the browser's own segmenter finds them. */
const segmenters = {
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
  en: new Intl.Segmenter('en', { granularity: 'word' }),
};

/** @param {string} text */
const words = text => [...segmenters[lang.value].segment(text)].map(({ segment }) => segment);

/** Changes that are looked for; texts with more have nothing in common worth showing. */
const MOST_EDITS = 1_000;

/** @param {string} before @param {string} after */
function pieces(before, after) {
  const parts = diffArrays(words(before), words(after), { maxEditLength: MOST_EDITS });
  if (!parts) return [{ removed: true, value: before }, { added: true, value: after }];
  return withoutIslands(parts.map(part => ({ ...part, value: part.value.join('') })));
}

/** How much a piece holds for a reader: a Chinese character says about as much as three letters. */
const weight = text => text.trim().replace(/\p{Script=Han}/gu, '___').length;

const ISLAND = 8;

/** A word or two that stayed by chance between two changes (“on the”, “and”) only makes both harder to read. */
function withoutIslands(parts) {
  const changed = part => Boolean(part?.added || part?.removed);
  return parts.flatMap((part, at) => {
    const island = !changed(part) && changed(parts[at - 1]) && changed(parts[at + 1]) && !part.value.includes('\n') && weight(part.value) < ISLAND;
    return island ? [{ ...part, removed: true }, { ...part, added: true }] : [part];
  });
}

const isList = text => text.split('\n').every(line => /^[-•*] /.test(line));

/** Lines of the resume as list entries, where the draft writes its own so: the signs are no difference. */
function alike(before, after) {
  if (!before || !isList(after) || isList(before)) return before ?? '';
  return before.replace(/^(?=.)/gm, after.slice(0, 2));
}

/** The pieces of one side, neighbours of a kind in one. */
function side(parts, hidden, own) {
  const runs = [];
  for (const part of parts.filter(part => !part[hidden])) {
    const last = runs.at(-1);
    if (last && last.changed === Boolean(part[own])) last.text += part.value;
    else runs.push({ changed: Boolean(part[own]), text: part.value });
  }
  return runs;
}

const old = parts => side(parts, 'added', 'removed').map(({ changed, text }) => (changed ? html`<del>${text}</del>` : text));
const fresh = parts => side(parts, 'removed', 'added').map(({ changed, text }) => (changed ? html`<ins>${text}</ins>` : text));

/**
 * Two texts side by side, with what goes and what comes marked.
 * @param {string | null} before
 * @param {string} after
 * @param {{ before?: string, after?: string }} [titles]
 */
export function diff(before, after, titles = {}) {
  const parts = pieces(alike(before, after), after);
  return html`
    <div class="diff" data-testid="diff">
      <section><p class="diff-title">${titles.before ?? t('card.before')}</p><p class="diff-text">${before ? old(parts) : html`<i>${t('card.empty')}</i>`}</p></section>
      <section><p class="diff-title">${titles.after ?? t('card.after')}</p><p class="diff-text">${fresh(parts)}</p></section>
      ${before === after ? html`<p class="diff-same">${t('resume.same')}</p>` : nothing}
    </div>`;
}
