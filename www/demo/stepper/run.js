import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { icon } from '../views/icons.js';
import { has, number, t } from '../words/i18n.js';
import { markdown } from '../markdown.js';
import { edit } from '../session/session.js';
import * as session from '../state.js';
import * as state from './state.js';

/** A duration in minutes and seconds. @param {number} ms */
export const clock = ms => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** A number with its limit, also drawn as a bar. */
const meter = (name, label, value, max, words = n => number(n)) => html`
  <div class="meter" data-testid="meter-${name}" data-value=${value}><dt>${label}</dt><dd>${t('run.of', { value: words(value), max: words(max) })}</dd>
    <progress max=${max || 1} .value=${Math.min(value, max)} aria-hidden="true"></progress></div>`;

/** Usage of each limit. @param {import('./state.js').StepperData} data */
function meters({ task, counters, limits, cache_hits: cached }) {
  const since = state.sinceCame.value;
  const atStep = ['executing', 'paused', 'failed'].includes(task.status);
  return html`
    <dl class="meters">
      ${atStep ? meter('actions', t('run.actions'), counters.actions, limits.actions) : nothing}
      ${meter('total', t('run.total'), task.total_actions, limits.total_actions)}
      ${meter('adjustments', t('run.adjustments'), Math.max(0, limits.adjustments - task.adjustments), limits.adjustments)}
      ${atStep ? meter('step-time', t('run.stepTime'), counters.step_ms + since, limits.step_ms, clock) : nothing}
      ${meter('task-time', t('run.taskTime'), counters.task_ms + since, limits.task_ms, clock)}
    </dl>
    ${cached ? html`<p class="hint">${t('run.cached', { n: number(cached) })}</p>` : nothing}`;
}

/** Reason of a failed run in words. @param {string} code */
export const failureWords = code => (has(`run.error.${code}`) ? t(`run.error.${code}`) : code);

const retry = event => {
  event.preventDefault();
  const hint = state.hint.value.trim();
  state.hint.value = '';
  edit({ retry_step: hint ? { hint } : true });
};

/** Form to retry a failed step with a hint. */
const retryForm = () => html`
  <form class="retry" data-testid="retry-form" @submit=${retry}>
    <label class="field"><span>${t('run.hint')}</span>
      <input data-testid="retry-hint" maxlength="500" autocomplete="off" .value=${live(state.hint.value)} @input=${event => { state.hint.value = event.target.value; }}></label>
    <button class="primary" data-testid="retry-step" ?disabled=${session.acting.value}>${icon('back')}<span>${t('run.retry')}</span></button>
  </form>`;

const cancelButton = () => html`
  <button class="small stop" data-testid="cancel-run" ?disabled=${session.acting.value} @click=${() => edit({ cancel: true })}>${icon('stop')}<span>${t('run.cancel')}</span></button>`;

const resumeButton = () => html`
  <button class="small primary" data-testid="resume-run" ?disabled=${session.acting.value} @click=${() => edit({ resume: true })}>${icon('right')}<span>${t('run.resume')}</span></button>`;

/** Whether settings may be changed: running work continues under the new ones. */
const maySet = () => session.role.value === 'drives' && !session.acting.value;

/** Whether a write that was chosen before automatic approval still asks. */
const asksStill = auto => auto && session.view.value?.waiting === 'approval';

const autoSwitch = auto => html`
  <label class="check auto"><input type="checkbox" data-testid="auto" .checked=${live(auto)} ?disabled=${!maySet()} @change=${event => edit({ auto: event.target.checked })}>
    <span>${t('run.auto')}${asksStill(auto) ? html`<small data-testid="auto-later">${t('run.autoLater')}</small>` : nothing}</span></label>`;

/** Limits that can be changed during a run: setting, name in the view, and the view's units in one unit of the setting. */
const LIMITS = [['max_actions_per_step', 'actions', 1], ['max_total_actions', 'total_actions', 1], ['max_adjustments', 'adjustments', 1], ['step_timeout', 'step_ms', 1000], ['tool_timeout', 'tool_ms', 1000]];

