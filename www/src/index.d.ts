import type {
  AgentInfo, Card, Changes, Contract, Event, Json, Lang, Message, Patch, Sampling, Snapshot, TraceRecord, Usage, View,
} from '../wasm/types.d.ts';
import type { GuideData, GuideEdit, GuideInput, GuideQuery } from './guide/index.js';
import type { ContentData, ContentEdit, ContentInput, ContentQuery } from './content/index.js';
import type { StepperData, StepperEdit, StepperInput, StepperQuery } from './stepper/index.js';
import type { ScheduleData, ScheduleEdit, ScheduleInput, ScheduleQuery, ScheduleWith } from './schedule/index.js';

export type * from '../wasm/types.d.ts';

// ---- loading ----

/** Where the WebAssembly comes from: an address, a response, its bytes, or a compiled module. */
export type WasmSource = string | URL | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module;

/**
 * Loads the WebAssembly once; every further call gives the same promise.
 * Without `source`: the file beside this package, and if that cannot be fetched, a copy embedded in a module that is loaded only then.
 * A `source` that fails is an error and not replaced by anything; the next call may try again.
 */
export function init(source?: WasmSource): Promise<void>;

/**
 * Why `init` failed; the message names the header or option to set. `not_allowed`: nothing was fetched, because the page's policy lacks
 * `'wasm-unsafe-eval'`; `not_found`: another status than 200; `not_wasm`: something else in its place, such as an HTML page; `unreachable`: no network, CORS, `connect-src`;
 * `other_version`: the file is of another version of this package.
 */
export class LoadError extends Error {
  code: 'not_allowed' | 'unreachable' | 'not_found' | 'not_wasm' | 'other_version';
}

/** The agents in the file that `init()` loads, with their tools. */
export function agents(): AgentInfo[];

/** An agent with a WebAssembly file of its own: `guide` of `stepgate/guide`, and so on. `open` loads it. */
export interface WasmAgent<Name extends string = string> {
  readonly name: Name;
  /** Loads the file once, from `source` or from beside the module; `open` calls it without one. Rejects with a `LoadError`. */
  load(source?: WasmSource): Promise<void>;
}

/**
 * An agent of your own in Rust: `glue` is the module that `wasm-pack build --target web` makes of a crate with `export_agents!`.
 *
 * ```js
 * import { open, wasmAgent } from 'stepgate'
 * const shopping = wasmAgent('shopping', glue)   // import * as glue from './pkg/shopping.js'
 * const session = await open({ agent: shopping, id: 'list', model })
 * ```
 */
export function wasmAgent<Name extends string>(name: Name, glue: object): WasmAgent<Name>;

/** An agent that the page defines (`defineAgent`, `toolAgent`). `open` loads the engine, which they share. */
export type OwnAgent<Input = any, Data = unknown> = WasmAgent<string & { readonly own?: { input: Input; data: Data } }>;

export type * from './own/index.js';
export { defineAgent, tool, toolAgent } from './own/index.js';

// ---- the agent ----

/**
 * Opens the session `id` from the store where it is there, else begins it with `input`. If this page has the session of the same store
 * (by its `name`) and id open, the call joins it: one session drives, with the model, the tools and the language of the first call, and
 * each call has an `Agent` with its own listeners. So a component may open its session, and two components the same one.
 * Rejects with `StepgateError`, `AgentError` or `StoreError`.
 */
export function open<Name extends string>(options: OpenOptions<Name>): Promise<Agent<Name>>;

/** Types of each agent: its `input`, the `extra` of a user's words, `edit` and `query`, and the `data` of its views. */
export interface Catalog {
  guide: { input: GuideInput; extra: Json; edit: GuideEdit; query: GuideQuery; data: GuideData };
  content: { input: ContentInput; extra: Json; edit: ContentEdit; query: ContentQuery; data: ContentData };
  stepper: { input: StepperInput; extra: Json; edit: StepperEdit; query: StepperQuery; data: StepperData };
  schedule: { input: ScheduleInput; extra: ScheduleWith; edit: ScheduleEdit; query: ScheduleQuery; data: ScheduleData };
}
/** The same of one agent. Of a name that is known only when the page runs: any JSON. */
export type Of<Name extends string> = Name extends { readonly own?: infer Own } ? (NonNullable<Own> extends { input: infer Input; data: infer Data } ? { input: Input; extra: Json; edit: Json; query: Json; data: Data } : OfName<Name>) : OfName<Name>;
type OfName<Name extends string> = Name extends keyof Catalog ? Catalog[Name] : { input: unknown; extra: Json; edit: Json; query: Json; data: unknown };

