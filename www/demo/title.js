import { effect } from '@preact/signals-core';
import { t } from './i18n.js';
import * as state from './state.js';

const FORMS = { guide: 'start.wishTitle', content: 'content.formTitle', stepper: 'stepper.formTitle' };

/** The name of the open session, as the list of sessions has it. */
function sessionName() {
  const saved = state.sessions.value.find(({ id }) => id === state.sessionId.value);
  return saved?.name || saved?.preview || '';
}

/** What the page shows now, from the particular to the general. @returns {string[]} */
function parts() {
  switch (state.place.value) {
    case 'session': return [sessionName(), t(`app.agent.${state.agentName.value}`)];
    case 'start': return [t(FORMS[state.form.value] ?? 'start.title')];
    case 'playground': return [t('play.title')];
    case 'failed': return [t('app.failed')];
    default: return [];
  }
}

/** Keeps the title of the document in step with what the page shows. */
export function followTitle() {
  effect(() => { document.title = [...parts(), 'Stepgate'].filter(Boolean).join(' · '); });
}
