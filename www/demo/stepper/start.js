import { batch, signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { icon } from '../views/icons.js';
import { lang, t } from '../words/i18n.js';
import { attempt, begin, say } from '../session/session.js';
import * as session from '../state.js';
import { OWN_TOOLS, fill, importChosen } from './files/files.js';
import { pickFiles } from './files/pick.js';
import { en } from './samples/en.js';
import { zh } from './samples/zh.js';

const SAMPLES = { en, zh };

/** Limits in the form, with their defaults. */
const LIMITS = { max_actions_per_step: 10, max_total_actions: 50, max_adjustments: 10, step_timeout: 300, tool_timeout: 60 };

/** Those that the form takes in seconds, and the session in milliseconds. */
const TIMES = new Set(['step_timeout', 'tool_timeout']);

/** Contents of the form. */
const chosen = signal('code');
const picked = signal(/** @type {FileList | null} */ (null));
const task = signal('');
const starting = signal(false);
const problem = signal('');

const sampleOf = id => SAMPLES[lang.value].find(sample => sample.id === id);

export const stepperChoice = () => html`
  <button class="choice" data-testid="start-stepper" @click=${() => { choose('code'); openStepper(); }}>
    ${icon('tasks')}<b>${t('stepper.startTitle')}</b><span>${t('stepper.startAbout')}</span></button>`;

/** Opens the form with its earlier contents. */
export function openStepper() {
  if (!task.value) choose('code');
  session.form.value = 'stepper';
}

/** @param {string} id */
function choose(id) {
  batch(() => {
    chosen.value = id;
    task.value = sampleOf(id)?.tasks[0] ?? '';
    problem.value = '';
  });
}

async function chooseOwn(what) {
  const files = await pickFiles(what);
  if (!files) return;
  picked.value = files;
  choose('own');
}

const sampleChoice = ({ id, name, about }) => html`
  <label class="workspace" data-testid="sample-${id}"><input type="radio" name="files" value=${id} .checked=${live(chosen.value === id)} @change=${() => choose(id)}><span><b>${name}</b><small>${about}</small></span></label>`;

const ownName = files => (files.length === 1 ? files[0].name : t('stepper.ownCount', { n: files.length }));

const ownChoice = () => html`
  <div class="own">
    <button type="button" class="small" data-testid="own-folder" @click=${() => chooseOwn('folder')}>${t('files.importFolder')}</button>
    <button type="button" class="small" data-testid="own-zip" @click=${() => chooseOwn('zip')}>${t('files.importZip')}</button>
    ${picked.value ? sampleChoice({ id: 'own', name: t('stepper.own'), about: ownName(picked.value) }) : nothing}
  </div>`;

const suggestions = () => {
  const { tasks: all = [], misspelt = false } = sampleOf(chosen.value) ?? {};
  const tasks = all.filter(one => one !== task.value);
  return tasks.length === 0 ? nothing : html`
    <p class="suggestions"><span class="hint">${t(misspelt && task.value === all[0] ? 'stepper.tryMisspelt' : 'stepper.tryAlso')}</span> ${tasks.map(one => html`<button type="button" class="small" data-testid="suggestion" @click=${() => { task.value = one; }}>${one}</button>`)}</p>`;
};

const limitField = ([name, value]) => html`
  <label class="field"><span>${t(`stepper.limit.${name}`)}</span><input type="number" name=${name} min="1" max="9999" step="1" data-testid="limit-${name}" .defaultValue=${String(value)}></label>`;

const options = () => html`
  <label class="check"><input type="checkbox" name="plan" checked data-testid="begin-plan"><span>${t('stepper.approvePlan')}</span></label>
  <label class="check"><input type="checkbox" name="auto" data-testid="begin-auto"><span>${t('run.auto')}<small>${t('stepper.autoAbout')}</small></span></label>
  <details class="paste"><summary data-testid="limits-open">${t('stepper.limits')}</summary>
    <label class="field"><span>${t('stepper.thinking')}</span><select name="thinking" data-testid="thinking"><option value="single">${t('stepper.single')}</option><option value="separate">${t('stepper.separate')}</option><option value="inline">${t('stepper.inline')}</option></select></label>
    <div class="limits">${Object.entries(LIMITS).map(limitField)}</div></details>`;

/** Settings of the form that differ from the defaults. @param {HTMLFormElement} form */
function configOf(form) {
  const numbers = Object.entries(LIMITS).flatMap(([name, usual]) => {
    const value = Number(form.elements.namedItem(name).value) || usual;
    return value === usual ? [] : [[name, TIMES.has(name) ? value * 1000 : value]];
  });
  const thinking = form.elements.namedItem('thinking').value;
  return { ...Object.fromEntries(numbers), ...(thinking === 'single' ? {} : { think_mode: thinking }), approve_plan: form.elements.namedItem('plan').checked };
}

async function submit(event) {
  event.preventDefault();
  const words = task.value.trim();
  if (!words) return void (problem.value = t('stepper.taskMissing'));
  const form = event.target;
  const input = { tools: OWN_TOOLS, auto: form.elements.namedItem('auto').checked, config: configOf(form) };
  starting.value = true;
  await attempt(() => start(input, words));
  starting.value = false;
}

/** Starts a session with its files and its first task. */
async function start(input, words) {
  const { texts, own } = { texts: sampleOf(chosen.value)?.files, own: chosen.value === 'own' ? picked.value : null };
  if (!await begin('stepper', input, words.slice(0, 80))) return;
  if (texts) await fill(texts);
  if (own) await importChosen(own);
  session.input.value = words;
  say();
}

/** Starts the sample workspace with its first task, and shows the plan before it runs. */
export async function startSample() {
  choose('code');
  await start({ tools: OWN_TOOLS, auto: false, config: { approve_plan: true } }, task.value);
}

/** The form for a new session: files, task, settings. */
export const stepperForm = () => html`
  <h1 tabindex="-1">${t('stepper.formTitle')}</h1>
  <p class="lead">${t('stepper.formLead')}</p>
  <form class="stepper-form" data-testid="stepper-form" @submit=${submit}>
    <fieldset class="workspaces"><legend>${t('stepper.files')}</legend>
      ${SAMPLES[lang.value].map(sampleChoice)}
      ${sampleChoice({ id: 'empty', name: t('stepper.emptyName'), about: t('stepper.emptyAbout') })}
      ${ownChoice()}
    </fieldset>
    <label class="field"><span>${t('stepper.task')}</span>
      <textarea name="task" rows="3" maxlength="2000" data-testid="task-text" .value=${live(task.value)} @input=${event => { task.value = event.target.value; }}></textarea></label>
    ${suggestions()}
    ${options()}
    ${problem.value ? html`<p class="field-problem" role="alert" data-testid="start-problem">${problem.value}</p>` : nothing}
    <div class="card-row"><button class="primary" data-testid="begin" ?disabled=${starting.value}>${t('stepper.begin')}</button>
      <button type="button" data-testid="form-back" @click=${() => { session.form.value = null; }}>${t('start.back')}</button></div>
  </form>`;
