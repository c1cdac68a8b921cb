// @ts-check
/** @import { ModelContext, ModelOptions, ModelReply, ModelRequest } from '../index.js' */
/** @import { Offer } from './offer.js' */
/** @import { Settings } from './settings.js' */
import { ModelError } from '../errors.js';
import { must } from '../checks/assert-option.js';
import { readReply } from './answer.js';
import { isBlind } from './content.js';
import { attempt, pauseBefore } from './attempt.js';
import { bodyOf, leftOut, negotiation, wholeOffer } from './offer.js';
import { post, sleep } from './send.js';
import { checked } from './settings.js';

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
        if (isBlind(request.messages, error)) throw new ModelError('no_vision', { status: error.status, detail: error.detail });
        if (!transient && answer !== undefined && (isGuess ? terms.lastResort() : terms.lower(answer))) continue;
        const pause = pauseBefore(faults, error, settings);
        faults += 1;
        if (pause !== undefined) await sleep(pause, context.signal);
        else if (!transient || answer === undefined || !terms.lastResort()) throw error;
      }
    }
  }
  return Object.assign(complete, { label: model, maxReplyBytes: settings.maxReplyBytes });
}

/** Sends one request. @param {Settings} settings @param {Offer} offer @param {ModelRequest} request @param {ModelContext} context */
const callOnce = (settings, offer, request, context) => attempt(request.sampling?.timeoutMs ?? settings.timeoutMs, context.signal, async (signal, onData) => {
  const response = await post(settings, bodyOf(settings, offer, request), signal);
  return readReply(response, { ...context, onData, most: settings.maxReplyBytes });
});
