/// <reference lib="esnext.disposable" />
import type {
  AgentInfo, AnyTools, CallOf, Card, Changes, CheckQuery, Checked, Contract, Event, FilePart, GrantCondition, GrantEnd, Json, Lang, Message, Patch, ReopenEdit, RevokeEdit, Sampling, Snapshot, SummaryEdit, TraceRecord, UnqueueEdit, UnwishEdit, Usage, View,
} from '../wasm-engine/types.d.ts';
import type { GuideData, GuideEdit, GuideInput, GuideQuery, GuideReads } from './guide/index.js';
import type { ContentData, ContentEdit, ContentHostTools, ContentInput, ContentQuery, ContentReads } from './content/index.js';
import type { StepperData, StepperEdit, StepperHostTools, StepperInput, StepperQuery, StepperReads } from './stepper/index.js';
import type { ScheduleData, ScheduleEdit, ScheduleHostTools, ScheduleInput, ScheduleQuery, ScheduleReads, ScheduleWith } from './schedule/index.js';

export type * from '../wasm-engine/types.d.ts';

// ---- loading ----

/** Where the WebAssembly comes from: an address, a response, its bytes, or a compiled module. */
export type WasmSource = string | URL | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module;

/**
 * Why `load` of an agent or `init` of `stepgate/json` failed; the message names the header or option to set. `not_allowed`: nothing was fetched, because the page's policy lacks
 * `'wasm-unsafe-eval'`; `not_found`: another status than 200; `not_wasm`: something else in its place, such as an HTML page; `unreachable`: no network, CORS, `connect-src`;
 * `other_version`: the file is of another version of this package.
 */
export class LoadError extends StepgateError {
  constructor(code: LoadErrorCode, message: string, cause?: unknown);
  name: 'LoadError';
  /** The reason, for programs. */
  code: LoadErrorCode;
}
/** Codes of a {@link LoadError}. */
export type LoadErrorCode = 'not_allowed' | 'unreachable' | 'not_found' | 'not_wasm' | 'other_version';

/** An agent with a WebAssembly file of its own: `guide` of `stepgate/guide`, and so on. `openSession` loads it. */
export interface WasmAgent<Name extends string = string> {
  /** The agent's name, which saved sessions carry. */
  readonly name: Name;
  /**
   * Loads the file once; every further call gives the same promise. `openSession` calls it without a `source`: the file beside this package is
   * loaded, and if that cannot be fetched, a copy embedded in a module that is imported only then. A `source` that fails is an error and not
   * replaced by anything; the next call may try again. Rejects with a `LoadError`.
   */
  load(source?: WasmSource): Promise<void>;
  /**
   * A picture of the agent as text for Mermaid, which GitHub draws: its stages, the handoffs of its stages of `toolStage`, and the moves between stages that
   * `sessions` made (`store.export(id)`). With one session the arrows have the places of the moves in its way, and the stage where it is now is
   * bold. Rejects for a session without its trace, or one that plays otherwise.
   */
  diagram(...sessions: (ExportedSession | string)[]): Promise<string>;
}

/**
 * An agent of your own in Rust: `glue` is the module that `wasm-pack build --target web` makes of a crate with `export_agents!`.
 *
 * ```js
 * import { openSession, wasmAgent } from 'stepgate'
 * const shopping = wasmAgent('shopping', glue)   // import * as glue from './pkg/shopping.js'
 * const session = await openSession({ agent: shopping, id: 'list', model })
 * ```
 */
export function wasmAgent<Name extends string>(name: Name, glue: object): WasmAgent<Name>;

declare const own: unique symbol;
/**
 * An agent that the page defines (`defineAgent`, `toolAgent`). `openSession` loads the engine, which they share. Its types: the `input` of a
 * new session, the `data` of its views, the arguments of its `tools` by name, the name of a `stage`, and the `answer` of `read`.
 */
export interface OwnAgent<Input = any, Data = unknown, Tools = AnyTools, Stage extends string = string, Answer = any> extends WasmAgent<string> {
  readonly [own]?: { input: Input; data: Data; tools: Tools; stage: Stage; answer: Answer };
}

export type * from './own/index.js';
export { defineAgent, tool, toolAgent, toolStage } from './own/index.js';

/**
 * The result of a tool with images and files beside its value: `execute: async () => withParts({ rows }, [chart])`. The model gets them with the result,
 * at most 10 of 10 MB each, of the kinds that `say` takes; their bytes are saved with the step. Only for tools of `toolAgent` and `defineAgent`: with
 * another agent, and with files that are refused, the result is `otherwise` where that is given; else the call fails as `bad_result`, which does not
 * undo what the tool did. Throws a `TypeError` for `parts` that are no list of files.
 */
export function withParts(value: unknown, parts: readonly (Blob | FilePart)[], options?: WithPartsOptions): object;
/** Options of {@link withParts}. */
export interface WithPartsOptions {
  /** The tool's value where its files cannot be taken: any JSON value, which may name what is missing. Default: the call fails as `bad_result`. */
  otherwise?: unknown;
}
/**
 * Limits of the files beside one message: how many, how many bytes each, and the media types that are taken as they are. Any other image that the
 * browser can draw is taken too, as JPEG. For the `accept` of a file input, and to tell before sending.
 */
export const FILE_LIMITS: {
  /** Most files beside one message. */
  readonly files: number;
  /** Most bytes of each. */
  readonly bytes: number;
  /** Media types that are taken as they are. */
  readonly types: readonly string[];
};
/** A text: one for all languages, or one in each of several, by BCP 47 tag; `inLang` says which one is taken. */
export type Text = string | {
  /** In English, and for every language that has no text here. */
  en: string;
  /** In the language of this tag. */
  [tag: string]: string;
};

/**
 * The one of several values that is for a language: that of its tag, else of the nearest language that it belongs to (`zh-Hant`, then `zh` for
 * `zh-Hant-TW`), else the English one. Throws a `TypeError` for values without `en`, or a `lang` that is no BCP 47 tag.
 *
 * ```js
 * import { inLang } from 'stepgate'
 * const words = inLang({ en: { book: 'Book' }, fr: { book: 'Réserver' } }, 'fr-CA')   // those of fr; for de those of en
 * ```
 */
