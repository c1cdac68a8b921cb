import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { icon } from './icons.js';
import { t, when } from '../words/i18n.js';
import { chooseFile, download, isTooLarge } from '../browser/files.js';
import { progressWords } from '../words/progress.js';
import { attempt, exportedSession, explain, leave, listSessions, remove, resumeSession, store } from '../session/session.js';
import * as state from '../state.js';
import { packed, unpacked } from '../stepper/files/archive.js';
import { alert } from './alert.js';
import { openInspector } from './inspect.js';

const nameOf = session => session.name || session.preview || t(session.erased ? 'sessions.erased' : 'sessions.untitled');

/** Downloads a session with its files. @param {string} name @param {any} session */
async function hand(name, session) {
  if (session.snapshot.agent === 'stepper') download(`${name}.stepgate.zip`, await packed(session.id, session), 'application/zip');
  else download(`${name}.stepgate.json`, JSON.stringify(session), 'application/json');
}

/** @param {any} session */
export const exportSession = session => attempt(async () => hand(nameOf(session), await store.export(session.id)));

/** Downloads a session as a file for `recorded` of `stepgate/test`: the session alone, also where an export has more. @param {any} session */
const saveAsTest = session => attempt(async () => download(`${nameOf(session)}.recorded.json`, JSON.stringify(await store.export(session.id)), 'application/json'));

/** Exports the open session as it stands here, saved or not. */
export const exportOpen = () => attempt(async () => hand('session', await exportedSession()));

/** Largest session file that is imported, in megabytes; a zip has limits of its own. */
const SESSION_MB = 64;

/** @param {File} file */
async function sessionOf(file) {
  if (isTooLarge(file, SESSION_MB)) throw Object.assign(new Error(file.name), { text: t('sessions.tooBig', { max: SESSION_MB }) });
  return JSON.parse(await file.text());
}

/** Imports a session file, or a zip of a session and its files, whole or not at all. @param {File} file */
async function takeIn(file) {
  const { session, unpackFor } = /\.zip$/i.test(file.name) ? await unpacked(file) : { session: await sessionOf(file) };
  const id = await store.import(session);
  try {
    await unpackFor?.(id);
  } catch (error) {
    await remove({ id, agent: 'stepper' });
    throw error;
  }
}

/** Reason why the last chosen file could not be imported. */
const problem = signal(/** @type {null | { text: string }} */ (null));

/** Asks for a file and imports its session. */
export async function importSession() {
  const file = await chooseFile('.json,.zip,application/json,application/zip');
  if (!file) return;
  problem.value = null;
  try {
    await takeIn(file);
    state.unknown.value = null;
  } catch (error) {
    problem.value = { text: t('sessions.badImport', { why: error instanceof SyntaxError ? t('sessions.badJson') : explain(error) }) };
  }
  await attempt(listSessions);
}

/** Closes the menu and runs the chosen item's action. A dialog that opens now returns the focus to the menu's button. */
const pick = action => event => {
  const menu = event.target.closest('details');
  menu.open = false;
  menu.querySelector('summary').focus();
  action();
};

const menu = session => html`
  <details class="menu">
    <summary class="quiet icon-only small" aria-label=${t('sessions.menu', { name: nameOf(session) })} data-testid="session-menu">${icon('more')}</summary>
    <div class="menu-items">
      <button data-testid="session-rename" @click=${pick(() => { state.dialog.value = { kind: 'rename', session }; })}>${t('sessions.rename')}</button>
      <button data-testid="session-export" @click=${pick(() => exportSession(session))}>${t('sessions.export')}</button>
      <button data-testid="session-inspect" @click=${pick(() => openInspector(session))}>${t('sessions.inspect')}</button>
      <button data-testid="session-test" @click=${pick(() => saveAsTest(session))}>${t('sessions.test')}</button>
      <button data-testid="session-delete" @click=${pick(() => { state.dialog.value = { kind: 'delete', session }; })}>${t('sessions.delete')}</button>
    </div>
  </details>`;

function row(session) {
  const open = session.id === state.sessionId.value;
  return html`
    <li class="session" data-testid="session-${session.id}" aria-current=${open ? 'true' : nothing}>
      <button class="session-open" ?disabled=${open} @click=${() => attempt(() => resumeSession(session.id))}>
        <span class="session-name">${nameOf(session)}</span>
        <span class="session-about">${when(session.updatedMs)}${session.progress?.total ? ` · ${progressWords(session.progress)}` : ''}</span>
      </button>
      ${menu(session)}
    </li>`;
}

/** The sessions in this browser. */
export const sessionList = () => html`
  <section class="sessions" aria-labelledby="sessions-title">
    <div class="section-head"><h2 id="sessions-title">${t('sessions.title')}</h2>
      <button class="small" data-testid="session-new" @click=${() => attempt(leave)}>${icon('plus')}<span>${t('sessions.new')}</span></button></div>
    ${state.sessions.value.length ? html`<ul>${state.sessions.value.map(row)}</ul>` : html`<p class="empty">${t('sessions.none')}</p>`}
    <button class="quiet small" data-testid="session-import" @click=${importSession}>${t('sessions.import')}</button>
    ${alert(problem.value, 'import-problem')}
  </section>`;
