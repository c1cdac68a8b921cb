import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { t, when } from '../i18n.js';
import { download, pickFile } from '../files.js';
import { attempt, exportedSession, explain, leave, listSessions, resumeSession, store } from '../session.js';
import * as state from '../state.js';

const nameOf = session => session.name || session.preview || t('sessions.untitled');

/** @param {any} session */
export const exportSession = session => attempt(async () => {
  const data = await store.export(session.id);
  download(`${nameOf(session)}.stepgate.json`, JSON.stringify(data), 'application/json');
});

/** The open session as it stands here, saved or not. */
export const exportOpen = () => attempt(async () => {
  download('session.stepgate.json', JSON.stringify(exportedSession()), 'application/json');
});

async function importSession() {
  const text = await pickFile('.json,application/json');
  if (text === null) return;
  await attempt(async () => {
    try {
      await store.import(JSON.parse(text));
    } catch (error) {
      throw Object.assign(error, { text: t('sessions.badImport', { why: explain(error) }) });
    }
    await listSessions();
  });
}

/** Closes the menu an item was chosen from. */
const pick = action => event => {
  event.target.closest('details').open = false;
  action();
};

const menu = session => html`
  <details class="menu">
    <summary class="quiet icon-only small" aria-label=${t('sessions.menu', { name: nameOf(session) })} data-testid="session-menu">${icon('more')}</summary>
    <div class="menu-items">
      <button data-testid="session-rename" @click=${pick(() => { state.dialog.value = { kind: 'rename', session }; })}>${t('sessions.rename')}</button>
      <button data-testid="session-export" @click=${pick(() => exportSession(session))}>${t('sessions.export')}</button>
      <button data-testid="session-delete" @click=${pick(() => { state.dialog.value = { kind: 'delete', session }; })}>${t('sessions.delete')}</button>
    </div>
  </details>`;

function row(session) {
  const open = session.id === state.sessionId.value;
  const { done, total } = session.progress ?? {};
  return html`
    <li class="session" data-testid="session-${session.id}" aria-current=${open ? 'true' : nothing}>
      <button class="session-open" ?disabled=${open} @click=${() => attempt(() => resumeSession(session.id))}>
        <span class="session-name">${nameOf(session)}</span>
        <span class="session-about">${when(session.updated_ms)}${total ? ` · ${t('tasks.progress', { done, total })}` : ''}</span>
      </button>
      ${menu(session)}
    </li>`;
}

/** What is kept in this browser. */
export const sessionList = () => html`
  <section class="sessions" aria-labelledby="sessions-title">
    <div class="section-head"><h2 id="sessions-title">${t('sessions.title')}</h2>
      <button class="small" data-testid="session-new" @click=${() => attempt(leave)}>${icon('plus')}<span>${t('sessions.new')}</span></button></div>
    ${state.sessions.value.length ? html`<ul>${state.sessions.value.map(row)}</ul>` : html`<p class="empty">${t('sessions.none')}</p>`}
    <button class="quiet small" data-testid="session-import" @click=${importSession}>${t('sessions.import')}</button>
  </section>`;
