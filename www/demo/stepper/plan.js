import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { icon } from '../views/icons.js';
import { has, number, t } from '../words/i18n.js';
import { ask, attempt } from '../session/session.js';
import { toolName } from '../chat/toolname.js';
import { look } from './files/files.js';
import { runPanel, saidBeside } from './run.js';
import { isUnderWay } from './running.js';
import * as state from './state.js';

/** @typedef {NonNullable<import('./state.js').StepperData['task']>} Task */

const SIGNS = { pending: 'ring', in_progress: 'dot', completed: 'check', failed: 'cross' };

/** Words for an action's error, if there are some. @param {string} code */
export const knownError = code => (has(`action.error.${code}`) ? t(`action.error.${code}`) : undefined);

/** Words for an action's error, else its code. @param {string} code */
export const errorWords = code => knownError(code) ?? code;

export const asText = value => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Whether a text may be higher than its box, which then scrolls and must be reached by keyboard. */
const mayScroll = text => text.length > 200 || text.split('\n').length > 8;

const params = values => html`
  <dl class="pairs">${Object.entries(values ?? {}).map(([name, value]) => html`<div><dt>${name}</dt><dd class="param" tabindex=${mayScroll(asText(value)) ? 0 : nothing}>${asText(value)}</dd></div>`)}</dl>`;

/** Loads the whole of a result that the view only shows the beginning of. */
const whole = (step, index) => attempt(async () => {
  const given = ask({ action: [step, index] });
  const text = typeof given === 'string' ? given : given?.result ?? '';
  state.results.value = { ...state.results.value, [`${step} ${index}`]: text };
});

function result(step, index, { result, characters, error }) {
  const text = state.results.value[`${step} ${index}`] ?? result;
  if (text === null || (error && knownError(error))) return nothing;
  return html`
    <h4>${t(error ? 'action.said' : 'action.result')}</h4>
    ${text === '' ? html`<p class="empty">${t('action.empty')}</p>` : html`<pre class="result" tabindex="0" data-testid="result">${text}</pre>`}
    ${characters > text.length ? html`<button class="small" data-testid="result-all" @click=${() => whole(step, index)}>${t('action.all', { n: number(characters) })}</button>` : nothing}`;
}

/** Shows a file that an action used. @param {string} path */
function showFile(path) {
  state.tab.value = 'files';
  attempt(() => look(path));
}

const action = (step, one, index) => html`
  <li class="action" data-testid="action" data-tool=${one.tool} data-error=${one.error ?? ''} ?data-open=${isUnderWay(step, one)}>
    <details>
      <summary>${icon(one.error ? 'cross' : isUnderWay(step, one) ? 'dot' : 'check')}<span>${one.description}</span>
        <small class="action-tool">${toolName(one.tool)}</small>
        ${one.error ? html`<small class="action-error">${errorWords(one.error)}</small>` : nothing}</summary>
      ${params(one.params)}
      ${result(step.id, index, one)}
      ${state.files.value.some(({ path }) => path === one.params?.path) ? html`<button class="small" data-testid="show-file" @click=${() => showFile(one.params.path)}>${t('action.show')}</button>` : nothing}
    </details>
  </li>`;

/** Tag of a step that was not in the first plan. */
const originTag = origin => (origin === 'planned' ? nothing : html`<span class="tag tag-${origin}">${t(`step.${origin}`)}</span>`);

const isOpen = ({ status, actions }) => status === 'in_progress' || status === 'failed' || (status === 'completed' && actions.length > 0 && actions.length <= 6);

/** A step with its actions. @param {Task['steps'][0]} step */
const stepView = step => html`
  <li class="step step-${step.status}" data-testid="step" data-status=${step.status} data-origin=${step.origin} aria-current=${step.status === 'in_progress' ? 'step' : nothing}>
    <details ?open=${isOpen(step)}>
      <summary>${icon(SIGNS[step.status])}<span class="step-name">${step.name}${saidBeside(step.words)}</span>${originTag(step.origin)}<span class="step-status">${t(`step.${step.status}`)}</span></summary>
      ${step.description && step.description !== step.name ? html`<p class="step-about">${step.description}</p>` : nothing}
      ${step.expected_output && step.expected_output !== step.name ? html`<p class="step-about"><span class="hint">${t('step.expected')}</span> ${step.expected_output}</p>` : nothing}
      ${step.actions.length ? html`<ol class="actions">${step.actions.map((one, index) => action(step, one, index))}</ol>` : nothing}
      ${step.reason ? html`<p class="step-reason"><span class="hint">${t('step.reason')}</span> ${step.reason}</p>` : nothing}
    </details>
  </li>`;

const removedView = ({ name, reason }) => html`
  <li class="step step-removed" data-testid="step-removed">${icon('cross')}<span><del>${name}</del>${reason ? html` <small>${reason}</small>` : nothing}</span></li>`;

const done = steps => steps.filter(({ status }) => status === 'completed').length;

/** The plan: steps that are done, in progress, to come and removed. */
export function planPanel() {
  const task = state.data.value?.task;
  if (!task) return html`${runPanel()}<p class="empty" data-testid="no-task">${t('plan.none')}</p>`;
  const { steps, removed } = task;
  return html`
    ${runPanel()}
    <section class="plan-panel" aria-labelledby="plan-title">
      <div class="section-head"><h3 id="plan-title">${t('plan.title')}</h3><p class="progress-text" data-testid="plan-progress">${t('tasks.progress', { done: done(steps), total: steps.length })}</p></div>
      ${steps.length ? html`<ol class="steps">${repeat(steps, ({ id }) => id, stepView)}</ol>` : html`<p class="empty">${t('tasks.planning')}</p>`}
      ${removed.length ? html`<h4 class="removed-title">${t('plan.removed')}</h4><ul class="steps">${removed.map(removedView)}</ul>` : nothing}
    </section>`;
}
