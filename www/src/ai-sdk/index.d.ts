import type { Answer, Block, Card, CardCall, Coercion, FilePart, Json, Model, Repair, Session } from '../index.js';

/**
 * A model of a session over a language model of the AI SDK: of `@ai-sdk/anthropic`, `@ai-sdk/google`, and of every other provider package for AI SDK 6 or 7.
 *
 * ```js
 * import { createAnthropic } from '@ai-sdk/anthropic'
 * import { fromLanguageModel } from 'stepgate/ai-sdk'
 *
 * const anthropic = createAnthropic({ apiKey: 'the key of the user', headers: { 'anthropic-dangerous-direct-browser-access': 'true' } })
 * const model = fromLanguageModel(anthropic('claude-sonnet-4-5'))    // goes where openAiCompatible(…) goes
 * ```
 *
 * The reply's shape goes along as a JSON schema (`responseFormat`). Where the provider says that it takes none, or its server refuses the request, it is asked again with less: the schema
 * goes into the prompt, and at last nothing optional goes along. What was accepted is kept as long as this model lives, and `leftOut` of a reply names what was not given.
 * Network errors, 408, 409, 429, 5xx and errors inside an answer are tried again as by `openAiCompatible`. Nothing of the AI SDK is imported: only the provider's package is needed.
 * Throws a `TypeError` for something else than such a model, and for a wrong option; calls reject with `ModelError`.
 */
export function fromLanguageModel(model: LanguageModelLike, options?: LanguageModelOptions): Model & {
  /** Largest reply in bytes: that of the options. */
  readonly maxReplyBytes: number;
  /** The name of the model: its `modelId`. */
  readonly label: string;
};

/** The options of `fromLanguageModel`; one that is wrong is a `TypeError` with its name. */
export interface LanguageModelOptions {
  /** How long the provider may be silent, in milliseconds. Default: 60,000. `sampling.timeoutMs` of a request comes first. */
  timeoutMs?: number | undefined;
  /** How often a call is repeated after an error that passes. Default: 3. */
  retries?: number | undefined;
  /** Largest reply in bytes. Default: 8 MB. */
  maxReplyBytes?: number | undefined;
  /** Order of the messages: `alternate` has one system message, then user and assistant in turn, the user last; `as_is` is as the request has them. Default: `alternate`. */
  roles?: 'alternate' | 'as_is' | undefined;
  /**
   * How this model is told to think first, or not to: the members of the call that say so, for each request that asks (`sampling.thinking`). Of AI SDK 7:
   * `on => ({ reasoning: on ? 'medium' : 'none' })`. Default: it is told nothing.
   */
  thinking?: ((on: boolean) => object) | undefined;
  /** The provider's own options, by its name, as its documents have them: `{ anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } }`. They go along with each call. Default: none. */
  providerOptions?: Record<string, Record<string, any>> | undefined;
}

/** A language model of the AI SDK's provider interface (`LanguageModelV3`, `LanguageModelV4`): what a provider's function gives for the name of a model. */
export interface LanguageModelLike {
  /** Version of the interface: `v3` of AI SDK 6, `v4` of AI SDK 7. */
  readonly specificationVersion: 'v3' | 'v4';
  /** Name of the provider. */
  readonly provider: string;
  /** Name of the model, as the provider knows it. */
  readonly modelId: string;
  /** Answers a call. */
  doStream(options: any): PromiseLike<{
    /** The parts of the reply, as they come. */
    stream: ReadableStream<any>;
  }>;
}

// ---- chat UIs ----

/**
 * A transport for `useChat` of `@ai-sdk/react`, and for every chat of the AI SDK 6 and 7, over a session: the chat's words are said to it, and its answers to approvals go to
 * `session.answer`. Nothing is sent but the last words or answers, since the session has the history; `messagesOf` gives it. A card is `tool-approval-request`, one for each of
 * its calls, and answered once all are decided. Files that a chat sends with its words go to the model, and are the session's. `regenerate({ messageId })` gives another answer, and
 * `sendMessage({ text, messageId })` puts other words in the place of earlier ones: each goes on in a branch of its own, and what was done stays done (`session.again`). What a session cannot do is refused with a
 * `Refusal`, and nothing has changed then. A stop of the chat stops the turn. Throws a `TypeError` for something else than a session or the promise of one.
 *
 * ```js
 * import { Chat } from '@ai-sdk/react'
 * import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai'
 * import { openSession, toolAgent } from 'stepgate'
 * import { messagesOf, stepgateTransport } from 'stepgate/ai-sdk'
 *
 * const agent = toolAgent({ name: 'desk', instructions: 'Help.' })
 * const session = await openSession({ agent, id: 'a', model })
 * const chat = new Chat({                                          // useChat takes the same
 *   id: session.id,
 *   messages: messagesOf(session),
 *   transport: stepgateTransport(session),
 *   sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
 * })
 * ```
 */
export function stepgateTransport(session: Session<any> | PromiseLike<Session<any>>): StepgateTransport;

/** All messages of a session in the AI SDK's form (`UIMessage`), the open card among them. Words that a chat has sent keep the id that they have there, as long as the page lives. */
export function messagesOf(session: Session<any>): ChatMessage[];

/**
 * Options of `sendMessage` with an answer to a card, for what `addToolApprovalResponse` cannot say: `sendMessage(undefined, answerTo(card.id, { button: 0 }))`, where `card` is the data of a part
 * `data-stepgate-card`. A card that is not open any more refuses it as `card_changed`. Throws a `TypeError` for something else than a number and an answer.
 */
export function answerTo(card: number, answer: Answer): {
  /** Members that go along with the request. */
  body: {
    /** The answer, for `stepgateTransport`. */
    stepgate: {
      /** The number of the card. */
      card: number;
      /** As for `session.answer`. */
      answer: Answer;
    };
  };
};

