// @ts-check
/** @import { StreamPiece } from '../index.js' */
/** @import { Shown } from './serve.js' */
import { abortable, signalIn } from '../page/abortable.js';
import { disposable } from '../page/disposable.js';
import { runCallback } from '../page/run-callback.js';
import { must, assertOption, assertKnown } from '../checks/assert-option.js';
import { pageLang } from '../page/page-lang.js';
import { isObject } from '../checks/kinds.js';
import { ModelError, NotDone, Refusal, SessionError, StepgateError, StoreError } from '../errors.js';
import { cardBinder, giveUpWords, sayOptions } from '../session/said.js';

/** Functions of one caller. @typedef {{ onChange?: (view: any, session: any) => void, onStream?: (piece: StreamPiece) => void }} Listener */

/** Options of the session that the page gives, beside its agent. */
const FROM_THE_PAGE = ['id', 'input', 'lang', 'lock', 'autoOpen', 'seed'];

/** Classes of errors that a session rejects with, by name. @type {Record<string, { prototype: Error }>} */
const ERRORS = { ModelError, NotDone, Refusal, SessionError, StepgateError, StoreError };

/** The error that the worker has sent as data. @param {{ name?: string }} data */
const errorOf = data => Object.assign(Object.setPrototypeOf(new Error(), (ERRORS[data.name ?? ''] ?? Error).prototype), data);

/** @param {string} place @param {string} allowed @returns {never} */
const wrongOpening = (place, allowed) => { throw new TypeError(`openSession(options): ${place}: must be ${allowed}`); };

/** The newest number of a session or a request. */
let last = 0;

