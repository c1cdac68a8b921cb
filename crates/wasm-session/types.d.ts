/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Language of a session, as a BCP 47 tag: `zh`, `en-GB`, `zh-Hant-TW`, `fr`. The package has its own prompts, cards and notices in Chinese, for every kind
 * of Chinese, and in English, for every other language. Chinese if the host names none; the driver names the language of the page.
 */
export type Lang = 'zh' | 'en' | (string & {});

/**
 * The beginning of a session: fresh, from its saved form, or as a copy of a session from a file. `nonce` is part of the idempotency keys: a
 * text that no other session has. Without it, `open` uses the seed.
 *
 * `copy` makes a new session. Nothing is approved in it; a call that was due or under way becomes a card of kind `doubt`, and nothing runs
 * before the user has answered it. `started` is the call whose write tools were started, as recorded in the file. The host saves the session at once.
 */
export type Start =
  | { open: {
    /** Input of the agent. */
    input: Json;
    /** Makes the ids: the same seed and events give the same ones. */
    seed: number;
    nonce?: string;
    /** Time of the beginning, in milliseconds since 1970. */
    at_ms: number;
    /** Language. Default: Chinese. */
    lang?: Lang;
  } }
  | {
    /** The saved form, checked as it is read. */
    resume: Snapshot;
  }
  | { copy: {
    /** The saved form of the session that is copied. */
    snapshot: Snapshot;
    /** Makes the ids of the copy. */
    seed: number;
    nonce: string;
    /** Time of the copying, in milliseconds since 1970. */
    at_ms: number;
    started?: number;
  } };

/** An event, sent by the host. `at_ms` is the host's clock in milliseconds since the epoch; `call` is the number of the wait that it answers. */
export type Event =
  | {
    type: 'said';
    at_ms: number;
    /** The user's words. */
    text: string;
    /** The page's own data for the agent. */
    with?: Json;
    /** The number of the card that the page showed, 0 for none: a yes accepts no other one. */
    card?: number;
    /** Images and files beside the words. The host keeps their bytes. With one, words are no yes and no no: the model reads them. */
    parts?: FilePart[];
  }
  | {
    type: 'queued';
    at_ms: number;
    /** Words that may wait: while the model or a tool is at work they are queued, and said when the turn ends; else they are said at once. */
    text: string;
    /** The page's own data for the agent. */
    with?: Json;
    /** As in `said`, for words that are said at once. */
    card?: number;
    /** They end the call of the model. Tools that run end first. */
    interrupts?: boolean;
    /** Images and files beside the words. */
    parts?: FilePart[];
  }
  | {
    type: 'answered';
    at_ms: number;
    call: number;
    /** Yes or no. */
    accept: boolean;
    /** Only for an approval: places, from 0, of the calls on the card that the yes is for. The others are declined. Default: all. */
    calls?: number[];
    /** Changed arguments of the call, within its `schema`; on a card with several calls a list, with null for those that stay. */
    args?: Json;
    /** Only for an approval of several calls: whether those behind a call that fails run nevertheless. Default: `stop`. */
    afterFailure?: 'stop' | 'go_on';
    /** Why not. */
    reason?: string;
    /** Only for a yes to an approval: leave for further calls of the tools that are approved. */
    always?: GrantEnd | {
      /** The end of it. */
      until: GrantEnd;
      /** The calls that it covers. Default: all of the tool. */
      where?: GrantCondition;
    };
    /** Only for `was_it_done`: the result of what was done. */
    result?: Json;
  }
  | {
    type: 'chosen';
    at_ms: number;
    call: number;
    /** Id of the candidate on the card. */
    choice: string;
  }
  | {
    type: 'pressed';
    at_ms: number;
    call: number;
    /** Index in the card's `buttons`. */
    button: number;
  }
  | {
    type: 'edited';
    at_ms: number;
    /** The edit. */
    change: Json;
  }
  | {
    type: 'replied';
    at_ms: number;
    call: number;
    /** The whole reply, as the model wrote it. */
    text: string;
    /** The model's reasoning, where the server sent it apart. */
    reasoning?: string;
    /** Why the reply ended, in the server's word. */
    finishReason?: string;
    /** Tokens of the call. */
    usage?: Usage;
    /** Members of the request that the server refused and the host left off. */
    leftOut?: string[];
  }
  | {
    type: 'returned';
    at_ms: number;
    call: number;
    /** One for each call of the effect, in its order. */
    results: ToolResult[];
    /** Images and files beside the results, a list for each of them. Absent: none. The host keeps their bytes. */
    parts?: FilePart[][];
  }
  | {
    type: 'failed';
    at_ms: number;
    call: number;
    /** For programs: a code of the model's error. */
    code: string;
    /** Why, for the user. */
    text: string;
    /** The other side's own words. */
    detail?: string;
  }
  | { type: 'ticked'; at_ms: number }
  | {
    type: 'doubted';
    at_ms: number;
    call: number;
    /** How the write failed, if its answer was lost. */
    text?: string;
  }
  | { type: 'stopped'; at_ms: number }
  | {
    type: 'rewound';
    at_ms: number;
    /** The number of entries of the conversation that goes on. */
    to: number;
    /** The state when it had these entries. `wayBack` of the session makes it. */
    state: Json;
    /** The words that the user says next are to get another answer: the model is asked with another sampling. */
    again?: boolean;
  };

