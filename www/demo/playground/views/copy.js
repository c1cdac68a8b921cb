import { html } from 'lit-html';
import { t } from '../../words/i18n.js';
import { copy } from '../actions.js';
import * as state from '../state.js';

/** Button that copies a text and reports whether that worked. @param {string} name @param {() => string} text */
export function copyButton(name, text) {
  const word = { [name]: 'play.copied', [`${name}-failed`]: 'play.copyFailed' }[state.copied.value ?? ''] ?? 'play.copy';
  return html`<button class="small quiet copy" data-testid="copy-${name}" @click=${() => copy(name, text())}>${t(word)}</button>`;
}
