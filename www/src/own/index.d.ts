import type { Block, Card, Json, Lang, Sampling } from '../../wasm/types.d.ts';
import type { OwnAgent, Tool, ToolContext } from '../index.js';

/** A schema of a library that speaks the Standard Schema: zod 4, valibot, arktype, … */
export interface StandardSchema<Output = any> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => any;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}
/**
 * The shape of a reply or of arguments: JSON Schema; a Standard Schema that can give JSON Schema (zod 4, arktype); or, for one that cannot
 * (valibot, `zod/mini`), both. Stepgate reads the text and fits it to the JSON Schema. Then the library checks the value, in the foreground, and what it
 * says becomes a complaint with its path; its transforms are applied.
 */
export type Shape = StandardSchema | { schema: StandardSchema; json: object } | Readonly<Record<string, any>>;
/** The value of a shape; of JSON Schema alone: any. */
export type ValueOf<S> =
  S extends { readonly '~standard': { readonly types?: infer Types } } ? (NonNullable<Types> extends { readonly output: infer Output } ? Output : any)
    : S extends { schema: infer Schema extends StandardSchema } ? ValueOf<Schema>
      : any;

/** Answer of `complain` and `refuse`: return it in the place of a step. All that the function changed and said is undone. */
export interface Objection { readonly answer: object }
/** A step, made by `to`. */
export type Step = string | { readonly [kind: string]: unknown };

/** Makers of steps; a stage that is left out is the present one. */
export interface To<Stage extends string> {
  /** Asks the model in that stage. */
  think(stage?: Stage): Step;
  /** Waits for the user in that stage. */
  listen(stage?: Stage): Step;
  /** Runs tools, then asks the model in that stage. A tool that writes runs alone, after the user has approved it. */
  run(calls: ToolUse | ToolUse[], stage?: Stage): Step;
  /** Asks the user; the answer picks the step. `said`, for words in the place of an answer: default as `no`, but where that listens, the
   * model answers the words. */
  confirm(card: OwnCard, answers: { yes: Step; no: Step; said?: Step }): Step;
  /** Takes the turn back and hands the user's words back. `view.error` has the code. */
  retract(code: string): Step;
  /** Ends the session's work with an outcome (`view.outcome`). If the user speaks again, the stage hears it. */
  finish(outcome: Json | object, stage?: Stage): Step;
  /** Keeps the changes and goes on waiting; only after an edit and a tick. */
  stay(): Step;
  /** The engine's own step. Only in `on` and `start`. */
  usual(): Step;
}
/** A call of a tool. `text`: words for the user on the card of a write. */
export interface ToolUse { name: string; args?: any; text?: string }
/** A question. The labels are in the session's language by default. `typed`: whether words decline it (default) or go on talking. */
export interface OwnCard { title: string; text?: string; preview?: any; typed?: 'declines' | 'continues'; accept?: string; decline?: string; buttons?: Card['buttons'] }

/** The state as each function sees it. */
export interface Look<Memory, Stage extends string> {
  /** In `decide`, `start` and `on`: a draft, which may be changed. Elsewhere frozen. It must be JSON. */
  memory: Memory;
  stage: Stage;
  lang: Lang;
  /** The time of the event, in milliseconds since 1970: the only clock that a function may read. */
  now: number;
  /** A number that is the session's own, for ids. */
  seed: number;
  /** Time that the session has waited for the model and for tools, in milliseconds. */
  worked: number;
  /** Whether the session accepts edits now: nothing is running. */
  idle: boolean;
  /** Model calls since the user spoke, one under way included. `limits.rounds` of the prompt minus this is what is left. */
  rounds: number;
  /**
   * The conversation so far, as the page has it in `view.blocks`, without what was taken back; `thread` tells threads apart. It costs
   * nothing until a function reads it. Then the function is called a second time, with it.
   */
  readonly transcript: readonly Block[];
}
/** The state for a function that decides. */
export interface Scene<Memory, Stage extends string> extends Look<Memory, Stage> {
  to: To<Stage>;
  /** Says something to the user. */
  say(text: string): void;
  /** Adds a message for the model in the user's place, which the page does not show as the user's words. */
  cue(text: string): void;
  /** Adds a note for the page; the model never sees it. */
  note(code: string, data?: Json): void;
  /** Shows a failure in `view.error` until the next turn. */
  fail(code: string, text: string): void;
}

