/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Language of prompts, complaints and notices. Chinese if the host names none; the driver names the language of the page. */
export type Lang = 'zh' | 'en';

/**
 * The beginning of a session: fresh, from its saved form, or as a copy of a session from a file. `nonce` is part of the idempotency keys: a
 * text that no other session has. Without it, `open` uses the seed.
 *
 * `copy` makes a new session. Nothing is approved in it; a call that was due or under way becomes a card of kind `doubt`, and nothing runs
 * before the user has answered it. `started` is the call whose write tools were started, as recorded in the file. The host saves the session at once.
 */
export type Start =
  | { open: { input: Json; seed: number; nonce?: string; at_ms: number; lang?: Lang } }
  | { resume: Snapshot }
  | { copy: { snapshot: Snapshot; seed: number; nonce: string; at_ms: number; started?: number } };

/** An event, sent by the host. `at_ms` is the host's clock in milliseconds since the epoch; `call` is the number of the wait that it answers. */
export type Event =
  | { type: 'said'; at_ms: number; text: string; with?: Json }
  | { type: 'answered'; at_ms: number; call: number; accept: boolean; args?: Json; reason?: string; always?: 'tool' | 'session' }
  | { type: 'pressed'; at_ms: number; call: number; /** index in the card's `buttons` */ button: number }
  | { type: 'edited'; at_ms: number; change: Json }
  | { type: 'replied'; at_ms: number; call: number; text: string; reasoning?: string; finish?: string; usage?: Usage }
  | { type: 'returned'; at_ms: number; call: number; results: ToolResult[] }
  | { type: 'failed'; at_ms: number; call: number; code: string; text: string }
  | { type: 'ticked'; at_ms: number }
  | { type: 'doubted'; at_ms: number; call: number }
  | { type: 'stopped'; at_ms: number };

/** Tokens of one model call, as the server reported them. */
export interface Usage { input: number; output: number }

/** The result of one tool call. The results of a `call_tool` effect come together, in the order of its `tools`. */
export type ToolResult = { ok: Json } | { error: { code: string; text: string; fatal?: boolean } };

/** The work that the host must be doing now; `undefined` if the session waits for the user. */
export type Effect =
  | { type: 'call_model'; call: number; messages: Message[]; contract: Contract; sampling: Sampling; live: Live }
  | { type: 'call_tool'; call: number; tools: HostCall[] };

/** One message for the model. */
export interface Message { role: 'system' | 'user' | 'assistant'; content: string }

/** The shape a reply must have: `schema` is JSON Schema for `response_format`. */
export interface Contract { name: string; schema: Json }

/** The parts of a reply that a page may show while it arrives, as JSON pointers; the empty pointer is the whole text. */
export interface Live { /** words for the user */ say?: string; thought?: string; /** the text under work */ draft?: string }

/** Sampling parameters. The host chooses absent ones. */
export interface Sampling { temperature?: number; max_tokens?: number; timeout_ms?: number;
  /** Whether the model should think before it answers. Servers differ in this parameter; the package's own client does not send it. */
  thinking?: boolean }

/**
 * One tool call for the host. `key` is the idempotency key `nonce-call-index-digest` (the digest of name and arguments): the same
 * call has the same key in every tab and after every reload, and no other call of any session has it.
 */
export interface HostCall { name: string; args: Json; key: string; access: 'read' | 'write' }

/** The kind of thing that a session waits for. */
export type Wait = 'user' | 'model' | 'tool' | 'approval' | 'card' | 'nothing';

/** The view for a front end; `data` is the agent's own part (`GuideData`, …). */
export interface View<Data = unknown> {
  revision: number;
  agent: string;
  lang: Lang;
  waiting: Wait;
  /** The number of the wait, where it has one. */
  call?: number;
  stage: Json;
  /** Blocks with a revision greater than `since`, in order. A card that was answered after `since` is among them again. */
  blocks: Block[];
  /** Sequence numbers of earlier blocks that a retracted turn removed. */
  retracted: number[];
  /** The calls of the host's tools that are under way. */
  running?: { name: string; args: Json }[];
  card?: Card;
  /** The user's text of a retracted turn; put it back into the input box. */
  input?: string;
  /**
   * The failure of the last turn, until the next one begins: a code (`llm_failed`, `llm_bad_output`, `stopped`, …) and a sentence for the user. If the
   * model gave no reply, `cause` is the code of the host's error (`unauthorized`, `cors_or_network`, …).
   */
  error?: { code: string; text: string; cause?: string };
  outcome?: Json;
  progress?: { done: number; total: number; skipped?: number };
  /** The edit that makes the agent speak first, while it is due. The driver sends it (`autoOpen`). */
  opening?: Json;
  /** Counted over the whole session. */
  usage: { input: number; output: number; calls: number; corrections: number };
  /** Budget of the current run. */
  budget: { rounds: number; rounds_max: number };
  data: Data;
}

