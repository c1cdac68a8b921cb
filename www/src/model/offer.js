// @ts-check
/** @import { Message, ModelRequest } from '../index.js' */
/** @import { Format, Limit, Profile } from './profiles.js' */
import { asOpenAi } from './content.js';
import { inTurns, langOf, withoutSystem } from './turns.js';

/**
 * The requests to a server beyond an answer to the messages. `system`: whether the system text goes as a message with that role.
 * @typedef {{ format: Format, usage: boolean, temperature: boolean, limit: Limit | 'none', thinking: boolean, system: boolean }} Offer
 *
 * How a client asks.
 * @typedef {{ model: string, stream: boolean, roles: 'alternate' | 'as_is', thinking: ((on: boolean) => object) | undefined, profile: Profile }} Asking
 */

const CONTRACT_WORDS = {
  en: 'Answer with one JSON value that fits this JSON Schema, and with nothing else:',
  zh: '只输出一个符合以下 JSON Schema 的 JSON 值，不要输出其他内容：',
};

/** All that a server of this profile takes. @param {Profile} profile @returns {Offer} */
export const wholeOffer = ({ formats, usage, temperature, limit }) => ({ format: formats[0], usage, temperature, limit, thinking: true, system: true });

/** Body of a request. @param {Asking} asking @param {Offer} offer @param {ModelRequest} request */
export function bodyOf(asking, offer, request) {
  const { model, stream, roles } = asking;
  const told = offer.format === 'json_schema' ? request.messages : withContract(request);
  const turned = roles === 'alternate' ? inTurns(told) : told;
  const messages = (offer.system ? turned : withoutSystem(turned)).map(({ content, ...message }) => ({ ...message, content: asOpenAi(content) }));
  return { model, messages, ...(stream ? { stream } : {}), ...partsOf(asking, offer, request) };
}

/** Optional members of the body: those that a server may refuse. @param {Asking} asking @param {Offer} offer @param {ModelRequest} request */
export function partsOf({ stream, thinking: told, profile }, offer, { contract, sampling = {} }) {
  const { temperature, maxOutputTokens, thinking } = sampling;
  return {
    ...(stream && offer.usage ? { stream_options: { include_usage: true } } : {}),
    ...(temperature !== undefined && offer.temperature ? { temperature } : {}),
    ...(maxOutputTokens !== undefined && offer.limit !== 'none' ? { [offer.limit]: maxOutputTokens } : {}),
    ...(thinking !== undefined && told && offer.thinking ? told(thinking) : {}),
    ...(contract && !isText(contract) ? responseFormat(offer.format, profile.strict, contract) : {}),
  };
}

/** Whether the reply is a plain text, which needs no form. @param {NonNullable<ModelRequest['contract']>} contract */
export const isText = ({ schema }) => Object(schema).type === 'string';

/** @param {Format} format @param {boolean} strict @param {NonNullable<ModelRequest['contract']>} contract */
function responseFormat(format, strict, { name, schema }) {
  if (format === 'none') return {};
  const json_schema = { name, ...(strict ? { strict } : {}), schema };
  return { response_format: format === 'json_schema' ? { type: format, json_schema } : { type: format } };
}

/** The messages with the shape of the reply in words, for a server that is not given its schema. @param {ModelRequest} request @returns {Message[]} */
export function withContract({ messages, contract }) {
  if (!contract || isText(contract) || Object.keys(Object(contract.schema)).length === 0) return messages;
  const words = `${CONTRACT_WORDS[langOf(messages)]}\n${JSON.stringify(contract.schema)}`;
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: words }, ...messages];
  return [{ ...first, content: `${first.content}\n\n${words}` }, ...rest];
}

// ---- less ----

/** Parts by the names of their members: a refusal that has such a name is about that part. */
const NAMES = {
  usage: /stream_options|include_usage/i,
  temperature: /temperature/i,
  limit: /max_tokens|max_completion_tokens/i,
  format: /response_format|json_schema|json_object/i,
  system: /\b(system|developer)\W{1,3}(role|message|prompt|instruction)|\broles?\b.{0,60}\bsystem\b|messages\W+0\W+role|only user and assistant roles/i,
};

/** Whether an error has the name of a part of a request. @param {string} said */
export const namesPart = said => Object.values(NAMES).some(name => name.test(said));