/** A point to go back to: `before` a message of the user, or the end of a `branch`. */
export interface Back {
  /** `seq` of the user's message, on whatever branch it is. */
  before?: number;
  /** `id` of one of `view.branches`. */
  branch?: number;
  /** The words that the user says next are to get another answer. */
  again?: boolean;
}

/** The event by which a session goes back. */
export interface WayBack {
  /** The event to hand to the session. */
  event: Event & { type: 'rewound' };
  /** The message of the user before which it goes back, as it was said. */
  said?: {
    /** The words. */
    text: string;
    /** The page's own data beside them. */
    with?: Json;
    /** Images and files beside them. */
    parts?: FilePart[];
  };
}

/** Tokens, time and money of one model call. */
export interface Usage {
  /** Tokens of the request. */
  inputTokens: number;
  /** Those of them that the server had read before. */
  cachedTokens?: number;
  /** Tokens of the reply. */
  outputTokens: number;
  /** Those of them that are reasoning. */
  reasoningTokens?: number;
  /** Time from the request to the end of the reply, in milliseconds. The driver measures it. */
  ms?: number;
  /** Cost in billionths of a dollar. The driver counts it by its option `prices`. */
  nanoUsd?: number;
  /** 1 where the tokens are estimated, since the server did not count them. */
  estimated?: number;
}

/** Tokens, time and money of the calls of a session or of a turn. What is 0 is left out, but for the tokens of requests and replies. */
export interface Used {
  /** Tokens of all requests. */
  inputTokens: number;
  /** Those of them that the server had read before. */
  cachedTokens?: number;
  /** Tokens of all replies. */
  outputTokens: number;
  /** Those of them that are reasoning. */
  reasoningTokens?: number;
  /** Time of all calls, in milliseconds. */
  ms?: number;
  /** Dollars, by the session's `prices`. Calls of a model without a price cost nothing. */
  usd?: number;
  /** Calls whose tokens are estimated, since the server did not count them. */
  estimated?: number;
  /** Model calls. */
  calls: number;
}

/** The result of one tool call. The results of a `call_tool` effect come together, in the order of its `tools`. A write is an effect of its own. */
export type ToolResult = {
  /** The result of the tool. */
  ok: Json;
} | {
  /**
   * Why it has no result: a `code`, a `text` for people and the model, whether it is `fatal`: nothing further can work, and the `reason`, the
   * user's words where they declined it on its card and said why. `own`: the tool itself failed with a code that the engine has, too, such as
   * `rejected`: it is no word of the user.
   */
  error: { code: ToolErrorCode; text: string; fatal?: boolean; reason?: string; own?: boolean };
};

/** Why a tool has no result. Codes of the tool's own errors stand here, too. */
export type ToolErrorCode =
  | 'failed' | 'bad_result' | 'not_done' | 'unknown_tool' | 'no_result' | 'asks_now' | 'not_run' | 'behind_declined' | 'rejected' | 'replaced' | 'left_out' | 'interrupted' | 'denied' | 'invalid_args' | 'stopped' | 'not_saved' | 'agent_fault'
  | (string & {});

/** The work that the host must be doing now; `undefined` if the session waits for the user. */
export type Effect =
  | {
    type: 'call_model';
    /** The number of the wait, which the answer names. */
    call: number;
    /** The request: one message of the system, then user and assistant in turn, the last one of the user. */
    messages: Message[];
    /** The number of replies to this request that were refused. `messages` end with them: each refused reply, then what is wrong with it. */
    corrections: number;
    /** Shape that the reply must have. */
    contract: Contract;
    /** The sampling that the agent asks for. */
    sampling: Sampling;
    /** Parts of the reply that a page may show while it comes in. */
    live: Live;
  }
  | {
    type: 'call_tool';
    /** The number of the wait, which the answer names. */
    call: number;
    /** The calls, to run side by side. */
    tools: HostCall[];
  };

