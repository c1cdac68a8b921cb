// @ts-check
/** @import { SessionOptions, Store, Tool } from '../index.js' */
/** @import { SessionState } from './index.js' */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { memoryStore, openSession } from '../index.js';
import { assertKnown } from '../checks/assert-option.js';

/** Shown before the session is open. @type {SessionState<any>} */
const OPENING = Object.freeze({});

/** Renders after each other with another store, after which it is clear that every render makes one. StrictMode renders twice. */
const MOST_STORES = 6;

/** @type {SessionState<any>} */
const NEW_STORES = Object.freeze({
  error: new TypeError('useSession({ store }): must be the same store at each render; make it outside of the component, or with useMemo'),
});

/** @type {typeof import('./index.js').useSession} */
export function useSession(options, extra = {}) {
  assertKnown(extra, ['stream'], 'useSession(options, extra): ');
  const { stream = false } = extra;
  const latest = useRef(/** @type {any} */ (options));
  useEffect(() => { latest.current = options; });
  const [shows] = useState(screen);
  const agent = options?.agent.name;
  const isLost = useChanging(options?.store?.name) >= MOST_STORES;
  const key = JSON.stringify([agent, options?.store?.name, options?.id, stream]);
  useEffect(() => (options && !isLost ? show(shows, key, latest, stream) : undefined), [isLost || key, !options]);
  const { of, shown } = useSyncExternalStore(shows.subscribe, shows.now, shows.now);
  if (isLost) return NEW_STORES;
  return of === key ? shown : OPENING;
}

/** Number of renders up to now that each had another value than the one before. @param {unknown} value */
function useChanging(value) {
  const last = useRef({ value, changes: 0 });
  const changes = last.current.value === value ? 0 : last.current.changes + 1;
  useEffect(() => { last.current = { value, changes }; });
  return changes;
}

/** The part of a session that one component shows. */
function screen() {
  const nothing = { of: '', shown: OPENING };
  let now = nothing;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** Stores of sessions that have none; they outlive the second mount of StrictMode. @type {Map<string, Store>} */
  const memories = new Map();
  return {
    /** @param {string} key */
    memory(key) {
      const there = memories.get(key) ?? memoryStore();
      memories.set(key, there);
      return there;
    },
    now: () => now,
    /** @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
    /** @param {string} of @param {SessionState<any>} shown */
    set(of, shown) {
      now = { of, shown };
      listeners.forEach(listener => listener());
    },
    clear() {
      now = nothing;
      listeners.forEach(listener => listener());
    },
  };
}

/**
 * Opens the session `key` and shows it until the function that this returns is called.
 * @param {ReturnType<typeof screen>} shows @param {string} key @param {{ current: SessionOptions }} latest @param {boolean} stream
 */
function show(shows, key, latest, stream) {
  let left = false;
  const opened = openSession(/** @type {any} */ ({ store: shows.memory(key), ...latest.current, ...present(latest) }));
  opened.then(session => {
    if (left) return;
    session.subscribe(
      view => shows.set(key, { session, view, role: session.role, warning: session.warning }),
      stream ? piece => {
        const { of, shown } = shows.now();
        if (of === key && shown.view) shows.set(key, { ...shown, piece });
      } : undefined,
    );
  }, error => { if (!left) shows.set(key, { error: error instanceof Error ? error : new Error(String(error), { cause: error }) }); });
  return () => {
    left = true;
    shows.clear();
    opened.then(session => session.close(), () => {});
  };
}

/** Model and tools that call the functions of the latest render: those of the first would see its state for ever. @param {{ current: SessionOptions }} latest */
function present(latest) {
  const { model, tools = {} } = latest.current;
  /** @type {SessionOptions['model']} */
  const ask = (request, context) => latest.current.model(request, context);
  return {
    model: Object.assign(ask, { maxReplyBytes: model?.maxReplyBytes }),
    tools: Object.fromEntries(Object.entries(tools).map(([name, tool]) => {
      const first = inFull(tool);
      /** @type {Tool['execute']} */
      const execute = (args, context) => (inFull(latest.current.tools?.[name]) ?? first)?.execute(args, context);
      return [name, { ...first, execute }];
    })),
  };
}

/** @param {Tool | Tool['execute'] | undefined} tool @returns {Tool | undefined} */
const inFull = tool => (typeof tool === 'function' ? { execute: tool } : tool);
