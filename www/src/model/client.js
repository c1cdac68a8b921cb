// @ts-check
/** @import { ModelContext, ModelOptions, ModelReply, ModelRequest } from '../index.js' */
/** @import { Offer } from './offer.js' */
/** @import { Settings } from './settings.js' */
import { ModelError } from '../errors.js';
import { must } from '../checks/assert-option.js';
import { readReply } from './answer.js';
import { bodyOf, leftOut, negotiation, wholeOffer } from './offer.js';
import { post, silenceTimer, sleep } from './send.js';
import { checked } from './settings.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** How long a lesser request is kept that only answered a fault of the server, which may have had another cause. */
const DOUBT_MS = 300_000;

/** Parts of requests that each server has accepted in this page, by address, model and profile. @type {Map<string, { offer: Offer, until: number }>} */
const accepted = new Map();

/** @param {ModelOptions} options */
export function openAiCompatible(options) {
  const settings = checked(options);
  const { url, model, profile } = settings;
  const key = JSON.stringify([url, model, profile.name]);
  /** A `fetch` of the page's own may lead anywhere. */
  const memory = options.fetch ? new Map() : accepted;

  /** @param {ModelRequest} request @param {ModelContext} [context] @returns {Promise<ModelReply>} */
  async function complete(request, context = {}) {
    must(Array.isArray(request?.messages), 'model({ messages })', 'a list of messages');
    const kept = memory.get(key);
    const start = kept && Date.now() < kept.until ? kept.offer : wholeOffer(profile);
    const terms = negotiation(settings, start, request);
    for (let faults = 0; ;) {
      try {
        const reply = await callOnce(settings, terms.offer, request, context);
        if (terms.offer !== start) memory.set(key, { offer: terms.offer, until: terms.inDoubt ? Date.now() + DOUBT_MS : Infinity });
        const left = leftOut(settings, terms.offer, request);
        return left.length ? { ...reply, leftOut: left } : reply;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const { answer, transient, isGuess } = error;
        if (!transient && answer !== undefined && (isGuess ? terms.lastResort() : terms.lower(answer))) continue;
        const pause = pauseBefore(faults, error, settings);
        faults += 1;
        if (pause !== undefined) await sleep(pause, context.signal);
        else if (!transient || answer === undefined || !terms.lastResort()) throw error;
      }
    }
  }
  return Object.assign(complete, { maxReplyBytes: settings.maxReplyBytes });
}

/**
 * Milliseconds until the next attempt; undefined if there is none.
 * @param {number} faults faults before this one @param {ModelError} error @param {Settings} settings
 */
function pauseBefore(faults, error, { retries, timeoutMs }) {
  if (!error.transient || faults >= retries) return undefined;
  const pause = error.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** faults, LONGEST_PAUSE_MS);
  return pause <= timeoutMs ? pause : undefined;
}

/**
 * Sends one request. It is aborted by the caller, or when the server is silent for too long.
 * @param {Settings} settings @param {Offer} offer @param {ModelRequest} request @param {ModelContext} context
 */
async function callOnce(settings, offer, request, context) {
  const { signal } = context;
  signal?.throwIfAborted();
  const silence = silenceTimer(request.sampling?.timeoutMs ?? settings.timeoutMs);
  const abort = () => silence.abort();
  signal?.addEventListener('abort', abort);
  try {
    const response = await post(settings, bodyOf(settings, offer, request), silence.signal);
    return await readReply(response, { ...context, onData: silence.restart, most: settings.maxReplyBytes });
  } catch (error) {
    silence.abort(); // part of the answer may be unread
    signal?.throwIfAborted();
    if (silence.over) throw new ModelError('timeout', { cause: error });
    throw error;
  } finally {
    silence.stop();
    signal?.removeEventListener('abort', abort);
  }
}
