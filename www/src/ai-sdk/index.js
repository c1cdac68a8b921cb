// @ts-check
/** @import { ModelContext, ModelReply, ModelRequest } from '../index.js' */
/** @import { LanguageModelLike, LanguageModelOptions } from './index.js' */
/** @import { Settings } from './offers.js' */
import { faultIn, must, assertOption } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';
import { REPLY_BYTES } from '../checks/limits.js';
import { ModelError } from '../errors.js';
import { attempt, pauseBefore } from '../model/attempt.js';
import { isBlind } from '../model/content.js';
import { sleep } from '../model/send.js';
import { modelErrorOf } from './errors.js';
import { callOf, leftOut, next, OFFERS } from './offers.js';
import { readParts, SchemaIgnored } from './parts.js';

export { messagesOf } from './messages.js';
export { answerTo, stepgateTransport } from './transport.js';

/** Versions of the provider interface that are read: those of AI SDK 6 and 7. */
const VERSIONS = ['v3', 'v4'];

/** @type {import('../checks/assert-option.js').Form} */
const FORM = {
  'timeoutMs?': [value => value > 0 && Number.isFinite(value), 'a number of milliseconds above 0'],
  'retries?': 'count',
  'maxReplyBytes?': [value => Number.isSafeInteger(value) && value > 0, 'a whole number of bytes above 0'],
  'roles?': [value => ['alternate', 'as_is'].includes(value), '"alternate" or "as_is"'],
  'thinking?': 'function',
  'providerOptions?': [value => isObject(value) && Object.values(value).every(isObject), 'an object of objects by provider, such as { anthropic: { … } }'],
};

/** @param {LanguageModelLike} model @param {LanguageModelOptions} [options] */
export function fromLanguageModel(model, options = {}) {
  const settings = checked(model, options);
  let accepted = OFFERS[0];

  /** @param {ModelRequest} request @param {ModelContext} [context] @returns {Promise<ModelReply>} */
  async function complete(request, context = {}) {
    must(Array.isArray(request?.messages), 'model({ messages })', 'a list of messages');
    let offer = accepted;
    for (let faults = 0; ;) {
      try {
        const { reply, ignored } = await callOnce(model, settings, offer, request, context);
        accepted = offer;
        const left = leftOut(settings, offer, request, ignored);
        return left.length ? { ...reply, leftOut: left } : reply;
      } catch (error) {
        if (error instanceof ModelError && isBlind(request.messages, error)) throw new ModelError('no_vision', { status: error.status, detail: error.detail });
        const lesser = lesserAfter(error, settings, offer, request);
        if (lesser) {
          offer = lesser;
          continue;
        }
        const pause = error instanceof ModelError ? pauseBefore(faults, error, settings) : undefined;
        if (pause === undefined) throw error;
        faults += 1;
        await sleep(pause, context.signal);
      }
    }
  }
  return Object.assign(complete, { label: model.modelId, maxReplyBytes: settings.maxReplyBytes });
}

/** @param {any} model @param {LanguageModelOptions} options @returns {Settings} */
function checked(model, options) {
  const isModel = typeof model?.doStream === 'function' && VERSIONS.includes(model.specificationVersion);
  must(isModel, 'fromLanguageModel(model)', 'a language model of a provider for AI SDK 6 or 7, such as anthropic(\'claude-sonnet-4-5\')');
  assertOption(options, 'fromLanguageModel(model, options)', 'object');
  const fault = faultIn(options, FORM, true);
  if (fault) must(false, `fromLanguageModel(model, { ${fault[0]} })`, fault[1]);
  const { timeoutMs = 60_000, retries = 3, maxReplyBytes = REPLY_BYTES, roles = 'alternate', thinking, providerOptions } = options;
  return { timeoutMs, retries, maxReplyBytes, roles, thinking, providerOptions, version: model.specificationVersion };
}

/** @param {LanguageModelLike} model @param {Settings} settings @param {import('./offers.js').Offer} offer @param {ModelRequest} request @param {ModelContext} context */
const callOnce = (model, settings, offer, request, context) => attempt(request.sampling?.timeoutMs ?? settings.timeoutMs, context.signal, async (abortSignal, onData) => {
  const { stream } = await started(model, { ...callOf(settings, offer, request), abortSignal });
  return readParts(stream, { ...context, onData, most: settings.maxReplyBytes, needsSchema: offer === 'schema' && request.contract !== undefined });
});

/** @param {LanguageModelLike} model @param {object} call */
async function started(model, call) {
  try {
    return await model.doStream(call);
  } catch (error) {
    throw modelErrorOf(error);
  }
}

/**
 * The offer to try after an error: the schema in the prompt where the provider ignores it, less and less where the request is refused, and once the request without
 * a form where nothing but words tell what the refusal is about.
 * @param {unknown} error @param {Settings} settings @param {import('./offers.js').Offer} offer @param {ModelRequest} request
 */
function lesserAfter(error, settings, offer, request) {
  if (error instanceof SchemaIgnored) return next(settings, offer, request);
  if (!(error instanceof ModelError) || error.transient || error.answer === undefined) return undefined;
  if (error.isGuess) return offer === 'schema' && request.contract ? 'words' : undefined;
  return next(settings, offer, request);
}
