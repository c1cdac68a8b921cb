import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { unwish, wish as takeUp } from '../session/session.js';
import { t } from '../words/i18n.js';
import * as state from '../state.js';

/** Why a wish is not taken up yet. @param {{ text: string, begun?: boolean, waits?: boolean }} wish */
const words = ({ text, begun, waits }) => (waits ? t('wish.waits', { text }) : begun ? t('wish.begun', { text }) : text);

const wish = one => html`
  <li class="line queued" data-testid="wish">${icon(one.begun && !one.waits ? 'play' : 'dot')}<span>${words(one)}</span>
    ${one.waits ? html`<button type="button" class="quiet icon-only small" data-testid="take-up" aria-label=${t('wish.takeUp', { text: one.text })} title=${t('wish.takeUp', { text: one.text })}
      ?disabled=${state.role.value !== 'drives'} @click=${() => takeUp(one)}>${icon('play')}</button>` : nothing}
    <button type="button" class="quiet icon-only small" data-testid="unwish" aria-label=${t('wish.drop', { text: one.text })} title=${t('wish.drop', { text: one.text })}
      ?disabled=${state.role.value !== 'drives'} @click=${() => unwish(one)}>${icon('cross')}</button></li>`;

/** The wishes of the user that are still to be done, each with a button that drops it; one that waits has a button that takes it up. */
export function wishes() {
  const open = state.view.value?.wishes ?? [];
  if (!open.length) return nothing;
  return html`<section class="wishes" data-testid="wishes" aria-labelledby="wishes-title">
    <p class="hint" id="wishes-title">${t('wish.title')}</p>
    <ul tabindex="0" aria-labelledby="wishes-title">${open.map(wish)}</ul></section>`;
}
