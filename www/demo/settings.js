import { effect, signal } from '@preact/signals-core';
import { browserLang, lang } from './i18n.js';

/**
 * @typedef {object} Settings
 * @property {'offline' | 'openai'} provider
 * @property {string} baseUrl
 * @property {string} model
 * @property {boolean} keepKey   keep the key on this device
 * @property {string} searchUrl   where the research searches; empty: in the library of the page
 * @property {string} readerUrl   where it reads
 * @property {number} broken     percent of offline replies that come broken
 * @property {'zh' | 'en'} lang
 * @property {'system' | 'light' | 'dark'} theme
 */

const PLACE = 'stepgate-demo';

/** @returns {Settings} */
const defaults = () => ({ provider: 'offline', baseUrl: '', model: '', searchUrl: '', readerUrl: '', keepKey: false, broken: 0, lang: browserLang(), theme: 'system' });

/** What was kept on this device; empty where storage is closed to the page or holds something else. */
function kept() {
  try {
    const value = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return value && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/** @param {object} value */
function keep(value) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(value));
  } catch {
    // A private window may refuse: the settings then last as long as the page.
  }
}

const { apiKey: keptKey = '', ...keptSettings } = kept();

/** The settings in force. */
export const settings = signal(/** @type {Settings} */ ({ ...defaults(), ...keptSettings }));

/** The key for the model server: in memory, and on the device only where `keepKey` says so. */
export const apiKey = signal(String(keptKey));

/** @param {Partial<Settings>} change */
export const choose = change => { settings.value = { ...settings.value, ...change }; };

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const deviceDark = signal(prefersDark.matches);
prefersDark.addEventListener('change', event => { deviceDark.value = event.matches; });

/** Whether the page is dark now. */
export const isDark = () => settings.value.theme === 'dark' || (settings.value.theme === 'system' && deviceDark.value);

/** Keeps storage, language and theme of the page in step with the settings. */
export function followSettings() {
  effect(() => keep({ ...settings.value, ...(settings.value.keepKey ? { apiKey: apiKey.value } : {}) }));
  effect(() => {
    lang.value = settings.value.lang;
    document.documentElement.lang = settings.value.lang === 'zh' ? 'zh-CN' : 'en';
  });
  effect(() => { document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'; });
}
