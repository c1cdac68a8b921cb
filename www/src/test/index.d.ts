import type { Named, Needed, ViewOf, Session, Answer, Card, ExportedSession, HostCall, Json, Lang, Model, ModelRequest, Of, SessionOptions, SessionStore, Store, StoreErrorCode, Tool, UnqueueEdit, UnwishEdit, RevokeEdit, ReopenEdit, SummaryEdit, View, WasmAgent, StepgateError } from '../index.js';

/** A session that a test plays by hand: no network, no browser. */
export interface Story<Agent = string | WasmAgent> {
  /** The present view. */
  readonly view: ViewOf<Agent>;
  /** The open card; throws where there is none. */
  readonly card: Required<NonNullable<ViewOf<Agent>['card']>>;
  /** The session itself, to read and to listen. Its own moves resolve when it waits for the user: one that has the model asked hangs until `reply`, so make the moves of the story. */
  readonly session: Session<Named<Agent>>;
  /** The present request to the model, if the session waits for a reply. */
  readonly request: ModelRequest | undefined;
  /** Says something, as the user; `card` as in `Session.say`. The moves resolve with the view when the session waits for the user or for a reply, and reject as those of a `Session` do. */
  say(text: string, extra?: Of<Agent>['extra'] | { card?: number }): Promise<ViewOf<Agent>>;
  /** Makes an edit, as the page does. */
  edit(change: Of<Agent>['edit'] | UnqueueEdit | UnwishEdit | RevokeEdit | ReopenEdit | SummaryEdit): Promise<ViewOf<Agent>>;
  /** Ends the turn that is running. */
  stop(): Promise<ViewOf<Agent>>;
  /** Answers the open card. */
  answer(answer: Answer): Promise<ViewOf<Agent>>;
  /** Answers the open request: a value, or the raw text as a model would write it. */
  reply(reply: Json | object): Promise<ViewOf<Agent>>;
  /** The model call fails with this code (default `server`). */
  fail(code?: string): Promise<ViewOf<Agent>>;
  /** The page is closed and opened again. A reply that was on its way is asked for anew. */
  reload(): Promise<ViewOf<Agent>>;
  /**
   * Answers the open card (default: yes). The write runs, the page is killed before its result is saved, and it is opened again. Then the
   * tool's `status` is asked, an `idempotent` one runs again with the same key, and else a card of kind `doubt` asks the user. Rejects if
   * nothing wrote.
   */
  crash(answer?: Answer): Promise<ViewOf<Agent>>;
  /** Closes the session. */
  close(): Promise<void>;
}

/** Begins a story. `tools` replace those of the agent. Default: English, a store in memory. */
export function story<Agent extends WasmAgent>(agent: Agent, options?: {
  tools?: Of<Agent>['host'] | undefined;
  /** Input of the session. Default: none. */
  input?: Of<Agent>['input'] | undefined;
  /** Language. Default: `en`. */
  lang?: Lang | undefined;
  /** Where the session is saved. Default: a store in memory. */
  store?: SessionStore | undefined;
  /** The session's name in the store. Default: `story`. */
  id?: string | undefined;
}): Promise<Story<Named<Agent>>>;

/** One act of the user, the model, a tool or the browser in a story of `explore`. */
export interface Move {
  /** The kind of act. */
  move: 'say' | 'reply' | 'results' | 'answer' | 'edit' | 'stop' | 'fail' | 'late' | 'reload';
  [more: string]: any;
}

/** Something that `explore` found to be wrong. */
export interface Failure {
  /**
   * `fault`: a function threw, was impure, or answered nonsense. `throws`: the engine did. `always complains`: no reply of at least twenty
   * that fit was accepted. `dead end`: none led to the user, to a tool or to another stage. `never reached`: the model was never asked in
   * this stage. `reload`, `late event`, `write without an approval`: a law of the engine is broken.
   */
  kind: 'fault' | 'throws' | 'always complains' | 'dead end' | 'never reached' | 'reload' | 'late event' | 'write without an approval';
  /** The function, or the stage. */
  place: string;
  /** The fault, in words. */
  detail: string;
  /** The shortest story found that shows it; empty for what never happened. */
  story: Move[];
}
/** A count of the events and stages that `explore` has seen. */
export interface Report {
  /** Moves played. */
  events: number;
  /** How often the model was asked in each stage. */
  stages: Record<string, number>;
  /** The faults found; empty where `explore` resolves. */
  failures: Failure[];
}

/** The faults that `explore` found: the message has each failure with its story. */
export class ExploreError extends StepgateError {
  name: 'ExploreError';
  constructor(report: Report);
  /** All of it, for programs. */
  report: Report;
}