/**
 * One block of the conversation. `seq` never changes; `revision` grows when a card is answered. Blocks of one `thread` belong together. A block
 * `reasoning` has the model's thoughts before the blocks that follow it; where thoughts come in several pieces, the last piece ends them.
 */
export type Block = { seq: number; revision: number; thread: number; at_ms: number } & (
  | { kind: 'user'; text: string; /** the agent prompted the model in the user's place: not the user's own words */ cue?: true }
  | { kind: 'said'; text: string; /** the reply as it came, when a decision said it */ raw?: string; /** only in sessions begun with an older version */ reasoning?: string; repairs?: Repair[]; coercions?: Coercion[]; corrections?: number }
  | { kind: 'decision'; raw: string; reasoning?: string; repairs?: Repair[]; coercions?: Coercion[]; corrections?: number }
  | { kind: 'reasoning'; text: string }
  | { kind: 'correction'; raw: string; complaint: string }
  | { kind: 'tool'; name: string; args: Json; result: ToolResult; call: number }
  | { kind: 'card'; card: Omit<Card, 'call'>; /** absent while the card is open; `view.call` answers it */ ending?: 'accepted' | 'declined' | 'typed' | 'dropped'; /** the user's reason for declining */ reason?: string }
  | { kind: 'note'; /** Each agent has its own. Every session has `error` { code, text }: a failed turn. Its code `edit_lost` also has `change`, an edit that the page made during a retracted turn and that could not be reapplied */ code: string; data: Json }
);

/** One repair of a reply. `offset` and `length` are UTF-16 units of the reply. */
export interface Repair { kind: string; offset: number; length: number; lossless: boolean }

/** A conversion of one value to fit the contract. `path` is a JSON pointer. */
export interface Coercion { kind: string; path: string; from: Json; to: Json }

/** A question to the user. The user accepts, declines, or presses one of its buttons; the event names `call`. */
export interface Card {
  /** The number of the wait: a new one for each card, and, if the agent listens beside the card (`view.waiting` is `user`), after each step. */
  call: number;
  kind: 'confirm' | 'approval' | 'doubt';
  title: string;
  text?: string;
  /** The effect of text typed while the card is open: it `declines` with the text as reason (only a yes, such as "ok", accepts), or `continues` the talk. */
  typed: 'declines' | 'continues';
  buttons: Button[];
  /** For an approval: the tool and its exact arguments, which the user may edit within `schema`. */
  tool?: { name: string; about: string; args: Json; schema: Json };
  /** The change in question (approval: the preview of the dry run, whose `title` is the card's; guide: the document and the diff). */
  preview?: Json;
}

/** A button of a card: yes, no, or an edit, which is then in `edit`. */
export interface Button { role: 'accept' | 'decline' | 'edit'; label: string; edit?: Json }

/**
 * The saved form of a session, in pieces of text, so that a host saves each piece with one write. A piece is JSON; from format 6 on, a line break
 * and eight hexadecimal digits follow, a checksum. A missing, doubled, swapped or altered piece makes the load fail with its place.
 */
export interface Snapshot {
  format: number;
  agent: string;
  version: number;
  revision: number;
  head: string;
  /** `memory` and the agent's own big parts, by name. */
  parts: Record<string, string>;
  /** All entries, in order. */
  entries: string[];
}

/** The changes to save after a step: the head, the new entries (numbered from `first`), and the parts that changed. */
export interface Changes {
  format: number; agent: string; version: number; revision: number;
  head: string;
  first: number;
  entries: string[];
  parts: Record<string, string>;
}

/** One line of the trace (JSON text); `replay` builds the same state from all of them. */
export type TraceRecord = string;

/** A change of the value of a streamed reply by its last piece. */
export interface Patch { path: string; append?: string; set?: Json; complete?: boolean }

/** An agent that ships with the package. */
export interface AgentInfo { name: string; version: number; /** Whether it has time limits: then the host sends `ticked` once a second while the model or a tool is at work. */ ticks: boolean; /** The edit that makes it speak first. */ opening?: Json; tools: { name: string; about: string; access: 'read' | 'write'; host: boolean; args: Json }[] }

/** A mistake of the caller; every function may throw it. */
export interface StepgateError extends globalThis.Error { name: 'StepgateError'; kind: 'malformed' | 'version' | 'unknown' | 'schema'; place: string }
/** The reason why the session does not accept this now; `handle` and `read` throw it. The state is unchanged. */
export interface Refusal extends globalThis.Error { name: 'Refusal'; code: string }

// ---- what every agent accepts ----

/** Sets the language from now on. Every agent accepts it. */
export interface LangEdit { lang: Lang }

/**
 * Query for the change that an open approval card would make with these arguments: `{ args, preview }`. Every agent answers it. Throws the `Refusal`
 * that an approval with them would meet, or `nothing_to_check` if no such card is open.
 */
export type CheckQuery = { check: Json };
