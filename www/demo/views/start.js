import { batch, signal } from '@preact/signals-core';
import { html } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { icon } from '../icons.js';
import { lang, t } from '../i18n.js';
import { chooseFile, isTooLarge, MAX_MB } from '../files.js';
import { attempt, begin } from '../session.js';
import en from '../samples/en.json';
import zh from '../samples/zh.json';
import * as state from '../state.js';
import { contentChoice, contentForm, describeProject } from '../content/start.js';
import { scheduleChoice } from '../schedule/start.js';
import { openStepper, stepperChoice, stepperForm } from '../stepper/start.js';
import { alert } from './alert.js';

const SAMPLES = { en, zh };

/** The chosen resume. After it the form asks for the job wish. */
const chosen = signal(/** @type {any} */ (null));
const wishText = signal('');
const planText = signal('');
const problem = signal(/** @type {null | { text: string }} */ (null));
const starting = signal(false);

/** @param {any} resume @param {string} [wish] target job to begin with */
function choose(resume, wish = '') {
  batch(() => { chosen.value = resume; wishText.value = wish; planText.value = ''; problem.value = null; state.form.value = 'guide'; });
}

/** Shows an agent's form, or the choice of agents. A form keeps its contents while another is shown. @param {string | null} name */
export function showForm(name) {
  if (name === 'content') return describeProject();
  if (name === 'stepper') return openStepper();
  state.form.value = name === 'guide' && chosen.value ? 'guide' : null;
}

const close = () => { state.form.value = null; };

/** Shows a problem beside the input that caused it. @param {string} text */
const refuse = text => { problem.value = { text }; };

/** Takes the text of a file or of the text box. @param {string} text */
function take(text) {
  if (text.length > MAX_MB * 1e6) return refuse(t('start.tooBig', { max: MAX_MB }));
  try {
    const value = JSON.parse(text);
    const isResume = value && typeof value === 'object' && !Array.isArray(value) && ('basics' in value || 'sections' in value);
    if (isResume) choose(value);
    else refuse(t('start.notResume'));
  } catch (error) {
    refuse(t('start.badJson', { why: error.message }));
  }
}

/** @param {File | null | undefined} file */
async function takeFile(file) {
  if (file && isTooLarge(file)) problem.value = t('start.tooBig', { max: MAX_MB });
  else if (file) take(await file.text());
}

async function fromFile() {
  await takeFile(await chooseFile('.json,application/json'));
}

async function drop(event) {
  event.preventDefault();
  await takeFile(event.dataTransfer.files[0]);
}

const paste = () => html`
  <details class="paste">
    <summary data-testid="paste-open">${t('start.paste')}</summary>
    <form @submit=${event => { event.preventDefault(); take(event.target.elements.namedItem('json').value); }}>
      <label class="sr-only" for="paste">${t('start.paste')}</label>
      <textarea id="paste" name="json" rows="6" spellcheck="false" data-testid="paste" placeholder=${t('start.pasteHint')}></textarea>
      <button class="primary" data-testid="paste-use">${t('start.usePasted')}</button>
    </form>
  </details>`;

const choices = () => html`
  <h1 tabindex="-1">${t('start.title')}</h1>
  <p class="lead">${t('start.lead')}</p>
  <div class="choices">
    <button class="choice choice-first" data-testid="sample" @click=${() => choose(SAMPLES[lang.value], t('start.wishSample'))}>
      ${icon('spark')}<b>${t('start.sample')}</b><span>${t('start.sampleAbout')}</span></button>
    <div class="choice" @dragover=${event => event.preventDefault()} @drop=${drop}>
      ${icon('file')}<b>${t('start.import')}</b><span>${t('start.importAbout')}</span>
      <p class="choice-row"><button data-testid="import-file" @click=${fromFile}>${t('start.file')}</button> <small>${t('start.drop')}</small></p>
      ${paste()}
      ${alert(problem.value, 'start-problem')}
    </div>
    ${scheduleChoice()}
    ${contentChoice()}
    ${stepperChoice()}
  </div>
  <p class="hint">${t('start.private')}</p>
  <p class="start-playground"><a href="?view=playground" data-testid="start-playground">${t('start.playground')}</a></p>`;

/** The plan in the text box; null if it is empty. @throws {Error} with a sentence */
function givenPlan(text) {
  if (!text.trim()) return null;
  try {
    const plan = JSON.parse(text);
    if (Array.isArray(plan?.tasks)) return plan;
  } catch {
    // Text that is no JSON gets the same answer as JSON without tasks.
  }
  throw new Error(t('start.badPlan'));
}

async function submit(event) {
  event.preventDefault();
  const form = event.target.elements;
  const wish = wishText.value.trim();
  try {
    const plan = givenPlan(form.namedItem('plan').value);
    if (!plan && !wish) return refuse(t('start.wishMissing'));
    const input = { resume: chosen.value, ...(plan ? { plan } : {}), ...(wish ? { user_intent: wish } : {}) };
    const title = [chosen.value.basics?.name, wish].filter(Boolean).join(' · ');
    starting.value = true;
    problem.value = null;
    await attempt(() => begin('guide', input, title));
    starting.value = false;
  } catch (error) {
    refuse(error.message);
  }
}

const wish = () => html`
  <h1 tabindex="-1">${t('start.wishTitle')}</h1>
  <p class="lead">${t('start.wishLead')}</p>
  <form class="wish" @submit=${submit}>
    <p class="hint" data-testid="start-for">${t('start.for', { name: chosen.value.basics?.name || t('start.unnamed') })}</p>
    <label class="field"><span>${t('start.wish')}</span>
      <input name="wish" data-testid="wish" autocomplete="off" maxlength="200" .value=${live(wishText.value)} @input=${event => { wishText.value = event.target.value; }}></label>
    <details class="paste"><summary data-testid="plan-open">${t('start.plan')}</summary>
      <label class="sr-only" for="plan">${t('start.plan')}</label>
      <textarea id="plan" name="plan" rows="5" spellcheck="false" data-testid="plan" placeholder=${t('start.planHint')}
        .value=${live(planText.value)} @input=${event => { planText.value = event.target.value; }}></textarea></details>
    ${alert(problem.value, 'start-problem')}
    <div class="card-row"><button class="primary" data-testid="begin" ?disabled=${starting.value}>${t('start.begin')}</button>
      <button type="button" data-testid="form-back" @click=${close}>${t('start.back')}</button></div>
  </form>`;

/** The form of each agent. */
const FORMS = { guide: wish, content: contentForm, stepper: stepperForm };

/** The start page: choice of an agent, then its form. */
export const start = () => html`<section class="start" data-testid="start">${(FORMS[state.form.value] ?? choices)()}</section>`;
