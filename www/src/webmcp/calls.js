// @ts-check
/** @import { Session, View } from '../index.js' */
import { told } from '../errors.js';
import { inLang } from '../checks/text.js';

/** An answer to an agent, in the form that WebMCP and MCP have in common. @typedef {import('./index.js').WebMcpAnswer} WebMcpAnswer */

/** Words for the other agent by the code of an outcome. */
const WORDS = {
  declined: { en: 'The user declined. Nothing was done. Do not call it again unless the user asks for it.', zh: '用户拒绝了，没有执行任何操作。除非用户要求，不要再次调用。' },
  no_answer: { en: 'The user has not answered. Nothing was done, and the question was taken back.', zh: '用户没有回答。没有执行任何操作，问题已经收回。' },
  stopped: { en: 'The user stopped it.', zh: '用户停止了它。' },
  failed: { en: 'It failed. Nothing was done.', zh: '调用失败，没有执行任何操作。' },
  in_doubt: { en: 'Nobody knows yet whether it was done: its answer was lost, and the user is asked. Do not call it again.', zh: '还不知道是否已经执行：回应丢失了，正在询问用户。不要再次调用。' },
};

/**
 * Carries out calls of other agents in a session, one after the other, so that there is one card at a time.
 * @param {Session<any>} session @param {number} waitMs how long a card waits for the user
 */
export function callsIn(session, waitMs) {
  let tail = Promise.resolve();

  const closed = withResolvers();

  /** The outcome of a call, once it has one. @param {string} call @param {AbortSignal} over when nobody waits any more @returns {Promise<any>} */
  const outcomeOf = (call, over) => {
    const { promise, resolve } = withResolvers();
    /** @param {View<any>} view */
    const look = ({ data, waiting, card }) => {
      if (data.outcome?.call === call) resolve(data.outcome.result);
      else if (over.aborted && card?.kind === 'doubt') resolve({ error: { code: 'in_doubt', text: '' } });
      else if (over.aborted && waiting === 'approval') session.edit({ withdraw: call }).catch(() => {});
    };
    const end = session.subscribe(look);
    over.addEventListener('abort', () => look(session.view));
    closed.promise.then(() => resolve({ error: { code: 'stopped', text: '' } }));
    return promise.finally(end);
  };

  /** @param {string} name @param {unknown} args @param {AbortSignal | undefined} signal */
  const run = async (name, args, signal) => {
    const over = new AbortController();
    const giveUp = () => over.abort();
    const timer = setTimeout(giveUp, waitMs);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    try {
      if (over.signal.aborted) return { error: { code: 'no_answer', text: '' } };
      const call = crypto.randomUUID();
      const outcome = outcomeOf(call, over.signal);
      await Promise.race([session.edit({ call, name, args: args ?? {} }), outcome]);
      return await outcome;
    } catch (error) {
      return { error: told(error, session.view.lang) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  };

  return {
    /** Makes a call, after those before it. @param {string} name @param {unknown} args @param {AbortSignal} [signal] of its agent, which gives it up @returns {Promise<WebMcpAnswer>} */
    make(name, args, signal) {
      const done = tail.then(() => run(name, args, signal)).then(result => answerOf(result, session.view.lang));
      tail = done.then(() => {});
      return done;
    },
    /** Ends what waits. */
    end: () => closed.resolve(undefined),
  };
}

/** @returns {{ promise: Promise<any>, resolve: (value: any) => void }} */
function withResolvers() {
  /** @type {(value: any) => void} */
  let resolve = () => {};
  const promise = new Promise(done => { resolve = done; });
  return { promise, resolve };
}

/** @param {any} result @param {string} lang @returns {WebMcpAnswer} */
function answerOf(result, lang) {
  if ('ok' in result) {
    const text = typeof result.ok === 'string' ? result.ok : JSON.stringify(result.ok);
    return { content: [{ type: 'text', text }], structuredContent: { result: result.ok } };
  }
  const { code, text } = result.error;
  const own = Object.hasOwn(WORDS, code) && !(code === 'failed' && text) ? inLang(WORDS[/** @type {keyof typeof WORDS} */ (code)], lang) : '';
  const words = [own, text].filter(Boolean).join(' ');
  return { content: [{ type: 'text', text: `${code}: ${words}` }], structuredContent: { error: { code, text: words } }, isError: true };
}