/** A request to the model: the system text, or more. */
export type OwnPrompt = string | {
  system: string;
  /**
   * How much of the conversation follows: 0, or the number of its last messages, with the model's replies and tool results; as
   * `{ replies }` by characters. Default: the last 24,000 characters of the words of both sides, as `{ words: 24_000 }`. `compact` shortens
   * by a rule where the conversation is longer: results of tools from before the last `rounds` replies shrink to their first line; if that
   * is not enough, the oldest messages are left out, a line says how many, and the first words of the user stay.
   */
  window?: number | { words: number } | { replies: number } | { compact: { characters: number; rounds: number } };
  /** Messages after the conversation, which are not saved. */
  tail?: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** JSON Schema in the place of the stage's `reply`, for what is allowed in this state only. */
  reply?: object;
  /** Names of the tools that the model may call now. Default: all. */
  tools?: string[];
  sampling?: Sampling;
  /** Corrections in a row (default 2) and model calls since the user spoke (default 30). */
  limits?: { corrections?: number; rounds?: number };
};

/** A stage: what the model is asked, the shape of its reply, and what happens then. */
export interface Stage<Memory, Reply extends Shape, Names extends string> {
  prompt(state: Look<Memory, Names>): OwnPrompt;
  reply: Reply;
  /**
   * The member of `reply` that holds calls of tools: objects with a `name`, which is one of certain texts, and `args`. They are read in
   * whatever form a model writes them (`arguments`, `{ function: … }`, a call as the whole reply, …), and in doubt complained about. A `reply`
   * of the prompt says it itself: `'x-calls': 'name of the member'`.
   */
  calls?: string;
  /** Where in the reply, as JSON pointers, the words are that a page may show while they arrive. */
  live?: { say?: string; thought?: string; draft?: string };
  /** Decides about a reply that fits its shape: gives a step, or `complain(text)` for the model, which is asked again. */
  decide(state: Scene<Memory, Names> & { reply: ValueOf<Reply>; corrections: number; complain(text: string): Objection }): Step | Objection;
}

/** Functions for everything else that can happen. A function that gives nothing lets the engine do what it does by itself; `refuse` is for the user, in the session's language (`lang`). */
export interface On<Memory, Names extends string> {
  said?: Heard<Memory, Names, { text: string; with: any; then: Step }>;
  answered?: Heard<Memory, Names, { accept: boolean; reason?: string; then: Step }>;
  /** `reason`: why the user declined the card whose button makes this change. It is said next, as a message. */
  edited?: Heard<Memory, Names, { change: any; busy: boolean; reason?: string }>;
  returned?: Heard<Memory, Names, { results: { name: string; args: any; result: { ok: any } | { error: { code: string; text: string; fatal?: boolean } } }[]; then: Names }>;
  doubted?: Heard<Memory, Names, { calls: { name: string; args: any }[]; then: Names }>;
  failed?: Heard<Memory, Names, { code: string; text: string }>;
  gave_up?: Heard<Memory, Names, { limit: 'corrections' | 'rounds'; code: string; raw: string; then: Step }>;
  stopped?: Heard<Memory, Names, { then?: Step }>;
  ticked?: Heard<Memory, Names, {}>;
}
type Heard<Memory, Names extends string, Event> = (state: Scene<Memory, Names> & Event & { refuse(code: string, text: string): Objection }) => Step | Objection | undefined | void;

export interface AgentDefinition<Name extends string, Memory, Shapes extends Record<string, Shape>, Input, Data> {
  /** 1 to 64 letters, digits, `_` and `-`; saved sessions carry it. */
  name: Name;
  /** Version of the memory, from 1 (default). Raise it when the form of the memory changes, and add a step to `migrate`. */
  version?: number;
  /** The memory of a new session. `refuse(pointer, text)` for an input that is wrong there. Default: an empty object. */
  memory?: (input: Input, context: { lang: Lang; now: number; seed: number; refuse(place: string, text: string): Objection }) => Memory | Objection;
  /** By name; a session begins in the first one. */
  stages: { [Name in keyof Shapes]: Stage<NoInfer<Memory>, Shapes[Name], keyof Shapes & string> };
  /** Tools of the agent, made by `tool`. */
  tools?: Record<string, OwnTool>;
  on?: On<NoInfer<Memory>, keyof Shapes & string>;
  /** The first step of a session. Default: to listen in the first stage. */
  start?: (state: Scene<NoInfer<Memory>, keyof Shapes & string>) => Step | undefined;
  /** `view.data`. */
  view?: (state: Look<NoInfer<Memory>, keyof Shapes & string>) => Data;
  /** A card to show while the session listens. */
  card?: (state: Look<NoInfer<Memory>, keyof Shapes & string>) => OwnCard | undefined;
  progress?: (state: Look<NoInfer<Memory>, keyof Shapes & string>) => { done: number; total: number; skipped?: number };
  /** Name of the edit `{ name: true }` by which the agent speaks first, and whether it is time for it. */
  opening?: string;
  opens?: (state: Look<NoInfer<Memory>, keyof Shapes & string>) => boolean;
  /** Answers `agent.read(query)`. */
  read?: (state: Look<NoInfer<Memory>, keyof Shapes & string> & { query: any; refuse(code: string, text: string): Objection }) => any;
  /** Steps from a version of the memory to the next one, by the number of the older one. */
  migrate?: { [from: number]: (memory: any) => any };
  /** Takes back in the memory what the user allowed, for a copy or an imported session. */
  copied?: (state: { memory: NoInfer<Memory> }) => void;
  /** Whether `on.ticked` is wanted, about once a second while the model or a tool is at work. Default: false. */
  ticks?: boolean;
  /** Longest text of the user, in characters. Default: 8,000. */
  longestInput?: number;
}