/** One message for the model. */
export interface Message {
  /** The speaker. */
  role: 'system' | 'user' | 'assistant';
  /** The words; where images and files are beside them, a list of those and the words. */
  content: string | ContentPart[];
}

/** An image or a file beside words: a reference, whose bytes are kept with the session. Text of a model never becomes one. */
export interface FilePart {
  /** Image, or any other file: a PDF, a recording. */
  kind: 'image' | 'file';
  /** SHA-256 of its bytes, in hexadecimal digits. */
  sha256: string;
  /** Its media type, such as `image/jpeg`. */
  mediaType: string;
  /** Its name, if it has one. */
  name?: string;
  /** Number of its bytes. */
  bytes: number;
  /** Its bytes: only in a request, for the model. */
  data?: Uint8Array<ArrayBuffer>;
}

/** Words in a content. */
export interface TextPart {
  kind: 'text';
  /** The words. */
  text: string;
}

/** A part of a message: words, or an image or a file. */
export type ContentPart = TextPart | FilePart;

/** The shape a reply must have: `schema` is JSON Schema for `response_format`. */
export interface Contract {
  /** A name for the schema, as servers want one. */
  name: string;
  schema: Json;
}

/** The parts of a reply that a page may show while it arrives, as JSON pointers; the empty pointer is the whole text. */
export interface Live {
  /** Words for the user. */
  say?: string;
  /** The model's thoughts. */
  thought?: string;
  /** The text under work. */
  draft?: string;
}

/** Sampling parameters. The host chooses absent ones. */
export interface Sampling {
  /** From 0 (the likeliest words) to 2. */
  temperature?: number;
  /** Most tokens of the reply. */
  maxOutputTokens?: number;
  /** How long the server may be silent, in milliseconds. */
  timeoutMs?: number;
  /** Whether the model should think before it answers. Servers are told so in different ways: the package's own client tells them as its option `thinking` says, else not at all. */
  thinking?: boolean;
}

/**
 * One tool call for the host. `key` is the idempotency key `nonce-call-index-digest` (the digest of name and arguments): the same
 * call has the same key in every tab and after every reload, and no other call of any session has it.
 */
export interface HostCall {
  /** The tool. */
  name: string;
  /** Its arguments, which fit its schema. */
  args: Json;
  key: string;
  /** Whether it reads or writes. */
  access: 'read' | 'write';
  /** It repeats a call that may have been made: its status is asked before it runs. */
  again?: true;
}

/** The kind of thing that a session waits for. */
export type Wait = 'user' | 'model' | 'tool' | 'approval' | 'card' | 'nothing';

/** Arguments of tools that are not known: any, by any name. */
export type AnyTools = { [name: string]: any };
/** A call of a tool that is not known: any arguments, by their names. */
export interface AnyCall {
  /** The tool. */
  name: string;
  /** Its arguments. */
  args: { [name: string]: any };
}
/** A call of one of these tools: its name, and the arguments that go with it. */
export type CallOf<Tools> = string extends keyof Tools ? AnyCall : { [Name in keyof Tools & string]: {
  /** The tool. */
  name: Name;
  /** Its arguments, of the tool's type. */
  args: Tools[Name];
} }[keyof Tools & string];

