import type { Block, Button, Candidate, Card, FilePart, Json, Lang, Origin, Sampling, ToolErrorCode } from '../../wasm-engine/types.d.ts';
import type { AnyTools, CallOf, OwnAgent, Text, Tool, ToolContext, ToolStatus } from '../index.js';

/** A schema of a library that speaks the Standard Schema: zod 4, valibot, arktype, … */
export interface StandardSchema<Output = any> {
  /** Members of the Standard Schema: `version`, `vendor`, `validate`, and the `types` of its `input` and `output`. */
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
 * says becomes a complaint with its path; its transforms are applied. Arguments of a tool are read once, before the card: what a transform gives
 * stands there and must be JSON.
 */
export type Shape = StandardWithJson | {
  /** The library's schema, which checks the value. */
  readonly schema: StandardSchema;
  /** The same as JSON Schema, which the model is shown. */
  readonly json: object;
} | JsonSchema;
/** A Standard Schema that gives JSON Schema by itself. */
export type StandardWithJson = StandardSchema
  & ({
  /** Members of the Standard Schema, with a `jsonSchema` that writes it as JSON Schema (zod 4). */
  readonly '~standard': { readonly jsonSchema: object };
} | {
  /** Writes it as JSON Schema (zod 4). */
  readonly toJSONSchema: (options?: any) => unknown;
} | {
  /** Writes it as JSON Schema (arktype). */
  readonly toJsonSchema: (options?: any) => unknown;
});
/** JSON Schema; not a Standard Schema without one. Written in place, its value has its type, and `as const` is not needed. */
export interface JsonSchema {
  /** No member of JSON Schema: a schema of a library is another `Shape`. */
  readonly '~standard'?: never;
  /** No member of JSON Schema: a schema of a library is another `Shape`. */
  readonly schema?: never;
  readonly [keyword: string]: any;
}
/** The shape of a tool without arguments. */
export interface NoArguments {
  readonly type: 'object';
  /** None. */
  readonly properties: {};
}
/** The value of a shape; `any` where the type of a JSON Schema says nothing (`object`, or a schema with `$ref`). */
export type ValueOf<S> =
  '~standard' extends keyof S ? OutputOf<S[keyof S & '~standard']>
    : 'schema' extends keyof S ? (At<S, 'schema'> extends StandardSchema ? ValueOf<At<S, 'schema'>> : ValueOfJson<S>)
      : ValueOfJson<S>;
type OutputOf<Standard> = Standard extends { readonly types?: infer Types } ? (NonNullable<Types> extends { readonly output: infer Output } ? Output : any) : any;
type At<S, Key> = Key extends keyof S ? S[Key] : undefined;
/** The value of a JSON Schema whose type is known literally. (It asks by `keyof`: a literal that is inferred would not extend a type with fewer members.) */
export type ValueOfJson<S> =
  string extends keyof S ? any
    : 'const' extends keyof S ? At<S, 'const'>
      : 'enum' extends keyof S ? ItemOf<At<S, 'enum'>>
        : 'anyOf' extends keyof S ? ValueOfEach<ItemOf<At<S, 'anyOf'>>>
          : 'oneOf' extends keyof S ? ValueOfEach<ItemOf<At<S, 'oneOf'>>>
            : '$ref' extends keyof S ? any
              : 'type' extends keyof S ? (At<S, 'type'> extends readonly unknown[] ? ValueOfType<ItemOf<At<S, 'type'>>, S> : ValueOfType<At<S, 'type'>, S>)
                : 'properties' extends keyof S ? ValueOfType<'object', S>
                  : any;
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;
type ValueOfEach<S> = S extends unknown ? ValueOfJson<S> : never;
type ValueOfType<Type, S> =
  Type extends 'string' ? string
    : Type extends 'number' | 'integer' ? number
      : Type extends 'boolean' ? boolean
        : Type extends 'null' ? null
          : Type extends 'array' ? ('items' extends keyof S ? ValueOfJson<At<S, 'items'>>[] : any[])
            : Type extends 'object' ? (
              'properties' extends keyof S ? Flat<
                { -readonly [Key in keyof At<S, 'properties'> as Key extends RequiredOf<S> ? Key : never]: ValueOfJson<At<S, 'properties'>[Key]> }
                & { -readonly [Key in keyof At<S, 'properties'> as Key extends RequiredOf<S> ? never : Key]?: ValueOfJson<At<S, 'properties'>[Key]> }>
                : At<S, 'additionalProperties'> extends object ? { [name: string]: ValueOfJson<At<S, 'additionalProperties'>> }
                  : { [name: string]: any })
              : any;
type RequiredOf<S> = ItemOf<At<S, 'required'>>;
type Flat<T> = { [Key in keyof T]: T[Key] } & {};
type IsAny<T> = 0 extends 1 & T ? true : false;
/** Names of the members of a reply, of each form that it may have; any text where its type says nothing. */
type MemberOf<Value> = IsAny<Value> extends true ? string : Value extends unknown ? keyof Value & string : never;

/** The tools of stages that `toolStage` made, by their names. */
type ToolsIn<Shapes> = Merged<{ [Name in keyof Shapes]: Shapes[Name] extends { readonly [toolsOf]?: infer Tools } ? NonNullable<Tools> : {} }[keyof Shapes]>;
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : {};

/** The arguments of each tool, by its name. */
export type ArgsOf<Tools> = { [Name in keyof Tools & string]: Tools[Name] extends OwnTool<infer Args> ? Args : any } & {};

/** Answer of `complain` and `refuse`: return it in the place of a step. All that the function changed and said is undone. */
export interface Objection {
  /** For the engine. */
  readonly answer: object;
}
declare const step: unique symbol;
/** A step: what a function of `to` gives. A text is none: `to.think('write')`, not `'write'`. */
export interface Step { readonly [step]: 'made by `to`' }

/** Makers of steps; a stage that is left out is the present one. */
export interface To<Stage extends string, Tools = any> {
  /** Asks the model in that stage. */
  think(stage?: Stage): Step;
  /** Waits for the user in that stage. */
  listen(stage?: Stage): Step;
  /** Runs tools, then asks the model in that stage. A tool that writes runs alone, after the user has approved it. */
  run<Name extends ToolName<Tools>>(calls: ToolUse<Tools, Name> | ToolUse<Tools, Name>[], stage?: Stage): Step;
  /**
   * Asks the user; the answer picks the step. Words in the place of an answer leave the card open: the model reads them in the present stage, and
   * its reply keeps the card, replaces it or drops it (a drop is a no). Words that are only a yes, the first ones at it, accept it; the label of its button for no declines it.
   */
  confirm(card: OwnCard, answers: {
    /** The step after a yes. */
    yes: Step;
    /** The step after a no. */
    no: Step;
  }): Step;
  /**
   * Lets one of several candidates be chosen: by the user on a card, or by the model in a call of its own, whose contract has only their ids. `on.chosen`
   * hears the choice, which the model has read in the conversation.
   */
  choose(candidates: readonly OwnCandidate[], options: ChooseByUser | ChooseByModel): Step;
  /**
   * Hands the conversation over: the stage goes on in a thread of its own, the same one each time, in which it finds `about` (as data) and the
   * user's last words. It hears what the user says next, until it hands over in turn.
   */
  handoff(stage: Stage, about?: Text): Step;
  /**
   * Runs a stage as a sub-agent, in a new thread that begins with `input`. Its cards are shown to the user as any other. Its output (`to.finish`; the last
   * words of a stage of `toolStage`) is a result for the stage `then`, under the name of the stage that was asked: `on.returned` hears it, and the model
   * reads it as data. Without an output the result is an error: `llm_bad_output`, `limit_reached`, `stopped`, or that of a tool.
   */
  ask(stage: Stage, input: Json | object, then?: Stage): Step;
  /** Takes the turn back and hands the user's words back. `view.error` has the code. */
  retract(code: string): Step;
  /** Ends the session's work with an output (`view.output`). If the user speaks again, the stage hears it. In a stage that was asked it ends that work, and the output is the result. */
  finish(output: Json | object, stage?: Stage): Step;
  /** Keeps the changes and goes on waiting; only after an edit and a tick. */
  stay(): Step;
  /** The engine's own step. Only in `on` and `start`. */
  usual(): Step;
}
/** One of the things that can be chosen. */
export interface OwnCandidate {
  /** Its id, which is the answer. Each is another one. */
  id: string;
  /** Its name, in one line. Words at the card that are nothing but the label or the id choose it. */
  label: Text;
  /** More about it. Default: nothing. */
  about?: Text;
  /** Your data about it, as JSON: `on.chosen` and the page have it, the model does not see it. Default: none. */
  data?: any;
}
/** A choice by the user. */
export interface ChooseByUser {
  /** The one that chooses. */
  by: 'user';
  /** The question, in one line. */
  title: Text;
  /** More about it. Default: none. */
  text?: Text;
  /** Label of the button that takes none. Default: `None of these`. */
  decline?: Text;
  /** The step after the choice. Default: to think in the present stage. */
  then?: Step;
  /** The step if the user takes none, which `on.answered` hears. Default: to listen in the present stage. */
  no?: Step;
}
/** A choice by the model. */
export interface ChooseByModel {
  /** The one that chooses. */
  by: 'model';
  /** The question, in one line. */
  title: Text;
  /** More about it. Default: none. */
  text?: Text;
  /** The step after the choice. Default: to think in the present stage. */
  then?: Step;
}
/** A call of a tool; one that the agent does not have, and the model did not name, is the author's error. */
export type ToolUse<Tools = any, Name extends ToolName<Tools> = ToolName<Tools>> = {
  /** The tool, by its name in `tools`. */
  name: Name;
  /** Words for the user on the card of a write. */
  text?: Text;
  /** The key of an earlier result: makes that call again, under its key and after its `status` was asked. The key of another call is ignored. */
  key?: string;
} & (IsAny<Tools> extends true ? AnyArgs : { [Each in Name & keyof Tools & string]: {
  /** The tool, by its name in `tools`. */
  name: Each;
} & ArgsMember<Tools[Each]> }[Name & keyof Tools & string]);
/** Names of tools. */
export type ToolName<Tools> = IsAny<Tools> extends true ? string : keyof Tools & string;
interface AnyArgs { args?: any }
type ArgsMember<Args> = {} extends Args ? {
  /** Its arguments. Default: none. */
  args?: Args;
} : {
  /** Its arguments. */
  args: Args;
};
/** A question. By default the labels are in Chinese, where the session is, else in English. */
export interface OwnCard {
  /** The question, in one line. */
  title: Text;
  /** More about it. Default: none. */
  text?: Text;
  /** Its subject, as data for the page: JSON. Default: none. */
  preview?: any;
  /** Label of the yes. Default: `Yes`. */
  accept?: Text;
  /** Label of the no. Default: `No`. */
  decline?: Text;
  /** Buttons in the place of yes and no, such as one that makes an edit. */
  buttons?: OwnButton[];
  /**
   * Words that say yes to it, beside a plain yes and the label of its first button for yes, which always count, as the first words at it. `false`:
   * no words answer it, for a card whose question a yes does not answer.
   */
  yes?: Text[] | false;
}

/** A button of a card, as `Button` has it, with a label in several languages. */
export interface OwnButton extends Omit<Button, 'label'> {
  /** The words on it. */
  label: Text;
}

/** The state as each function sees it. */
export interface Look<Memory, Stage extends string> {
  /** In `decide`, `start` and `on`: a draft, which may be changed. Elsewhere frozen. It must be an object that is JSON: a `Map` or a `Date` in it fails the turn with its place. */
  memory: Memory;
  /** Name of the present stage. */
  stage: Stage;
  /** The input of a stage that runs as a sub-agent (`to.ask`); else `undefined`. */
  asked: any;
  /** Whether `edit({ retry: true })` would bring a write of this stage again that failed, on its card or, where a rule or a grant lets it run, at once; only in a stage of `toolStage`. */
  canRetry: boolean;
  /** The session's language, as a BCP 47 tag. Texts that a function gives are chosen by it; `inLang` of `stepgate` chooses others. */
  lang: Lang;
  /** The time of the event, in milliseconds since 1970: the only clock that a function may read. */
  now: number;
  /** A number that is the session's own, for ids. */
  seed: number;
  /** Time that the session has waited for the model and for tools, in milliseconds. */
  worked: number;
  /** Whether the session accepts edits now: nothing is running. */
  idle: boolean;
  /** Model calls since the user spoke, one under way included. `limits.maxSteps` of the prompt minus this is what is left. */
  steps: number;
  /**
   * The conversation so far, as the page has it in `view.blocks`, without what was taken back; `thread` tells threads apart. It costs
   * nothing until a function reads it. Then the function is called a second time, with it.
   */
  readonly transcript: readonly Block[];
}
/** The state for a function that decides. */
export interface Scene<Memory, Stage extends string, Tools = any> extends Look<Memory, Stage> {
  /** Makers of steps: `to.listen()`, `to.think('write')`, … */
  to: To<Stage, Tools>;
  /** Says something to the user. */
  say(text: Text): void;
  /** Adds a message for the model in the user's place, which the page does not show as the user's words. In `decide` it follows the reply. */
  cue(text: Text): void;
  /** Adds a note for the page; the model never sees it. */
  note(code: string, data?: Json): void;
  /** Shows a failure in `view.error` until the next turn. */
  fail(code: string, text: Text): void;
}

/**
 * A window counted in tokens, by what the last call used, or else by a rough count. Where the conversation is longer, the model is asked for a summary of all but the
 * newest messages: `{ facts, wishes, decisions, ids }`. Each id and number in it must stand in what it summarises; if not, it is corrected, and after the last correction
 * the items that pass stay. It stands in the prompt as data, and in `view.summary`. Without a usable summary the messages are left out, and a line says how many.
 */
export interface TokenWindow {
  /** Most tokens of the conversation in a request, the summary among them. The system text, the tools and the reply come on top. A whole number above 0. */
  tokens: number;
  /** Tokens of the newest messages that stay word for word when older ones are summarised: at most half of `tokens`, which is the default. */
  keep?: number;
  /** `false`: what leaves the window is left out, without a summary, and no call of the model is made for it. Default: `true`. */
  summarise?: boolean;
}
/** A request to the model: the system text, or more. */
export type OwnPrompt<Tool extends string = string> = string | {
  /** The system text: who the model is, what it shall do, and what it must know of the memory. */
  system: Text;
  /**
   * How much of the conversation follows: 0, or the number of its last messages, with the model's replies and tool results; as
   * `{ replies }` by characters. Default: the last 24,000 characters of the words of both sides, as `{ words: 24_000 }`. `compact` (`characters`, `replies`) shortens
   * by a rule where the conversation is longer: results of tools from before the last `replies` replies shrink to their first line; if that
   * is not enough, the oldest messages are left out, a line says how many, and the first words of the user stay. `{ tokens }` counts in tokens, and has what
   * leaves the window summarised.
   */
  window?: number | { words: number } | { replies: number } | { compact: { characters: number; replies: number } } | TokenWindow;
  /**
   * Messages after the conversation, each with a `role` and its `content`, which are not saved. Every request goes out with one system message, then user and assistant in turn,
   * and ends with the user: neighbours of one role are joined, a system message here is joined to `system`, and where the model's own
   * words would be last, a line asks for its reply.
   */
  tail?: { role: 'system' | 'user' | 'assistant'; content: string }[];
  /** JSON Schema in the place of the stage's `reply`, for what is allowed in this state only. */
  reply?: object;
  /** Names of the tools that the model may call now. Default: all. */
  tools?: readonly Tool[];
  /** Temperature and limits of this call. Default: the host's. */
  sampling?: Sampling;
  /**
   * `corrections` in a row (default 2), and `maxSteps`: model calls since the user spoke (default 30). With `once`, a write with the arguments of
   * one that has succeeded is sent back to the model once, and then asks the user, whatever its rule and grants say, as in `toolAgent`; a read that
   * succeeded twice with the same arguments since the user spoke or something was written is sent back once, and then its result is `not_run`.
   */
  limits?: { corrections?: number; maxSteps?: number; once?: boolean };
  /**
   * Whether the model may put off what else the user asked for, which then stands in `view.wishes`; the stage that listens goes on with it when the present work ends.
   * The engine adds what the model needs for it to the system text and to the reply's shape, which must be an object; `decide` does not see it. Default: false.
   */
  wishes?: boolean;
};

/** A stage: what the model is asked, the shape of its reply, and what happens then. */
export interface Stage<Memory, Reply extends Shape, Names extends string, Tools = any> {
  /** The request to the model in this stage. */
  prompt(state: Look<Memory, Names>): OwnPrompt<keyof Tools & string>;
  /** Shape of the reply. The model is shown it, and a reply that does not fit is sent back with what is wrong. */
  reply: Reply;
  /**
   * The member of `reply` that holds calls of tools: objects with a `name`, which is one of certain texts, and `args`. They are read in
   * whatever form a model writes them (`arguments`, `{ function: … }`, a call as the whole reply, …), and in doubt complained about. A `reply`
   * of the prompt says it itself: `'x-calls': 'name of the member'`.
   */
  calls?: MemberOf<ValueOf<Reply>>;
  /** Where in the reply, as JSON pointers, the parts are that a page may show while they arrive: `say` to the user, a `thought`, a text under work (`draft`). */
  live?: { say?: Pointer<MemberOf<ValueOf<Reply>>>; thought?: Pointer<MemberOf<ValueOf<Reply>>>; draft?: Pointer<MemberOf<ValueOf<Reply>>> };
  /** Decides about a reply that fits its shape: gives a step, or `complain(text)` for the model, which is asked again. */
  decide(state: Scene<Memory, Names, Tools> & {
    /** The reply, of the stage's shape. */
    reply: ValueOf<Reply>;
    /** Number of replies in a row that were sent back before this one. */
    corrections: number;
    complain(text: Text): Objection;
  }): Step | Objection;
}

/** A JSON pointer to a member of that name, or into it; the empty pointer is the whole reply. */
export type Pointer<Member extends string> = '' | `/${Member}` | `/${Member}/${string}`;

/** The fault of a reply that cannot be used; `refused`: the agent itself complained. */
export type ReplyFault = 'empty' | 'no_json_object' | 'not_object' | 'brackets' | 'no_tools' | 'too_deep' | 'too_long' | 'lossy' | 'invalid' | 'several_objects' | 'refused';

/** Functions for everything else that can happen. A function that gives nothing lets the engine do what it does by itself; `refuse` is for the user. */
export interface On<Memory, Names extends string, Tools = any, OfStages = {}> {
  /**
   * The user has said something. `text`: the words; `with`: the page's own data for them; `parts`: images and files beside them; `then`: the step that is usual, which is to think in the present
   * stage. `atCard`: a card is open, about which the model is asked with these words; any other step ends the card, and `to.ask` and `to.handoff` are refused.
   */
  said?: Heard<Memory, Names, Tools, { text: string; with: any; parts?: FilePart[]; atCard: boolean; then: Step }>;
  /** The user has answered the card of `to.confirm`. `accept`: yes; `reason`: why not; `heard`: whether the reason was said at the card, so that the transcript has it; `then`: the step that the answer picks. */
  answered?: Heard<Memory, Names, Tools, { accept: boolean; reason?: string; heard: boolean; then: Step }>;
  /** A candidate of `to.choose` was chosen. `choice`: it; `by`: who chose; `then`: the step of the choice. */
  chosen?: Heard<Memory, Names, Tools, { choice: Candidate; by: 'user' | 'model'; then: Step }>;
  /** The page has made an edit. `change`: it; `busy`: whether something is under way; `reason`: why the user declined the card whose button makes this change. It is said next, as a message. */
  edited?: Heard<Memory, Names, Tools, { change: any; busy: boolean; reason?: string }>;
  /** Tools have run, or a sub-agent has ended. `results`: one of each call; `then`: the stage that is asked next. */
  returned?: Heard<Memory, Names, Tools, { results: (Returned<Tools> | Returned<OfStages> | Outcome<Names>)[]; then: Names }>;
  /** Calls of writes whose answers were lost, and about which the user is asked. `calls`: which ones; `then`: the stage that their results go to. */
  doubted?: Heard<Memory, Names, Tools, { calls: CallOf<IsAny<Tools> extends true ? AnyTools : Tools>[]; then: Names }>;
  /** The model gave no reply. `code` and `text`: why. Default: the turn is taken back, and `view.error` says it. */
  failed?: Heard<Memory, Names, Tools, { code: string; text: string }>;
  /** A limit is reached. `limit`: which one; `code`: the fault of the last reply; `raw`: that reply as it came, and `spoken` without its thoughts; `then`: the usual step, which takes the turn back. */
  gave_up?: Heard<Memory, Names, Tools, ({ limit: 'corrections'; code: ReplyFault } | { limit: 'steps'; code: 'limit_reached' }) & { raw: string; spoken: string; then: Step }>;
  /** The user has stopped the turn. `then`: the usual step, which listens. */
  stopped?: Heard<Memory, Names, Tools, { then?: Step }>;
  /** About a second has passed while the model or a tool is at work; only with `ticks`. */
  ticked?: Heard<Memory, Names, Tools, {}>;
}
type Heard<Memory, Names extends string, Tools, Event> = (state: Scene<Memory, Names, Tools> & Event & { refuse(code: string, text: Text): Objection }) => Step | Objection | undefined | void;

/** The result of a call. `key`, of a call that the page made: `to.run` makes it again by it. */
export type Returned<Tools = any> = CallOf<IsAny<Tools> extends true ? AnyTools : Tools> & {
  /** The arguments from before the schema's library read them, where it did. */
  given?: any;
  /** The words for its approval card (`text` of `to.run`), unless the user changed its arguments there: they were about others. */
  text?: string;
  /** The result of the tool, as `ok`, or why it has none: an `error` with `code`, `text`, whether it is `fatal`, and the user's `reason` for declining it; `own` if the tool failed with a code that the engine has, too. */
  result: { ok: any } | { error: { code: ToolErrorCode; text: string; fatal?: boolean; reason?: string; own?: boolean } };
  key?: string;
};

/** The outcome of a stage that was asked with `to.ask`. */
export interface Outcome<Names extends string = string> {
  /** The stage. */
  name: Names;
  /** Its arguments: the `input` that it was given. */
  args: any;
  /** Its output as `ok`, or why it has none, as an `error`: `llm_bad_output`, `limit_reached`, `stopped`, or the code of a tool that failed for good. */
  result: Returned['result'];
}

/** Places of what memory cannot keep, as JSON pointers, in parts of up to five levels; `never` where there are none. */
export type NoJsonIn<T, Place extends string = '', Depth extends 1[] = []> =
  IsAny<T> extends true ? never
    : Depth['length'] extends 5 ? never
      : T extends Json | undefined ? never
        : T extends bigint | symbol | Function | Date | RegExp | PromiseLike<unknown> | ReadonlyMap<any, any> | ReadonlySet<any> | ArrayBufferView | ArrayBuffer | Error | Blob ? Place
          : T extends readonly (infer Item)[] ? NoJsonIn<Item, `${Place}/…`, [...Depth, 1]>
            : T extends object ? { [Key in keyof T]-?: NoJsonIn<T[Key], `${Place}/${Key & (string | number)}`, [...Depth, 1]> }[keyof T]
              : never;
declare const lost: unique symbol;
/** Nothing is of this type. Memory is saved as JSON, which has no dates, maps, sets, functions or big integers: keep a date as a number or a text. */
export interface NotJson<Place extends string> { readonly [lost]: Place }
type MustBeJson<Memory> = [NoJsonIn<Memory>] extends [never] ? unknown : NotJson<NoJsonIn<Memory>>;
/** The context that `memory` is given beside the input. */
export interface Beginning {
  /** Language of the session. */
  lang: Lang;
  /** Time of the beginning, in milliseconds since 1970. */
  now: number;
  /** A number that is the session's own, for ids. */
  seed: number;
  /** For an input that is wrong at this place, a JSON pointer: return it in the place of a memory. */
  refuse(place: string, text: Text): Objection;
}

/** The definition that `defineAgent` takes. `name` and `stages` are needed. */
export interface AgentDefinition<Name extends string, Memory, Shapes extends Record<string, Shape>, Input, Data, Tools extends Record<string, OwnTool> = {}, Answer = any> {
  /** 1 to 64 letters, digits, `_` and `-`; saved sessions carry it. */
  name: Name;
  /** Version of the memory, from 1 (default). Raise it when the form of the memory changes, and add a step to `migrate`. */
  version?: number;
  /** The memory of a new session. `refuse(pointer, text)` for an input that is wrong there. Default: an empty object. */
  memory?: ((input: Input, context: Beginning) => Memory | Objection) & MustBeJson<NoInfer<Memory>>;
  /** By name; a session begins in the first one. */
  stages: { [Name in keyof Shapes]: Stage<NoInfer<Memory>, Shapes[Name], keyof Shapes & string, ArgsOf<NoInfer<Tools>>> };
  /** Tools of the agent, made by `tool`. */
  tools?: Tools;
  /** Functions for everything that is no reply: words, answers, edits, results, failures. */
  on?: On<NoInfer<Memory>, keyof Shapes & string, ArgsOf<NoInfer<Tools>>, ArgsOf<ToolsIn<NoInfer<Shapes>>>>;
  /** The first step of a session. Default: to listen in the first stage. */
  start?: (state: Scene<NoInfer<Memory>, keyof Shapes & string, ArgsOf<NoInfer<Tools>>>) => Step | undefined;
  /** `view.data`. */
  view?: (state: Look<NoInfer<Memory>, keyof Shapes & string>) => Data;
  /** A card to show while the session listens. */
  card?: (state: Look<NoInfer<Memory>, keyof Shapes & string>) => OwnCard | undefined;
  /** How far the work is, for `view.progress` and lists of sessions: parts that are `done` and `skipped`, of a `total`. */
  progress?: (state: Look<NoInfer<Memory>, keyof Shapes & string>) => { done: number; total: number; skipped?: number };
  /** Name of the edit `{ name: true }` by which the agent speaks first, and whether it is time for it. */
  opening?: string;
  /** Whether it is time for the agent to speak first. Default: never. */
  opens?: (state: Look<NoInfer<Memory>, keyof Shapes & string>) => boolean;
  /** Answers `session.read(query)`; `refuse` for what is no query. */
  read?: (state: Look<NoInfer<Memory>, keyof Shapes & string> & { query: any; refuse(code: string, text: Text): Objection }) => Answer | Objection;
  /** Steps from a version of the memory to the next one, by the number of the older one. */
  migrate?: { [from: number]: (memory: any) => any };
  /** Takes back in the `memory` what the user allowed, for a copy or an imported session. */
  copied?: (state: { memory: NoInfer<Memory> }) => void;
  /** Whether `on.ticked` is wanted, about once a second while the model or a tool is at work. Default: false. */
  ticks?: boolean;
  /** Longest text of the user, in characters. Default: 8,000. */
  longestInput?: number;
}

/** The context that `access` of a tool is given beside the arguments. */
export interface AccessContext {
  /** The agent's memory; frozen. Of a `toolAgent`: an empty object. */
  memory: any;
  /** Input of the session; `null` without one. */
  input: any;
  /**
   * Sources of the texts and numbers in the arguments, as a card says it: `origins.some(({ path, from }) => path === '/to' && from === 'user')`.
   * Values that the user has just written on the card are the user's. A value of which no claim is made, such as a text of two letters, is not among
   * them. Frozen; it costs nothing until the function reads it. Then the function is called a second time, with it.
   */
  readonly origins: readonly Origin[];
}
/** A verdict on a call: it runs without a question, it asks the user, or it does not run, and the model reads why. */
export type Verdict = 'run' | 'ask' | {
  /** Why not, for the model and the page: a text that is not empty, or one in each of several languages. */
  deny: Text;
};

/** The definition that `tool` takes. `description` and `execute` are needed. */
export interface ToolDefinition<Args extends Shape> {
  /** Its purpose, for the model and for the card. */
  description: Text;
  /** Its arguments, as a schema. Default: none. */
  inputSchema?: Args;
  /**
   * `write`: asks first, with its exact arguments, and runs once. Default: `read`. A function makes it a write that does not always ask: it gives a
   * verdict on each call, by the arguments as they were read. `run`: no card, but recorded before it starts and run once, as an approved one.
   * `ask`: the card, unless a grant of the user covers the call. `{ deny }`: nothing runs, and the model reads the text as the result (`denied`).
   * Pure. It is asked once, when the call is decided on, and again about arguments that the user edits on the card, where `deny` refuses the edit.
   * If it throws or gives anything else, the turn fails (`agent_fault`), and nothing runs.
   */
  access?: 'read' | 'write' | ((args: ValueOf<Args>, context: AccessContext) => Verdict);
  /**
   * Words that say yes to its approval, beside a plain yes and the label of the button, in whichever languages: `['place the order', '下单']`. A text of
   * nothing but these approves, as the first words at the card; one word more is for the model to read.
   */
  yes?: readonly string[];
  /** A write throws `NotDone` where certainly nothing has happened; after any other error its answer is lost. */
  execute(args: ValueOf<Args>, context: ToolContext): unknown;
  /** Characters of its result that the model sees; the page has all of it. Default: 8,000, a third of the window of `toolAgent`. */
  limit?: number;
  /** Preview of a write with these `args` for its card, before it runs; its member `title`, a `Text`, is the card's. Pure. */
  preview?(state: Look<any, string> & { args: ValueOf<Args> }): any;
  /**
   * For a write whose answer was lost, or whose page died before its result was saved: was it done? `{ done: true, result }`; `{ done: false }`, which promises that the
   * call of this key was not done and never will be (after a lost answer it has failed, after a crash it runs again); `{ done: 'pending' }`: it is asked again for up to 30 seconds; `null`:
   * it cannot tell. Without a sure answer the user is asked.
   */
  status?(args: ValueOf<Args>, context: ToolContext): Promise<ToolStatus | null> | ToolStatus | null;
  /** The pack of the tool. In a stage with many tools the model sees those of a pack once it has opened it; see `packs` of `toolStage`. */
  pack?: string;
  /** The same `idempotencyKey` twice does the thing once: a write whose answer was lost, or whose page died before its result was saved, is run again. */
  idempotent?: boolean;
  /** Looks before the card of a call is shown; a change that it gives is made to the session first, as by `edit`. */
  beforeCard?: Tool['beforeCard'];
  /** Checks that the user is there, such as by a passkey, between the yes to a card with calls of this tool and the write. Only for a tool that writes; what its rule lets run has no yes and no check. */
  presence?: Tool['presence'];
}
declare const args: unique symbol;
/** A tool, made by `tool`. */
export interface OwnTool<Args = any> {
  readonly [args]?: Args;
  /** Its purpose. */
  readonly description: Text;
  /** Its arguments, as the engine reads them. */
  readonly shape: object;
}

/** A tool of an agent of one's own. Throws a `TypeError` with the place of what is wrong. */
export function tool<const Args extends Shape = NoArguments>(definition: ToolDefinition<Args>): OwnTool<ValueOf<Args>>;

/**
 * An agent of one's own: its memory, its stages, and functions that answer "what next?". They are pure and do not wait, as reducers: time is
 * `now`, ids come from `seed`, and what needs the world is a tool. In development (`process.env.NODE_ENV` is not `production`) each is called
 * twice, and an answer that differs fails the turn with the function and the place. A function that throws fails the turn too.
 * Throws a `TypeError` with the place of what is wrong; a schema that Stepgate cannot read is told when a session opens.
 */
export function defineAgent<const Name extends string, Memory, const Shapes extends Record<string, Shape>, Input = any, Data = null, Tools extends Record<string, OwnTool> = {}, Answer = unknown>(
  definition: AgentDefinition<Name, Memory, Shapes, Input, Data, Tools, Answer>,
): OwnAgent<Input, Data, ArgsOf<Tools & ToolsIn<Shapes>>, keyof Shapes & string, Answer>;

/** The state that `instructions` of a `toolStage` are given. */
export interface InstructionsState extends Look<any, string> {
  /** Input of the session, for an agent with tools; `null` without one. */
  input: any;
}

/** The definition of a `toolStage`. `instructions` is needed. */
export interface ToolStageDefinition<Tools extends Record<string, OwnTool> = {}> {
  /** The stage's purpose, and how it works: a text, one in each of several languages, or a function of the state, such as `({ memory, lang }) => …`. */
  instructions: Text | ((state: InstructionsState) => Text);
  /** Its tools by name, each made by `tool`. The model of another stage does not see them. Default: none. */
  tools?: Tools;
  /**
   * The words of the prompt about each pack of its tools (`tool({ pack })`): `{ files: 'reads and writes files' }`. Default: the names of its tools. Where all tools
   * together are above `packLimits`, a closed pack stands in the prompt as one line, and the model opens and closes packs by two tools that the engine
   * adds, `open_tools` and `close_tools`. A call of a tool in a closed pack opens it and runs as any other. `view.packs` says which are open.
   */
  packs?: Record<string, Text>;
  /** Up to so many `tools` (default 12), and so many `characters` of their descriptions with the schemas of their arguments (default 4,000), the model sees all tools, whatever packs they are in. */
  packLimits?: { tools?: number; characters?: number };
  /**
   * Other stages that the model may hand the conversation over to, each with when to: `{ faq: 'the user asks about rules' }`. It chooses one by the member
   * `handoff` of its reply, and tells in `about` what the user wants. The other stage goes on in its own thread; going back is a handoff, too. While a card
   * of the stage is open, the conversation stays with it.
   */
  handoffs?: Record<string, Text>;
  /**
   * Tokens of the stage's thread that the model sees, in the place of `windowCharacters`: `{ tokens: 8_000 }`. Above it the model summarises all but the newest
   * messages, of `keep` tokens (default: half), in a call of its own. See `window` in {@link OwnPrompt} and `view.summary`. Default: counted in characters.
   */
  window?: TokenWindow;
  /**
   * Characters of the stage's thread that the model sees, results of tools among them. Default: 24,000. A longer one is shortened by the rule
   * of `compact` in {@link OwnPrompt}, with 4 replies.
   */
  windowCharacters?: number;
  /**
   * `corrections` in a row (default 2), and `maxSteps`: model calls since the user spoke, or since the stage was asked by `to.ask` (default 30). A stage that was
   * asked and has used them up ends with the error `limit_reached`.
   */
  limits?: { corrections?: number; maxSteps?: number };
  /**
   * Whether the model may put off what else the user asked for, which then stands in `view.wishes`; the model goes on with it when the present work ends. Default:
   * true, if the stage has tools; it costs about 90 tokens a request. A stage that was asked by `to.ask` never puts anything off.
   */
  wishes?: boolean;
}

declare const toolsOf: unique symbol;
/** A stage for `defineAgent`, made by `toolStage`. */
export interface ToolStage<Tools = {}> {
  /** For the engine. */
  prompt(state: any): any;
  /** For the engine. */
  decide(state: any): any;
  /** For the engine. */
  readonly reply: JsonSchema & { readonly [toolsOf]?: Tools };
  /** For the engine. */
  readonly live?: any;
  /** Its tools. */
  readonly tools: Tools;
}

/**
 * A stage for `defineAgent` in which the model talks and calls tools until it needs the user: the whole of a `toolAgent`. It keeps its books in a place
 * of the memory that is its own. Asked by `to.ask`, its last words are its output, and are not said to the user.
 */
export function toolStage<Tools extends Record<string, OwnTool> = {}>(definition: ToolStageDefinition<Tools>): ToolStage<Tools>;

/** The definition of a `toolAgent`. */
export interface ToolAgentDefinition<Input = any, Tools extends Record<string, OwnTool> = {}> {
  /** As in `defineAgent`. */
  name: string;
  /** The agent's purpose, and how it works. A function gets the `input`, the language (`lang`) and the time (`now`, in milliseconds since 1970). */
  instructions: Text | ((context: { input: Input; lang: Lang; now: number }) => Text);
  /** Its tools by name, each made by `tool`. Default: none. */
  tools?: Tools;
  /**
   * The words of the prompt about each pack of its tools (`tool({ pack })`): `{ files: 'reads and writes files' }`. Default: the names of its tools. Where all tools
   * together are above `packLimits`, a closed pack stands in the prompt as one line, and the model opens and closes packs by two tools that the engine
   * adds, `open_tools` and `close_tools`. A call of a tool in a closed pack opens it and runs as any other. `view.packs` says which are open.
   */
  packs?: Record<string, Text>;
  /** Up to so many `tools` (default 12), and so many `characters` of their descriptions with the schemas of their arguments (default 4,000), the model sees all tools, whatever packs they are in. */
  packLimits?: { tools?: number; characters?: number };
  /**
   * Tokens of the conversation that the model sees, in the place of `windowCharacters`: `{ tokens: 8_000 }`. Above it the model summarises all but the newest
   * messages, of `keep` tokens (default: half), in a call of its own. See `window` in {@link OwnPrompt} and `view.summary`. Default: counted in characters.
   */
  window?: TokenWindow;
  /**
   * Characters of the conversation that the model sees, results of tools among them. Default: 24,000. A longer one is shortened by the rule
   * of `compact` in {@link OwnPrompt}, with 4 replies.
   */
  windowCharacters?: number;
  /**
   * `corrections` in a row (default 2), and `maxSteps`: model calls since the user spoke (default 30). A model that has only words after all corrections is
   * shown as it is, with a note `only_talked` (`data.text`): no tool ran by them. What looks like JSON or a call still ends the turn.
   */
  limits?: { corrections?: number; maxSteps?: number };
  /**
   * Whether the model may put off what else the user asked for, which then stands in `view.wishes`; the model goes on with it when the present work ends. Default:
   * true, if the agent has tools; it costs about 90 tokens a request.
   */
  wishes?: boolean;
}

/** No tools: with one type argument TypeScript infers no other. Leave it out, and say the input's type at `instructions`. */
export type NoToolsByOneTypeArgument = { readonly [noToolsHere]?: never };
declare const noToolsHere: unique symbol;

/**
 * An agent that talks and calls tools until it needs the user: several tools that read run side by side, one that writes asks first and runs
 * once, a reply without a tool ends the turn.
 * Leave its type arguments out: the input's type comes from `instructions: ({ input }: { input: { member: string } }) => …`.
 */
export function toolAgent<Input = any, Tools extends Record<string, OwnTool> = NoToolsByOneTypeArgument>(definition: ToolAgentDefinition<Input, Tools>): OwnAgent<Input, ToolAgentData, ArgsOf<Tools>, 'turn', never>;

/** `view.data` of a `toolAgent`. `can.retry`: a write has failed since the user spoke, and `edit({ retry: true })` brings it again: on its card, or at once where the rule of its tool or a grant lets it run. */
export interface ToolAgentData { can: { retry: boolean } }

// Declarations here without `export` are internal: otherwise TypeScript would export all of it.
export {};
