import { html } from 'lit-html';
import { icon } from '../views/icons.js';
import { takeBack } from '../session/session.js';
import { t } from '../words/i18n.js';
import * as state from '../state.js';

/** Words of the user that wait until the turn ends, each with a button that puts it back into the input box. */
export const queue = () => (state.view.value?.queued ?? []).map(words => html`
  <p class="line queued" data-testid="queued">${icon('skip')}<span>${t('chat.queued', { text: [words.text, ...(words.parts ?? []).map(({ name }) => name ?? t('attach.unnamed'))].filter(Boolean).join(' · ') })}</span>
    <button type="button" class="quiet icon-only small" data-testid="unqueue" aria-label=${t('chat.unqueue')} title=${t('chat.unqueue')}
      ?disabled=${state.role.value !== 'drives'} @click=${() => takeBack(words)}>${icon('cross')}</button></p>`);
