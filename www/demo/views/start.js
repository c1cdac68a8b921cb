import { batch, signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { icon } from '../icons.js';
import { lang, t } from '../i18n.js';
import { chooseFile, isTooLarge, MAX_MB } from '../files.js';
import { attempt, begin } from '../session.js';
import en from '../samples/en.json';
import zh from '../samples/zh.json';
import { contentChoice, contentForm } from '../content/start.js';
import { scheduleChoice } from '../schedule/start.js';
import { stepperChoice, stepperForm } from '../stepper/start.js';

const SAMPLES = { en, zh };

/** The resume that was chosen; then the job wish is asked. */
const chosen = signal(/** @type {any} */ (null));
const wishText = signal('');
const problem = signal('');
const starting = signal(false);

/** @param {any} resume @param {string} [wish] the job wish to begin with */
function choose(resume, wish = '') {
  batch(() => { chosen.value = resume; wishText.value = wish; problem.value = ''; });
}

/** Takes the text of a file or of the box. @param {string} text */
function take(text) {
  if (text.length > MAX_MB * 1e6) return void (problem.value = t('start.tooBig', { max: MAX_MB }));
  try {
    const value = JSON.parse(text);
    const isResume = value && typeof value === 'object' && !Array.isArray(value) && ('basics' in value || 'sections' in value);
    if (isResume) choose(value);
    else problem.value = t('start.notResume');
  } catch (error) {
    problem.value = t('start.badJson', { why: error.message });
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
  <h1>${t('start.title')}</h1>
  <p class="lead">${t('start.lead')}</p>
  <div class="choices">
    <button class="choice choice-first" data-testid="sample" @click=${() => choose(SAMPLES[lang.value], t('start.wishSample'))}>
      ${icon('spark')}<b>${t('start.sample')}</b><span>${t('start.sampleAbout')}</span></button>
    <div class="choice" @dragover=${event => event.preventDefault()} @drop=${drop}>
      ${icon('file')}<b>${t('start.import')}</b><span>${t('start.importAbout')}</span>
      <p class="choice-row"><button data-testid="import-file" @click=${fromFile}>${t('start.file')}</button> <small>${t('start.drop')}</small></p>
      ${paste()}
    </div>
    ${scheduleChoice()}
    ${contentChoice()}
    ${stepperChoice()}
  </div>
  ${problem.value ? html`<p class="field-problem" role="alert" data-testid="start-problem">${problem.value}</p>` : nothing}
  <p class="hint">${t('start.private')}</p>
  <p class="start-playground"><a href="?view=playground" data-testid="start-playground">${t('start.playground')}</a></p>`;

/** The plan in the box: null for none. @throws {Error} with a sentence */
function givenPlan(text) {
  if (!text.trim()) return null;
  try {
    const plan = JSON.parse(text);
    if (Array.isArray(plan?.tasks)) return plan;
  } catch {
    // Not JSON: the same answer as JSON without tasks.
  }
  throw new Error(t('start.badPlan'));
}

async function submit(event) {
  event.preventDefault();
  const form = event.target.elements;
  const wish = wishText.value.trim();
  try {
    const plan = givenPlan(form.namedItem('plan').value);
    if (!plan && !wish) return void (problem.value = t('start.wishMissing'));
    const input = { resume: chosen.value, ...(plan ? { plan } : {}), ...(wish ? { user_intent: wish } : {}) };
    const title = [chosen.value.basics?.name, wish].filter(Boolean).join(' · ');
    starting.value = true;
    const begun = await attempt(() => begin('guide', input, title));
    starting.value = false;
    if (begun) choose(null);
  } catch (error) {
    problem.value = error.message;
  }
}

const wish = () => html`
  <h1>${t('start.wishTitle')}</h1>
  <p class="lead">${t('start.wishLead')}</p>
  <form class="wish" @submit=${submit}>
    <p class="hint" data-testid="start-for">${t('start.for', { name: chosen.value.basics?.name || t('start.unnamed') })}</p>
    <label class="field"><span>${t('start.wish')}</span>
      <input name="wish" data-testid="wish" autocomplete="off" maxlength="200" .value=${live(wishText.value)} @input=${event => { wishText.value = event.target.value; }}></label>
    <details class="paste"><summary data-testid="plan-open">${t('start.plan')}</summary>
      <label class="sr-only" for="plan">${t('start.plan')}</label>
      <textarea id="plan" name="plan" rows="5" spellcheck="false" data-testid="plan" placeholder=${t('start.planHint')}></textarea></details>
    ${problem.value ? html`<p class="field-problem" role="alert" data-testid="start-problem">${problem.value}</p>` : nothing}
    <div class="card-row"><button class="primary" data-testid="begin" ?disabled=${starting.value}>${t('start.begin')}</button>
      <button type="button" @click=${() => choose(null)}>${t('start.back')}</button></div>
  </form>`;

/** What an agent other than the guide asks before it begins; undefined where none was chosen. */
const form = () => contentForm() ?? stepperForm();

/** First visit and new session: what to work on, then what the agent must know. */
export const start = () => html`<section class="start" data-testid="start">${form() ?? (chosen.value ? wish() : choices())}</section>`;
