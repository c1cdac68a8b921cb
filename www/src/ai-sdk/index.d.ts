import type { Model } from '../index.js';

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
