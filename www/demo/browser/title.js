import { effect } from '@preact/signals-core';
import { t } from '../words/i18n.js';
import * as state from '../state.js';

const FORMS = { guide: 'start.wishTitle', content: 'content.formTitle', stepper: 'stepper.formTitle' };

/** Name of the open session in the list of sessions. */
function sessionName() {
  const saved = state.sessions.value.find(({ id }) => id === state.sessionId.value);
  return saved?.name || saved?.preview || '';
}

/** Names of what the page shows, the most particular first. @returns {string[]} */
function parts() {
  switch (state.place.value) {
    case 'session': return [sessionName(), t(`app.agent.${state.agentName.value}`)];
    case 'start': return [t(FORMS[state.form.value] ?? 'start.title')];
    case 'playground': return [t('play.title')];
    case 'failed': return [t('app.failed')];
    default: return [];
  }
}

/** Keeps the document's title up to date. */
export function followTitle() {
  effect(() => { document.title = [...parts(), 'Stepgate'].filter(Boolean).join(' · '); });
}