export interface OpenOptions<Name extends string = string> {
  /** The agent: `guide` of `stepgate/guide`, …, which `open` loads; or, after `init()`, the name of one of `agents()`. */
  agent: Name | WasmAgent<Name>;
  /** Names the session in the store. */
  id: string;
  /** Input of a new session; not read when the session is in the store. */
  input?: Of<Name>['input'];
  /** Language of a new session. Default: the page's (`document.documentElement.lang`, else `navigator.language`): Chinese for `zh…`, else English. */
  lang?: Lang;
  /** Asks the model: `openAiCompatible(…)` or any function like it. */
  model: Model;
  /** Default: a store in memory of its own. */
  store?: Store;
  /** The host's tools by name: at least each that the agent lists with `host: true`. */
  tools?: Record<string, Tool | Tool['run']>;
  /** After every step that is saved, after a change of `role` or `warning`, and once before `open` resolves. */
  onChange?: (view: View<Of<Name>['data']>, agent: Agent<Name>) => void;
  /** While a reply comes in. */
  onStream?: (piece: StreamPiece) => void;
  /** Whether an agent that speaks first (the guide) does so by itself, once for each task. Default: true. Else the page sends `edit({ open: true })`. */
  autoOpen?: boolean;
  /** Whether one tab drives and the others watch (`navigator.locks`). Default: true. Without it, a tab finds out when it saves. */
  lock?: boolean;
  /** Makes the ids of a new session; the same seed and events give the same ids. Keys of tools are random all the same. Default: random. */
  seed?: number;
}

/** An open session. Every promise resolves with the view when the session waits for the user again. */
export interface Agent<Name extends string = string> {
  readonly id: string;
  /** Present view, with all blocks of the conversation. A new object after every change. */
  readonly view: View<Of<Name>['data']>;
  /** `drives`: this tab acts. `watches`: another tab does, and this one shows what it does. */
  readonly role: 'drives' | 'watches';
  /**
   * Set while steps cannot be saved (they are kept in memory and saved as soon as that is possible again), and while another tab still
   * runs a tool that this one waits for (`running_elsewhere`).
   */
  readonly warning: Notice | undefined;
  /** Rejects with a `Refusal` where the agent cannot hear this now; the session is unchanged then. */
  say(text: string, extra?: Of<Name>['extra']): Promise<View<Of<Name>['data']>>;
  /** Answers the card of this call (`view.card.call`). An answer to a card that is gone changes nothing. */
  answer(call: number, answer: Answer): Promise<View<Of<Name>['data']>>;
  /** Makes a change by the page's own buttons and fields. The edit that opens an agent (`{ open: true }`) is never refused: it joins the opening, in a watching tab too. */
  edit(change: Of<Name>['edit'] | Json): Promise<View<Of<Name>['data']>>;
  /** Ends the turn that is running; its model call and its tools are aborted, but for a write tool that another tab still runs. */
  stop(): Promise<View<Of<Name>['data']>>;
  /** Asks the agent something; changes nothing. What comes back depends on the query: `read<Resume>({ resume: true })`. */
  read<Answer = Json>(query: Of<Name>['query'] | Json): Answer;
  /**
   * Makes this tab the one that drives; the tab that drove aborts its model call and watches. A write tool that runs there is let end:
   * this tab waits for it up to 30 seconds (`warning`), and takes its result.
   */
  takeOver(): Promise<View<Of<Name>['data']>>;
  /**
   * The session to keep or to `import`: in the tab that drives as it stands there, even when it could not be saved; in one that watches,
   * and when the session was deleted, as it was saved last.
   */
  export(): ExportedSession;
  /**
   * Calls `onChange` at once with the present view and then as the option of the same name, and `onStream` while a reply comes in.
   * Returns the function that ends this. It is what Svelte calls a store. Throws a `TypeError` for what is no function, and an
   * `AgentError` (`closed`) after `close`.
   */
  subscribe(onChange: (view: View<Of<Name>['data']>, agent: Agent<Name>) => void, onStream?: (piece: StreamPiece) => void): () => void;
  /**
   * Ends the listeners of this `Agent`, which takes no more words. If no other call of `open` in this page has the session open, the next
   * tab gets it: a model call is aborted, a write tool that runs is let end. What was saved stays: `open` goes on from there.
   */
  close(): Promise<void>;
}

/** The card's button of that meaning, or any of its buttons by its place in `card.buttons`. */
export type Answer =
  | { accept: true; args?: Json; always?: 'tool' | 'session' }
  | { accept: false; reason?: string }
  | { button: number };

/** An event before it has its time. */
export type Happened = Event extends infer E ? E extends Event ? Omit<E, 'at_ms'> : never : never;

