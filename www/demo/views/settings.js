import { signal } from '@preact/signals-core';
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { t } from '../i18n.js';
import { testConnection } from '../model.js';
import { explain } from '../session.js';
import { apiKey, choose, settings } from '../settings.js';

/** Result of the connection test; `null` before it. */
const tested = signal(/** @type {null | { good?: boolean, text: string }} */ (null));

async function test() {
  tested.value = { text: t('settings.testing') };
  try {
    tested.value = { good: true, text: t('settings.testOk', { ms: await testConnection() }) };
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
  <label class="check"><input type="checkbox" data-testid="settings-keep-key" .checked=${live(settings.value.keepKey)} @change=${event => choose({ keepKey: event.target.checked })}>
    <span>${t('settings.keepKey')}<small>${t('settings.keepKeyHint')}</small></span></label>`;

const server = () => html`
  ${text('baseUrl', t('settings.baseUrl'), t('settings.baseUrlHint'), 'url')}
  ${text('model', t('settings.modelName'))}
  ${key()}
  <div class="card-row"><button type="button" data-testid="settings-test" @click=${test}>${t('settings.test')}</button></div>
  ${tested.value ? html`<p role="status" data-testid="settings-tested" class=${tested.value.good === false ? 'field-problem' : 'field-good'}>${tested.value.text}</p>` : nothing}`;

const broken = () => html`
  <label class="field"><span>${t('settings.broken')} <output>${settings.value.broken} %</output></span>
    <input data-testid="settings-broken" type="range" min="0" max="100" step="5" .value=${live(String(settings.value.broken))} @input=${event => choose({ broken: Number(event.target.value) })}>
    <small>${t('settings.brokenHint')}</small></label>`;

/** The settings form. Each choice takes effect at once. */
export const settingsForm = () => html`
  <h2>${t('settings.title')}</h2>
  <form class="settings" @submit=${event => event.preventDefault()}>
    <fieldset><legend>${t('settings.model')}</legend>
      <label class="field"><span>${t('settings.provider')}</span>
        <select data-testid="settings-provider" @change=${set('provider')}>
          ${option('offline', settings.value.provider, t('settings.offline'))}${option('openai', settings.value.provider, t('settings.openai'))}
        </select></label>
      ${settings.value.provider === 'offline' ? broken() : server()}
    </fieldset>
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
