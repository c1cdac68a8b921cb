import { batch, effect } from '@preact/signals-core';
import { render } from 'lit-html';
import './styles/app.css';
import { followPlace, named, stay } from './browser/address.js';
import { loadAhead } from './session/agents.js';
import { followArrivals, keepFocus } from './browser/focus.js';
import { lang, t } from './words/i18n.js';
import { attempt, begin, followCosts, goOn, leave, listSessions, resumeSession } from './session/session.js';
import { keepMenusInSight } from './browser/menus.js';
import { followProof, opening } from './start/proof.js';
import { followEnd, keepEnd } from './browser/scroll.js';
import { followSettings } from './settings.js';
import * as state from './state.js';
import { followClock } from './stepper/state.js';
import { followTitle } from './browser/title.js';
import { followTour } from './start/tour.js';
import { followUnsent } from './session/unsent.js';
import { followUpdates } from './browser/updates.js';
import { page } from './views/page.js';
import { showForm } from './start/start.js';

const root = document.getElementById('app');

/** Draws after changes of the state, at most once a frame. Until the place is known, the page's HTML stays. */
function followState() {
  let next = null;
  let drawn = false;
  const draw = template => {
    if (!drawn) root.replaceChildren();
    drawn = true;
    keepFocus(() => render(template, root));
    keepEnd(root, state.isSpokenBeside.value);
  };
  effect(() => {
    if (state.place.value === 'loading') return;
    const template = page();
    if (next === null) requestAnimationFrame(() => { const now = next; next = null; draw(now); });
    next = template;
  });
  followEnd(root);
  keepMenusInSight();
}

/** Closes menus when the user clicks elsewhere. */
function closeMenus(event) {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (event.key === 'Escape' || (event.type === 'click' && !menu.contains(event.target))) menu.open = false;
  }
}

/** Follows the address to a session, a form, or the start page. */
async function follow() {
  const { session } = named();
  if (session && session === state.sessionId.value) return;
  if (session) return void await attempt(() => resumeSession(session));
  const show = () => showForm(named().form ?? null);
  if (state.place.value === 'session') return void await attempt(() => leave(show));
  batch(() => { state.place.value = 'start'; show(); });
}

/** Agents whose session begins at once by the address `?agent=`, with its input: the desk, and the test agent. */
const AT_ONCE = { desk: { mailbox: 'desk@cups.example' }, ledger: {} };

/** Follows the address of the loaded page. One that names a session begins no other, also when that session is gone. */
async function go() {
  const name = new URLSearchParams(location.search).get('agent') ?? '';
  const { session, form } = named();
  await follow();
  if (!Object.hasOwn(AT_ONCE, name) || session || form) return;
  await attempt(() => begin(name, AT_ONCE[name], t(`${name}.title`)));
}

/** Scrolls to the draft, or to the part of the resume being worked on, when it changes. */
function followTask() {
  let seen = '';
  effect(() => {
    const data = state.guide.value;
    const now = data ? `${data.current_task} ${data.draft ?? ''}` : '';
    if (now !== seen) requestAnimationFrame(() => showWork(data?.draft));
    seen = now;
  });
}

function showWork(draft) {
  const work = document.querySelector('.work');
  const part = work?.querySelector('.part-here');
  if (work) work.scrollTop = draft || !part ? 0 : part.offsetTop - work.querySelector('.work-head').offsetHeight - 8;
}

/** Loads what the address needs, and shows it. */
async function load() {
  if (new URLSearchParams(location.search).get('view') === 'playground') return openPlayground();
  await attempt(listSessions);
  await go();
  loadAhead();
}

/** Opens the playground, which has a WebAssembly of its own and needs neither agents nor sessions. */
async function openPlayground() {
  const { open, playground } = await import('./playground/open.js');
  await open();
  state.playground.value = playground;
  state.place.value = 'playground';
}

/** Goes where the address points after the browser's Back or Forward. An open dialog is closed, and the page stays. */
function followAddress() {
  if (state.dialog.value) {
    state.dialog.value = null;
    stay();
  } else if (state.place.value === 'start' || state.place.value === 'session') follow();
}

async function start() {
  followProof();
  followSettings();
  followArrivals();
  followState();
  followPlace();
  followTitle();
  followUnsent();
  followCosts();
  followTour();
  followTask();
  followClock();
  effect(() => { if (lang.value) queueMicrotask(goOn); });
  for (const type of ['online', 'offline']) addEventListener(type, () => { state.online.value = navigator.onLine; });
  addEventListener('click', closeMenus);
  addEventListener('keydown', closeMenus);
  addEventListener('popstate', followAddress);
  try {
    await load();
  } catch (error) {
    console.error(error);
    state.place.value = 'failed';
  }
  await opening();
  followUpdates(); // last: it downloads the whole page
}

start();
