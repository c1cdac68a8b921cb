import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { costFaults, LIMITS, pricedModel, PRICES, typedLimits, typedPrices } from '../costs.js';
import { choose, settings } from '../settings.js';
import { t } from '../words/i18n.js';

/** The day of today, as a date field has it. */
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** Keeps a typed price of the chosen model. Its day is today's unless the user says another. @param {string} name @param {string} text */
function setPrice(name, text) {
  const typed = { date: today(), ...typedPrices(), [name]: text };
  choose({ prices: { ...settings.value.prices, [pricedModel()]: PRICES.some(one => typed[one]) || name === 'date' ? typed : {} } });
}

/** @param {string} name @param {string} text */
const setLimit = (name, text) => choose({ limits: { ...settings.value.limits, [name]: text } });

/**
 * A field with what is wrong in it below.
 * @param {string} name @param {string} value @param {Record<string, string>} faults @param {(name: string, text: string) => void} set @param {string} [type]
 */
const field = (name, value, faults, set, type = 'text') => html`
  <label class="field"><span>${t(`costs.${name}`)}</span>
    <input data-testid=${`costs-${name}`} type=${type} inputmode=${type === 'text' ? 'decimal' : nothing} autocomplete="off" .value=${live(value)} aria-invalid=${faults[name] ? 'true' : 'false'} aria-describedby=${faults[name] ? `costs-${name}-problem` : nothing}
      @input=${event => set(name, event.target.value.trim())}>
    ${faults[name] ? html`<small class="field-problem" id=${`costs-${name}-problem`} role="status" data-testid=${`costs-${name}-problem`}>${faults[name]}</small>` : nothing}</label>`;

/** The part of the settings with the prices of the chosen model, and the limits of a session. */
export function costsForm() {
  const [prices, limits, faults] = [typedPrices(), typedLimits(), costFaults()];
  return html`
    <fieldset class="costs" data-testid="costs"><legend>${t('costs.title')}</legend>
      <p class="field"><span>${settings.value.provider === 'openai' && settings.value.model ? t('costs.pricesOf', { model: settings.value.model }) : t('costs.prices')}</span><small>${t('costs.pricesHint')}</small></p>
      <div class="pair">${PRICES.map(name => field(name, prices[name] ?? '', faults, setPrice))}${field('date', prices.date ?? '', faults, setPrice, 'date')}</div>
      <p class="field"><span>${t('costs.limits')}</span><small>${t('costs.limitsHint')}</small></p>
      <div class="pair">${LIMITS.map(name => field(name, limits[name] ?? '', faults, setLimit))}</div>
    </fieldset>`;
}
