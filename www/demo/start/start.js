import { batch, signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { hero } from './hero.js';
import { icon } from '../views/icons.js';
import { lang, number, t } from '../words/i18n.js';
import { jsonFault } from '../words/places.js';
import { chooseFile, isTooLarge, MAX_MB } from '../browser/files.js';
import { attempt, begin } from '../session/session.js';
import { proof } from './proof.js';
import { settings } from '../settings.js';
import { notesText, reading, RESUME_FILES, textOf, titleOf } from '../guide/resume-file.js';
import en from '../samples/en.json';
import zh from '../samples/zh.json';
import * as state from '../state.js';
import { contentChoice, contentForm, describeProject } from '../content/start.js';
import { scheduleChoice } from '../schedule/start.js';
import { openStepper, stepperChoice, stepperForm } from '../stepper/start.js';
import { alert } from '../views/alert.js';
import { strip, tiles } from './tiles.js';

const SAMPLES = { en, zh };

/** The chosen resume: JSON, or a text that the model reads. After it the form asks for the job wish. */
const chosen = signal(/** @type {null | { resume: any } | { text: string, notes?: string }} */ (null));
/** Longest text that the guide reads, in characters. */
const LONGEST = 20_000;
const wishText = signal('');
const planText = signal('');
const problem = signal(/** @type {null | { text: string }} */ (null));
const starting = signal(false);

/** @param {{ resume: any } | { text: string, notes?: string }} resume @param {string} [wish] target job to begin with */
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

/** Takes the text of a file or of the text box: JSON, or the resume as text. @param {string} text @param {string} [notes] what is not in it */
async function take(text, notes = '') {
  if (text.length > MAX_MB * 1e6) return refuse(t('start.tooBig', { max: MAX_MB }));
  if (!text.trim()) return refuse(t('start.textEmpty'));
  if (!/^\s*[{[]/.test(text)) return choose({ text: text.trim(), notes });
  try {
    const value = JSON.parse(text);
    const isResume = value && typeof value === 'object' && !Array.isArray(value) && ('basics' in value || 'sections' in value);
    if (isResume) choose({ resume: value });
    else refuse(t('start.notResume'));
  } catch {
    if (/^\s*\[/.test(text)) return choose({ text: text.trim() }); // words in brackets
    const why = await jsonFault(text);
    if (isChoosing()) refuse(why ? t('start.badJson', { why }) : t('start.badJsonUnknown'));
  }
}

/** Whether the page still shows the choice of agents: reading a file takes time. */
const isChoosing = () => state.place.value === 'start' && !state.form.value;

/** @param {File | null | undefined} file */
async function takeFile(file) {
  if (!file || reading.value) return;
  problem.value = null;
  if (isTooLarge(file)) return refuse(t('start.tooBig', { max: MAX_MB }));
  try {
    const { text, notes } = await textOf(file);
    if (isChoosing()) await take(text, notesText(notes));
  } catch (error) {
    if (isChoosing()) refuse(error.message);
  }
}

async function fromFile() {
  await takeFile(await chooseFile(RESUME_FILES));
}

async function drop(event) {
  event.preventDefault();
  await takeFile(event.dataTransfer.files[0]);
}

/** Progress of reading the chosen file. */
function readingLine() {
  if (!reading.value) return nothing;
  const { page, pages } = reading.value;
  return html`<p class="waiting" role="status" data-testid="file-progress"><span class="pulse" aria-hidden="true"></span>${pages > 1 ? t('file.page', { page, pages }) : t('file.reading')}</p>`;
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

/** Ways to begin with one's own files and choices. */
const own = () => html`
  <section class="start-part" aria-labelledby="own-title">
    <h2 id="own-title">${t('own.title')}</h2>
    <div class="choices">
      <button class="choice" data-testid="sample" @click=${() => choose({ resume: SAMPLES[lang.value] }, t('start.wishSample'))}>
        ${icon('spark')}<b>${t('start.sample')}</b><span>${t('start.sampleAbout')}</span></button>
      <div class="choice" @dragover=${event => event.preventDefault()} @drop=${drop}>
        ${icon('file')}<b>${t('start.import')}</b><span>${t('start.importAbout')}</span>
        <p class="choice-row"><button data-testid="import-file" ?disabled=${reading.value !== null} @click=${fromFile}>${t('start.file')}</button> <small>${t('start.drop')}</small></p>
        ${readingLine()}
        ${paste()}
        ${alert(problem.value, 'start-problem')}
      </div>
      ${scheduleChoice()}
      ${contentChoice()}
      ${stepperChoice()}
    </div>
    <p class="hint">${t('start.private')}</p>
  </section>`;

const front = () => html`${hero}${proof}${tiles()}${strip()}${own()}`;

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
  const text = form.namedItem('text')?.value.trim();
  try {
    const plan = givenPlan(form.namedItem('plan')?.value ?? '');
    if (!plan && !wish) return refuse(t('start.wishMissing'));
    if (text === '') return refuse(t('start.textEmpty'));
    const count = [...(text ?? '')].length;
    if (count > LONGEST) return refuse(t('start.textTooLong', { n: number(count), max: number(LONGEST) }));
    const input = { ...(text ? { resume_text: text } : { resume: chosen.value.resume }), ...(plan ? { plan } : {}), ...(wish ? { user_intent: wish } : {}) };
    const title = [text ? titleOf(text) : chosen.value.resume.basics?.name, wish].filter(Boolean).join(' · ');
    starting.value = true;
    problem.value = null;
    await attempt(() => begin('guide', input, title), { input });
    starting.value = false;
  } catch (error) {
    refuse(error.message);
  }
}

/** The text that will be read. The user may put right what the file got wrong. */
const givenText = () => html`
  <p class="hint" data-testid="start-for">${t('start.forText', { name: titleOf(chosen.value.text) || t('start.unnamed') })}</p>
  ${chosen.value.notes ? html`<p class="hint" data-testid="start-notes">${chosen.value.notes}</p>` : nothing}
  <p class="hint" data-testid="start-reader">${t(settings.value.provider === 'offline' ? 'start.textScript' : 'start.textLead')}</p>
  <details class="paste"><summary data-testid="text-open">${t('start.text')}</summary>
    <label class="sr-only" for="text">${t('start.text')}</label>
    <textarea id="text" name="text" rows="12" spellcheck="false" data-testid="text"
      .value=${live(chosen.value.text)} @input=${event => { chosen.value = { ...chosen.value, text: event.target.value }; }}></textarea></details>`;

const givenPlanForm = () => html`
  <details class="paste"><summary data-testid="plan-open">${t('start.plan')}</summary>
    <label class="sr-only" for="plan">${t('start.plan')}</label>
    <textarea id="plan" name="plan" rows="5" spellcheck="false" data-testid="plan" placeholder=${t('start.planHint')}
      .value=${live(planText.value)} @input=${event => { planText.value = event.target.value; }}></textarea></details>`;

const givenName = () => html`<p class="hint" data-testid="start-for">${t('start.for', { name: chosen.value.resume.basics?.name || t('start.unnamed') })}</p>`;

const wish = () => html`
  <h1 tabindex="-1">${t('start.wishTitle')}</h1>
  <p class="lead">${t('start.wishLead')}</p>
  <form class="wish" @submit=${submit}>
    ${'text' in chosen.value ? givenText() : givenName()}
    <label class="field"><span>${t('start.wish')}</span>
      <input name="wish" data-testid="wish" autocomplete="off" maxlength="200" .value=${live(wishText.value)} @input=${event => { wishText.value = event.target.value; }}></label>
    ${'text' in chosen.value ? nothing : givenPlanForm()}
    ${alert(problem.value, 'start-problem')}
    <div class="card-row"><button class="primary" data-testid="begin" ?disabled=${starting.value}>${t('text' in chosen.value ? 'start.beginText' : 'start.begin')}</button>
      <button type="button" data-testid="form-back" @click=${close}>${t('start.back')}</button></div>
  </form>`;

/** The form of each agent. */
const FORMS = { guide: wish, content: contentForm, stepper: stepperForm };

/** The start page: what Stepgate does, the agents, then the form of one. */
export const start = () => html`<section class="start ${state.form.value ? 'start-form' : ''}" data-testid="start">${(FORMS[state.form.value] ?? front)()}</section>`;
