import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { takeOver } from '../session.js';
import { exportOpen } from './sessions.js';
import { settings } from '../settings.js';
import * as state from '../state.js';

/** @param {{ name: string, sign: string, text: string, action?: [string, () => void], close?: () => void }} options */
const banner = ({ name, sign, text, action, close }) => html`
  <div class="banner banner-${name}" data-testid="banner" data-banner=${name} role="status">
    ${icon(sign)}<p>${text}</p>
    ${action ? html`<button class="small" data-testid="banner-action" @click=${action[1]}>${action[0]}</button>` : nothing}
    ${close ? html`<button class="quiet icon-only small" aria-label=${t('app.close')} @click=${close}>${icon('cross')}</button>` : nothing}
  </div>`;

function offline() {
  if (state.online.value) return nothing;
  return banner({ name: 'offline', sign: 'warn', text: t(settings.value.provider === 'offline' ? 'app.offline' : 'app.offlineRemote') });
}

/** What concerns the page or the session as a whole. */
export const banners = () => html`
  <div class="banners">
    ${state.role.value === 'watches' && state.view.value ? banner({ name: 'watches', sign: 'eye', text: t('app.watches'), action: [t('app.takeOver'), takeOver] }) : nothing}
    ${offline()}
    ${state.failure.value && state.place.value !== 'session' ? banner({ name: 'failure', sign: 'warn', text: state.failure.value, close: () => { state.failure.value = null; } }) : nothing}
    ${state.warning.value ? banner({ name: 'warning', sign: 'warn', text: state.warning.value, action: [t('sessions.export'), exportOpen] }) : nothing}
    ${state.update.value ? banner({ name: 'update', sign: 'spark', text: t('app.update'), action: [t('app.updateNow'), state.update.value] }) : nothing}
    ${state.remark.value ? banner({ name: 'resumed', sign: 'check', text: state.remark.value, close: () => { state.remark.value = null; } }) : nothing}
  </div>`;
