import { html, nothing } from 'lit-html';
import { number, t } from '../words/i18n.js';
import { exportMenu } from '../views/export.js';
import { designs } from './panes/designs.js';
import { editor } from './text/editor.js';
import { evaluation } from './panes/evaluation.js';
import { exportsHere } from './export.js';
import { project } from './panes/project.js';
import { research } from './panes/research.js';
import { simulation } from './panes/simulation.js';
import * as state from './state.js';
import { workBar } from './work.js';

const PANES = { text: editor, designs, research, simulation, evaluation, project };

/** Number on the tab of each pane. */
const COUNTS = {
  designs: data => data.proposals.length,
  simulation: data => data.simulations.length,
  evaluation: data => data.suggestions.filter(({ accepted }) => !accepted).length,
};

function paneButton(name) {
  const count = COUNTS[name]?.(state.data.value) ?? 0;
  return html`<button class="small" data-testid="pane-${name}" aria-pressed=${state.pane.value === name} @click=${() => { state.pane.value = name; }}>${t(`content.pane.${name}`)}${count ? html` <span class="count">${number(count)}</span>` : nothing}</button>`;
}

/** The middle column: the text and the other panes. */
export function contentArea() {
  if (!state.data.value) return nothing;
  return html`
    <div class="work-head content-head">
      <div class="section-head"><h2>${t('content.title')}</h2>${state.written.value.length ? exportMenu(exportsHere()) : nothing}</div>
      <div class="panes" role="group" aria-label=${t('content.panes')}>${Object.keys(PANES).map(paneButton)}</div>
      ${workBar()}
    </div>
    ${PANES[state.pane.value]()}`;
}
