// @ts-check
/** @import { Body, Create } from './index.js' */

/**
 * Asks the engine, and gives its answer as a server would: streamed or whole, and an error as status 500 with its message. `over` resolves
 * when the engine is free again.
 * @param {Create} create @param {Body} body @param {AbortSignal} signal @returns {Promise<{ response: Response, over: Promise<void> }>}
 */
export async function answerOf(create, body, signal) {
  try {
    const made = await create(body, { signal });
    return isStream(made) ? streamed(made, signal) : { response: json(made), over: Promise.resolve() };
  } catch (error) {
    return { response: json(failure(error), 500), over: Promise.resolve() };
  }
}

/** @param {any} made @returns {made is AsyncIterable<object>} */
const isStream = made => typeof made?.[Symbol.asyncIterator] === 'function';

/** @param {unknown} body @param {number} [status] */
const json = (body, status = 200) => new Response(JSON.stringify(body ?? null), { status, headers: { 'content-type': 'application/json' } });

/** @param {any} error */
const failure = error => ({ error: { message: String(error?.message ?? error) } });

/** @param {AsyncIterable<object>} pieces @param {AbortSignal} signal */
function streamed(pieces, signal) {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  /** @type {() => void} */
  let free = () => {};
  /** @type {Promise<void>} */
  const over = new Promise(resolve => { free = resolve; });
  const leave = async () => {
    await iterator.return?.();
    free();
  };
  const stream = new ReadableStream({
    start(controller) {
      signal.addEventListener('abort', () => {
        controller.error(signal.reason);
        leave().catch(free);
      }, { once: true });
    },
    async pull(controller) {
      const { event, isLast } = await next(iterator);
      if (signal.aborted) return;
      controller.enqueue(encoder.encode(`data: ${event}\n\n`));
      if (!isLast) return;
      controller.close();
      free();
    },
    cancel: leave,
  });
  return { response: new Response(stream, { headers: { 'content-type': 'text/event-stream' } }), over };
}

/** The next piece as the data of an event; the last one is the end or an error. @param {AsyncIterator<object>} iterator */
async function next(iterator) {
  try {
    const { done, value } = await iterator.next();
    return done ? { event: '[DONE]', isLast: true } : { event: JSON.stringify(value), isLast: Boolean(/** @type {any} */ (value)?.error) };
  } catch (error) {
    return { event: JSON.stringify(failure(error)), isLast: true };
  }
}
