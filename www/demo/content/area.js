import { html, nothing } from 'lit-html';
import { download } from '../files.js';
import { icon } from '../icons.js';
import { number, t } from '../i18n.js';
import { attempt } from '../session.js';
import { designs } from './designs.js';
import { editor } from './editor.js';
import { evaluation } from './evaluation.js';
import { exported } from './follow.js';
import { project } from './project.js';
import { research } from './research.js';
import { simulation } from './simulation.js';
import * as state from './state.js';
import { workBar } from './work.js';

const PANES = { text: editor, designs, research, simulation, evaluation, project };

const FILES = { markdown: ['md', 'text/markdown'], json: ['json', 'application/json'] };

/** @param {'markdown' | 'json'} format @param {string[]} [fields] */
const exportAs = (format, fields) => event => {
  event.target.closest('details').open = false;
  const [ending, type] = FILES[format];
  attempt(async () => download(`${fields?.[0] ?? state.data.value.project.name}.${ending}`, exported(format, fields), type));
};

const exportMenu = () => html`
  <details class="menu">
    <summary class="small button" data-testid="export">${icon('export')}<span>${t('resume.export')}</span></summary>
    <div class="menu-items">
      <button data-testid="export-markdown" @click=${exportAs('markdown')}>${t('content.exportMarkdown')}</button>
      <button data-testid="export-json" @click=${exportAs('json')}>${t('content.exportJson')}</button>
      ${state.field.value?.characters ? html`<button data-testid="export-field" @click=${exportAs('markdown', [state.field.value.name])}>${t('content.exportField')}</button>` : nothing}
    </div>
  </details>`;

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
      <div class="section-head"><h2>${t('content.title')}</h2>${state.written.value.length ? exportMenu() : nothing}</div>
      <div class="panes" role="group" aria-label=${t('content.panes')}>${Object.keys(PANES).map(paneButton)}</div>
      ${workBar()}
    </div>
    ${PANES[state.pane.value]()}`;
}
