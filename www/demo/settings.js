import { effect, signal } from '@preact/signals-core';
import { lang } from './words/i18n.js';
import { browserLang, keep, kept, showLang, showTheme } from './browser/kept.js';

/**
 * @typedef {object} Settings
 * @property {'offline' | 'openai' | 'file' | 'builtIn'} provider
 * @property {string} baseUrl
 * @property {string} model
 * @property {boolean} keepKey   keep the key on this device
 * @property {string} searchUrl   search endpoint; empty: the page's own library
 * @property {string} readerUrl   reader endpoint
 * @property {number} broken     percent of broken offline replies
 * @property {'zh' | 'en'} lang
 * @property {'system' | 'light' | 'dark'} theme
 */

/** @returns {Settings} */
const defaults = () => ({ provider: 'offline', baseUrl: '', model: '', searchUrl: '', readerUrl: '', keepKey: false, broken: 0, lang: browserLang(), theme: 'system' });

const { apiKey: keptKey = '', ...keptSettings } = kept();

/** The present settings. */
export const settings = signal(/** @type {Settings} */ ({ ...defaults(), ...keptSettings }));

/** API key of the model server: in memory, and on the device only with `keepKey`. */
export const apiKey = signal(String(keptKey));

/** @param {Partial<Settings>} change */
export const choose = change => { settings.value = { ...settings.value, ...change }; };

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const deviceDark = signal(prefersDark.matches);
prefersDark.addEventListener('change', event => { deviceDark.value = event.matches; });

/** Whether the page is dark now. */
export const isDark = () => settings.value.theme === 'dark' || (settings.value.theme === 'system' && deviceDark.value);

/** Applies the settings to storage, language and theme. */
export function followSettings() {
  effect(() => keep({ ...settings.value, ...(settings.value.keepKey ? { apiKey: apiKey.value } : {}) }));
  effect(() => {
    lang.value = settings.value.lang;
    showLang(settings.value.lang);
  });
  effect(() => showTheme(isDark()));
}
