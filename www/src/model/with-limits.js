// @ts-check
/** @import { Model, ModelContext, ModelReply, ModelRequest } from '../index.js' */
import { assertKnown, must } from '../checks/assert-option.js';
import { abortable } from '../page/abortable.js';
import { sleep } from './send.js';

/** @param {Model} model @param {{ rps: number }} limits */
export function withLimits(model, limits) {
  must(typeof model === 'function', 'withLimits(model)', 'a model');
  assertKnown(limits, ['rps'], 'withLimits(model, limits): ');
  must(limits?.rps > 0 && Number.isFinite(limits.rps), 'withLimits(model, { rps })', 'a number of calls in a second, above 0');
  const takeTurn = spaced(1_000 / limits.rps);

  /** @param {ModelRequest} request @param {ModelContext} [context] @returns {Promise<ModelReply>} */
  async function complete(request, context = {}) {
    await takeTurn(context.signal);
    return model(request, context);
  }
  const { label, maxReplyBytes } = model;
  return Object.assign(complete, { ...(label === undefined ? {} : { label }), ...(maxReplyBytes === undefined ? {} : { maxReplyBytes }) });
}

/** Lets callers go on one after the other, with at least `gapMs` between two. One whose signal is aborted gives its turn to the next. @param {number} gapMs */
function spaced(gapMs) {
  /** Resolves when the next one may go on. @type {Promise<void>} */
  let free = Promise.resolve();
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @param {AbortSignal} [signal] @returns {Promise<void>} */
  return signal => {
    const turn = last.then(async () => {
      await abortable(signal, () => free, () => {});
      free = sleep(gapMs);
    });
    last = turn.catch(() => {});
    return abortable(signal, () => turn, () => {});
  };
}