export function inLang<Values extends { en: unknown }>(values: Values, lang: Lang): Values[keyof Values];
/** The text for a language, by the same rule. */
export function inLang(text: Text, lang: Lang): string;

// ---- the agent ----

/**
 * Opens the session `id` from the store where it is there, else begins it with `input`. If this page has the session of the same store
 * (by its `name`) and id open, the call joins it: one session drives, with the model, the tools and the language of the first call, and
 * each call has a `Session` with its own listeners. So a component may open its session, and two components the same one.
 * Rejects with `StepgateError`, `SessionError` or `StoreError`.
 */
export function openSession<Agent extends WasmAgent>(options: SessionOptions<Agent> & Needed<Agent>): Promise<Session<Named<Agent>>>;

/**
 * Types of the shipped agents `guide`, `content`, `stepper` and `schedule`: the `input` of a new session, the `extra` of a user's words, its `edit`, its
 * `query`, what it `reads` (queries with their answers), the `data` of its views, the arguments of its `tools`, the tools of the `host`, and its `stage`.
 */
export interface Catalog {
  guide: { input: GuideInput; extra: Json; edit: GuideEdit; query: GuideQuery; reads: GuideReads; data: GuideData; tools: AnyTools; host: NoHostTools; stage: Json };
  content: { input: ContentInput; extra: Json; edit: ContentEdit; query: ContentQuery; reads: ContentReads; data: ContentData; tools: AnyTools; host: ContentHostTools; stage: Json };
  stepper: { input: StepperInput; extra: Json; edit: StepperEdit; query: StepperQuery; reads: StepperReads; data: StepperData; tools: AnyTools; host: StepperHostTools; stage: Json };
  schedule: { input: ScheduleInput; extra: ScheduleWith; edit: ScheduleEdit; query: ScheduleQuery; reads: ScheduleReads; data: ScheduleData; tools: AnyTools; host: ScheduleHostTools; stage: Json };
}
/**
 * Types of an agent, by its name, its definition or its file: its `input`, the `extra` of a user's words, its `edit`, its `query`, what it `reads` (queries with
 * their answers), the `data` of its views, the arguments of its `tools`, the tools of the `host`, and its `stage`. Of a name that is known only when
 * the page runs: anything.
 */
export type Of<Agent> =
  Agent extends { readonly [own]?: infer Types } ? ([NonNullable<Types>] extends [OwnTypes] ? OfOwn<NonNullable<Types>> : OfAny)
    : OfNamed<Agent>;
type OfNamed<Agent> = Agent extends keyof Catalog ? Catalog[Agent] : Agent extends WasmAgent<infer Name> ? (Name extends keyof Catalog ? Catalog[Name] : OfAny) : OfAny;
/** Tools that a page may give in the place of an agent's: the same with functions of its own, or a mere function for each. */
type HostToolsOf<Tools> = [keyof Tools] extends [never] ? NoHostTools : { [Name in keyof Tools]?: Tool<Tools[Name]> | Tool<Tools[Name]>['execute'] };
declare const noTools: unique symbol;
/** No tools: the agent calls none of the page. What a tool would read for it, the page reads, and gives it with the `input` (`docs/howto/tools.md` of the repository). */
export interface NoHostTools { readonly [noTools]?: never }
interface OwnTypes { input: any; data: any; tools: any; stage: string; answer: any }
interface OfOwn<Types extends OwnTypes> {
  input: Types['input']; extra: Json; edit: Json; query: Json | CheckQuery; reads: [query: CheckQuery, answer: Checked] | [query: Json, answer: Types['answer']]; data: Types['data'];
  tools: Types['tools']; host: HostToolsOf<Types['tools']>; stage: Types['stage'];
}
interface OfAny { input: any; extra: any; edit: any; query: any; reads: [query: any, answer: any]; data: unknown; tools: AnyTools; host: Record<string, Tool | Tool['execute']>; stage: any }
/** The name of a shipped agent in the place of its file, else the agent; any agent, where its name is known only when the page runs. */
export type Named<Agent> = Agent extends { readonly [own]?: unknown } ? Agent : Agent extends WasmAgent<infer Name> ? NamedBy<Name> : NamedBy<Agent>;
type NamedBy<Name> = string extends Name ? string | WasmAgent : Name;
/** The views of an agent. */
export type ViewOf<Agent> = View<Of<Agent>['data'], CallOf<Of<Agent>['tools']>, Of<Agent>['edit'], Of<Agent>['stage']>;
/** The answer of an agent to a query. */
export type AnswerTo<Agent, Query> = Query extends CheckQuery ? Checked : AnswerIn<Of<Agent>['reads'], Query>;
type AnswerIn<Reads, Query> = Reads extends [query: infer Asked, answer: infer Answer] ? (Query extends Asked ? Answer : Asked extends Query ? Answer : never) : never;
/** The options that an agent cannot do without: `input`, if it has members that are required. */
export type Needed<Agent> = {} extends Of<Agent>['input'] ? unknown : {
  /** Input of a new session, which the agent reads. */
  input: Of<Agent>['input'];
};

