import { html, nothing } from 'lit-html';
import { t } from '../words/i18n.js';
import * as session from '../state.js';
import * as state from './state.js';

/** A name that is being written after an @ at the end of the text. */
const MENTION = /@([^\s@，。,]{0,60})$/u;
const MOST = 6;

/** Puts a field's name into the text, after its @. @param {string} name */
function put(name) {
  session.input.value = `${session.input.value.replace(MENTION, '')}@${name} `;
  document.getElementById('input')?.focus();
}

/** Fields to choose from while the user writes an @. */
export function mentions() {
  const begun = state.data.value && MENTION.exec(session.input.value)?.[1].toLowerCase();
  if (begun === undefined || begun === null) return nothing;
  const found = state.data.value.fields.filter(({ name }) => name.toLowerCase().includes(begun) && name.toLowerCase() !== begun).slice(0, MOST);
  if (!found.length) return nothing;
  return html`
    <ul class="mentions" data-testid="mentions" aria-label=${t('content.mentions')}>
      ${found.map(({ name }) => html`<li><button type="button" class="small" data-testid="mention" @click=${() => put(name)}>@${name}</button></li>`)}</ul>`;
}
