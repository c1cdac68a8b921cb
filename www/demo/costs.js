import { computed } from '@preact/signals-core';
import { t } from './words/i18n.js';
import { settings } from './settings.js';

/** The prices of a model as they stand in the form. @typedef {{ input?: string, cached?: string, output?: string, date?: string }} Typed */

/** Fields of the prices, in order: dollars for a million tokens. */
export const PRICES = /** @type {const} */ (['input', 'cached', 'output']);
/** Fields of the limits, in order. */
export const LIMITS = /** @type {const} */ (['usd', 'tokens', 'calls']);

const isAmount = (/** @type {string} */ text) => /^\d{1,6}(\.\d{1,9})?$/.test(text);
const isCount = (/** @type {string} */ text) => /^\d{1,15}$/.test(text);
const isDay = (/** @type {string} */ text) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Name under which the chosen model has its prices: its own, or that of the source where there is none. */
export const pricedModel = () => {
  const { provider, model } = settings.value;
  return provider === 'openai' ? model : provider;
};

/** The prices of the chosen model as they were typed. @returns {Typed} */
export const typedPrices = () => Object(Object(settings.value.prices)[pricedModel()]);
/** The limits as they were typed. @returns {Record<string, string>} */
export const typedLimits = () => Object(settings.value.limits);

const hasPrices = (/** @type {Typed} */ typed) => PRICES.some(name => typed[name]);

/** Faults of prices by field, as keys of words. @param {Typed} typed @returns {Record<string, string>} */
function faultsOf(typed) {
  if (!hasPrices(typed)) return {};
  /** @type {Record<string, string>} */
  const faults = {};
  for (const name of PRICES) if (typed[name] ? !isAmount(typed[name]) : name !== 'cached') faults[name] = typed[name] ? 'costs.noAmount' : 'costs.bothPrices';
  if (!isDay(typed.date ?? '')) faults.date = 'costs.noDay';
  return faults;
}

/** The prices of a model for a session; undefined where there are none, or not whole ones. @param {Typed} typed */
function priceOf(typed) {
  if (!hasPrices(typed) || Object.keys(faultsOf(typed)).length) return undefined;
  const { input, cached, output, date } = typed;
  return { input: Number(input), ...(cached && { cached: Number(cached) }), output: Number(output), date };
}

/**
 * Faults of the prices and limits, in words, by the name of its field. Dollars are counted by prices: a limit of dollars without those of
 * the chosen model would never be reached.
 * @returns {Record<string, string>}
 */
export function costFaults() {
  const [prices, limits] = [typedPrices(), typedLimits()];
  const faults = Object.entries(faultsOf(prices)).map(([name, key]) => [name, t(key)]);
  for (const name of LIMITS) if (limits[name] && !(name === 'usd' ? isAmount : isCount)(limits[name])) faults.push([name, t(name === 'usd' ? 'costs.noAmount' : 'costs.noCount')]);
  const all = Object.fromEntries(faults);
  if (limits.usd && !all.usd && !priceOf(prices)) all.usd = t('costs.noPrices');
  return all;
}

/** Reason why the model must not be asked: a limit that cannot be kept; or undefined. */
export function limitFault() {
  const faults = costFaults();
  const name = LIMITS.find(limit => faults[limit]);
  return name && t('costs.limitFault', { limit: t(`costs.${name}`), why: faults[name] });
}

/** Prices and limits for `openSession`: those that can be used. */
export const costs = computed(() => {
  const prices = Object.entries(Object(settings.value.prices)).map(([model, typed]) => [model, priceOf(Object(typed))]).filter(([, price]) => price);
  const faults = costFaults();
  const limits = LIMITS.filter(name => typedLimits()[name] && !faults[name]).map(name => [name, Number(typedLimits()[name])]);
  return { ...(prices.length && { prices: Object.fromEntries(prices) }), ...(limits.length && { limits: Object.fromEntries(limits) }) };
});
