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
 */
export function inPage(engine: Engine, options?: InPageOptions): Model & { readonly maxReplyBytes: number };

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
}

/** Whether the browser has a model of its own. For `downloadable`, `inPage(LanguageModel)` starts the download at its first call. */
export function builtInAvailability(languageModel?: LanguageModelLike): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;

export type Engine = Create | WllamaLike | CompletionsLike | LanguageModelLike;

/** Asks the engine: gives the answer whole, or its chunks. */
export type Create = (body: Body, context: { signal: AbortSignal }) => Promise<object | AsyncIterable<object>> | object | AsyncIterable<object>;

/** The body of `POST /chat/completions`. */
export interface Body {
  model: string;
  messages: Message[];
  stream?: boolean;
  temperature?: number;
  max_tokens?: number;
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: object } };
}

export interface WllamaLike { createChatCompletion(params: any): Promise<any> }
export interface CompletionsLike { chat: { completions: { create(body: any, options?: any): any } }; interruptGenerate?(): unknown }
export interface LanguageModelLike { availability(): Promise<any>; create(options?: any): Promise<any> }
