import type { AgentInfo, Changes, Effect, Event, Happened, Json, Model, Patch, Prices, Snapshot, Start, StreamPiece, Tool, TraceRecord, View, WasmAgent } from '../index.js';

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

/** Whether an effect runs tools that write: its start must be on record before it is carried out. @experimental */
export function hasWrites(effect: Effect | undefined): boolean;

/**
 * The tools of a session of this agent, in their long form: those that it brings, with the host's own in their place. Throws a `SessionError` (`bad_option`) that names a tool which is
 * missing or wrong. `elsewhere`: names of tools that this host does not run itself.
 *
 * @experimental
 */
export function toolsOf(agent: WasmAgent, tools?: Record<string, ((args: any, context: any) => unknown) | Tool>, elsewhere?: string[]): Record<string, Tool>;

/**
 * Means by which an effect is carried out.
 *
 * @experimental
 */
export interface Carrying {
  /** The agent, which is loaded. */
  agent: WasmAgent;
  /** The session that asks: for the facts that tools are given, and to read a reply as it comes in. */
  session?: Session;
  /** Asks the model. */
  model: Model;
  /** The tools, from {@link toolsOf}. */
  tools: Record<string, Tool>;
  /** Whether its writes were started before, and may have been made. Default: false. */
  begun?: boolean;
  /** Whether certainly nobody else still runs them. Default: true. */
  alone?: boolean;
  /** Whether their start is on record: without that no write runs (`not_saved`). Default: true. */
  recorded?: boolean;
  /** Dollars for a million tokens, by model, as `openSession` takes them. With them the tokens that the server did not count are estimated. Default: no prices. */
  prices?: Prices | undefined;
  /** While a reply comes in. */
  onStream?: (piece: StreamPiece) => void;
}

/**
 * Carries out one effect as the package's driver does, and gives the event that tells how it ended; never rejects. Throws a `TypeError` for a member of `carrying` that it does not know. It has the rules for writes that may have been made before: their status
 * is asked, an idempotent one runs again under its key, and else the event is `doubted`.
 *
 * @experimental
 */
export function perform(effect: Effect, carrying: Carrying, signal: AbortSignal): Promise<Happened>;