/** The whole offer without one part after the other. @param {Profile} profile */
const lesser = profile => ({
  /** @param {Offer} offer @returns {Offer} */
  usage: offer => ({ ...offer, usage: false }),
  /** @param {Offer} offer @returns {Offer} */
  temperature: offer => ({ ...offer, temperature: false }),
  /** @param {Offer} offer @returns {Offer} */
  limit: offer => ({ ...offer, limit: after([profile.limit, profile.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens', 'none'], offer.limit) }),
  /** @param {Offer} offer @returns {Offer} */
  format: offer => ({ ...offer, format: after(profile.formats, offer.format) }),
  /** @param {Offer} offer @returns {Offer} */
  system: offer => ({ ...offer, system: false }),
});

/** The item after this one; the last stays. @template T @param {T[]} list @param {T} item @returns {T} */
const after = (list, item) => list[Math.min(list.indexOf(item) + 1, list.length - 1)];

/** @param {Offer} offer @returns {Offer} */
const withoutRest = ({ format, system }) => ({ format, usage: false, temperature: false, limit: 'none', thinking: false, system });

/**
 * Finds what a server takes of one request. A refusal that names a part is answered without that part; any other one, whatever its words,
 * first by lower forms of the schema, then by the schema without the rest, then by nothing optional at all, and at last by the system text in the
 * user's first message, with all parts and with none. No refused request is sent twice.
 * @param {Asking} asking @param {Offer} start @param {ModelRequest} request
 */
export function negotiation(asking, start, request) {
  const { profile } = asking;
  const less = lesser(profile);
  const sent = (/** @type {Offer} */ offer) => JSON.stringify(bodyOf(asking, offer, request));
  const refused = new Set();
  let base = start; // the first offer without what was refused by name
  let offer = start;
  let inDoubt = false;

  const isNew = (/** @type {Offer} */ one) => !refused.has(sent(one));
  /** @param {string} said */
  const named = said => {
    const part = /** @type {(keyof typeof NAMES)[]} */ (Object.keys(NAMES)).find(name => NAMES[name].test(said) && isNew(less[name](base)));
    return part && (base = less[part](base));
  };
  const blind = () => {
    const forms = profile.formats.slice(profile.formats.indexOf(base.format)).map(format => ({ ...base, format }));
    const bare = /** @type {Offer} */ (forms.at(-1));
    const found = [...forms, withoutRest(base), withoutRest(bare)];
    return [...found, less.system(base), less.system(withoutRest(bare))].find(isNew);
  };
  return {
    get offer() { return offer; },
    /** Makes a lesser offer; false where there is none. @param {string} said the refusal in the server's words */
    lower(said) {
      refused.add(sent(offer));
      const next = profile.fixed ? undefined : named(said) ?? blind();
      if (next) offer = next;
      return next !== undefined;
    },
    /** Whether the offer was lowered for a fault that did not say that it was about the request. */
    get inDoubt() { return inDoubt; },
    /** Makes an offer without a form, once, after a fault that did not pass: some servers fail at a schema without saying so. False where it is none. */
    lastResort() {
      refused.add(sent(offer));
      /** @type {Offer} */
      const bare = { ...offer, format: 'none' };
      if (inDoubt || profile.fixed || !isNew(bare)) return false;
      inDoubt = true;
      base = offer = bare;
      return true;
    },
  };
}

const LIMITS = ['max_tokens', 'max_completion_tokens'];

/** Parts that this request goes without, although a server of this profile takes them as a rule. @param {Asking} asking @param {Offer} offer @param {ModelRequest} request @returns {string[]} */
export function leftOut(asking, offer, request) {
  const [all, sent] = [wholeOffer(asking.profile), offer].map(one => /** @type {Record<string, any>} */ (partsOf(asking, one, request)));
  const renamed = LIMITS.some(name => name in sent) ? LIMITS : [];
  const gone = Object.keys(all).filter(name => !(name in sent) && !renamed.includes(name));
  const lower = all.response_format && sent.response_format && all.response_format.type !== sent.response_format.type;
  const folded = !offer.system && bodyOf(asking, { ...offer, system: true }, request).messages[0]?.role === 'system';
  return [...gone, ...(lower ? [`response_format.${all.response_format.type}`] : []), ...(folded ? ['system'] : [])];
}
