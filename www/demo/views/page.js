import { html, nothing } from 'lit-html';
import { icon } from './icons.js';
import { t } from '../words/i18n.js';
import { choose, isDark, settings } from '../settings.js';
import { attempt, leave } from '../session/session.js';
import * as state from '../state.js';
import { banners } from './banners.js';
import { dropping } from '../chat/attached.js';
import { chat } from '../chat/chat.js';
import { deskArea } from '../desk/area.js';
import { dialogs } from './dialogs.js';
import { openInspector } from './inspect.js';
import { ledgerArea } from './ledger.js';
import { resumeArea } from '../guide/resume.js';
import { contentArea } from '../content/area.js';
import { phases } from '../content/text/phases.js';
import { calendarArea } from '../schedule/area.js';
import { sessionList } from './sessions.js';
import { start } from '../start/start.js';
import { stepperArea } from '../stepper/area.js';
import { taskList } from '../guide/tasks.js';

const mark = html`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="14"/><path d="M14 46h12V34h12V22h12"/><circle cx="50" cy="46" r="5"/></svg>`;

const inPlayground = () => state.place.value === 'playground';

/** Link to the start page. In the playground there is no session to leave first. */
const brand = () => (inPlayground()
  ? html`<a class="button brand" href="./" aria-label=${t('app.home')}>${mark}<span>Stepgate</span></a>`
  : html`<button class="brand" @click=${() => attempt(leave)} aria-label=${t('app.home')}>${mark}<span>Stepgate</span></button>`);

const way = (name, href, sign, label) => html`
  <a class="button quiet way" data-testid=${name} href=${href} aria-label=${label} title=${label}>${icon(sign)}<span>${label}</span></a>`;

/** Link from the agents to the playground and back. */
const otherPlace = () => (inPlayground()
  ? way('to-demo', './', 'chat', t('app.demo'))
  : way('to-playground', '?view=playground', 'braces', t('app.playground')));

const settingsButton = () => html`
  <button class="quiet icon-only" data-testid="settings" aria-label=${t('settings.title')} title=${t('settings.title')}
    @click=${() => { state.dialog.value = { kind: 'settings' }; }}>${icon('gear')}</button>`;

const inspectButton = () => html`
  <button class="quiet icon-only" data-testid="inspect" aria-label=${t('app.inspect')} title=${t('app.inspect')}
    @click=${() => openInspector({ id: state.sessionId.value, agent: state.agentName.value })}>${icon('search')}</button>`;

function header() {
  const dark = isDark();
  const otherLang = settings.value.lang === 'zh' ? 'en' : 'zh';
  return html`
    <header class="top">
      ${brand()}
      <p class="tagline">${t('app.tagline')}</p>
      <div class="top-tools">
        ${otherPlace()}
        ${state.place.value === 'session' ? inspectButton() : nothing}
        <button class="quiet" data-testid="lang" lang=${otherLang === 'zh' ? 'zh-CN' : 'en'} @click=${() => choose({ lang: otherLang })}>${otherLang === 'zh' ? '中文' : 'English'}</button>
        <button class="quiet icon-only" data-testid="theme" aria-label=${t(dark ? 'app.toLight' : 'app.toDark')} title=${t(dark ? 'app.toLight' : 'app.toDark')}
          @click=${() => choose({ theme: dark ? 'light' : 'dark' })}>${icon(dark ? 'sun' : 'moon')}</button>
        ${inPlayground() ? nothing : settingsButton()}
      </div>
    </header>`;
}

const rail = () => html`
  <div class="rail">
    ${work().rail()}
    ${sessionList()}
  </div>`;

const TASKS = { rail: () => nothing, tasks: 'app.tab.tasks' };

/**
 * Work area of each agent: name, icon, content; second area and its name. `first`: the work area comes before the conversation in
 * reading order.
 */
const WORK = {
  guide: { ...TASKS, title: 'resume.title', tab: 'app.tab.resume', sign: 'file', area: resumeArea, rail: () => (state.guide.value ? taskList() : nothing) },
  ledger: { ...TASKS, title: 'ledger.title', tab: 'app.tab.ledger', sign: 'file', area: ledgerArea },
  desk: { ...TASKS, title: 'desk.title', tab: 'desk.title', sign: 'file', area: deskArea, tasks: 'sessions.title' },
  schedule: { rail: () => nothing, tasks: 'sessions.title', title: 'calendar.title', tab: 'calendar.title', sign: 'calendar', area: calendarArea },
  content: { title: 'content.title', tab: 'content.tab', sign: 'pen', area: contentArea, rail: phases, tasks: 'content.phases', first: true },
  stepper: { ...TASKS, title: 'stepper.title', tab: 'stepper.tab', sign: 'check', area: stepperArea, tasks: 'sessions.title' },
};

const work = () => WORK[state.agentName.value] ?? WORK.guide;

/** Whether a hidden area has something for the user: an open card, a draft. */
function news(name) {
  if (state.area.value === name) return false;
  const card = state.view.value?.card;
  if (name === 'chat') return state.asks.value || Boolean(card && work().first) || Boolean(state.view.value?.data?.question) || state.view.value?.data?.pending_interaction?.type === 'ask_user';
  return name === 'work' && Boolean(state.guide.value?.draft) && state.guide.value?.state !== 'FINISHED';
}

/** Tab bar for phones. */
function tabs() {
  const tab = (name, label, sign) => html`
    <button data-testid="tab-${name}" aria-current=${state.area.value === name ? 'page' : 'false'} @click=${() => { state.area.value = name; }}>
      ${icon(sign)}<span>${label}</span>
      ${news(name) ? html`<i class="pip"></i>` : nothing}
    </button>`;
  return html`
    <nav class="tabs" aria-label=${t('app.tabs')}>
      ${tab('chat', t('app.tab.chat'), 'chat')}
      ${tab('work', t(work().tab), work().sign)}
      ${tab('tasks', t(work().tasks), 'tasks')}
    </nav>`;
}

const chatColumn = () => html`<div class="chat" @dragover=${dropping.over} @drop=${dropping.drop}>${chat()}</div>`;

const workColumn = () => html`<section class="work" aria-label=${t(work().title)} data-testid="work" tabindex="0">${work().area()}</section>`;

const session = () => html`
  <main class="areas" id="main" data-area=${state.area.value} data-agent=${state.agentName.value}>
    <h1 class="sr-only">Stepgate</h1>
    ${rail()}
    ${work().first ? [workColumn(), chatColumn()] : [chatColumn(), workColumn()]}
  </main>
  ${tabs()}`;

const failed = () => html`
  <main class="notice-page" id="main" data-testid="load-failed">
    <h1>${t('app.failed')}</h1>
    <p role="alert">${t('app.failedText')}</p>
    <button class="primary" @click=${() => location.reload()}>${t('app.reload')}</button>
  </main>`;

const PLACES = {
  failed,
  start: () => html`<main class="areas start-areas ${state.sessions.value.length || state.form.value ? '' : 'start-alone'}" id="main">${start()}${rail()}</main>`,
  session,
  playground: () => state.playground.value?.(),
};

/** Skips the header. The fragment names the session, so a link must not change it. */
function skip(event) {
  event.preventDefault();
  document.querySelector('.composer textarea, .start button, #reply, #main button')?.focus();
}

/** The whole page for the present state. */
export const page = () => html`
  <a class="skip" href="#main" @click=${skip}>${t(inPlayground() ? 'play.skip' : 'app.skip')}</a>
  ${header()}
  ${banners()}
  ${PLACES[state.place.value]()}
  ${dialogs()}`;