/**
 * Plays random stories with an agent and checks it after each move: replies made from the stage's own shape, also damaged and cut off, results
 * and failures of tools, answers, edits, stops, reloads, late events. The same seed plays the same stories. Resolves with a report; rejects
 * with an `ExploreError`, whose message has each failure with its story and whose `report` has the rest. `void` stands in the
 * result for `node:test`, whose types let a test give nothing else: `test('holds', () => explore(agent))`.
 */
export function explore(agent: WasmAgent<any>, options?: {
  /** Number of moves. Default: 2,000. */
  events?: number | undefined;
  /** Default: 1. */
  seed?: number | undefined;
  /** Inputs of sessions; each session takes one. Default: `[{}]`. */
  inputs?: unknown[] | undefined;
  /** Edits that a page may make. Default: none. */
  edits?: Json[] | undefined;
  /** Words of the user; each message takes one. */
  words?: string[] | undefined;
  /** Result of a tool: `{ ok }`, or `{ error }` with its `code` and `text`. Default: `{ ok: null }`. */
  result?: ((call: HostCall, roll: (sides: number) => number) => { ok: unknown } | { error: { code: string; text: string } }) | undefined;
  /** Beginnings of failures that are meant to be: `'never reached: write'`. */
  allow?: string[] | undefined;
  /** Ends it when it is aborted: the promise rejects with `signal.reason`. */
  signal?: AbortSignal | undefined;
}): Promise<Report & void>;

/**
 * Plays a session that a page exported (`store.export(id)`, as an object or as JSON text) with the agent as it is now: without a model, and
 * without running a tool, since the file has their replies and results. Rejects at the first place where something else happens: another
 * complaint, call, card, note or word after an event, or another view at the end. A file without a trace cannot be played.
 */
export function recorded(agent: WasmAgent<any>, file: ExportedSession | string): Promise<void>;

/** Who brought a text into a session: the user or the page (`user`), the model, a tool, or the input that the session began with. */
export type RedactPlace = 'user' | 'model' | 'tool' | 'input';

/**
 * A copy of an exported session in which `redact` has replaced texts: it gets each text of the user, the model (the whole raw reply), the tools and the
 * input, and returns the one that stands in the copy. The session is played again with these, without a model and without running a tool, so the copy is
 * whole: `recorded` and `stepgate replay` take it. Images and files are left out. Rejects where the session would go another way with the new
 * texts, for example because a reply no longer fits. Neither an exported session nor a copy ever has keys or headers.
 */
export function redacted(agent: WasmAgent<any>, file: ExportedSession | string, redact: (text: string, place: RedactPlace) => string): Promise<ExportedSession>;

/** A picture of an agent, as its own method `diagram` draws it. */
export function diagram(agent: WasmAgent<any>, ...sessions: (ExportedSession | string)[]): Promise<string>;

/** A model that says one line after the other; a line is a value or a raw text. `asked` has its requests. */
export function scripted(...lines: (Json | object)[]): Model & { readonly asked: ModelRequest[] };

/** A store that fails on command: with `fails` set to a code, it loads and saves nothing and rejects so. */
export type FailingStore<Kept extends SessionStore = Store> = Kept & { fails: StoreErrorCode | undefined };
/** A store over another one (default: in memory) that fails while `fails` has a code. */
export function failingStore<Kept extends SessionStore = Store>(store?: Kept): FailingStore<Kept>;

/** A law that a store breaks. */
export interface BrokenLaw {
  /** The law, in words. */
  law: string;
  /** The rule, and what was found instead. */
  detail: string;
}
/** The laws that a store breaks, by `storeLaws`: the message has each in a line. */
export class StoreLawsError extends StepgateError {
  name: 'StoreLawsError';
  constructor(failures: BrokenLaw[]);
  /** Each law that is broken, for programs. */
  failures: BrokenLaw[];
}
/**
 * Checks a store of your own: steps add up, a refused one changes nothing, of two at the same time one is saved, a step or a start that is sent
 * again under its ticket is done already, `started` stands until the next step, and the store keeps copies. `getBlob`, `list` with `rename`, `delete`,
 * and `export` with `import` are checked where they are there. Rejects with a `StoreLawsError`.
 *
 * `makeStore` is called once for each law. The sessions have random ids, so the stores may share their records; they are left there.
 *
 * ```js
 * test('my store', () => storeLaws(() => httpStore('http://localhost:8787/sessions')))
 * ```
 */
export function storeLaws(makeStore: () => SessionStore | Promise<SessionStore>): Promise<void>;
