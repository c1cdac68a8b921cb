// @ts-check
import { ModelError } from '../errors.js';
import { refusalOf } from '../model/refusal.js';

/** Codes by the names of the AI SDK's errors. A page may hold several copies of its classes, so `instanceof` would miss some. @type {Record<string, string>} */
const BY_NAME = {
  AI_LoadAPIKeyError: 'unauthorized',
  AI_NoSuchModelError: 'no_model',
  AI_LoadSettingError: 'refused',
  AI_InvalidArgumentError: 'refused',
  AI_InvalidPromptError: 'refused',
  AI_UnsupportedFunctionalityError: 'refused',
  AI_EmptyResponseBodyError: 'not_json',
  AI_InvalidResponseDataError: 'not_json',
  AI_JSONParseError: 'not_json',
  AI_TypeValidationError: 'not_json',
  AI_NoContentGeneratedError: 'cut_off',
};

/**
 * An error of a provider as a `ModelError`: by the answer of its server where there is one, as for a call without the AI SDK, else by its name.
 * @param {any} error @param {boolean} [begun] after a part of the reply
 */
export function modelErrorOf(error, begun = false) {
  if (error instanceof ModelError) return error;
  const { name, message, statusCode, responseHeaders, responseBody, isRetryable } = Object(error);
  if (statusCode >= 200 && statusCode < 300) return new ModelError('not_json', { status: statusCode, detail: message });
  if (typeof statusCode === 'number') return refusalOf({ status: statusCode, headers: new Headers(responseHeaders), body: responseBody || message, begun });
  const isUnanswered = error instanceof TypeError || (name === 'AI_APICallError' && isRetryable); // the first is what a browser's own `fetch` throws
  if (isUnanswered) return unreached(error, begun);
  if (BY_NAME[name]) return new ModelError(BY_NAME[name], { detail: message, cause: error });
  return refusalOf({ body: error instanceof Error ? message : error, begun });
}

/** @param {any} cause @param {boolean} begun */
const unreached = (cause, begun) => new ModelError(begun ? 'cut_off' : 'cors_or_network', { detail: cause.message, cause, transient: !begun });
