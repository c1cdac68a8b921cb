import type { Message, Model } from '../index.js';

/**
 * A model that runs in this page, with nothing sent anywhere: over wllama, web-llm, the browser's own `LanguageModel`, or any object or
 * function that answers as OpenAI's chat completions do. The engine gets the contract as a JSON schema, so that it can hold the model to
 * it token by token. Calls wait for each other: an engine has one context.
 *
 * ```js
 * import { inPage } from 'stepgate/in-page'
 *
 * const wllama = new Wllama({ default: '/wllama.wasm' })       // import { Wllama } from '@wllama/wllama'
 * await wllama.loadModel([file], { n_ctx: 8192 })          // a File from <input type="file">
 * const model = inPage(wllama)                                 // goes where openAiCompatible(…) goes
 * ```
 *
 * An error of the engine becomes a `ModelError` (`server`) with its message. Throws a `TypeError` for an engine of another shape.
 *
 * @experimental The engines still change how they are called.
 */
export function inPage(engine: Engine, options?: InPageOptions): Model & {
  /** Largest reply in bytes: that of the options. */
  readonly maxReplyBytes: number;
  /** Name of the model: that of the options. */
  readonly label: string;
};

/**
 * The options of `inPage`; one that is wrong is a `TypeError` with its name.
 *
 * @experimental
 */
export interface InPageOptions {
  /** Name of the model in the requests. Default: `in-page`. */
  model?: string;
  /** How long the engine may be silent, in milliseconds. The agents' own limits are meant for servers and do not count. Default: 600,000. */
  timeoutMs?: number;
  /** Largest reply in bytes. Default: 8 MB. */
  maxReplyBytes?: number;
  /**
   * Longest free text of a reply under a contract, in characters: a small model that cannot stop ends there, in the middle of a sentence.
   * llama.cpp (wllama) takes up to 1,999; `Infinity` for an engine that needs no bound. Default: 1,900.
   */
  longestText?: number;
  /**
   * Whether the model sees images, which the engine then gets as `image_url` parts with `data:` addresses. Default: false, a request with one fails as
   * `no_vision`. The browser's own model gets none.
   */
  vision?: boolean;
}

/**
 * Whether the browser has a model of its own. For `downloadable`, `inPage(LanguageModel)` starts the download at its first call.
 * `languageModel`: the browser's object. Default: the global `LanguageModel`; a browser without one is `unavailable`.
 *
 * @experimental The browser's interface is a draft.
 */
export function builtInAvailability(languageModel?: LanguageModelLike): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;

/**
 * An engine that `inPage` takes: a function, or an object of one of these shapes.
 *
 * @experimental
 */
export type Engine = Create | WllamaLike | CompletionsLike | LanguageModelLike;

/**
 * Asks the engine: gives the answer whole, or its chunks, both in the form of OpenAI's chat completions. `signal` is aborted when the answer is not
 * wanted any more. What it throws becomes a `ModelError`.
 *
 * @experimental
 */
export type Create = (body: Body, context: { signal: AbortSignal }) => Promise<object | AsyncIterable<object>> | object | AsyncIterable<object>;

/**
 * The body of `POST /chat/completions`.
 *
 * @experimental
 */
export interface Body {
  /** The model's name, as in the options. */
  model: string;
  /** The conversation: one message of the system first, then user and assistant in turn. */
  messages: Message[];
  /** Whether chunks are wanted. An engine may answer whole all the same. */
  stream?: boolean;
  /** From 0 (the likeliest words) to 2. Default: the engine's. */
  temperature?: number;
  /** Most tokens of the answer. Default: the engine's. */
  max_tokens?: number;
  /** The shape that the answer must have: `type` is `json_schema`, and `json_schema` has a `name`, the `schema` (JSON Schema), and whether it is `strict`. Default: any text. */
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: object } };
}

/**
 * An object of wllama that has loaded its model.
 *
 * @experimental
 */
export interface WllamaLike {
  /** Answers a request of wllama's form, whole or in chunks. */
  createChatCompletion(params: any): Promise<any>;
}
/**
 * An object with OpenAI's `chat.completions.create`, such as an engine of web-llm.
 *
 * @experimental
 */
export interface CompletionsLike {
  /** The endpoint's namespace: `completions` has `create`, which answers a request whole or in chunks. */
  chat: { completions: { create(body: any, options?: any): any } };
  /** Ends the answer that is being made; called when it is not wanted any more. */
  interruptGenerate?(): unknown;
}
/**
 * The browser's own `LanguageModel` (the Prompt API).
 *
 * @experimental
 */
export interface LanguageModelLike {
  /** Whether the model is there, or must be downloaded first. */
  availability(): Promise<any>;
  /** Makes a session of the model, which is used for one call. */
  create(options?: any): Promise<any>;
}