const setLimit = (name, unit) => event => {
  const value = Math.round(Number(event.target.value));
  if (value >= 1) edit({ config: { [name]: value * unit } });
};

const limitField = limits => ([name, shown, unit]) => html`
  <label class="field"><span>${t(`stepper.limit.${name}`)}</span><input type="number" min="1" max="9999" step="1" data-testid="run-${name}" ?disabled=${!maySet()} .value=${live(String(Math.round(limits[shown] / unit)))} @change=${setLimit(name, unit)}></label>`;

const thinkingChoice = mode => html`
  <label class="field"><span>${t('stepper.thinking')}</span><select data-testid="run-thinking" ?disabled=${!maySet()} .value=${live(mode)} @change=${event => edit({ config: { think_mode: event.target.value } })}>
    <option value="single" ?selected=${mode === 'single'}>${t('stepper.single')}</option><option value="separate" ?selected=${mode === 'separate'}>${t('stepper.separate')}</option><option value="inline" ?selected=${mode === 'inline'}>${t('stepper.inline')}</option></select></label>`;

const limitsForm = ({ limits, think_mode: mode }) => html`
  <details class="run-limits"><summary data-testid="run-limits">${t('stepper.limits')}</summary>${thinkingChoice(mode)}<div class="limits">${LIMITS.map(limitField(limits))}</div></details>`;

/** The open question, repeated beside the plan; the answer is given in the conversation. */
const questionView = question => html`
  <div class="question" data-testid="run-question"><p class="hint">${t('stepper.question')}</p>${markdown(question, true)}
    <div class="card-row"><button class="small only-narrow" @click=${() => { session.area.value = 'chat'; }}>${t('stepper.answer')}</button>
      <button class="small" data-testid="no-answer" ?disabled=${!maySet()} @click=${() => edit({ no_answer: true })}>${t('stepper.noAnswer')}</button></div>
  </div>`;

/** The present state in words. */
const stateWords = state => t(`run.state.${session.view.value?.waiting === 'approval' || session.isBeside.value ? 'approval' : state}`);

const short = text => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

/** What the user said beside a goal, which it may correct. @param {string[]} [words] */
export const saidBeside = (words = []) => (words.length ? html`<small class="said-beside" data-testid="said-beside">${t('step.said')} ${words.map(short).join(' · ')}</small>` : nothing);

/** What the user said since the task began, also during steps. @param {NonNullable<import('./state.js').StepperData['task']>} task */
const saidSince = ({ words = [], steps }) => [...new Set([...words, ...steps.flatMap(step => step.words ?? [])])];

/** Panel of the run: goal, limits, and the user's actions. */
export function runPanel() {
  const data = state.data.value;
  if (!data) return nothing;
  const { task, can, auto } = data;
  if (!task) return html`<div class="run">${autoSwitch(auto)}</div>`;
  const drives = session.role.value === 'drives';
  return html`
    <section class="run panel" data-testid="run" data-status=${task.status} data-state=${data.state} aria-label=${t('run.title')}>
      <div class="run-head">
        <span class="pill pill-${task.status}">${t(`run.${task.status}`)}</span>
        <p class="run-state" role="status">${task.status === 'planning' || task.status === 'executing' ? stateWords(data.state) : nothing}</p>
        ${can.resume && drives ? resumeButton() : nothing}
        ${can.cancel && drives ? cancelButton() : nothing}
      </div>
      <p class="run-goal">${task.goal || task.description}${saidBeside(saidSince(task))}</p>
      ${task.error ? html`<p class="field-problem" data-testid="run-error" data-code=${task.error}>${failureWords(task.error)}</p>` : nothing}
      ${data.question ? questionView(data.question) : nothing}
      ${can.retry && drives ? retryForm() : nothing}
      ${meters(data)}
      ${autoSwitch(auto)}
      ${limitsForm(data)}
    </section>`;
}