/** The view for a front end; `data` is the agent's own part (`GuideData`, …). */
export interface View<Data = unknown, Call extends AnyCall = AnyCall, Edit = any, Stage = any> {
  /** Grows with every step. */
  revision: number;
  /** Name of the agent. */
  agent: string;
  /** Language of the session, in the tag's usual spelling: `en-GB`, not `EN-gb`. */
  lang: Lang;
  /** The thing that the session waits for. `user`: it is the user's turn. `nothing`: the session has ended (`output`); if the user speaks, it goes on. */
  waiting: Wait;
  /** Whether the model or a tool is at work. */
  busy: boolean;
  /** The number of the wait, where it has one. */
  call?: number;
  /** The agent's stage: of an agent of `defineAgent` its name. */
  stage: Stage;
  /** Blocks with a revision greater than `since`, in order. A card that was answered after `since` is among them again. */
  blocks: Block<Call, Edit>[];
  /** Sequence numbers of earlier blocks that a retracted turn removed. */
  retracted: number[];
  /** The calls of the host's tools that are under way. */
  running?: (Call & {
    /** The verdict of the tool's own rule (`access` as a function), if it has one. */
    verdict?: 'run' | 'ask';
    /** The `id` of the grant by which it runs without a question. */
    grant?: number;
  })[];
  /**
   * Packs of the tools of the present stage, where they are more than a prompt should list: each with its `name`, whether it is `open`, so that the
   * model sees its tools, and the names of its `tools`. Absent where the stage has none.
   */
  packs?: { name: string; open: boolean; tools: string[] }[];
  /** The question that is open. */
  card?: Card<Call, Edit>;
  /** The user's text of a retracted turn; put it back into the input box. */
  input?: string;
  /** Images and files that were beside it: give them to `say` again. Absent without any. */
  inputParts?: FilePart[];
  /**
   * Words of the user that wait until the turn ends, in the order in which they will be said. The edit `{ unqueue: id }` takes them back. After
   * a stop or a failed turn they wait until the user has said something else. Absent while none wait.
   */
  queued?: {
    /** Their number. */
    id: number;
    /** The words. */
    text: string;
    /** When they were written, in milliseconds since 1970. */
    atMs: number;
    /** Images and files beside them. */
    parts?: FilePart[];
  }[];
  /**
   * The other branches of the conversation, the oldest first: those that the user has left by going back (`session.rewind`, `session.again`).
   * Absent without any.
   */
  branches?: Branch<Call>[];
  /** Leave that the user has given for further calls, and not taken back, in the order in which it was given. The edit `{ revoke: id }` takes it back. Absent without any. */
  grants?: Grant[];
  /**
   * The wishes of the user that the model has put off, in the order in which it named them. When its work ends without a card and without a question to the user,
   * the model is told to go on with them, and ticks off what is done. The edit `{ unwish: id }` takes one off the list. At most 10. Absent without any.
   */
  wishes?: {
    /** Its number. */
    id: number;
    /** The model's words for it. */
    text: string;
  }[];
  /**
   * The summary that stands in the place of messages which have left the window of tokens (`window` of `toolAgent`). The messages stay in the session. The edit
   * `{ summary: { facts } }` changes it. Absent without one.
   */
  summary?: Summary & {
    /** Number of its entry. */
    seq: number;
    /** Number of the first message that it covers beside the summary before it. */
    from: number;
    /** Number of the first message that it does not cover. */
    to: number;
    /** Items of the model that were not taken: an id or a number in them stands in no message. Absent without any. */
    refused?: string[];
    /** Messages that have left the window without a summary, because the model gave none that could be used. Absent without any. */
    leftOut?: number;
    /** Whether the user has changed it. Absent if not. */
    edited?: true;
  };
  /**
   * The approval that a reply of the model has dropped after words of the user, in case it has misheard them. The edit `{ reopen: block }` rehearses its calls and
   * opens the card again. Absent while the model or a tool is at work, while a card is open, in another stage, and once another card has come.
   */
  dropped?: {
    /** `seq` of its block. */
    block: number;
    /** Its title. */
    title: string;
  };
  /**
   * The failure of the last turn, until the next one begins: a `code` and a sentence for the user (`text`). If the
   * model gave no reply, `cause` is the code of the host's error (`unauthorized`, `cors_or_network`, …), and
   * `detail` the server's own words in plain text: escape them.
   */
  error?: { code: TurnErrorCode; text: string; cause?: string; detail?: string };
  /** The value that the session ended with (`to.finish(output)`); absent while it goes on. */
  output?: Json;
  /** The work since the user last spoke, by the records and not by the model's words. */
  turn: {
    /** Calls of writing tools that were made, in order. Empty: nothing was written. A call that was declined or refused is not among them. */
    writes: Receipt<Call>[];
    /** Used since the user last spoke. */
    usage: Used;
  };
  /** Parts of the work that are `done` and `skipped`, of a `total`, where the agent counts them. */
  progress?: { done: number; total: number; skipped?: number };
  /** The edit that makes the agent speak first, while it is due. The driver sends it (`autoOpen`). */
  opening?: Edit;
  /** Used in the whole session, on all branches. */
  usage: Used & {
    /** Replies that were sent back. */
    corrections: number;
  };
  /** Limits of the session, at which the user is asked, as far as they have raised them. Absent without limits. */
  limits?: {
    /** Dollars. */
    usd?: number;
    /** Tokens sent and received. */
    tokens?: number;
    /** Calls of the model. */
    calls?: number;
  };
  /** Budget of the current run. */
  budget: {
    /** Model calls since the user spoke. */
    steps: number;
    /** Most model calls until the user speaks again. */
    maxSteps: number;
  };
  /** The agent's own part of the view. */
  data: Data;
}

