import { effect, signal } from '@preact/signals-core';
import { lang } from './words/i18n.js';
import { rememberedKey, rememberKey } from './browser/key.js';
import { browserLang, keep, kept, showLang, showTheme } from './browser/kept.js';

/**
 * @typedef {object} Settings
 * @property {'offline' | 'openai' | 'file' | 'builtIn'} provider
 * @property {string} baseUrl
 * @property {string} model
 * @property {import('./browser/key.js').RememberKey} rememberKey   where the API key stays when the page closes
 * @property {string} searchUrl   search endpoint; empty: the page's own library
 * @property {string} readerUrl   reader endpoint
 * @property {number} broken     percent of broken offline replies
 * @property {Record<string, import('./costs.js').Typed>} prices   prices by model, as typed
 * @property {Record<string, string>} limits   limits of a session, as typed
 * @property {'zh' | 'en'} lang
 * @property {'system' | 'light' | 'dark'} theme
 */

/** @returns {Settings} */
const defaults = () => ({ provider: 'offline', baseUrl: '', model: '', searchUrl: '', readerUrl: '', rememberKey: 'no', broken: 0, prices: {}, limits: {}, lang: browserLang(), theme: 'system' });

/** The kept settings, without what is none of them any more. */
const keptSettings = () => Object.fromEntries(Object.entries(kept()).filter(([name]) => Object.hasOwn(defaults(), name)));

/** The present settings. */
export const settings = signal(/** @type {Settings} */ ({ ...defaults(), ...keptSettings() }));

/** API key of the model server: in memory, and elsewhere only as `rememberKey` says. */
export const apiKey = signal('');

/** Resolves when the remembered key is there, unless the user was faster. */
const remembered = rememberedKey(settings.value.rememberKey).then(key => { apiKey.value ||= key; });

/** @param {Partial<Settings>} change */
export const choose = change => { settings.value = { ...settings.value, ...change }; };

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const deviceDark = signal(prefersDark.matches);
prefersDark.addEventListener('change', event => { deviceDark.value = event.matches; });

/** Whether the page is dark now. */
export const isDark = () => settings.value.theme === 'dark' || (settings.value.theme === 'system' && deviceDark.value);

/** Applies the settings to storage, language and theme. */
export function followSettings() {
  effect(() => keep(settings.value));
  remembered.then(() => effect(() => { rememberKey(settings.value.rememberKey, apiKey.value); }));
  effect(() => {
    lang.value = settings.value.lang;
    showLang(settings.value.lang);
  });
  effect(() => showTheme(isDark()));
}
