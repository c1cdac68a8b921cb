import type { Agent, Answer, Card, ExportedSession, HostCall, Json, Lang, Model, ModelRequest, Of, OpenOptions, Store, StoreErrorCode, Tool, View, WasmAgent } from '../index.js';

/** A session that a test plays by hand: no network, no browser. */
export interface Story<Name extends string> {
  readonly view: View<Of<Name>['data']>;
  /** The open card; throws where there is none. */
  readonly card: Required<Card>;
  readonly agent: Agent<Name>;
  /** The present request to the model, if the session waits for a reply. */
  readonly request: ModelRequest | undefined;
  /** The moves resolve with the view when the session waits for the user or for a reply, and reject as those of an `Agent` do. */
  say(text: string, extra?: Json): Promise<View<Of<Name>['data']>>;
  edit(change: Json): Promise<View<Of<Name>['data']>>;
  stop(): Promise<View<Of<Name>['data']>>;
  /** Answers the open card. */
  answer(answer: Answer): Promise<View<Of<Name>['data']>>;
  /** Answers the open request: a value, or the raw text as a model would write it. */
  reply(reply: Json | object): Promise<View<Of<Name>['data']>>;
  /** The model call fails with this code (default `server`). */
  fail(code?: string): Promise<View<Of<Name>['data']>>;
  /** The page is closed and opened again. A reply that was on its way is asked for anew. */
  reload(): Promise<View<Of<Name>['data']>>;
  /**
   * Answers the open card (default: yes). The write runs, the page is killed before its result is saved, and it is opened again. Then the
   * tool's `status` is asked, an `idempotent` one runs again with the same key, and else a card of kind `doubt` asks the user. Rejects if
   * nothing wrote.
   */
  crash(answer?: Answer): Promise<View<Of<Name>['data']>>;
  close(): Promise<void>;
}

/** Begins a story. `tools` replace those of the agent. Default: English, a store in memory. */
export function story<Name extends string>(agent: WasmAgent<Name>, options?: {
  tools?: Record<string, Tool | Tool['run']>; input?: OpenOptions<Name>['input']; lang?: Lang; store?: Store; id?: string;
}): Promise<Story<Name>>;

/** One act of the user, the model, a tool or the browser in a story of `explore`. */
export interface Move { move: 'say' | 'reply' | 'results' | 'answer' | 'edit' | 'stop' | 'fail' | 'late' | 'reload'; [more: string]: any }

export interface Failure {
  /**
   * `fault`: a function threw, was impure, or answered nonsense. `throws`: the engine did. `always complains`: no reply of at least twenty
   * that fit was accepted. `dead end`: none led to the user, to a tool or to another stage. `never reached`: the model was never asked in
   * this stage. `reload`, `late event`, `write without an approval`: a law of the engine is broken.
   */
  kind: 'fault' | 'throws' | 'always complains' | 'dead end' | 'never reached' | 'reload' | 'late event' | 'write without an approval';
  /** The function, or the stage. */
  place: string;
  detail: string;
  /** The shortest story found that shows it; empty for what never happened. */
  story: Move[];
}
export interface Report { events: number; stages: Record<string, number>; failures: Failure[] }

/**
 * Plays random stories with an agent and checks it after each move: replies made from the stage's own shape, also damaged and cut off, results
 * and failures of tools, answers, edits, stops, reloads, late events. The same seed plays the same stories. Resolves with a report; rejects
 * with an `ExploreError`, whose message has each failure with its story and whose `report` has the rest. `void` stands in the
 * result for `node:test`, whose types let a test give nothing else: `test('holds', () => explore(agent))`.
 */
export function explore(agent: WasmAgent<any>, options?: {
  /** Number of moves. Default: 2,000. */
  events?: number;
  /** Default: 1. */
  seed?: number;
  /** Inputs of sessions; each session takes one. Default: `[{}]`. */
  inputs?: unknown[];
  /** Edits that a page may make. Default: none. */
  edits?: Json[];
  /** Words of the user; each message takes one. */
  words?: string[];
  /** Result of a tool, `{ ok }` or `{ error }`. Default: `{ ok: null }`. */
  result?: (call: HostCall, roll: (sides: number) => number) => { ok: unknown } | { error: { code: string; text: string } };
  /** Beginnings of failures that are meant to be: `'never reached: write'`. */
  allow?: string[];
}): Promise<Report & void>;

/**
 * Plays a session that a page exported (`store.export(id)`, as an object or as JSON text) with the agent as it is now: without a model, and
 * without running a tool, since the file has their replies and results. Rejects at the first place where something else happens: another
 * complaint, call, card, note or word after an event, or another view at the end. A file without a trace cannot be played, nor can a copy.
 */
export function recorded(agent: WasmAgent<any>, file: ExportedSession | string): Promise<void>;

/** A model that says one line after the other; a line is a value or a raw text. `asked` has its requests. */
export function scripted(...lines: (Json | object)[]): Model & { readonly asked: ModelRequest[] };

/** A store that fails on command: with `fails` set to a code, it loads and saves nothing and rejects so. */
export interface FailingStore extends Store { fails: StoreErrorCode | undefined }
export function failingStore(store?: Store): FailingStore;
