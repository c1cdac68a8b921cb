// @ts-check
/** @import { ModelContext, ModelReply, ModelRequest } from '../index.js' */
/** @import { Create, Engine, InPageOptions } from './index.js' */
import { openAiCompatible } from '../model/client.js';
import { hasFiles } from '../model/content.js';
import { ModelError } from '../errors.js';
import { must, assertKnown } from '../checks/assert-option.js';
import { answerOf } from './answer.js';
import { bounded } from './bounded.js';
import { builtIn } from './built-in.js';

export { builtInAvailability } from './built-in.js';

/** Never asked: the adapter's `fetch` answers before anything is sent. */
const ADDRESS = 'http://in-page.invalid';

/** Longest silence in milliseconds: a machine without a GPU reads a long prompt for minutes before its first word. */
const SILENCE_MS = 600_000;

/** Longest free text in characters: llama.cpp refuses a grammar that repeats anything 2,000 times. */
const LONGEST_TEXT = 1_900;

/** @param {Engine} engine @param {InPageOptions} [options] */
export function inPage(engine, options = {}) {
  assertKnown(options, ['model', 'timeoutMs', 'maxReplyBytes', 'longestText', 'vision'], 'inPage(engine, options): ');
  const { model = 'in-page', timeoutMs = SILENCE_MS, maxReplyBytes, longestText = LONGEST_TEXT, vision = false } = options;
  must(longestText === Infinity || (Number.isSafeInteger(longestText) && longestText > 0), 'longestText', 'a whole number above 0, or Infinity');
  must(typeof vision === 'boolean' && !(vision && isBuiltIn(engine)), 'vision', 'true or false; left out for the browser\'s own model');
  const create = createOf(engine);
  const inTurn = oneAtATime();
  const complete = openAiCompatible({
    baseUrl: ADDRESS,
    model,
    timeoutMs,
    retries: 0,
    ...(maxReplyBytes === undefined ? {} : { maxReplyBytes }),
    fetch: (_, init) => {
      const signal = /** @type {AbortSignal} */ (init?.signal);
      return inTurn(() => answerOf(create, held(JSON.parse(String(init?.body)), longestText), signal), signal);
    },
  });
  /** The agents' own time limits are meant for servers. @param {ModelRequest} request @param {ModelContext} [context] @returns {Promise<ModelReply>} */
  const patient = async ({ sampling: { timeoutMs: _, ...sampling } = {}, ...request }, context) => {
    if (!vision && hasFiles(request.messages)) throw new ModelError('no_vision');
    return complete({ ...request, sampling }, context);
  };
  return Object.assign(patient, { label: model, maxReplyBytes: complete.maxReplyBytes });
}

/** The request with its contract's free texts bounded. @param {import('./index.js').Body} body @param {number} longestText @returns {import('./index.js').Body} */
function held(body, longestText) {
  const json_schema = body.response_format?.json_schema;
  if (!body.response_format || !json_schema || longestText === Infinity) return body;
  return { ...body, response_format: { ...body.response_format, json_schema: { ...json_schema, schema: bounded(json_schema.schema, longestText) } } };
}

/** The engine's `create`, in the dialect of the engines that are known. @param {any} engine @returns {Create} */
function createOf(engine) {
  if (typeof engine === 'function' && !isBuiltIn(engine)) return engine;
  if (isBuiltIn(engine)) return builtIn(engine);
  if (typeof engine?.createChatCompletion === 'function') return (body, { signal }) => engine.createChatCompletion({ ...body, abortSignal: signal });
  const completions = engine?.chat?.completions;
  must(typeof completions?.create === 'function', 'inPage(engine)', 'a wllama, a web-llm engine, LanguageModel, an object with chat.completions.create, or a function');
  if (typeof engine.interruptGenerate !== 'function') return (body, { signal }) => completions.create(body, { signal });
  return (body, { signal }) => {
    signal.addEventListener('abort', () => engine.interruptGenerate(), { once: true });
    return completions.create(withSchemaText(body));
  };
}

/** Whether this is the browser's `LanguageModel`. @param {any} engine */
const isBuiltIn = engine => typeof engine?.availability === 'function' && typeof engine.create === 'function';

/** web-llm takes the schema as a text beside the type. @param {import('./index.js').Body} body */
function withSchemaText({ response_format, ...body }) {
  const schema = response_format?.json_schema?.schema;
  return schema ? { ...body, response_format: { type: 'json_object', schema: JSON.stringify(schema) } } : body;
}

/** Starts calls one after the other: an engine has one context. An aborted call that waits never starts. */
function oneAtATime() {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @template T @param {() => Promise<{ response: T, over: Promise<void> }>} start @param {AbortSignal} signal @returns {Promise<T>} */
  return (start, signal) => {
    const started = last.then(() => {
      signal.throwIfAborted();
      return start();
    });
    last = started.then(({ over }) => over).catch(() => {});
    return started.then(({ response }) => response);
  };
}