/** The options of `openSession`: `agent`, `id` and `model` are needed, and `input` where the agent reads one. */
export interface SessionOptions<Agent = WasmAgent> {
  /** The agent, which `openSession` loads: `guide` of `stepgate/guide`, …, or one of your own. */
  agent: Agent;
  /** Names the session in the store. */
  id: string;
  /** Input of a new session; not read when the session is in the store. */
  input?: Of<Agent>['input'] | undefined;
  /** Language of a new session, as a BCP 47 tag. Default: the page's (`document.documentElement.lang`, else `navigator.language`, else `en`). */
  lang?: Lang | undefined;
  /** Asks the model: `openAiCompatible(…)` or any function like it. */
  model: Model;
  /** Default: a store in memory of its own. */
  store?: SessionStore | undefined;
  /**
   * The host's tools by name: at least each that the agent lists with `host: true`. A mere function for a tool that the agent brings itself
   * runs in the place of its `execute`: its `status`, `idempotent`, `beforeCard` and `presence` stay.
   */
  tools?: Of<Agent>['host'] | undefined;
  /** After every change of the session, which is saved first where that is possible, after a change of `role` or `warning`, and once before `openSession` resolves. */
  onChange?: ((view: ViewOf<Agent>, session: Session<Named<Agent>>) => void) | undefined;
  /** While a reply comes in. */
  onStream?: ((piece: StreamPiece) => void) | undefined;
  /** Whether an agent that speaks first (the guide) does so by itself, once for each task. Default: true. Else the page sends `edit({ open: true })`. */
  autoOpen?: boolean | undefined;
  /**
   * Checks that the user is there, such as by a passkey, between the yes to a card and the write, for every write of the session and in the place of its tools' own
   * `presence`. One check for all calls that the yes is for.
   */
  presence?: Presence | undefined;
  /**
   * Dollars for a million tokens, by the name of the model (`label` of a model function, or `model` of its reply); `'*'` is for all others. With
   * it `view.usage.usd` and `view.turn.usage.usd` tell what was spent. The prices are the page's: none come with the package.
   */
  prices?: Prices | undefined;
  /**
   * Limits of the session, at which the user is asked: dollars (by `prices`, without which they are refused), tokens sent and received, calls of the model. Where the next call would
   * exceed one, if it uses what the last one did, a card asks (`code` is `limit`), and a yes raises the limit by what is given here. The limits are
   * saved with the session, and so is what the user has raised them to, until other ones are given. Default: none.
   */
  limits?: Limits | undefined;
  /**
   * Tokens of a text by the tokenizer of the model, for servers that do not count: `text => encode(text).length`. A number from 0; an error in it fails the call. The session
   * learns from it how many tokens its `window` has, and such calls are marked `estimated`. Default: a rough count, made where `prices` or `limits` are given.
   */
  countTokens?: ((text: string) => number) | undefined;
  /** Whether one tab drives and the others watch (`navigator.locks`). Default: true. Without it, a tab finds out when it saves. */
  lock?: boolean | undefined;
  /** Gives the opening up when it is aborted: the promise rejects with `signal.reason`, and what was opened is closed. */
  signal?: AbortSignal | undefined;
  /** Makes the ids of a new session; the same seed and events give the same ids. Keys of tools are random all the same. Default: random. */
  seed?: number | undefined;
}

/** Prices of models, by their names. */
export interface Prices {
  [model: string]: {
    /** Dollars for a million tokens of requests. */
    input: number;
    /** Dollars for a million tokens of replies, reasoning included. */
    output: number;
    /** Dollars for a million tokens of requests that the server had read before. Default: as `input`. */
    cached?: number | undefined;
    /** The day from which the price is known, for people. */
    date?: string | undefined;
  };
}

/** Limits of a session. */
export interface Limits {
  /** Dollars. */
  usd?: number | undefined;
  /** Tokens sent and received. */
  tokens?: number | undefined;
  /** Calls of the model. */
  calls?: number | undefined;
}

/**
 * The fate of words that come while the model or a tool is at work. `refuse` (the default): the promise rejects with the `Refusal` `busy`. `queue`: they
 * wait in `view.queued`, which is saved, and are said when the turn ends; at a card that opens then they count as words at the card, but a mere
 * yes goes back to `view.input`. `interrupt`: they end the call of the model and are said next; a tool that runs ends first.
 */
export type When = 'refuse' | 'queue' | 'interrupt';

/** A point of the conversation to go back to. */
export type RewindTo = {
  /** `seq` of the user's message before which the conversation goes on. */
  before: number;
} | {
  /** `id` of one of `view.branches`, with which it goes on. */
  branch: number;
};

/** Options of `session.again`. */
export interface AgainOptions {
  /** `seq` of the user's message that is said again. Default: the last one. */
  before?: number | undefined;
  /** The words in its place. Default: its own. */
  text?: string | undefined;
  /** When it is aborted, the turn is stopped, and the promise rejects with `signal.reason`. */
  signal?: AbortSignal | undefined;
}

