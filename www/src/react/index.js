// @ts-check
/** @import { OpenOptions, Tool } from '../index.js' */
/** @import { Shown } from './index.js' */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { memoryStore, open } from '../index.js';

/** Shown before the session is open. @type {Shown<any>} */
const OPENING = Object.freeze({});

/** @type {typeof import('./index.js').useAgent} */
export function useAgent(options, { stream = false } = {}) {
  const latest = useRef(/** @type {any} */ (options));
  useEffect(() => { latest.current = options; });
  const agent = typeof options?.agent === 'string' ? options.agent : options?.agent.name;
  const session = useMemo(screen, [agent, options?.store?.name, options?.id, stream]);
  useEffect(() => (options ? show(session, latest, stream) : undefined), [session, !options]);
  return useSyncExternalStore(session.subscribe, session.now, session.now);
}

/** State of a session as a component shows it. */
function screen() {
  let shown = OPENING;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    /** The store of a session that has none; it outlives the second mount of StrictMode. */
    memory: memoryStore(),
    now: () => shown,
    /** @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
    /** @param {Shown<any>} next */
    set(next) {
      shown = next;
      listeners.forEach(listener => listener());
    },
  };
}

/** Opens the session and shows it until the function that this returns is called. @param {ReturnType<typeof screen>} session @param {{ current: OpenOptions }} latest @param {boolean} stream */
function show(session, latest, stream) {
  let left = false;
  const opened = open(/** @type {any} */ ({ store: session.memory, ...latest.current, ...present(latest) }));
  opened.then(agent => {
    if (left) return;
    agent.subscribe(
      view => session.set({ agent, view, role: agent.role, warning: agent.warning }),
      stream ? piece => {
        const now = session.now();
        if (now.view) session.set({ ...now, piece });
      } : undefined,
    );
  }, error => { if (!left) session.set({ error }); });
  return () => {
    left = true;
    session.set(OPENING);
    opened.then(agent => agent.close(), () => {});
  };
}

/** Model and tools that call the functions of the latest render: those of the first would see its state for ever. @param {{ current: OpenOptions }} latest */
function present(latest) {
  const { model, tools = {} } = latest.current;
  /** @type {OpenOptions['model']} */
  const ask = (request, context) => latest.current.model(request, context);
  return {
    model: Object.assign(ask, { maxReplyBytes: model?.maxReplyBytes }),
    tools: Object.fromEntries(Object.entries(tools).map(([name, tool]) => {
      const first = inFull(tool);
      /** @type {Tool['run']} */
      const run = (args, context) => (inFull(latest.current.tools?.[name]) ?? first)?.run(args, context);
      return [name, { ...first, run }];
    })),
  };
}

/** @param {Tool | Tool['run'] | undefined} tool @returns {Tool | undefined} */
const inFull = tool => (typeof tool === 'function' ? { run: tool } : tool);
