import { html } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { modal } from '../browser/focus.js';
import { icon } from './icons.js';
import { t } from '../words/i18n.js';
import { attempt, listSessions, remove, store } from '../session/session.js';
import { isNamed } from '../session/title.js';
import * as state from '../state.js';
import { calendarSheet } from '../schedule/sheets/sheets.js';
import { details } from '../chat/badges.js';
import { exportSession } from './sessions.js';
import { settingsForm } from './settings.js';

const close = () => { state.dialog.value = null; };

const frame = (name, content, onClose = close) => html`
  <dialog class="dialog dialog-${name}" data-testid="dialog-${name}" ${ref(modal)} @close=${onClose} @click=${event => { if (event.target === event.currentTarget) event.target.close(); }}>
    <div class="dialog-body">
      <button class="quiet icon-only dialog-close" aria-label=${t('app.close')} data-testid="dialog-close" @click=${event => event.target.closest('dialog').close()}>${icon('cross')}</button>
      ${content}
    </div>
  </dialog>`;

async function removeIt(session) {
  close();
  await attempt(() => remove(session));
}

const confirmDelete = session => html`
  <h2>${t('sessions.deleteTitle', { name: session.name || t('sessions.untitled') })}</h2>
  <p>${t('sessions.deleteText')}</p>
  <div class="card-row">
    <button class="danger" data-testid="delete-confirm" @click=${() => removeIt(session)}>${t('sessions.delete')}</button>
    <button @click=${() => exportSession(session)}>${t('sessions.export')}</button>
    <button @click=${close}>${t('app.cancel')}</button>
  </div>`;

async function rename(event, session) {
  event.preventDefault();
  const name = event.target.elements.namedItem('name').value.trim();
  close();
  if (!name) return;
  await attempt(async () => {
    await store.rename(session.id, name);
    isNamed(session.id);
    await listSessions();
  });
}

const renameForm = session => html`
  <h2>${t('sessions.rename')}</h2>
  <form @submit=${event => rename(event, session)}>
    <label class="field"><span>${t('sessions.name')}</span><input name="name" data-testid="rename-input" maxlength="80" autocomplete="off" .defaultValue=${session.name ?? ''}></label>
    <div class="card-row"><button class="primary" data-testid="rename-save">${t('app.save')}</button><button type="button" @click=${close}>${t('app.cancel')}</button></div>
  </form>`;

/** The open dialog, if there is one. */
export function dialogs() {
  const open = state.dialog.value;
  switch (open?.kind) {
    case 'settings': return frame('settings', settingsForm());
    case 'delete': return frame('delete', confirmDelete(open.session));
    case 'rename': return frame('rename', renameForm(open.session));
    case 'details': return frame('details', details(open.seq));
    default: return calendarSheet(frame);
  }
}
