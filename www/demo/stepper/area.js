import { html } from 'lit-html';
import { number, t } from '../words/i18n.js';
import { filesPanel } from './files/browser.js';
import { decisionCount, historyPanel } from './history.js';
import { planPanel } from './plan.js';
import * as state from './state.js';

const PANELS = { plan: planPanel, files: filesPanel, history: historyPanel };

const counts = () => ({ files: state.files.value.length, history: decisionCount() });

const choice = name => {
  const count = counts()[name];
  return html`
    <button class="small" data-testid="panel-${name}" aria-pressed=${state.tab.value === name} @click=${() => { state.tab.value = name; }}>${t(`area.${name}`)}${count ? html` <span class="count">${number(count)}</span>` : ''}</button>`;
};

/** The stepper's work area: plan, files, decisions. */
export const stepperArea = () => html`
  <div class="stepper-head work-head"><h2 class="sr-only">${t('stepper.title')}</h2>${Object.keys(PANELS).map(choice)}</div>
  ${PANELS[state.tab.value]()}`;