/** The record of a write. */
export type Receipt<Call extends AnyCall = AnyCall> = Call & {
  /** `seq` of the block with the result. */
  block: number;
  /** Whether it succeeded. */
  ok: boolean;
  /** Why not. */
  error?: {
    /** For programs. */
    code: ToolErrorCode;
    /** For people and the model. */
    text: string;
    /** Whether nothing further can work. */
    fatal?: boolean;
  };
  /** When the result came, in milliseconds since 1970. */
  atMs: number;
};

/** A branch of the conversation that the user has left by going back. Nothing of it is lost. */
export interface Branch<Call extends AnyCall = AnyCall> {
  /** Number by which `session.rewind({ branch: id })` goes on with it. */
  id: number;
  /** The number from which on it and the present conversation differ: blocks with a lower `seq` are the same in both. */
  from: number;
  /** The first words of the user on it. */
  text?: string;
  /** When something was last said or done on it, in milliseconds since 1970. */
  atMs: number;
  /** Writes that were made on it. They stay done: a card that asks for the like names them. Absent without any. */
  writes?: Receipt<Call>[];
}

/** The end of a grant. `session`: it lasts as long as the session. `turn`: it ends when the user speaks again; words that answer a card do not end it. */
export type GrantEnd = 'session' | 'turn';

/**
 * A condition on arguments: JSON pointers of members, each with what must stand there. A text is a glob for a text: `*` and `?` stand for
 * characters of a part between slashes, `**` for any number of parts (`src/**`). What they stand for must be a plain name: no `..`, no backslash,
 * no percent code, no invisible character, no dot or space at its end; upper and lower case differ. `{ is: value }` is exactly that value, also a
 * text with `*`. Any other value is that value.
 */
export type GrantCondition = { [pointer: string]: Json };

/** Leave of the user for further calls of a tool, without a question. */
export interface Grant {
  /** Number by which the edit `{ revoke: id }` takes it back. It never comes again. */
  id: number;
  /** The tool. */
  tool: string;
  /** Condition on the arguments. Absent: all calls of the tool. */
  where?: GrantCondition;
  /** Its end. */
  until: GrantEnd;
  /** When it was given, in milliseconds since 1970. */
  atMs: number;
  /** The tool is gone, or its description, arguments, access or way to find out about a lost answer are others since: the grant covers nothing, and its calls ask. */
  changed?: true;
}

/** Why a turn ended without an answer. `edit_lost` stands only in a note. What an agent gives to `to.retract` and `fail` stands here, too. */
export type TurnErrorCode =
  | 'llm_failed' | 'llm_bad_output' | 'limit_reached' | 'stopped' | 'outcome_unknown' | 'agent_fault' | 'unreadable' | 'empty_content' | 'edit_lost' | (string & {});

/**
 * One block of the conversation. `seq` never changes; `revision` grows when a card is answered. Blocks of one `thread` belong together. A block
 * `reasoning` has the model's thoughts before the blocks that follow it; where thoughts come in several pieces, the last piece ends them.
 */
