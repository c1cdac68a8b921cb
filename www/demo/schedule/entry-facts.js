import { html, nothing } from 'lit-html';
import { t } from '../words/i18n.js';
import { unseenWords } from './board/unseen.js';
import { wholePlace } from './places.js';

const row = (words, value) => (value ? html`<div><dt>${words}</dt><dd>${value}</dd></div>` : nothing);

/** All that is known of an entry: its group, time, place and kind. @param {import('./entries.js').Entry} entry */
export const entryFacts = entry => html`
  <dl class="facts entry-facts" data-testid="entry-facts">
    ${row(t('entry.group'), entry.detail)}
    ${row(t('entry.time'), wholePlace(entry))}
    ${row(t('entry.place'), entry.location)}
    ${row(t('entry.kind'), unseenWords(entry))}
  </dl>`;
