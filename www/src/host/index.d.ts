import type { AgentInfo, Changes, Effect, Event, Json, Patch, Snapshot, Start, TraceRecord, View, WasmAgent } from '../index.js';

/**
 * Sessions without the package's driver, for hosts of another kind: a worker, a server, a test.
 *
 * ```js
 * import { guide } from 'stepgate/guide'
 * import { core } from 'stepgate/host'
 * await guide.load()
 * const session = new (core(guide).Session)('guide', { open: { input, seed, at_ms: Date.now(), lang: 'en' } })
 * ```
 *
 * The WebAssembly of an agent. Throws a `SessionError` (`not_loaded`) before its `load()`.
 *
 * @experimental It is the interface of the WebAssembly, which changes with the engine.
 */
export function core(agent: WasmAgent): Core;

/**
 * The functions of the WebAssembly.
 *
 * @experimental
 */
export interface Core {
  /** Begins a session of an agent, or goes on with a saved one. Throws a `StepgateError` with the place of what is wrong. */
  Session: new (agent: string, start: Start) => Session;
  /** The agents that are in it, with their tools. */
  agents(): AgentInfo[];
  /** Replaces an instance that broke down; every session that was in it is void, and is resumed from what was saved. */
  renew(): void;
}

/**
 * One agent at work. What goes in and what comes out is JSON.
 *
 * @experimental
 */
export interface Session {
  /** Takes an event; true if it changed the session. Throws a `Refusal`, or a `StepgateError` for a malformed event. */
  handle(event: Event): boolean;
  /** Work that the host must be doing now. */
  effect(): Effect | undefined;
  /** View for a front end; blocks made after revision `since`, by default all. */
  view(since?: number): View;
  /** Changes to save after revision `since`. */
  changes(since: number): Changes;
  /** The whole session as it is saved. */
  snapshot(): Snapshot;
  /** Answers a question of the page. Throws a `Refusal`. */
  read(query: Json): Json;
  /** Begins to read a streamed reply. */
  stream(): void;
  /** Feeds the streamed reply; what it changed. Touches no state. */
  push(chunk: string): Patch[];
  /** The trace since this was asked last. */
  takeTrace(): TraceRecord[];
  /** Gives the memory back. */
  free(): void;
}