export type Block<Call extends AnyCall = AnyCall, Edit = any> = {
  seq: number;
  revision: number;
  thread: number;
  /** When it was said or done, in milliseconds since 1970. */
  atMs: number;
} & (
  | {
    kind: 'user';
    /** The words. */
    text: string;
    /**
     * Why the agent or the engine wrote the words in the user's place, as a code; true for a cue without one. Absent: the user's own words.
     * The engine's codes: `choose`, `chosen`, `accepted`, `declined`, `go_on`, `reopen`, `rewound`.
     */
    cue?: string | true;
    /** Images and files beside the words; `session.blob(part)` gives their bytes. */
    parts?: FilePart[];
  }
  | {
    kind: 'assistant';
    /** The words. */
    text: string;
    /** The reply as it came, when a decision said it. */
    raw?: string;
    /** Only in sessions begun with an older version. */
    reasoning?: string;
    /** Repairs of the reply. */
    repairs?: Repair[];
    /** Values of the reply that were changed to fit. */
    coercions?: Coercion[];
    /** Replies before it that were sent back. */
    corrections?: number;
    /**
     * Ids, addresses and amounts in these words that stand nowhere else: in no result, no input, no words of the user, no card that the user
     * accepted, and not in the agent's own instructions. Only for the last words of a turn.
     */
    unsaid?: string[];
  }
  | {
    kind: 'decision';
    /** The reply as it came. */
    raw: string;
    reasoning?: string;
    /** Repairs of the reply. */
    repairs?: Repair[];
    /** Values of the reply that were changed to fit. */
    coercions?: Coercion[];
    /** Replies before it that were sent back. */
    corrections?: number;
  }
  | {
    kind: 'reasoning';
    /** The thoughts. */
    text: string;
  }
  | {
    kind: 'correction';
    /** The reply as it came. */
    raw: string;
    /** The complaint to the model. */
    complaint: string;
    /** Code of the fault: the agent's own (`refused` where it has none), or that of a reply that cannot be used. Absent in older sessions. */
    code?: string;
  }
  | {
    kind: 'tool';
    /** The result of the call. */
    result: ToolResult;
    /** The number of the wait in which it ran. */
    call: number;
    /** Whether the tool writes and the call was made: the block is its receipt, which stays when `view.turn.writes` is about a later turn. */
    wrote?: boolean;
    /** The verdict of the tool's own rule (`access` as a function), if it has one. After `deny` the result is the error `denied`. */
    verdict?: 'run' | 'ask' | 'deny';
    /** The `id` of the grant by which it ran without a question. */
    grant?: number;
    /** Images and files that the tool gave beside its value; `session.blob(part)` gives their bytes. */
    parts?: FilePart[];
  } & Call
  | {
    kind: 'card';
    /** The card, as it was shown. */
    card: Omit<Card<Call, Edit>, 'id'>;
    /**
     * Absent while the card is open; the `id` of `view.card` answers it. `replaced`: words of the user led to another card in its place;
     * `typed`: they went on with the talk; `dropped`: it no longer needed an answer.
     */
    ending?: 'accepted' | 'declined' | 'replaced' | 'typed' | 'dropped';
    /** The user's reason for declining. */
    reason?: string;
    /** Id of the candidate that the user chose. */
    choice?: string;
  }
  | {
    kind: 'note';
    /**
     * Each agent has its own. Every session has `error` { code, text }: a failed turn. Its code `edit_lost` also has `change`, an edit that the page
     * made during a retracted turn and that could not be reapplied
     */
    code: string;
    /** The note's own data, as JSON. */
    data: Json;
  }
);

/** One repair of a reply. `offset` and `length` are UTF-16 units of the reply. */
export interface Repair {
  /** The kind of damage; the kinds are those of `stepgate/json`. */
  kind: string;
  offset: number;
  length: number;
  /** Whether the intended value is certain. */
  lossless: boolean;
}

/** A conversion of one value to fit the contract. `path` is a JSON pointer. */
export interface Coercion {
  /** How it was changed. */
  kind: string;
  path: string;
  /** The value in the reply. */
  from: Json;
  /** The value that fits. */
  to: Json;
}

/** A question to the user. The user accepts, declines, or presses one of its buttons; the event names `call`. */
export interface Card<Call extends AnyCall = AnyCall, Edit = any> {
  /** The number of the wait: a new one for each card, and, if the agent listens beside the card (`view.waiting` is `user`), after each step. */
  id: number;
  /**
   * `confirm`: the agent asks; `choice`: the user takes one of the `candidates`; `approval`: a tool that writes is about to run; `doubt`: it is not known
   * whether one has run.
   */
  kind: 'confirm' | 'approval' | 'doubt' | 'choice';
  /**
   * Only for a doubt: `was_it_done` and `run_it_here` (in a copy) have the buttons `accept` and `decline`, `do_it_again` has `again` and
   * `leave`. `accept: true` in an answer means the first button.
   */
  code?: 'was_it_done' | 'do_it_again' | 'run_it_here';
  /** The question, in one line. */
  title: string;
  /** More about it. */
  text?: string;
  /**
   * Words of its own that say yes, beside the label of its button for yes. A text of nothing but these and consent, such as "ok" or "好的",
   * accepts the card; an empty list takes the label and consent alone. Absent: no words accept it. With several calls: the words that all their tools have.
   */
  yes?: string[];
  /** Answers, from left to right. */
  buttons: Button<Edit>[];
  /**
   * For an approval: the calls that a yes runs, one after the other, with their exact arguments, which the user may edit within `schema`. For a
   * doubt: the calls that it is about.
   */
  calls?: CardCall<Call>[];
  /**
   * For an approval: the calls of the same reply that wait behind the card and begin after a yes, in order. It does not ask about them: the rule of
   * their tool or a grant lets them run. After a no, or with a card in its place that does not have them, they do not run. For a doubt: the calls whose turn
   * comes after the answer; `stop()` ends them.
   */
  then?: NamedCall<Call>[];
  /** For an approval: the calls of the same reply that the rules of their tools deny. They do not run, whatever the answer is. */
  denied?: DeniedCall<Call>[];
  /** For a choice: what can be chosen. Words that are nothing but a label or an id choose it, too. */
  candidates?: Candidate[];
  /** The agent's own data about its question (guide: the document and the diff). An approval has a preview for each of its calls. */
  preview?: any;
  /**
   * The card in whose place this one stands, if words of the user led to the change. What differs stands on each call, as `changed` or `added`.
   */
  replaces?: {
    /** `seq` of its block. */
    block: number;
    /** Calls on it or behind it that the same reply has no longer, neither as they were nor changed. */
    left_out?: NamedCall<Call>[];
    /** For a question of the agent in another one's place: the differences of its `preview` from the earlier one. */
    changed?: ValueChange[];
  };
  /**
   * Texts of the card that may not look like what they are: with characters that show nothing or change how others are shown (`U+202E`, of
   * each text at most 8), or with 200 line breaks or more. `place` is a JSON pointer in the card. At most 20.
   */
  unusual?: {
    place: string;
    /** Which ones. */
    characters: string[];
    /** How many. */
    line_breaks?: number;
  }[];
}