declare const agent: unique symbol;
/** An open session. Every promise resolves with the view when the session waits for the user again. */
export interface Session<Agent = string | WasmAgent> {
  readonly [agent]?: Agent;
  /** The session's name in its store. */
  readonly id: string;
  /** Present view, with all blocks of the conversation. A new object after every change. */
  readonly view: ViewOf<Agent>;
  /** `drives`: this tab acts. `watches`: another tab does, and this one shows what it does. */
  readonly role: 'drives' | 'watches';
  /**
   * Set while steps cannot be saved (they are kept in memory and saved as soon as that is possible again), and while another tab still
   * runs a tool that this one waits for (`running_elsewhere`).
   */
  readonly warning: Notice | undefined;
  /**
   * Rejects with a `Refusal` where the agent cannot hear this now; the session is unchanged then. A yes accepts the card that was shown when
   * it was said, and no other: else the refusal is `card_changed`. `extra` has the page's own data for the agent, and may name that card
   * itself: `{ card: view.card.id }`. Default: the card of `view` at the call. `when`: what becomes of the words while the
   * model or a tool is at work. `signal`: when it is aborted, the turn is stopped, as by `stop`, or words that still wait are taken back, and
   * the promise rejects with `signal.reason`. `parts`: images and files beside the words, at most 10 of 10 MB each (JPEG, PNG, WebP, GIF; PDF, WAV
   * and MP3, which fewer models take), or parts that the session has already; `text` may be empty then. The page draws images anew, upright and
   * at most 2,048 pixels long, so that what a camera wrote beside them (place, time, device) is gone.
   */
  say(text: string, extra?: Of<Agent>['extra'] | { card?: number }, options?: { when?: When | undefined; signal?: AbortSignal | undefined; parts?: readonly (Blob | FilePart)[] | undefined }): Promise<ViewOf<Agent>>;
  /** The bytes of an image or a file of the conversation, to show it: `URL.createObjectURL(await session.blob(part))`. `damaged` where they are lost. */
  blob(part: FilePart): Promise<Blob>;
  /** Answers the card of this call (`view.card.id`). An answer to a card that is gone changes nothing. */
  answer(id: number, answer: Answer): Promise<ViewOf<Agent>>;
  /** Makes a change by the page's own buttons and fields. The edit that opens an agent (`{ open: true }`) is never refused: it joins the opening, in a watching tab too. */
  edit(change: Of<Agent>['edit'] | UnqueueEdit | UnwishEdit | RevokeEdit | ReopenEdit | SummaryEdit): Promise<ViewOf<Agent>>;
  /**
   * Ends the turn that is running; its model call and its tools are aborted, but for a write tool that another tab still runs. At a card of kind `doubt`: the question
   * stays, and the calls of its `then` do not run.
   */
  stop(): Promise<ViewOf<Agent>>;
  /**
   * Takes the conversation back: before a message of the user (`before`: the `seq` of its block, on whatever branch it is), or to the end of another
   * branch (`branch`: an `id` of `view.branches`). What is left stays, as a branch; nothing is undone outside of the session, and a card that asks for
   * the like of a write that was made there names it (`elsewhere`). The words of the message are in `view.input`. A call of the model is stopped
   * first. Rejects with a `Refusal`: `busy` while a write runs, `answer_first` while one is in doubt, `no_such_message`, `no_such_branch`,
   * `no_way_back` where the trace no longer leads there, `no_records` where the store keeps none.
   */
  rewind(to: RewindTo): Promise<ViewOf<Agent>>;
  /**
   * Goes back before a message of the user, as `rewind` does, and says it once more, with the same data and files of the page. Without `text` it is
   * another answer: the same request with another sampling. With `text` those words are said in its place. The words answer no card: if they would,
   * they are refused as `card_changed`, and the session stays at the card. Rejects as `rewind` and `say` do.
   */
  again(options?: AgainOptions): Promise<ViewOf<Agent>>;
  /** Asks the agent something; changes nothing. What comes back depends on the query: of the guide, `read({ resume: true })` gives a `Resume`. */
  read<Query extends Of<Agent>['query']>(query: Query): AnswerTo<Agent, Query>;
  /**
   * Makes this tab the one that drives; the tab that drove aborts its model call and watches. A write tool that runs there is let end:
   * this tab waits for it up to 30 seconds (`warning`), and takes its result.
   */
  takeOver(): Promise<ViewOf<Agent>>;
  /**
   * The session to keep or to `import`: in the tab that drives as it stands there, even when it could not be saved; in one that watches,
   * and when the session was deleted, as it was saved last. Without the trace, which only `store.export(id)` has.
   */
  export(): Promise<ExportedSession>;
  /**
   * Calls `onChange` at once with the present view and then as the option of the same name, and `onStream` while a reply comes in.
   * Returns the function that ends this. It is what Svelte calls a store. Throws a `TypeError` for what is no function, and a
   * `SessionError` (`closed`) after `close`.
   */
  subscribe(onChange: (view: ViewOf<Agent>, session: Session<Named<Agent>>) => void, onStream?: (piece: StreamPiece) => void): () => void;
  /**
   * Ends the listeners of this `Session`, which takes no more words. If no other call of `openSession` in this page has the session open, the next
   * tab gets it: a model call is aborted, a write tool that runs is let end. What was saved stays: `openSession` goes on from there.
   */
  close(): Promise<void>;
  /** As `close`: `await using session = await openSession(…)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The card's button of that meaning, or any of its buttons by its place in `card.buttons`. `accept: true` is the first one.
 */
export type Answer =
  | {
    /** Yes to all calls of the card, or to those at these places, from 0: the others are declined. */
    accept: true | readonly number[];
    /** Changed arguments, which the schema of the call must allow; on a card with several calls a list, with null for those that stay. Default: those on the card. */
    args?: Json | undefined;
    /** On a card with several calls: whether those behind a call that fails run nevertheless (`go_on`). Default: `stop`; the model reads that they did not run. */
    afterFailure?: 'stop' | 'go_on' | undefined;
    /**
     * Lets further calls of these tools run without a card: as long as the session lives (`session`), or until it waits for the user's words again (`turn`);
     * with `where`, only calls whose arguments are so. It stands in `view.grants`, and `edit({ revoke: id })` takes it back. Default: none. Throws a
     * `Refusal`: `grant_misfit` if it does not cover the very calls that are accepted, with their edited arguments; `no_grant_here` at any other card
     * than an approval.
     */
    always?: Always | undefined;
    /** On the card `was_it_done` only: what was done, such as a receipt; it becomes the result of the tool. Default: a sentence that says so. */
    result?: Json | undefined;
    /**
     * The event of the press that answers: a click, a key, a pointer. A write with a check of presence needs it; one that a program made (`isTrusted` is false) is refused as `press_needed`, and so is a
     * `submit`, which a script can begin. Default: none.
     */
    event?: Press | undefined;
  }
  | {
    accept: false;
    /** Why not, for the model. Default: none. */
    reason?: string | undefined;
    /** The event of the press. A no needs none. */
    event?: Press | undefined;
  }
  | {
    /** On a card of kind `choice`: the id of the candidate. */
    choice: string;
    /** The event of the press, as with `accept`. */
    event?: Press | undefined;
  }
  | {
    /** Place of the button in `card.buttons`, from 0. */
    button: number;
    /** The event of the press, as with `accept`. */
    event?: Press | undefined;
  };

/** An event of the page, such as that of a click; events of React fit as well. */
export interface Press {
  /** Its kind, such as `click`. */
  readonly type: string;
  /** Whether the browser says that no script made it. */
  readonly isTrusted: boolean;
}

/**
 * Checks that the user is there: `true` lets the calls run, `false` and an error leave the card open (`not_present`). It gets the calls that the yes is for, with the arguments as the user
 * edited them. Anything but true and false is a `TypeError`.
 */
export type Presence = (calls: PresenceCall[], context: PresenceContext) => Promise<boolean> | boolean;
/** A call that runs if the user is there. */
export interface PresenceCall {
  /** The tool. */
  name: string;
  /** Its arguments. */
  args: any;
}
/** The context of a check of presence. */
export interface PresenceContext {
  /** The card, a copy. */
  card: Card;
  /** The event that `answer` was given. */
  event: Press;
  /** Aborted when the card ends meanwhile, in this tab or another one. */
  signal: AbortSignal;
  /** Language of the session. */
  lang: Lang;
}

/** Leave for further calls of a tool. */
export type Always = GrantEnd | {
  /** Its end. */
  until: GrantEnd;
  /** The calls that it covers. Default: all of the tool. */
  where?: GrantCondition;
};

/** An event before it has its time. */
export type Happened = Event extends infer E ? E extends Event ? Omit<E, 'at_ms'> : never : never;

/** A message that stands until it is over. */
export interface Notice {
  /** For programs: a code of `StoreErrorCode` or `SessionErrorCode`. */
  code: string;
  /** For the user, in the session's language. */
  text: string;
}

/** A piece of the reply to call `call`: text or reasoning as it came, what it changed in the reply's JSON, and what a page shows. */
export interface StreamPiece {
  call: number;
  /** Text of the reply, as the model wrote it. */
  text: string;
  /** Text of the model's reasoning. */
  reasoning: string;
  /** Changes of the value of the reply, for `applyPatches`. */
  patches: Patch[];
  /** The words for the user so far, in full. Nothing acts on them yet: the reply may still be refused. The stepper has none. */
  say: string;
  /** Reasoning of the model so far: its reasoning where the server sends it, else the thought in the reply. */
  thought: string;
  /** The text that is being written so far: the guide's draft, the content agent's field. */
  draft: string;
}

// ---- tools ----

/**
 * A tool of the host. What `execute` gives (any JSON value, or one with files: `withParts`) is the tool's result; what it throws is a failed result: the error's `code`
 * (default `failed`) and message go to the agent, `fatal: true` ends the turn (of the stepper and of `toolAgent`; an agent of
 * `defineAgent` sees it in `on.returned`). A tool that writes throws `NotDone` where certainly nothing has happened. After any other error
 * its answer is lost: `status` is asked, an `idempotent` tool runs again under its key, else the user decides on a card of kind `doubt`.
 */
export interface Tool<Args = any> {
  execute(args: Args, context: ToolContext): unknown;
  /** A write whose answer was lost, or that was started and never heard of again and that no live tab still runs: was it done? `null`: cannot tell, as after 30 seconds without an answer; `signal` is aborted then. */
  status?(args: Args, context: ToolContext): Promise<ToolStatus | null> | ToolStatus | null;
  /**
   * The same `idempotencyKey` twice does the thing once: a write whose answer was lost, or that was started and never heard of again and that no live
   * tab still runs, is run again. Like every tool that writes, it runs only once its start is saved.
   */
  idempotent?: boolean;
  /**
   * Looks before a card is shown that this tool is about: a change that it gives is made to the session first, as by `edit`. For at most two
   * seconds; then, and if it fails, the card is shown as it is. Until it is shown, the view has no card, and words are refused as `busy`. What
   * the function does to `card`, a copy, changes nothing.
   */
  beforeCard?(card: Card): Promise<Json | undefined> | Json | undefined;
  /**
   * Checks that the user is there, between the yes to a card with calls of this tool and the write. It must give `true`; else the card stays open. Neither words nor grants take its place. Only
   * for a tool that writes.
   */
  presence?: Presence;
}
/** The context that a tool is called with, beside its arguments. */
export interface ToolContext {
  /** The same call has the same key in every tab and after every reload; no other call has it, in whatever session. */
  idempotencyKey: string;
  /** Aborted when the session no longer wants the result: the user has stopped, or the time is over. A take-over does not abort a write. */
  signal: AbortSignal;
  /** The number of the call of tools in the session, as in `view.call`. */
  call: number;
  /** Language of the session. */
  lang: Lang;
  /** Input of the session, frozen; `null` without one. Only for tools of an agent that the page defines. */
  input?: any;
  /** Memory of the agent when the call began, frozen. Only for tools of an agent that the page defines. */
  memory?: any;
}
/**
 * `done: false` is final: it has not been done, and never will be by the call of this key, even if that call is still on its way. After a
 * lost answer it is then a failed result; a write that the page died in runs again.
 * `done: 'pending'`: it may still be done; it is asked again for up to 30 seconds, then the user is asked.
 */
export type ToolStatus = {
  done: true;
  /** The result that the tool would have given. */
  result: unknown;
} | { done: false } | { done: 'pending' };

// ---- the model ----

/** Asks a model: a function from a request to a reply. `openAiCompatible`, `inPage` and `scripted` make some. What it throws ends the turn; the error's `code` is `view.error.cause`. */
export interface Model {
  (request: ModelRequest, context: ModelContext): Promise<ModelReply> | ModelReply;
  /** Largest reply the session takes, text and reasoning together, in bytes of UTF-8. Default: 8 MB. A larger one fails the call as `too_large`. */
  readonly maxReplyBytes?: number;
  /** Name in traces, where `firstOf` passes it over. Default: its place in the list, from 1. */
  readonly label?: string;
}
/** `messages`: one of the system, then user and assistant in turn, the last one of the user. */
export interface ModelRequest {
  messages: Message[];
  /** Number of replies to this request that were refused. `messages` end with them: each refused reply, then what is wrong with it. Another model may be asked then. */
  corrections?: number;
  /** The shape that the reply must have. Absent: any text. */
  contract?: Contract;
  /** How the reply shall be sampled. Absent: as the server does by itself. */
  sampling?: Sampling;
}
/** The context that a model is called with, beside the request; all of it may be left unused. */
export interface ModelContext {
  /** Aborted when the reply is no longer wanted. */
  signal?: AbortSignal;
  /** To call with each piece of the reply, so that the page can show it while it comes in. */
  onText?: (piece: string) => void;
  /** To call with each piece of the model's reasoning. */
  onReasoning?: (piece: string) => void;
}
/** The answer of a model. */
export interface ModelReply {
  /** The whole reply, as the model wrote it. */
  text: string;
  /** The model's reasoning, where the server sends it apart. */
  reasoning?: string;
  /** As the server says it: with `stop` nothing is missing, with `length` the reply is never acted on. */
  finishReason?: string;
  /** Tokens of this call, as the server counted them. */
  usage?: Usage;
  /** Name of the model that answered, for the session's `prices`, where it is another one than the model's `label`. */
  model?: string;
  /** Members of the request that the server refused and that were left off (`response_format`, `stream_options`, …; `system`: its text began the user's first message), and models that `firstOf` passed over (`model:` with the label); the trace keeps them. */
  leftOut?: string[];
}

/**
 * A client for any server that speaks `POST {baseUrl}/chat/completions`. A request that is refused, in whatever words, is asked again with
 * less: the schema goes into the prompt, optional members are left off, and at last the system text goes into the user's first message. What was accepted is kept for this address and model as long as
 * the page lives. Network errors, 408, 409, 429, 5xx and errors inside an answer are tried again, after 0.5, 1 and 2 seconds or what the server
 * asks for, unless they name a part of the request; one that does not pass is asked once more without the schema, and that is kept for five
 * minutes. A refused key, used-up credit or a text that is too long is not tried again; where only the words of a 400 tell it, it is
 * asked once without the schema first.
 * Unless the server is known to need no such thing, neighbours of one role are joined, and a user's message is put last.
 * A redirect is not followed (`redirected`): the conversation and the headers go to `baseUrl` and nowhere else.
 * Throws a `TypeError` for a wrong option; calls reject with `ModelError`.
 */
export function openAiCompatible(options: ModelOptions): {
  (request: ModelRequest, context?: ModelContext): Promise<ModelReply>;
  /** The model's name, as in the options. */
  readonly label: string;
  /** Largest reply that is read, in bytes. */
  readonly maxReplyBytes: number;
};

/**
 * Asks one model after the other until one answers, for any models: of `openAiCompatible`, of `stepgate/ai-sdk`, of your own. An error that `on` does not list ends the call, and so does the last
 * model's. Words are not taken back: after the first words or thoughts of a model were shown its error ends the call, unless `afterWords` is set. A call that is
 * stopped asks no other model. `leftOut` of the reply, and so the trace, names the models that were passed over, as `model:` with their `label`.
 * Throws a `TypeError` for a list without models, and for a wrong option; calls reject with the error of the model that was asked last.
 *
 * ```js
 * import { firstOf, openAiCompatible } from 'stepgate'
 * const model = firstOf([
 *   openAiCompatible({ baseUrl: 'https://api.groq.com/openai/v1', apiKey, model: 'llama-3.3-70b-versatile', retries: 0 }),
 *   openAiCompatible({ baseUrl: 'https://api.openai.com/v1', apiKey, model: 'gpt-5-mini' }),
 * ], { on: ['rate_limited', 'server', 'refused', 'context'] })
 * ```
 */
export function firstOf(models: readonly Model[], options?: FirstOfOptions): {
  (request: ModelRequest, context?: ModelContext): Promise<ModelReply>;
  /** Largest reply in bytes: that of the models with the largest. */
  readonly maxReplyBytes: number;
};

/** The options of `firstOf`; one that is wrong is a `TypeError` with its name. */
export interface FirstOfOptions {
  /** Codes of the errors after which the next model is asked. Default: `rate_limited`, `server`, `refused`, `context` and `no_vision`. */
  on?: readonly ModelErrorCode[] | undefined;
  /**
   * Whether the next model is asked although words of the failed one were shown. The page then keeps what it shows until the whole new reply is there. Default: false, the
   * error ends the call.
   */
  afterWords?: boolean | undefined;
}

/**
 * The same model with at most `rps` calls begun in a second, evenly spaced; others wait for their turn, and one that is stopped meanwhile is never made. All sessions of this page that are given the
 * result share the limit; other tabs do not know of it, and what the model repeats by itself is not counted. Throws a `TypeError` unless `rps` is a number above 0.
 *
 * ```js
 * import { openAiCompatible, withLimits } from 'stepgate'
 * const model = withLimits(openAiCompatible({ baseUrl: '/v1', model: 'gpt-5-mini' }), { rps: 2 })
 * ```
 */
export function withLimits(model: Model, limits: {
  /** Calls begun in a second, at most. `0.1`: one in ten seconds. */
  rps: number;
}): {
  (request: ModelRequest, context?: ModelContext): Promise<ModelReply>;
  /** Largest reply in bytes: that of the model, if it has one. */
  readonly maxReplyBytes?: number;
  /** The model's own label, if it has one. */
  readonly label?: string;
};

/** Options of `openAiCompatible`. */
export interface ModelOptions {
  /** Up to and without `/chat/completions`, mostly ending in `/v1`. */
  baseUrl: string;
  /** Sent as a bearer token and kept nowhere. */
  apiKey?: string | undefined;
  /** The model's name, as the server knows it. */
  model: string;
  /**
   * The parts of a request that the server takes (form of the schema, name of the token limit). Default: told by `baseUrl` where that is
   * certain, else `unknown`, which finds out by asking.
   */
  profile?: ServerProfile | undefined;
  /** Further headers of each request. Default: none. */
  headers?: Record<string, string> | undefined;
  /**
   * How this server is told to think first, or not to: the fields of the body that say so, for each call that asks (`sampling.thinking`).
   * Servers differ: `on => ({ enable_thinking: on })`, `on => ({ thinking: { type: on ? 'enabled' : 'disabled' } })`,
   * `on => ({ chat_template_kwargs: { enable_thinking: on } })`, `on => ({ reasoning_effort: on ? 'medium' : 'minimal' })`.
   * Default: it is told nothing.
   */
  thinking?: ((on: boolean) => object) | undefined;
  /**
   * Order of the messages. `alternate`, the default: one system message, then user and assistant in turn, the user last, as strict chat templates need it; neighbours of
   * one role are joined. `as_is`: as the request has them. Requests of agents are in that order already, so this is about messages of your own.
   */
  roles?: 'alternate' | 'as_is' | undefined;
  /** Default: true. */
  stream?: boolean | undefined;
  /** How long the server may be silent. Default: 60,000. `sampling.timeoutMs` of a request comes first. */
  timeoutMs?: number | undefined;
  /** How often a call is tried again. Default: 3. */
  retries?: number | undefined;
  /** Largest reply in bytes: text, reasoning and tool calls of a stream, or the whole JSON of an answer that is not streamed. Default: 8 MB. */
  maxReplyBytes?: number | undefined;
  /** The function that sends the requests. Default: the page's `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** Servers whose ways are known. `unknown` finds out by asking. */
export type ServerProfile =
  | 'openai' | 'azure' | 'openrouter' | 'groq' | 'together' | 'fireworks' | 'cerebras' | 'deepseek' | 'moonshot' | 'zhipu' | 'siliconflow' | 'dashscope'
  | 'ark' | 'mistral' | 'gemini' | 'anthropic' | 'perplexity' | 'xai' | 'ollama' | 'lmstudio' | 'llama.cpp' | 'vllm' | 'in-page' | 'unknown';

/** Codes of a {@link ModelError}. The list is closed: `docs/errors.md` says what each means. */
export type ModelErrorCode =
  | 'cors_or_network' | 'unauthorized' | 'wrong_url' | 'no_model' | 'no_credit' | 'region' | 'content_filter' | 'declined' | 'context' | 'not_json'
  | 'cut_off' | 'timeout' | 'rate_limited' | 'server' | 'refused' | 'redirected' | 'too_large' | 'bad_reply' | 'no_vision';
/** Codes of a {@link StoreError}. The list is closed. */
export type StoreErrorCode =
  | 'conflict' | 'unavailable' | 'blocked' | 'quota' | 'outdated' | 'lost' | 'damaged' | 'erased' | 'set_back' | 'offline' | 'signed_out' | 'step_too_large' | 'server_refused' | 'not_found' | 'exists' | 'malformed';
/** Codes of a {@link SessionError}. The list is closed. */
export type SessionErrorCode = 'watching' | 'running_elsewhere' | 'closed' | 'deleted' | 'trapped' | 'not_saved' | 'bad_option' | 'not_loaded';
/** `malformed`: not in the form that the place wants; `version`: saved by another version; `unknown`: no such thing; `schema`: a JSON Schema that cannot be used. */
export type MistakeCode = 'malformed' | 'version' | 'unknown' | 'schema';
/** Codes of every session; an agent has its own beside them. */
export type RefusalCode =
  | 'busy' | 'queue_full' | 'empty_input' | 'input_too_long' | 'no_files' | 'too_many_files' | 'file_too_large' | 'file_type' | 'bad_image' | 'answer_first' | 'card_changed' | 'no_result_here' | 'no_calls_here' | 'no_such_call' | 'no_such_choice' | 'no_grant_here' | 'grant_misfit' | 'denied' | 'unknown_button' | 'invalid_args' | 'nothing_to_check' | 'nothing_to_reopen' | 'bad_limits' | 'no_summary' | 'bad_summary' | 'no_such_message' | 'no_such_branch' | 'no_way_back' | 'no_records' | 'cannot_regenerate' | 'cannot_edit' | 'no_files_here' | 'undecided'
  | 'press_needed' | 'not_present' | 'checking'
  | 'unknown_edit' | 'unknown_query' | 'wrong_results' | 'unreadable' | 'agent_fault' | (string & {});

/** A sentence of the package for the user, in both of its languages. */
export type Words = {
  /** English. */
  en: string;
  /** Chinese. */
  zh: string;
};

/**
 * The base of every error of the package; `code` is for programs, `message` for the programmer. One that is of no other class is a mistake
 * of the program, and its code a {@link MistakeCode}: `message` says at what place, and what is allowed. `instanceof` goes by the name for
 * those and for `Refusal`.
 */
export class StepgateError extends Error {
  constructor(code: string, message: string, more?: { place?: string; cause?: unknown });
  /** Name of the class, which survives the way out of a worker. */
  name: string;
  /** For programs. */
  code: string;
  /** A JSON pointer, or the name of an option. */
  place?: string;
  /** For the user, in both languages. */
  text?: Words;
}

/** The model gave no reply: network, server, key, limits. The session shows it as `view.error` with this code as `cause`. */
export class ModelError extends StepgateError {
  constructor(code: ModelErrorCode, more?: { status?: number; detail?: string; cause?: unknown });
  name: 'ModelError';
  /** The reason, for programs. */
  code: ModelErrorCode;
  /** For the user, in both languages. */
  text: Words;
  /** HTTP status of the answer, if there was one. */
  status?: number;
  /** The server's own words in plain text, if it said any: show them beneath `text`, escaped. A page finds them in `view.error.detail`. */
  detail?: string;
}
/** A session could not be loaded or saved. */
export class StoreError extends StepgateError {
  constructor(code: StoreErrorCode, more?: { detail?: string; cause?: unknown; place?: string });
  name: 'StoreError';
  /** The reason, for programs. */
  code: StoreErrorCode;
  /** For the user, in both languages. */
  text: Words;
  /**
   * For `damaged`: the record that is missing or not as it was saved (`/entries/3`, `/parts/memory`, `/head`). `/head/stage`: the session waits
   * in a stage that the agent no longer has; `message` names it and the stages there are.
   */
  place?: string;
}
/** Error of a tool that has certainly done nothing. Any error with `notDone: true` says the same. */
export class NotDone extends StepgateError {
  /** `code`: default `not_done`. `fatal`: nothing further can work. */
  constructor(text: string, more?: { code?: string; fatal?: boolean; cause?: unknown });
  name: 'NotDone';
  /** Whether nothing further can work. Default: false. */
  fatal: boolean;
  notDone: true;
}
/** A session cannot be opened or used so: another tab has it, it is closed or deleted, or an option is wrong. */
export class SessionError extends StepgateError {
  constructor(code: SessionErrorCode, more?: { detail?: string; cause?: unknown });
  name: 'SessionError';
  /** The reason, for programs. */
  code: SessionErrorCode;
  /** For the user, in both languages. */
  text: Words;
}
/** The session does not accept this now, and nothing has changed; `message` is for the user, in the session's language. `instanceof` goes by the name, so that it holds for one from a worker, too. */
export class Refusal extends StepgateError {
  constructor(code: RefusalCode, message: string);
  name: 'Refusal';
  /** Why not, for programs. */
  code: RefusalCode;
}
// ---- the reply as it comes ----

/** A value with the patches of `piece.patches` applied, as a new value; unchanged parts are shared. */
export function applyPatches(value: any, patches: Patch[]): any;

// ---- the store ----

/** A database of this origin; `name` is the app's. It is opened by the first use. */
export function indexedDbStore(name: string): Store;
/** The same in memory: for tests, Node, and pages that shall leave nothing behind. */
export function memoryStore(): Store;

/**
 * The part of a store that `openSession` needs. One of your own has these; all methods reject with `StoreError`. `storeLaws` of
 * `stepgate/test` checks that it does what they say.
 */
export interface SessionStore {
  /** Tabs whose stores have the same name share their sessions. */
  readonly name: string;
  /**
   * `true`: only this browser has the sessions, so that its locks tell who is at work. Without it a lost answer is asked for again, and a
   * write that another device has started is waited for.
   */
  readonly local?: boolean | undefined;
  /** `damaged` where a record is missing or one too many; `erased` where the browser has lost a session that was here. */
  load(id: string): Promise<SavedSession | undefined>;
  /**
   * Saves one step, all of it or nothing; `conflict` where the saved revision is not `step.base`, `damaged` where a session would be
   * begun over what is left of another. A step whose `ticket` is that of the last write is saved already: its answer was lost.
   */
  save(id: string, step: SavedStep): Promise<void>;
  /**
   * Puts on record that the write tools of `call` are about to run; `conflict` where the session has moved on or they were started already,
   * unless by a request with the same `ticket`.
   */
  start(id: string, revision: number, call: number, ticket?: string): Promise<void>;
  /**
   * The bytes of a blob that a step of this session has brought (`step.blobs`), by their SHA-256; `undefined` where it has none. A store without it
   * keeps no images and files.
   */
  getBlob?(id: string, sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Tells when another device has saved a step of the session: calls `listener` with the revision, or without one where only a load tells what
   * happened. A session that is driven here is then watched. Gives the function that ends it. Without it, the next step finds out.
   */
  watch?(id: string, listener: (revision?: number) => void): () => void;
  /**
   * The trace of a session, all lines of `step.trace` in the order in which they were saved. A store without it has sessions that cannot go back
   * (`no_records`).
   */
  records?(id: string): Promise<string[]>;
}

/** A store of the package, with what a list of sessions needs. Methods reject with `TypeError` where an id is none. */
export interface Store extends SessionStore {
  /** The bytes of a blob that the session uses, by their SHA-256; `undefined` where it has none. Sessions with the same blob share it. */
  getBlob(id: string, sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The trace of a session; of one that is not there: nothing. */
  records(id: string): Promise<string[]>;
  /**
   * Makes a session of its own from another one, which begins before a message of the user: `before` is the `seq` of its block, `newId` the name of the
   * new session, with which the promise resolves. As in an imported session nothing is approved in it. `not_found` where there is none, `exists` where
   * the new name is taken. The new session goes back when it is first opened: `openSession` rejects with the `Refusal` `no_such_message` or
   * `no_way_back` where it cannot.
   */
  fork(id: string, to: {
    /** `seq` of the user's message. */
    before: number;
  }, newId: string): Promise<string>;
  /** Newest first; those that the browser has lost (`erased`) come last, until they are deleted or opened anew. */
  list(): Promise<SessionInfo[]>;
  /** Gives a session a name for people, which `list` shows. `not_found` where there is none. */
  rename(id: string, name: string): Promise<void>;
  /** Deletes a session for good, and the blobs that no other one uses. Of one that is not there: nothing. */
  delete(id: string): Promise<void>;
  /** All that is there, damaged or not. */
  export(id: string): Promise<ExportedSession>;
  /**
   * Takes a copy: the next `openSession` makes it a session of its own, in which nothing is approved and nothing that was under way runs before
   * the user says so. Resolves with the id. Without `id`: the exported one, or a new one where that is taken.
   */
  import(session: unknown, id?: string): Promise<string>;
}

/** A session as `list` shows it. */
export interface SessionInfo {
  /** The session's name in its store. */
  id: string;
  /** Name of its agent. */
  agent: string;
  /** Given by `rename`. */
  name?: string;
  /** When it began, in milliseconds since 1970. */
  createdMs: number;
  /** To the minute. */
  updatedMs: number;
  /** Parts of the work that are `done` and `skipped`, of a `total`, where the agent counts them. */
  progress?: { done: number; total: number; skipped?: number };
  /** The first words the user said. */
  preview?: string;
  /** The browser has lost it. */
  erased?: true;
}
/** A session as it was saved. */
export interface SavedSession {
  /** The session itself, for the engine. */
  snapshot: Snapshot;
  /** The call whose write tools were started. */
  started?: number | undefined;
  /** It was imported and not saved since: begin it by `copy`. */
  copied?: boolean | undefined;
  /** `seq` of the message before which a fork begins, if it was not saved since. */
  before?: number | undefined;
  /** The browser has lost its last steps. */
  setBack?: boolean | undefined;
  /** The `ticket` of the last write, from a store that is not `local`. */
  ticket?: string | undefined;
}
/** The record that is saved after one event. */
export interface SavedStep {
  /** Name of this write, the same when it is sent again. */
  ticket?: string | undefined;
  /** The revision that must be saved now; `null`: none, the session is new. */
  base: number | null;
  /** When it happened, in milliseconds since 1970. */
  at_ms: number;
  /** The changes since the revision `base`. */
  changes: Changes;
  /** Lines of the trace, from which the session can be played again. */
  trace: TraceRecord[];
  /** The call whose write tools run after this step. */
  started?: number | undefined;
  /**
   * Blobs that the session uses from this step on: the bytes of images and files by their SHA-256 (64 hexadecimal digits). They are saved with the
   * step, or not at all. Absent: none.
   */
  blobs?: Record<string, Uint8Array<ArrayBuffer>> | undefined;
  /** Wait until it is on disk. */
  strict?: boolean | undefined;
  /** For `list`: parts of the work that are `done` and `skipped`, of a `total`. */
  progress?: { done: number; total: number; skipped?: number } | undefined;
  /** For `list`: the first words the user said. */
  preview?: string | undefined;
}
/** A session as one JSON value; `stepgate` is the version of this form. */
export interface ExportedSession {
  stepgate: 1;
  /** The session's name in the store that it came from. */
  id: string;
  /** Name that `rename` gave it. */
  name?: string;
  /** When it began, in milliseconds since 1970. */
  createdMs: number;
  /** When it was saved last, in milliseconds since 1970. */
  updatedMs: number;
  /** The call whose write tools were started, or were to be: after an import the user is asked what became of them. */
  started?: number;
  /** The first record that was missing or one too many when this was exported. */
  damaged?: string;
  /** The session itself, for the engine. */
  snapshot: Snapshot;
  /** Lines of the trace, for `recorded` of `stepgate/test`. */
  trace: TraceRecord[];
  /** The blobs that the session uses, in base64 by their SHA-256. Absent: none. */
  blobs?: Record<string, string>;
}