export interface Notice { code: string; text: string }

/** A piece of the reply to call `call`: text or reasoning as it came, what it changed in the reply's JSON, and what a page shows. */
export interface StreamPiece {
  call: number; text: string; reasoning: string; patches: Patch[];
  /** The words for the user so far, in full. Nothing acts on them yet: the reply may still be refused. The stepper has none. */
  say: string;
  /** Reasoning of the model so far: its reasoning where the server sends it, else the thought in the reply. */
  thought: string;
  /** The text that is being written so far: the guide's draft, the content agent's field. */
  draft: string;
}

// ---- tools ----

/**
 * A tool of the host. What `run` gives (any JSON value) is the tool's result; what it throws is a failed result: the error's `code`
 * (default `failed`) and message go to the agent, `fatal: true` ends the turn (of the stepper and of `toolAgent`; an agent of
 * `defineAgent` sees it in `on.returned`).
 */
export interface Tool {
  run(args: any, context: ToolContext): unknown;
  /** A write that was started and never heard of again, and that no live tab still runs: was it done? `null`: cannot tell. */
  status?(args: any, context: ToolContext): Promise<ToolStatus | null> | ToolStatus | null;
  /**
   * The same `key` twice does the thing once: a write that was started and never heard of again, and that no live tab still runs, is run
   * again. Like every tool that writes, it runs only once its start is saved.
   */
  idempotent?: boolean;
  /**
   * Looks before a card is shown that this tool is about: a change that it gives is made to the session first, as by `edit`. For at most two
   * seconds; then, and if it fails, the card is shown as it is.
   */
  beforeCard?(card: Card): Promise<Json | undefined> | Json | undefined;
}
export interface ToolContext {
  /** The same call has the same key in every tab and after every reload; no other call has it, in whatever session. */
  key: string;
  /** Aborted when the session no longer wants the result: the user has stopped, or the time is over. A take-over does not abort a write. */
  signal: AbortSignal;
  call: number;
}
/**
 * `done: false` is final: it has not been done, and never will be by the call of this key, even if that call is still on its way.
 * `done: 'pending'`: it may still be done; it is asked again for up to 30 seconds, then the user is asked.
 */
export type ToolStatus = { done: true; result: unknown } | { done: false } | { done: 'pending' };

// ---- the model ----

export interface Model {
  (request: ModelRequest, context: ModelContext): Promise<ModelReply> | ModelReply;
  /** Largest reply the session takes, text and reasoning together, in bytes of UTF-8. Default: 8 MB. A larger one fails the call as `too_large`. */
  readonly maxReplyBytes?: number;
}
export interface ModelRequest { messages: Message[]; contract?: Contract; sampling?: Sampling }
export interface ModelContext {
  signal?: AbortSignal;
  onText?: (piece: string) => void;
  onReasoning?: (piece: string) => void;
}
export interface ModelReply { text: string; reasoning?: string; finish?: string; usage?: Usage }

/**
 * A client for any server that speaks `POST {baseUrl}/chat/completions`. What a server refuses to do (JSON schema, JSON mode, token
 * usage, …) is left out from then on. Network errors, 429 and 5xx are tried again, other refusals never. A redirect is not followed
 * (`redirected`): the conversation and the headers go to `baseUrl` and nowhere else.
 * Throws a `TypeError` for a wrong option; calls reject with `ModelError`.
 */
export function openAiCompatible(options: ModelOptions): {
  (request: ModelRequest, context?: ModelContext): Promise<ModelReply>;
  readonly maxReplyBytes: number;
};

export interface ModelOptions {
  /** Up to and without `/chat/completions`, mostly ending in `/v1`. */
  baseUrl: string;
  /** Sent as a bearer token and kept nowhere. */
  apiKey?: string;
  model: string;
  headers?: Record<string, string>;
  /**
   * How this server is told to think first, or not to: the fields of the body that say so, for each call that asks (`sampling.thinking`).
   * Servers differ: `on => ({ enable_thinking: on })`, `on => ({ thinking: { type: on ? 'enabled' : 'disabled' } })`,
   * `on => ({ chat_template_kwargs: { enable_thinking: on } })`, `on => ({ reasoning_effort: on ? 'medium' : 'minimal' })`.
   * Default: it is told nothing.
   */
  thinking?: (on: boolean) => object;
  /** Default: true. */
  stream?: boolean;
  /** How long the server may be silent. Default: 60,000. `sampling.timeout_ms` of a request comes first. */
  timeoutMs?: number;
  /** How often a call is tried again. Default: 3. */
  retries?: number;
  /** Largest reply in bytes: text, reasoning and tool calls of a stream, or the whole JSON of an answer that is not streamed. Default: 8 MB. */
  maxReplyBytes?: number;
  fetch?: typeof fetch;
}

