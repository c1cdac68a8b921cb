import { html, nothing } from 'lit-html';
import { lang, number, t } from '../words/i18n.js';
import { settings } from '../settings.js';
import * as state from '../state.js';

/** Limit of rounds that only stops an endless run: it is not shown as a budget. */
const FENCE = 1000;

/** Shortest time that is told, in milliseconds: a script has none. */
const SHORTEST = 50;

/** Dollars, with as many places as tell something. @param {number} usd */
function dollars(usd) {
  const places = usd < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: usd < 1 ? 4 : 2 };
  return new Intl.NumberFormat(lang.value, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...places }).format(usd);
}

/** A time in seconds, or in minutes where it is long. @param {number} ms */
function time(ms) {
  const [unit, value] = ms < 60_000 ? ['second', ms / 1000] : ['minute', ms / 60_000];
  return new Intl.NumberFormat(lang.value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value);
}

/** Calls, tokens, time and money. Those that are estimated are marked. @param {import('../../../crates/wasm-session/types.d.ts').Used} used */
function spent({ calls, inputTokens, outputTokens, ms = 0, usd, estimated }) {
  const about = (/** @type {string} */ words) => (estimated ? t('usage.about', { words }) : words);
  const tokens = inputTokens + outputTokens;
  const parts = [t(calls === 1 ? 'usage.call' : 'usage.calls', { n: number(calls) }), tokens > 0 && about(t('usage.tokens', { n: number(tokens) })), ms >= SHORTEST && time(ms), usd && about(dollars(usd))];
  return parts.filter(Boolean).join(' · ');
}

/** Usage of the session and of its last turn, and whether a script answers. */
export function usage() {
  const view = state.view.value;
  if (!view) return nothing;
  const { usage: all, turn, budget: { steps, maxSteps } } = view;
  const more = [
    steps > 1 && maxSteps < FENCE && t('chat.usageRounds', { rounds: steps, max: maxSteps }),
    all.corrections > 0 && t('chat.usageCorrections', { n: number(all.corrections) }),
    settings.value.provider === 'offline' && t('chat.script'),
  ].filter(Boolean);
  const isPart = turn.usage.calls > 0 && turn.usage.calls < all.calls;
  return html`<p class="usage" data-testid="usage">
    ${isPart ? html`<span data-testid="usage-turn">${t('usage.turn', { used: spent(turn.usage) })}</span>` : nothing}
    <span data-testid="usage-all">${t(isPart ? 'usage.all' : 'usage.only', { used: spent(all) })}</span>
    ${more.length ? html`<span>${more.join(' · ')}</span>` : nothing}
    <button type="button" class="link" data-testid="usage-set" @click=${() => { state.dialog.value = { kind: 'settings' }; }}>${t('usage.set')}</button></p>`;
}
