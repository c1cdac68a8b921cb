import { computed, signal } from '@preact/signals-core';
import { browserLang } from '../browser/kept.js';
import { words } from '../words.js';

/** @typedef {'zh' | 'en'} Lang */

/** Language of the page. */
export const lang = signal(/** @type {Lang} */ (browserLang()));

/**
 * Text for `key` in the page's language, with `{name}` replaced from `values`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = words[lang.value][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Whether there is a text for `key`. @param {string} key */
export const has = key => key in words[lang.value];

const locale = computed(() => (lang.value === 'zh' ? 'zh-CN' : 'en'));
const numbers = computed(() => new Intl.NumberFormat(locale.value));
const times = computed(() => new Intl.DateTimeFormat(locale.value, { hour: '2-digit', minute: '2-digit' }));
const days = computed(() => new Intl.DateTimeFormat(locale.value, { month: 'short', day: 'numeric' }));
const months = computed(() => new Intl.DateTimeFormat(locale.value, { year: 'numeric', month: 'short', timeZone: 'UTC' }));

/** @param {number} value */
export const number = value => numbers.value.format(value);

/** A time of today as a time of day, any other as a day. @param {number} ms milliseconds since the epoch */
export function when(ms) {
  const date = new Date(ms);
  const today = date.toDateString() === new Date().toDateString();
  return (today ? times : days).value.format(date);
}

/** A resume date (`2024`, `2024-08`, `2024-08-01`) in the reader's form; anything else unchanged. @param {string} text */
export function resumeDate(text) {
  if (!/^\d{4}-\d{2}(-\d{2})?$/.test(text)) return text;
  return months.value.format(new Date(`${text.slice(0, 7)}-01T00:00:00Z`));
}
