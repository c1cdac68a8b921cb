import { openAiCompatible } from 'stepgate';
import { askBuiltIn, askFile, engine } from './in-page.js';
import { limitFault, pricedModel } from '../costs.js';
import { offlineModel } from '../offline/model.js';
import { t } from '../words/i18n.js';
import { apiKey, settings } from '../settings.js';

/** Duration of an offline reply in milliseconds, long enough to see it stream. Tests shorten or lengthen it with `?model-delay=`. */
export const OFFLINE_DELAY = Number(new URLSearchParams(location.search).get('model-delay') ?? 600);

let client = { made: '', ask: /** @type {Function | null} */ (null) };

function make() {
  const { provider, baseUrl, model, broken, lang } = settings.value;
  if (provider === 'openai') return openAiCompatible({ baseUrl, model, apiKey: apiKey.value });
  if (provider === 'file') return askFile;
  if (provider === 'builtIn') return askBuiltIn;
  return offlineModel({ lang, broken: broken / 100, delayMs: OFFLINE_DELAY });
}

/** Client for the present settings. It is kept as long as they stay, because it remembers what its server supports. */
function current() {
  const { provider, baseUrl, model, broken, lang } = settings.value;
  const made = JSON.stringify([provider, baseUrl, model, broken, lang, apiKey.value]);
  if (made !== client.made || !client.ask) client = { made, ask: make() };
  return client.ask;
}

/** The model of every session. It uses the settings at the time of each call, and says which model answered, by whose prices the call is counted. */
export async function model(request, context) {
  requireSettings(limitFault());
  const name = pricedModel();
  return { ...await current()(request, context), model: name };
}

/** @param {string} [fault] what is wrong beside the model @throws {Error} with a sentence if the settings cannot work */
function requireSettings(fault) {
  const problem = settingsProblem() ?? fault;
  if (problem) throw Object.assign(new Error(problem), { code: 'llm_failed', text: { [settings.value.lang]: problem } });
}

/** Reason why the settings cannot work, or null. */
function settingsProblem() {
  const { provider, baseUrl, model } = settings.value;
  if (provider === 'file' && engine.value.state !== 'ready') return t('settings.noFile');
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
  sampling: { maxOutputTokens: 32, timeoutMs: 20000 },
};

/** Longest wait for the answer in milliseconds; a model in the page may still be loading. */
const PATIENCE = { openai: 20_000, offline: 20_000, file: 300_000, builtIn: 1_800_000 };

/** Names of the models that the chosen server has; none if it does not tell. @returns {Promise<string[]>} */
export async function listModels() {
  const { baseUrl } = settings.value;
  try {
    const headers = apiKey.value ? { authorization: `Bearer ${apiKey.value}` } : {};
    const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, { headers, signal: AbortSignal.timeout(PATIENCE.openai) });
    const { data = [] } = await answer.json();
    return data.map(({ id }) => id).filter(id => typeof id === 'string').slice(0, MOST_MODELS);
  } catch {
    return []; // the name can be typed
  }
}

/** Most models in the list. */
const MOST_MODELS = 500;

/**
 * Sends the chosen model a small question.
 * @returns {Promise<{ ms: number, odd?: string }>} milliseconds until the answer, and the answer if it is not the one that was asked for
 */
export async function testConnection() {
  requireSettings();
  const started = performance.now();
  const { text = '' } = await make()(PING, { signal: AbortSignal.timeout(PATIENCE[settings.value.provider]) });
  const ms = Math.round(performance.now() - started);
  return settings.value.provider === 'offline' || /"ok"\s*:\s*true/.test(text) ? { ms } : { ms, odd: text.trim().slice(0, GLIMPSE) };
}

/** Characters shown of an answer that is not the one that was asked for. */
const GLIMPSE = 120;