/** A `ChatTransport` of the AI SDK 6 and 7. */
export interface StepgateTransport {
  /** Whether `reconnectToStream` begins with the first part of the reply. */
  readonly resumeStreamIsReplay: true;
  /** Says the words of the last message, or answers the open card, and streams what comes of it. */
  sendMessages(options: any): Promise<ReadableStream<any>>;
  /** Plays the last reply from its beginning while the turn goes on or its card is open, else gives `null`. */
  reconnectToStream(options?: any): Promise<ReadableStream<any> | null>;
}

/** A message as the AI SDK has it (`UIMessage`). */
export interface ChatMessage {
  /** Its id, which it keeps. */
  id: string;
  /** The speaker. */
  role: 'user' | 'assistant';
  /** Its parts, in order. */
  parts: ChatPart[];
}

/** A part of a message, as the AI SDK has it (`UIMessagePart`). */
export type ChatPart =
  | {
    /** Words, or the model's thoughts. */
    type: 'text' | 'reasoning';
    /** The words. */
    text: string;
    /** Whether they are still coming in. */
    state: 'streaming' | 'done';
  }
  | {
    /** The beginning of a step: a reply of the model, and the tools that it called. */
    type: 'step-start';
  }
  | ChatToolPart
  | StepgateDataPart;

/** A call of a tool, as the AI SDK has it (`ToolUIPart`). */
export type ChatToolPart = ChatToolCall & ChatToolState;

/** A call of a tool. */
export interface ChatToolCall {
  /** `tool-` and the name of the tool. */
  type: `tool-${string}`;
  /** Its id in the chat. */
  toolCallId: string;
  /** The change in one line, where a card asked about the call. */
  title?: string;
  /** Its arguments; once it has run, those that it ran with. */
  input: Json;
  /** Always true: the session runs the tool, and the chat shall not. */
  providerExecuted: true;
}

/** How far a call of a tool is. */
export type ChatToolState =
  | {
    /** It runs. */
    state: 'input-available';
    /** None: nobody was asked. */
    approval?: never;
  }
  | {
    /** A card asks about it. */
    state: 'approval-requested';
    /** The question, for `addToolApprovalResponse`. */
    approval: {
      /** Its id. */
      id: string;
      /** Description of the call on the card. */
      descriptor: ChatCallFacts;
    };
  }
  | {
    /** It was approved, and has no result yet. */
    state: 'approval-responded';
    /** The answer. */
    approval: ChatApproval<true>;
  }
  | {
    /** It has run. */
    state: 'output-available';
    /** Its result. */
    output: Json;
    /** The answer, where a card asked. */
    approval?: ChatApproval<true>;
  }
  | {
    /** It failed. */
    state: 'output-error';
    /** Why. */
    errorText: string;
    /** The answer, where a card asked. */
    approval?: ChatApproval<true>;
  }
  | {
    /** It did not run: it was declined, its rule denies it, or another call took its place. */
    state: 'output-denied';
    /** The answer. */
    approval: ChatApproval<false>;
  };

/** The answer about a call. */
export interface ChatApproval<Approved extends boolean> {
  /** The id of the question. */
  id: string;
  /** Whether it was approved. */
  approved: Approved;
  /** Why not: the user's reason, or a sentence that says why the call was not made. */
  reason?: string;
  /** Whether the rule of the tool decided, and not the user. */
  isAutomatic?: boolean;
  /** Description of the call on the card, where a card asked. */
  descriptor?: ChatCallFacts;
}

/** Description of a call on a card, beside its arguments: its purpose, the schema of the arguments, its preview, where the values come from, and what differs from an earlier card. */
export type ChatCallFacts = Omit<CardCall, 'name' | 'args' | 'title'>;

/** The data of the parts that the AI SDK has no form for, by the name of the part without `data-`: `useChat<UIMessage<unknown, StepgateData>>`. */
export type StepgateData = {
  /** A card, as it is in its block. */
  'stepgate-card': Omit<Card, 'id'> & Pick<Extract<Block, { kind: 'card' }>, 'ending' | 'reason' | 'choice'> & {
    /** Its number, while it is open. */
    id?: number;
  };
  /** Details of a reply that are worth knowing. */
  'stepgate-reply': {
    /** The reply as it came. */
    raw?: string;
    /** Repairs of the reply. */
    repairs: Repair[];
    /** Values of the reply that were changed to fit. */
    coercions: Coercion[];
    /** Replies before it that were sent back. */
    corrections: number;
    /** Ids, addresses and amounts in its words that stand nowhere else. */
    unsaid: string[];
  };
  /** A reply that was sent back to the model. */
  'stepgate-correction': {
    /** The reply as it came. */
    raw: string;
    /** The complaint to the model. */
    complaint: string;
    /** Code of the fault. */
    code?: string;
  };
  /** An image or a file of the session: beside words of the user that this page has not sent, or beside the result of a tool. `session.blob(data)` gives its bytes. */
  'stepgate-file': FilePart;
  /** A note of the agent; `error`: a turn that failed. */
  'stepgate-note': {
    /** Code of the note. */
    code: string;
    /** Its data. */
    data: Json;
  };
  /** Words that the agent or the engine wrote in the user's place. */
  'stepgate-cue': {
    /** The words. */
    text: string;
    /** Why they were written, as a code; true for a cue without one. */
    cue: string | true;
  };
};

/** A part of a message with data of a session. */
export type StepgateDataPart = { [Name in keyof StepgateData]: {
  /** `data-` and the name. */
  type: `data-${Name}`;
  /** Its id, which it keeps. */
  id: string;
  /** The data. */
  data: StepgateData[Name];
} }[keyof StepgateData];
