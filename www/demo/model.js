import { openAiCompatible } from 'stepgate';
import { offlineModel } from './offline/model.js';
import { t } from './i18n.js';
import { apiKey, settings } from './settings.js';

/** How long an offline reply takes, in milliseconds: long enough to see it stream; `?model-delay=` lets a test hurry it or hold it. */
const OFFLINE_DELAY = Number(new URLSearchParams(location.search).get('model-delay') ?? 600);

let client = { made: '', ask: /** @type {Function | null} */ (null) };

function make() {
  const { provider, baseUrl, model, broken, lang } = settings.value;
  if (provider === 'openai') return openAiCompatible({ baseUrl, model, apiKey: apiKey.value });
  return offlineModel({ lang, broken: broken / 100, delayMs: OFFLINE_DELAY });
}

/** The client of the settings in force; one client as long as they stay, because it remembers what its server can do. */
function current() {
  const { provider, baseUrl, model, broken, lang } = settings.value;
  const made = JSON.stringify([provider, baseUrl, model, broken, lang, apiKey.value]);
  if (made !== client.made || !client.ask) client = { made, ask: make() };
  return client.ask;
}

/** The model of every session: whatever the settings say at the time of the call. */
export async function model(request, context) {
  requireSettings();
  return current()(request, context);
}

/** @throws {Error} with a sentence where the settings cannot work */
function requireSettings() {
  const problem = settingsProblem();
  if (problem) throw Object.assign(new Error(problem), { code: 'llm_failed', text: { [settings.value.lang]: problem } });
}

/** Why the settings cannot work, or null. */
function settingsProblem() {
  const { provider, baseUrl, model } = settings.value;
  if (provider !== 'openai') return null;
  if (!model) return t('settings.noModel');
  return /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)([:/]|$))/.test(baseUrl) ? null : t('settings.badUrl');
}

const PING = {
  messages: [{ role: 'user', content: 'Reply with the JSON object {"ok": true} and nothing else.' }],
  contract: {
    name: 'ping',
    schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false },
  },
  sampling: { max_tokens: 32, timeout_ms: 20000 },
};

/** Asks the chosen server one small question. @returns {Promise<number>} milliseconds until the answer */
export async function testConnection() {
  requireSettings();
  const started = performance.now();
  await make()(PING, { signal: AbortSignal.timeout(20000) });
  return Math.round(performance.now() - started);
}