export type ModelErrorCode =
  | 'cors_or_network' | 'unauthorized' | 'wrong_url' | 'not_json' | 'cut_off' | 'timeout' | 'rate_limited' | 'server' | 'refused' | 'aborted'
  | 'redirected' | 'too_large';
export type StoreErrorCode =
  | 'conflict' | 'unavailable' | 'blocked' | 'quota' | 'outdated' | 'lost' | 'damaged' | 'not_found' | 'exists' | 'malformed';
export type AgentErrorCode = 'watching' | 'closed' | 'deleted' | 'trapped' | 'not_saved' | 'bad_option' | 'not_loaded';

/** A sentence for the user in both languages. */
export interface Words { en: string; zh: string }

export class ModelError extends Error {
  constructor(code: ModelErrorCode, more?: { status?: number; detail?: string; cause?: unknown });
  code: ModelErrorCode; text: Words; status?: number;
}
export class StoreError extends Error {
  constructor(code: StoreErrorCode, more?: { detail?: string; cause?: unknown; place?: string });
  code: StoreErrorCode; text: Words;
  /**
   * For `damaged`: the record that is missing or not as it was saved (`/entries/3`, `/parts/memory`, `/head`). `/head/stage`: the session waits
   * in a stage that the agent no longer has; `message` names it and the stages there are.
   */
  place?: string;
}
export class AgentError extends Error {
  constructor(code: AgentErrorCode, more?: { detail?: string; cause?: unknown });
  code: AgentErrorCode; text: Words;
}

// ---- the reply as it comes ----

/** A value with the patches of `piece.patches` applied, as a new value; unchanged parts are shared. */
export function applyPatches(value: any, patches: Patch[]): any;

// ---- the store ----

/** A database of this origin; `name` is the app's. It is opened by the first use. */
export function indexedDbStore(name: string): Store;
/** The same in memory: for tests, Node, and pages that shall leave nothing behind. */
export function memoryStore(): Store;

/** Keeps sessions. All methods reject with `StoreError`, or with `TypeError` where an id is none. */
export interface Store {
  /** Tabs whose stores have the same name share their sessions. */
  readonly name: string;
  /** Newest first. */
  list(): Promise<SessionInfo[]>;
  rename(id: string, name: string): Promise<void>;
  delete(id: string): Promise<void>;
  /** All that is there, damaged or not. */
  export(id: string): Promise<ExportedSession>;
  /**
   * Takes a copy: the next `open` makes it a session of its own, in which nothing is approved and nothing that was under way runs before
   * the user says so. Resolves with the id. Without `id`: the exported one, or a new one where that is taken.
   */
  import(session: unknown, id?: string): Promise<string>;
  /** `damaged` where a record is missing or one too many. */
  load(id: string): Promise<SavedSession | undefined>;
  /**
   * Saves one step, all of it or nothing; `conflict` where the saved revision is not `step.base`, `damaged` where a session would be
   * begun over what is left of another.
   */
  save(id: string, step: SavedStep): Promise<void>;
  /** Puts on record that the write tools of `call` are about to run; `conflict` where the session has moved on or they were started already. */
  start(id: string, revision: number, call: number): Promise<void>;
}

export interface SessionInfo {
  id: string;
  agent: string;
  /** Given by `rename`. */
  name?: string;
  created_ms: number;
  /** To the minute. */
  updated_ms: number;
  progress?: { done: number; total: number; skipped?: number };
  /** The first words the user said. */
  preview?: string;
}
export interface SavedSession {
  snapshot: Snapshot;
  /** The call whose write tools were started. */
  started?: number;
  /** It was imported and not saved since: begin it by `copy`. */
  copied?: boolean;
}
export interface SavedStep {
  /** The revision that must be saved now; `null`: none, the session is new. */
  base: number | null;
  at_ms: number;
  changes: Changes;
  trace: TraceRecord[];
  /** The call whose write tools run after this step. */
  started?: number;
  /** Wait until it is on disk. */
  strict?: boolean;
  progress?: { done: number; total: number; skipped?: number };
  preview?: string;
}
/** A session as one JSON value; `stepgate` is the version of this form. */
export interface ExportedSession {
  stepgate: 1;
  id: string;
  name?: string;
  created_ms: number;
  updated_ms: number;
  /** The call whose write tools were started, or were to be: after an import the user is asked what became of them. */
  started?: number;
  /** The first record that was missing or one too many when this was exported. */
  damaged?: string;
  snapshot: Snapshot;
  trace: TraceRecord[];
}
