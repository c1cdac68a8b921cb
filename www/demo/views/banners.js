import { html, nothing } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { focusAlert } from '../browser/focus.js';
import { icon } from './icons.js';
import { t } from '../words/i18n.js';
import { takeOver } from '../session/session.js';
import { exportOpen, importSession } from './sessions.js';
import { settings } from '../settings.js';
import * as state from '../state.js';

/** Whether one area is shown at a time. */
const narrow = matchMedia('(width < 960px)');

/** @param {{ name: string, sign: string, text: string, alert?: boolean, action?: [string, () => void], close?: () => void }} options */
const banner = ({ name, sign, text, alert = false, action, close }) => html`
  <div class="banner banner-${name}" data-testid="banner" data-banner=${name} role=${alert ? 'alert' : 'status'} tabindex=${alert ? -1 : nothing} ${alert ? ref(focusAlert) : nothing}>
    ${icon(sign)}<p>${text}</p>
    ${action ? html`<button class="small" data-testid="banner-action" @click=${action[1]}>${action[0]}</button>` : nothing}
    ${close ? html`<button class="quiet icon-only small" aria-label=${t('app.close')} @click=${close}>${icon('cross')}</button>` : nothing}
  </div>`;

function offline() {
  if (state.online.value) return nothing;
  return banner({ name: 'offline', sign: 'warn', text: t(settings.value.provider !== 'openai' ? 'app.offline' : 'app.offlineRemote') });
}

/** The failure, when the conversation that shows it is hidden. */
function failure() {
  const chatIsShown = state.place.value === 'session' && (state.area.value === 'chat' || !narrow.matches);
  if (!state.failure.value || chatIsShown) return nothing;
  return banner({ name: 'failure', sign: 'warn', text: state.failure.value, alert: true, close: () => { state.failure.value = null; } });
}

/** Notice that the address names an unknown session, with possible reasons and actions. */
function unknown() {
  const id = state.unknown.value;
  if (!id) return nothing;
  return banner({ name: 'unknown', sign: 'warn', text: t('app.unknown', { id: id.slice(0, 60) }), alert: true,
    action: [t('sessions.import'), importSession], close: () => { state.unknown.value = null; } });
}

/** Codes of warnings under which everything is saved, so that nothing needs an export. */
const SAVED = ['running_elsewhere', 'erased', 'set_back'];

const isDeleted = () => state.warning.value?.code === 'deleted';

/** Notice that another tab has the session, or has deleted it. */
function elsewhere() {
  if (state.role.value !== 'watches' || !state.view.value) return nothing;
  if (isDeleted()) return banner({ name: 'deleted', sign: 'warn', text: t('app.deleted'), alert: true, action: [t('sessions.export'), exportOpen] });
  return banner({ name: 'watches', sign: 'eye', text: t('app.watches'), action: [t('app.takeOver'), takeOver] });
}

/** The session's warning. */
function warned() {
  const { code, text } = state.warning.value ?? {};
  if (!text || isDeleted()) return nothing;
  return banner({ name: 'warning', sign: 'warn', text, action: SAVED.includes(code) ? undefined : [t('sessions.export'), exportOpen] });
}

/** Notices about the page or the session as a whole. */
export const banners = () => html`
  <div class="banners">
    ${elsewhere()}
    ${offline()}
    ${failure()}
    ${unknown()}
    ${warned()}
    ${state.update.value ? banner({ name: 'update', sign: 'spark', text: t('app.update'), action: [t('app.updateNow'), state.update.value] }) : nothing}
    ${state.remark.value ? banner({ name: 'resumed', sign: 'check', text: state.remark.value, close: () => { state.remark.value = null; } }) : nothing}
  </div>`;