export interface ToolDefinition<Args extends Shape> {
  /** Its purpose, for the model and for the card: a text, or one for each language. */
  about: string | { en: string; zh: string };
  /** Default: no arguments. */
  args?: Args;
  /** `write`: asks first, with its exact arguments, and runs once. Default: `read`. */
  access?: 'read' | 'write';
  run(args: ValueOf<Args>, context: ToolContext): unknown;
  /** Characters of its result that the model sees; the page has all of it. Default: 8,000, a third of the window of `toolAgent`. */
  limit?: number;
  /** Preview of a write for its card, before it runs; its member `title` is the card's. Pure. */
  preview?(state: Look<any, string> & { args: ValueOf<Args> }): any;
  /**
   * For a write whose page died before its result was saved: was it done? `{ done: true, result }`; `{ done: false }`, which promises that the
   * call of this key was not done and never will be: it is run again; `{ done: 'pending' }`: it is asked again for up to 30 seconds; `null`:
   * it cannot tell. Without a sure answer the user is asked.
   */
  status?: Tool['status'];
  /** The same `key` twice does the thing once: a write whose page died before its result was saved is run again. */
  idempotent?: boolean;
  /** Looks before the card of a call is shown; a change that it gives is made to the session first, as by `edit`. */
  beforeCard?: Tool['beforeCard'];
}
/** A tool, made by `tool`. */
export interface OwnTool { readonly about: string | { en: string; zh: string }; readonly shape: object }

/** A tool of an agent of one's own. Throws a `TypeError` with the place of what is wrong. */
export function tool<Args extends Shape = {}>(definition: ToolDefinition<Args>): OwnTool;

/**
 * An agent of one's own: its memory, its stages, and functions that answer "what next?". They are pure and do not wait, as reducers: time is
 * `now`, ids come from `seed`, and what needs the world is a tool. In development (`process.env.NODE_ENV` is not `production`) each is called
 * twice, and an answer that differs fails the turn with the function and the place. A function that throws fails the turn too.
 * Throws a `TypeError` with the place of what is wrong; a schema that Stepgate cannot read is told when a session opens.
 */
export function defineAgent<const Name extends string, Memory, const Shapes extends Record<string, Shape>, Input = any, Data = null>(
  definition: AgentDefinition<Name, Memory, Shapes, Input, Data>,
): OwnAgent<Input, Data>;

/**
 * An agent that talks and calls tools until it needs the user: several tools that read run side by side, one that writes asks first and runs
 * once, a reply without a tool ends the turn.
 */
export function toolAgent<Input = any>(definition: {
  /** As in `defineAgent`. */
  name: string;
  /** The agent's purpose, and how it works. A function gets the input, the language and the time. */
  instructions: string | ((context: { input: Input; lang: Lang; now: number }) => string);
  tools?: Record<string, OwnTool>;
  /**
   * Characters of the conversation that the model sees, results of tools among them. Default: 24,000. A longer one is shortened by the rule
   * of `compact` in {@link OwnPrompt}, with 4 rounds.
   */
  windowCharacters?: number;
  /** Corrections in a row (default 2) and model calls since the user spoke (default 30). */
  limits?: { corrections?: number; rounds?: number };
}): OwnAgent<Input, ToolAgentData>;

/** `view.data` of a `toolAgent`. `can.retry`: a write has failed since the user spoke, and `edit({ retry: true })` asks for it again on its card. */
export interface ToolAgentData { can: { retry: boolean } }
