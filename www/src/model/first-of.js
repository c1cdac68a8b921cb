// @ts-check
/** @import { FirstOfOptions, Model, ModelContext, ModelErrorCode, ModelReply, ModelRequest } from '../index.js' */
import { assertKnown, must } from '../checks/assert-option.js';
import { REPLY_BYTES } from '../checks/limits.js';

/** Codes of a `ModelError`. @type {ModelErrorCode[]} */
export const MODEL_ERRORS = [
  'cors_or_network', 'unauthorized', 'wrong_url', 'no_model', 'no_credit', 'region', 'content_filter', 'declined', 'context', 'not_json', 'cut_off', 'timeout', 'rate_limited', 'server', 'refused', 'redirected',
  'too_large', 'bad_reply', 'no_vision',
];

/** Errors after which another model may do better. @type {ModelErrorCode[]} */
const USUAL = ['rate_limited', 'server', 'refused', 'context', 'no_vision'];

/** @param {Model[]} models @param {FirstOfOptions} [options] */
export function firstOf(models, options = {}) {
  must(Array.isArray(models) && models.length > 0 && models.every(model => typeof model === 'function'), 'firstOf(models)', 'a list of models, the first choice first');
  assertKnown(options, ['on', 'afterWords'], 'firstOf(models, options): ');
  const { on = USUAL, afterWords = false } = options;
  must(Array.isArray(on) && on.every(code => MODEL_ERRORS.includes(code)), 'firstOf(models, { on })', `a list of codes of errors: ${MODEL_ERRORS.join(', ')}`);
  must(typeof afterWords === 'boolean', 'firstOf(models, { afterWords })', 'true or false');

  const list = [...models];
  /** @param {ModelRequest} request @param {ModelContext} [context] @returns {Promise<ModelReply>} */
  async function complete(request, context = {}) {
    const stage = shownOnce(context);
    /** @type {string[]} */
    const passedOver = [];
    for (let at = 0; ; at += 1) {
      try {
        const reply = await list[at](request, stage.contextOfNext());
        return passedOver.length ? { ...(list[at].label !== undefined && { model: list[at].label }), ...reply, leftOut: [...passedOver, ...reply.leftOut ?? []] } : reply;
      } catch (error) {
        context.signal?.throwIfAborted();
        const isLast = at === list.length - 1;
        const mayPass = on.includes(/** @type {any} */ (error)?.code) && (afterWords || !stage.hasShown);
        if (isLast || !mayPass) throw error;
        passedOver.push(`model:${list[at].label ?? at + 1}`);
      }
    }
  }
  return Object.assign(complete, { maxReplyBytes: Math.max(...list.map(({ maxReplyBytes = REPLY_BYTES }) => maxReplyBytes)) });
}

/**
 * Lets one model show its words and thoughts while they arrive: the first that has any. Words of another one would stand behind those on the page, so a later
 * model is heard only when its reply is whole.
 * @param {ModelContext} context
 */
function shownOnce({ onText, onReasoning, ...rest }) {
  let hasShown = false;
  /** @param {((piece: string) => void) | undefined} show */
  const watched = show => (/** @type {string} */ piece) => {
    hasShown ||= piece !== '';
    show?.(piece);
  };
  return {
    get hasShown() { return hasShown; },
    /** @returns {ModelContext} */
    contextOfNext: () => (hasShown ? rest : { ...rest, onText: watched(onText), onReasoning: watched(onReasoning) }),
  };
}
