import { effect } from '@preact/signals-core';
import { attempt, openSessionHere, store } from '../session/session.js';
import { agentCalled } from '../session/agents.js';
import { isDark, settings } from '../settings.js';

/** The inspector that is open. @type {(HTMLElement & { source: any }) | undefined} */
let panel;

/** Shows the steps of a session beside the page; its code is loaded now. @param {{ id: string, agent: string }} session @param {number} [seq] of the block whose step is shown first */
export const openInspector = (session, seq) => attempt(async () => {
  const [{ inspect }, agent] = await Promise.all([import('stepgate/inspect'), agentCalled(session.agent)]);
  panel?.remove();
  const here = openSessionHere();
  const made = inspect(here?.id === session.id ? here : { store, id: session.id }, { agent, seq });
  const follow = effect(() => {
    made.lang = settings.value.lang;
    made.setAttribute('theme', isDark() ? 'dark' : 'light');
  });
  made.className = 'inspector';
  made.dataset.testid = 'inspector';
  const before = document.activeElement;
  made.addEventListener('close', () => {
    follow();
    panel = undefined;
    if (before instanceof HTMLElement) before.focus();
  });
  panel = made;
  document.body.append(made);
});