/** One of the things that can be chosen. */
export interface Candidate {
  /** Its id, which is the answer. */
  id: string;
  /** Its name, in one line. */
  label: string;
  /** More about it. */
  about?: string;
  /** Data of the agent about it. */
  data?: any;
}

/** A call that a card names and does not ask about: its tool and arguments. */
export type NamedCall<Call extends AnyCall = AnyCall> = Call & {
  /** The change in one line. */
  title: string;
};

/** A call that a card names because the rule of its tool denies it. */
export type DeniedCall<Call extends AnyCall = AnyCall> = NamedCall<Call> & {
  /** The reason: the text of the rule, in the session's language. */
  text: string;
};

/** A call on a card: its tool and arguments, as a call has them, and what to show about it. */
export type CardCall<Call extends AnyCall = AnyCall> = Call & {
  /** The change in one line: the `title` of its preview, or else the purpose of the tool. */
  title: string;
  /** The purpose of the tool, in the session's language. */
  about: string;
  /** JSON Schema of the arguments. */
  schema: Json;
  /** The preview of the dry run. */
  preview?: any;
  /** For an approval: where the values of the arguments come from, one for each text and number that can be looked for. */
  origins?: Origin[];
  /** For an approval: whether a call with the same arguments has succeeded before, or stands before it in its list. */
  repeats?: boolean;
  /** For an approval: calls of the tool that were made on another branch of the conversation and stay done, those with the same arguments first. The card's `text` names them, too. */
  elsewhere?: Receipt[];
  /** On a card that stands in another one's place (`replaces`): whether the call is new, and stands in the place of none of its calls. */
  added?: boolean;
  /** The differences from the call of the earlier card in whose place this one stands. */
  changed?: ValueChange[];
};

/** A difference between the arguments of a call, or the preview of a card, and those of an earlier one. */
export interface ValueChange {
  /** Place in them, as a JSON pointer. There may be nothing any more. */
  path: string;
  /** The value before. Absent: there was none. */
  before?: Json;
}

/** The one who brought a value into the session. */
export type CameFrom = 'user' | 'result' | 'input' | 'agent' | 'model';

/** The origin of a value in the arguments of a call: the first place that had it. */
export interface Origin {
  /** Place of the value in the arguments, as a JSON pointer. */
  path: string;
  /**
   * `user`: the user wrote it before any result had it. `result`: it stood in a result of a tool before the user wrote it, if they ever did.
   * `input`: it stands in the session's input. `agent`: in the agent's instructions or memory. `model`: nowhere before.
   */
  from: CameFrom;
  /** `seq` of the block that has it. */
  block?: number;
  /** The tool whose result has it. */
  tool?: string;
  /** Whether the user wrote it, too, after the result had it. */
  alsoUser?: boolean;
  /** Ids, addresses and amounts in a text that stands nowhere as a whole. */
  pieces?: {
    /** The piece. */
    text: string;
    /** The one who brought it into the session. */
    from: CameFrom;
    /** `seq` of the block that has it. */
    block?: number;
    /** The tool whose result has it. */
    tool?: string;
    /** Whether the user wrote it, too, after the result had it. */
    alsoUser?: boolean;
  }[];
}

/** A button of a card: yes, no, what to do with a write in doubt that was not done, or an edit, which is then in `edit`. */
export interface Button<Edit = any> {
  /** Its effect. */
  role: 'accept' | 'decline' | 'again' | 'leave' | 'edit';
  /** Its words, in the session's language. */
  label: string;
  edit?: Edit;
}

/**
 * The saved form of a session, in pieces of text, so that a host saves each piece with one write. A piece is JSON; from format 6 on, a line break
 * and eight hexadecimal digits follow, a checksum. A missing, doubled, swapped or altered piece makes the load fail with its place.
 */
