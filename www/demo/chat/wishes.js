import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { send, unwish } from '../session/session.js';
import { t } from '../words/i18n.js';
import * as state from '../state.js';

const wish = one => html`
  <li class="line queued" data-testid="wish">${icon('dot')}<span>${one.text}</span>
    <button type="button" class="quiet icon-only small" data-testid="take-up" aria-label=${t('wish.takeUp', { text: one.text })} title=${t('wish.takeUp', { text: one.text })}
      ?disabled=${state.role.value !== 'drives'} @click=${() => send(one.text)}>${icon('play')}</button>
    <button type="button" class="quiet icon-only small" data-testid="unwish" aria-label=${t('wish.drop', { text: one.text })} title=${t('wish.drop', { text: one.text })}
      ?disabled=${state.role.value !== 'drives'} @click=${() => unwish(one)}>${icon('cross')}</button></li>`;

/** The wishes of the user that are still to be done, each with a button that says it as the user's words, and one that takes it off the list. */
export function wishes() {
  const open = state.view.value?.wishes ?? [];
  if (!open.length) return nothing;
  return html`<section class="wishes" data-testid="wishes" aria-labelledby="wishes-title">
    <p class="hint" id="wishes-title">${t('wish.title')}</p>
    <ul tabindex="0" aria-labelledby="wishes-title">${open.map(wish)}</ul></section>`;
}
