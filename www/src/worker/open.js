// @ts-check
/** @import { StreamPiece } from '../index.js' */
/** @import { Shown } from './serve.js' */
import { callPage } from '../callback.js';
import { must, mustBe } from '../must.js';
import { pageLang } from '../page-lang.js';

/** Functions of one caller. @typedef {{ onChange?: (view: any, agent: any) => void, onStream?: (piece: StreamPiece) => void }} Listener */

/** Options of the session that the page gives, beside its agent. */
const FROM_THE_PAGE = ['id', 'input', 'lang', 'lock', 'autoOpen', 'seed'];

/** The newest number of a session or a request. */
let last = 0;

/** @type {typeof import('./index.d.ts').open} */
export async function open({ worker, onChange, onStream, lang = pageLang(), timeoutMs = 10_000, ...options }) {
  must(typeof worker?.postMessage === 'function', 'open({ worker }): worker', "a Worker or a MessagePort whose other side calls serve(…) of 'stepgate/worker'");
  const unknown = Object.keys(options).find(name => name !== 'agent' && !FROM_THE_PAGE.includes(name));
  must(!unknown, `open(options): ${unknown}`, `left out: serve(…) in the worker gives it; the page gives worker, agent, ${FROM_THE_PAGE.join(', ')}, timeoutMs, onChange, onStream`);
  must(Number.isSafeInteger(timeoutMs) && timeoutMs > 0, 'open({ timeoutMs }): timeoutMs', 'a whole number of milliseconds above 0');
  const session = last += 1;
  /** Requests without an answer. @type {Map<number, { resolve: (answer: any) => void, reject: (error: unknown) => void }>} */
  const asked = new Map();
  /** @type {Set<Listener>} */
  const listeners = new Set([{ onChange, onStream }]);
  /** @type {Omit<Shown, 'keep' | 'blocks'>} */
  let now;
  let isOpen = false;

  /** @param {string} call @param {any[]} given */
  const ask = (call, ...given) => new Promise((resolve, reject) => {
    const request = last += 1;
    listen();
    worker.postMessage({ stepgate: session, request, call, given });
    asked.set(request, { resolve, reject });
  });
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
    for (const { onChange } of listeners) if (onChange) callPage(() => onChange(now.view, agent));
  };
  const hear = (/** @type {any} */ { data }) => {
    if (data?.stepgate !== session) return;
    clearTimeout(silence);
    if (data.heard) return;
    if (data.shown) return show(data.shown);
    if (data.piece) return listeners.forEach(({ onStream }) => { if (onStream) callPage(() => onStream(data.piece)); });
    const { resolve, reject } = /** @type {any} */ (asked.get(data.request));
    asked.delete(data.request);
    if (!isOpen && asked.size === 0) leave();
    if (data.error) reject(Object.assign(new Error(), data.error));
    else resolve(data.answer);
  };
  /** Fails what waits for an answer. @param {string} why */
  const fail = why => {
    for (const { reject } of asked.values()) reject(new Error(`the worker of this session ${why}`));
    asked.clear();
  };
  const broken = (/** @type {any} */ { message }) => fail(`has failed: ${message ?? 'its script could not be loaded'}`);
  /** Gives up a worker that has not even heard of the session, and closes what it may open later. */
  const giveUp = () => {
    worker.postMessage({ stepgate: session, request: last += 1, call: 'close', given: [] });
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

  const agent = Object.freeze({
    id: options.id,
    get view() { return now.view; },
    get role() { return now.role; },
    get warning() { return now.warning; },
    say: (/** @type {any[]} */ ...given) => change('say', ...given),
    answer: (/** @type {any[]} */ ...given) => change('answer', ...given),
    edit: (/** @type {any} */ given) => change('edit', given),
    stop: () => change('stop'),
    takeOver: () => change('takeOver'),
    read: (/** @type {any} */ query) => ask('read', query),
    export: () => ask('export'),
    subscribe(/** @type {Listener['onChange']} */ onChange, /** @type {Listener['onStream']} */ onStream) {
      mustBe(onChange, 'subscribe(onChange)', 'function');
      if (onStream !== undefined) mustBe(onStream, 'subscribe(onChange, onStream)', 'function');
      const listener = { onChange, onStream };
      listeners.add(listener);
      callPage(() => onChange?.(now.view, agent));
      return () => { listeners.delete(listener); };
    },
    close() {
      isOpen = false;
      listeners.clear();
      return ask('close');
    },
  });
  const silence = setTimeout(giveUp, timeoutMs);
  try {
    await ask('open', { ...options, lang });
  } finally {
    clearTimeout(silence);
  }
  isOpen = true;
  return /** @type {any} */ (agent);
}
