import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { t } from '../words/i18n.js';
import { costsForm } from './costs.js';
import { builtInPart, engine, hasBuiltIn, loadFiles, speed } from '../model/in-page.js';
import { listModels, testConnection } from '../model/model.js';
import { explain } from '../session/session.js';
import { apiKey, choose, settings } from '../settings.js';

/** Result of the connection test; `null` before it. */
const tested = signal(/** @type {null | { good?: boolean, text: string }} */ (null));

async function test() {
  tested.value = { text: t('settings.testing') };
  try {
    const { ms, odd } = await testConnection();
    tested.value = odd === undefined ? { good: true, text: t('settings.testOk', { ms }) } : { good: false, text: t('settings.testOdd', { text: odd }) };
  } catch (error) {
    tested.value = { good: false, text: explain(error) };
  }
}

const set = name => event => { tested.value = null; choose({ [name]: event.target.value.trim() }); };

const option = (value, chosen, words) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`;

const text = (name, label, hint, type = 'text') => html`
  <label class="field"><span>${label}</span>
    <input data-testid="settings-${name}" type=${type} autocomplete="off" spellcheck="false" .value=${live(settings.value[name])} @input=${set(name)}>
    ${hint ? html`<small>${hint}</small>` : nothing}</label>`;

const key = () => html`
  <label class="field"><span>${t('settings.key')}</span>
    <input data-testid="settings-key" type="password" autocomplete="off" .value=${live(apiKey.value)} @input=${event => { tested.value = null; apiKey.value = event.target.value.trim(); }}>
    <small>${t('settings.keyHint')}</small></label>
  <label class="field"><span>${t('settings.rememberKey')}</span>
    <select data-testid="settings-remember-key" @change=${set('rememberKey')}>
      ${['no', 'session', 'encrypted'].map(how => option(how, settings.value.rememberKey, t(`settings.rememberKey.${how}`)))}
    </select>
    <small>${t(`settings.rememberKey.${settings.value.rememberKey}Hint`)}</small></label>`;

/** Base URLs of common servers. */
const SERVERS = {
  OpenAI: 'https://api.openai.com/v1', OpenRouter: 'https://openrouter.ai/api/v1', Groq: 'https://api.groq.com/openai/v1', DeepSeek: 'https://api.deepseek.com/v1',
  Ollama: 'http://localhost:11434/v1', 'LM Studio': 'http://localhost:1234/v1', 'llama.cpp': 'http://localhost:8080/v1',
};

/** Models of the chosen server, for the list under the field. */
const models = signal(/** @type {{ baseUrl: string, names: string[] }} */ ({ baseUrl: '', names: [] }));

async function loadModels() {
  const { baseUrl } = settings.value;
  if (!baseUrl || models.value.baseUrl === baseUrl && models.value.names.length) return;
  models.value = { baseUrl, names: await listModels() };
}

const presets = () => html`
  <div class="presets" role="group" aria-label=${t('settings.presets')}><small>${t('settings.presets')}</small>
    ${Object.entries(SERVERS).map(([name, baseUrl]) => html`<button type="button" class="chip-button" data-testid="settings-preset" aria-pressed=${settings.value.baseUrl === baseUrl ? 'true' : 'false'} @click=${() => { tested.value = null; choose({ baseUrl }); loadModels(); }}>${name}</button>`)}</div>`;

const modelField = () => html`
  <label class="field"><span>${t('settings.modelName')}</span>
    <input data-testid="settings-model" list="settings-models" autocomplete="off" spellcheck="false" .value=${live(settings.value.model)} @focus=${loadModels} @input=${set('model')}></label>
  <datalist id="settings-models">${models.value.names.map(name => html`<option value=${name}></option>`)}</datalist>`;

const server = () => html`
  ${presets()}
  ${text('baseUrl', t('settings.baseUrl'), t('settings.baseUrlHint', { origin: location.origin }), 'url')}
  ${key()}
  ${modelField()}
  ${trial()}`;

const rate = () => (speed.value ? html`<p data-testid="settings-speed">${t('settings.speed', { rate: speed.value.toFixed(1) })}</p>` : nothing);

const megabytes = bytes => Math.round(bytes / 1_000_000);

function engineState() {
  const { state, name, bytes, why } = engine.value;
  if (state === 'none') return nothing;
  const words = { loading: 'settings.fileLoading', ready: 'settings.fileReady', failed: 'settings.fileFailed' }[state];
  return html`<p role="status" data-testid="settings-engine" data-state=${state} class=${state === 'failed' ? 'field-problem' : nothing}>${t(words, { name, mb: megabytes(bytes), why })}</p>
    ${state === 'loading' ? html`<progress aria-label=${t(words, { name, mb: megabytes(bytes) })}></progress>` : nothing}`;
}

const file = () => html`
  <label class="field"><span>${t('settings.fileChoose')}</span>
    <input data-testid="settings-file" type="file" multiple accept=".gguf" @change=${event => loadFiles([...event.target.files])}>
    <small>${t('settings.fileHint')}</small></label>
  ${engineState()}${engine.value.state === 'ready' ? trial() : nothing}${rate()}`;

const builtIn = () => html`
  <p class="field"><small>${t('settings.builtInHint')}</small></p>
  ${builtInPart.value < 1 ? html`<p role="status">${t('settings.builtInLoading', { part: Math.round(builtInPart.value * 100) })}</p>` : nothing}
  ${trial()}${rate()}`;

/** Class of a trial's outcome; while it runs there is none. */
const OUTCOMES = { true: 'field-good', false: 'field-problem', undefined: 'hint' };

const outcome = () => (tested.value ? html`<p role="status" data-testid="settings-tested" class=${OUTCOMES[String(tested.value.good)]}>${tested.value.text}</p>` : nothing);

const trial = () => html`
  <div class="card-row"><button type="button" data-testid="settings-test" @click=${test}>${t('settings.test')}</button></div>
  ${outcome()}`;

const broken = () => html`
  <p class="field"><small>${t('settings.offlineHint')}</small></p>
  <label class="field"><span>${t('settings.broken')} <output>${settings.value.broken} %</output></span>
    <input data-testid="settings-broken" type="range" min="0" max="100" step="5" .value=${live(String(settings.value.broken))} @input=${event => choose({ broken: Number(event.target.value) })}>
    <small>${t('settings.brokenHint')}</small></label>`;

/** The parts of the form for each source of replies. */
const PROVIDERS = { offline: broken, openai: server, file, builtIn };

/** The settings form. Each choice takes effect at once. */
export const settingsForm = () => html`
  <h2>${t('settings.title')}</h2>
  <form class="settings" @submit=${event => event.preventDefault()}>
    <fieldset><legend>${t('settings.model')}</legend>
      <label class="field"><span>${t('settings.provider')}</span>
        <select autofocus data-testid="settings-provider" @change=${set('provider')}>
          ${Object.keys(PROVIDERS).filter(name => name !== 'builtIn' || hasBuiltIn).map(name => option(name, settings.value.provider, t(`settings.${name}`)))}
        </select></label>
      ${(PROVIDERS[settings.value.provider] ?? broken)()}
    </fieldset>
    ${costsForm()}
    <fieldset><legend>${t('settings.research')}</legend>
      ${text('searchUrl', t('settings.searchUrl'), t('settings.searchUrlHint'), 'url')}
      ${text('readerUrl', t('settings.readerUrl'), t('settings.readerUrlHint'), 'url')}
    </fieldset>
    <fieldset><legend>${t('settings.page')}</legend>
      <div class="pair">
        <label class="field"><span>${t('settings.lang')}</span>
          <select data-testid="settings-lang" @change=${set('lang')}>${option('en', settings.value.lang, 'English')}${option('zh', settings.value.lang, '中文')}</select></label>
        <label class="field"><span>${t('settings.theme')}</span>
          <select data-testid="settings-theme" @change=${set('theme')}>${['system', 'light', 'dark'].map(one => option(one, settings.value.theme, t(`settings.theme.${one}`)))}</select></label>
      </div>
    </fieldset>
  </form>`;