export interface Snapshot {
  /** Version of this form. */
  format: number;
  /** Name of the agent. */
  agent: string;
  /** Version of the agent's memory. */
  version: number;
  /** Number of the last step. */
  revision: number;
  /** The state beside memory and entries. */
  head: string;
  /** `memory` and the agent's own big parts, by name. */
  parts: Record<string, string>;
  /** All entries, in order. */
  entries: string[];
}

/** The changes to save after a step: the head, the new entries (numbered from `first`), and the parts that changed. */
export interface Changes {
  /** Version of this form. */
  format: number;
  /** Name of the agent. */
  agent: string;
  /** Version of the agent's memory. */
  version: number;
  /** Number of the step. */
  revision: number;
  /** The state beside memory and entries. */
  head: string;
  first: number;
  /** The new entries, in order. */
  entries: string[];
  /** The parts that changed, by name. */
  parts: Record<string, string>;
}

/** One line of the trace (JSON text); `replay` builds the same state from all of them. */
export type TraceRecord = string;

/** A change of the value of a streamed reply by its last piece. */
export interface Patch {
  /** Place of the change, as a JSON pointer. */
  path: string;
  /** Text to append there. */
  append?: string;
  /** New value there. */
  set?: Json;
  /** Whether nothing at or below it changes any more. */
  complete?: boolean;
}

/** An agent that ships with the package. */
export interface AgentInfo {
  /** Name of the agent, which saved sessions carry. */
  name: string;
  /** Version of its memory. */
  version: number;
  /** Whether it has time limits: then the host sends `ticked` once a second while the model or a tool is at work. */
  ticks: boolean;
  /** The edit that makes it speak first. */
  opening?: Json;
  /** Its tools, and those of the host that it calls (`host`): `name`, purpose (`about`), `access`, and JSON Schema of the arguments (`args`). */
  tools: { name: string; about: string; access: 'read' | 'write'; host: boolean; args: Json }[];
}

// ---- what every agent accepts ----

/** Sets the language from now on. Every agent accepts it. */
export interface LangEdit {
  /** The language. */
  lang: Lang;
}

/** Takes leave for further calls back: one grant of `view.grants`, or all. Every agent accepts it, at any time; a call that runs already goes on. */
export interface RevokeEdit {
  /** The `id` of the grant. */
  revoke: number | 'all';
}

/** Takes words back that wait in `view.queued`. Every agent accepts it; what was said meanwhile stays said. */
export interface UnqueueEdit {
  /** The `id` of the words. */
  unqueue: number;
}

/** Opens the card of `view.dropped` again, after a dry run of its calls. Every agent accepts it while `view.dropped` is there; otherwise it is refused as `nothing_to_reopen`. */
export interface ReopenEdit {
  /** The `block` of the dropped card. */
  reopen: number;
}

/** A summary of messages that have left the window, as lists of short texts. */
export interface Summary {
  /** Facts that the user said or a tool found. */
  facts: string[];
  /** Wishes of the user that were not met yet. */
  wishes: string[];
  /** Decisions: approved, declined or settled otherwise. */
  decisions: string[];
  /** Ids and addresses, each with what it stands for. */
  ids: string[];
}

/**
 * Changes the summary of `view.summary`: each list that is named is replaced, the others stay. It holds from the next request on, and a later summary covers it. Every agent
 * accepts it while `view.summary` is there and no model or tool is at work; otherwise it is refused as `no_summary` or `busy`, and one of another form as `bad_summary`.
 */
export interface SummaryEdit {
  /** The lists that change: at most 200 texts each, none blank or of more than 2,000 characters. */
  summary: Partial<Summary>;
}

/** Takes a wish off the list `view.wishes`; the work goes on. Every agent accepts it; a number that is not in the list is refused. */
export interface UnwishEdit {
  /** The `id` of the wish. */
  unwish: number;
}

/**
 * Query for the change that an open approval card would make with these arguments: `{ args, preview }`. Every agent answers it. Throws the `Refusal`
 * that an approval with them would meet, or `nothing_to_check` if no such card is open.
 */
export type CheckQuery = {
  /** The arguments, as the user has changed them. */
  check: object;
  /** Place of the call on the card, from 0. Default: 0. */
  at?: number;
};
/** Answer to a `CheckQuery`: the arguments as the tool would get them, and the preview of the card. */
export interface Checked {
  /** The arguments as the tool would get them. */
  args: any;
  /** The preview of the call. */
  preview: any;
}
