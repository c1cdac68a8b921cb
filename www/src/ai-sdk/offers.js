// @ts-check
/** @import { FilePart, Message, ModelRequest } from '../index.js' */
/** @import { LanguageModelOptions } from './index.js' */
import { isText, withContract } from '../model/offer.js';
import { base64Of } from '../checks/base64.js';
import { inTurns } from '../model/turns.js';

/**
 * The parts of a request that a model is given. `schema`: all of them. `json`: the schema in the prompt, and JSON as the form. `words`: the schema in the prompt and no form.
 * `bare`: the messages with the schema in the prompt, and nothing optional.
 * @typedef {'schema' | 'json' | 'words' | 'bare'} Offer
 *
 * @typedef {Pick<LanguageModelOptions, 'thinking' | 'providerOptions'> & { timeoutMs: number, retries: number, maxReplyBytes: number, roles: 'alternate' | 'as_is', version: 'v3' | 'v4' }} Settings
 */

/** From the most to the least. @type {Offer[]} */
export const OFFERS = ['schema', 'json', 'words', 'bare'];

/** A call of the provider interface. @param {Settings} settings @param {Offer} offer @param {ModelRequest} request */
export function callOf(settings, offer, request) {
  const told = offer === 'schema' ? request.messages : withContract(request);
  const turned = settings.roles === 'alternate' ? inTurns(told) : told;
  const { providerOptions } = settings;
  return { prompt: turned.map(message => asPrompt(message, settings.version)), ...(providerOptions ? { providerOptions } : {}), ...optionalOf(settings, offer, request) };
}

/** The parts of a call that a model may refuse. @param {Settings} settings @param {Offer} offer @param {ModelRequest} request @returns {Record<string, any>} */
export function optionalOf({ thinking: told }, offer, { contract, sampling = {} }) {
  if (offer === 'bare') return {};
  const { temperature, maxOutputTokens, thinking } = sampling;
  return {
    ...(temperature !== undefined ? { temperature } : {}),
    ...(maxOutputTokens !== undefined ? { maxOutputTokens } : {}),
    ...(thinking !== undefined && told ? told(thinking) : {}),
    ...(contract && !isText(contract) && offer !== 'words' ? { responseFormat: formatOf(offer, contract) } : {}),
  };
}

/** @param {Offer} offer @param {NonNullable<ModelRequest['contract']>} contract */
const formatOf = (offer, { name, schema }) => ({ type: 'json', ...(offer === 'schema' ? { schema, name } : {}) });

/** @param {Message} message @param {'v3' | 'v4'} version */
function asPrompt({ role, content }, version) {
  if (role === 'system') return { role, content };
  const parts = typeof content === 'string' ? [{ kind: /** @type {const} */ ('text'), text: content }] : content;
  return { role, content: parts.map(part => (part.kind === 'text' ? { type: 'text', text: part.text } : asFile(part, version))) };
}

/** @param {FilePart} part @param {'v3' | 'v4'} version */
function asFile({ mediaType, name, data = new Uint8Array() }, version) {
  const base64 = base64Of(data);
  return { type: 'file', mediaType, ...(name && { filename: name }), data: version === 'v3' ? base64 : { type: 'data', data: base64 } };
}

/** The next lesser offer that makes another call of this request; none after the last one. @param {Settings} settings @param {Offer} offer @param {ModelRequest} request */
export function next(settings, offer, request) {
  const sent = JSON.stringify(callOf(settings, offer, request));
  return OFFERS.slice(OFFERS.indexOf(offer) + 1).find(one => JSON.stringify(callOf(settings, one, request)) !== sent);
}

/**
 * Names of the parts of a request that a model is not given, and of those that its provider ignores.
 * @param {Settings} settings @param {Offer} offer @param {ModelRequest} request @param {string[]} ignored @returns {string[]}
 */
export function leftOut(settings, offer, request, ignored) {
  const [all, sent] = [OFFERS[0], offer].map(one => optionalOf(settings, one, request));
  const gone = Object.keys(all).filter(name => !(name in sent) || ignored.includes(name));
  const isJsonAlone = all.responseFormat && sent.responseFormat && !sent.responseFormat.schema && !gone.includes('responseFormat');
  return isJsonAlone ? [...gone, 'responseFormat.schema'] : gone;
}