/** @type {typeof import('./index.d.ts').openSession} */
export async function openSession({ worker, onChange, onStream, presence, lang = pageLang(), timeoutMs = 10_000, signal, ...options }) {
  must(typeof worker?.postMessage === 'function', 'openSession({ worker }): worker', "a Worker or a MessagePort whose other side calls serve(…) of 'stepgate/worker'");
  for (const name of ['model', 'store', 'tools']) must(!(name in options), `openSession(options): ${name}`, 'left out: serve(…) in the worker gives it');
  assertKnown(options, ['agent', ...FROM_THE_PAGE, 'worker', 'timeoutMs', 'signal', 'presence', 'onChange', 'onStream'], 'openSession(options): ');
  must(Number.isSafeInteger(timeoutMs) && timeoutMs > 0, 'openSession({ timeoutMs }): timeoutMs', 'a whole number of milliseconds above 0');
  must(presence === undefined || typeof presence === 'function', 'openSession({ presence }): presence', 'a function');
  signalIn({ signal }, wrongOpening);
  const number = last += 1;
  /** Requests without an answer. @type {Map<number, { resolve: (answer: any) => void, reject: (error: unknown) => void }>} */
  const asked = new Map();
  /** @type {Set<Listener>} */
  const listeners = new Set([{ onChange, onStream }]);
  /** @type {Omit<Shown, 'keep' | 'blocks'>} */
  let now;
  let isOpen = false;
  /** Whether the worker has ever said something. */
  let heard = false;
  /** Runs while something is asked and the worker says nothing. @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;
  const bound = cardBinder();
  /** The last event with which a card was answered, by the card: an event does not cross to the worker. @type {{ card: number, event: any } | undefined} */
  let press;
  /** Ends of the checks of presence that are under way, by number. @type {Map<number, AbortController>} */
  const checks = new Map();

  /** @param {string} call @param {any[]} given */
  const ask = (call, ...given) => new Promise((resolve, reject) => {
    const request = last += 1;
    listen();
    worker.postMessage({ stepgate: number, request, call, given });
    asked.set(request, { resolve, reject });
    silence ??= setTimeout(heard ? knock : giveUp, timeoutMs);
  });
  /** A sign of life: whatever is asked may take its time. */
  const isAlive = () => {
    heard = true;
    clearTimeout(silence);
    silence = asked.size ? setTimeout(knock, timeoutMs) : undefined;
  };
  /** Asks a silent worker whether it is there: a terminated one says nothing, and no event tells of its end. */
  const knock = () => {
    worker.postMessage({ stepgate: number, knocks: true });
    silence = setTimeout(fail, timeoutMs, `has ended: it was silent for ${2 * timeoutMs / 1000} s`);
  };
  /** Asks for something that changes the session; its new view has come before the answer. @param {string} call @param {any[]} given */
  const change = async (call, ...given) => {
    await ask(call, ...given);
    return now.view;
  };
  /** @param {Shown} shown */
  const show = ({ keep, blocks, ...shown }) => {
    const before = now?.view.blocks ?? [];
    const same = blocks.length === 0 && keep === before.length;
    now = { ...shown, view: { ...shown.view, blocks: same ? before : before.slice(0, keep).concat(blocks) } };
    for (const { onChange } of listeners) if (onChange) runCallback(() => onChange(now.view, session));
  };
  /** Checks that the user is there, for the worker. @param {{ check: number, calls: any, card: any, isOver?: boolean }} data */
  const checkHere = async ({ check, calls, card, isOver }) => {
    if (isOver) return checks.get(check)?.abort();
    const abort = new AbortController();
    checks.set(check, abort);
    const event = press?.card === card.id ? press?.event : undefined;
    const answer = await Promise.resolve().then(() => presence?.(calls, { card, event, signal: abort.signal, lang: now.view.lang })).then(isThere => ({ isThere }), error => ({ error: String(error?.message ?? error) }));
    checks.delete(check);
    worker.postMessage({ stepgate: number, checked: check, ...answer });
  };
  const hear = (/** @type {any} */ { data }) => {
    if (data?.stepgate !== number) return;
    if (data.check !== undefined) checkHere(data);
    else if (data.shown) show(data.shown);
    else if (data.piece) listeners.forEach(({ onStream }) => { if (onStream) runCallback(() => onStream(data.piece)); });
    else settle(data);
    isAlive();
  };
  /** Settles a request with its answer; one that was given up already stays so. @param {{ request?: number, answer?: any, error?: object }} data */
  const settle = ({ request, answer, error }) => {
    const waits = asked.get(/** @type {number} */ (request));
    if (!waits) return;
    asked.delete(/** @type {number} */ (request));
    if (!isOpen && asked.size === 0) leave();
    if (error) waits.reject(errorOf(error));
    else waits.resolve(answer);
  };
  /** Fails what waits for an answer. @param {string} why */
  const fail = why => {
    clearTimeout(silence);
    silence = undefined;
    for (const { reject } of asked.values()) reject(new Error(`the worker of this session ${why}`));
    asked.clear();
  };
  const broken = (/** @type {any} */ { message }) => fail(`has failed: ${message ?? 'its script could not be loaded'}`);
  /** Gives up a worker that has not even heard of the session, and closes what it may open later. */
  const giveUp = () => {
    worker.postMessage({ stepgate: number, request: last += 1, call: 'close', given: [] });
    fail(`has not answered for ${timeoutMs / 1000} s: its script must call serve(…) of 'stepgate/worker' before it awaits anything; a slow network needs a higher timeoutMs`);
    leave();
  };
  const target = /** @type {EventTarget & { start?: () => void }} */ (worker);
  /** Adding a listener again changes nothing: a closed session listens while the worker answers what is asked of it. */
  const listen = () => {
    target.addEventListener('message', hear);
    target.addEventListener('error', broken);
    target.start?.();
  };
  const leave = () => {
    target.removeEventListener('message', hear);
    target.removeEventListener('error', broken);
  };

  const close = () => {
    isOpen = false;
    listeners.clear();
    return ask('close');
  };

  const session = Object.freeze({
    id: options.id,
    get view() { return now.view; },
    get role() { return now.role; },
    get warning() { return now.warning; },
    say: async (/** @type {string} */ text, /** @type {any} */ extra, /** @type {any} */ given) => {
      const { when, signal, parts } = sayOptions(given);
      return abortable(signal, () => {
        const { card, with: own } = bound(text, extra, now.view);
        return change('say', text, own === undefined || isObject(own) ? { .../** @type {object} */ (own), card } : own, { when, ...(parts && { parts }) });
      }, () => giveUpWords(text, session));
    },
    answer: (/** @type {number} */ id, /** @type {any} */ answer) => {
      if (!isObject(answer) || !('event' in answer)) return change('answer', id, answer);
      const { event, ...plain } = answer;
      press = { card: id, event };
      return change('answer', id, { ...plain, event: { isTrusted: event?.isTrusted === true, type: String(event?.type) } });
    },
    edit: (/** @type {any} */ given) => change('edit', given),
    stop: () => change('stop'),
    rewind: (/** @type {any} */ to) => change('rewind', to),
    again: async (/** @type {any} */ options) => {
      const { signal, ...given } = options ?? {};
      return abortable(signal, () => change('again', given), () => { change('stop').catch(() => {}); });
    },
    takeOver: () => change('takeOver'),
    read: (/** @type {any} */ query) => ask('read', query),
    blob: (/** @type {any} */ part) => ask('blob', part),
    export: () => ask('export'),
    subscribe(/** @type {Listener['onChange']} */ onChange, /** @type {Listener['onStream']} */ onStream) {
      assertOption(onChange, 'subscribe(onChange)', 'function');
      if (onStream !== undefined) assertOption(onStream, 'subscribe(onChange, onStream)', 'function');
      const listener = { onChange, onStream };
      listeners.add(listener);
      runCallback(() => onChange?.(now.view, session));
      return () => { listeners.delete(listener); };
    },
    close,
    ...disposable(close),
  });
  await abortable(signal, () => ask('open', { ...options, lang, ...(presence && { presence: true }) }), () => close().catch(() => {}));
  isOpen = true;
  return /** @type {any} */ (session);
}
