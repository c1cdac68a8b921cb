import { diffWordsWithSpace } from 'diff';
import { html, nothing } from 'lit-html';
import { lang, t } from '../i18n.js';

/** Words in Chinese have no spaces between them: the browser's own segmenter finds them. */
const segmenters = 'Segmenter' in Intl
  ? { zh: new Intl.Segmenter('zh', { granularity: 'word' }), en: new Intl.Segmenter('en', { granularity: 'word' }) }
  : {};

/** @param {string} before @param {string} after */
const pieces = (before, after) => diffWordsWithSpace(before, after, { intlSegmenter: segmenters[lang.value] });

const isList = text => text.split('\n').every(line => /^[-•*] /.test(line));

/** Lines of the resume as list entries, where the draft writes its own so: the signs are no difference. */
function alike(before, after) {
  if (!before || !isList(after) || isList(before)) return before ?? '';
  return before.replace(/^(?=.)/gm, after.slice(0, 2));
}

const side = (parts, hidden, tag) => parts.filter(part => !part[hidden]).map(part => tag(part));

const old = part => (part.removed ? html`<del>${part.value}</del>` : part.value);
const fresh = part => (part.added ? html`<ins>${part.value}</ins>` : part.value);

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
      <section><p class="diff-title">${titles.before ?? t('card.before')}</p><p class="diff-text">${before ? side(parts, 'added', old) : html`<i>${t('card.empty')}</i>`}</p></section>
      <section><p class="diff-title">${titles.after ?? t('card.after')}</p><p class="diff-text">${side(parts, 'removed', fresh)}</p></section>
      ${before === after ? html`<p class="diff-same">${t('resume.same')}</p>` : nothing}
    </div>`;
}
