import { compileSchema, init } from 'stepgate/json/full';
import { inPage } from 'stepgate/in-page';

/** Tokens of prompt and reply together. */
const CONTEXT = 8192;

/** Tokens of a reply where the agent sets no limit. */
const LONGEST_REPLY = 1_000;

/** Randomness where the agent asks for none (0, or nothing): at 0 all seeds would give one reply. */
const TEMPERATURE = 0.7;

/** node-llama-cpp is no dependency of the package: its name, or the address of its main file, is in the environment. */
const ENGINE = process.env.NODE_LLAMA_CPP ?? 'node-llama-cpp';

/**
 * A model file that runs natively, by node-llama-cpp, under the grammar that Stepgate makes of each contract. `grammar: false` keeps the
 * contract from the engine, so that only the prompt holds the model. `figures` has the sizes of the grammars and the time they took.
 * @param {string} file @param {{ grammar: boolean, seed: number, longestText?: number, threads?: number }} options
 */
export async function nativeModel(file, { grammar, seed, longestText, threads = 1 }) {
  const { getLlama, LlamaChat } = await import(ENGINE).catch(error => {
    throw new Error(`--native needs node-llama-cpp: npm install --no-save node-llama-cpp, or NODE_LLAMA_CPP with the address of its dist/index.js (${error.message})`);
  });
  await init();
  const llama = await getLlama({ gpu: false, maxThreads: threads, build: 'never', logLevel: 'error' });
  const weights = await llama.loadModel({ modelPath: file });
  const context = await weights.createContext({ contextSize: CONTEXT, threads });
  const chat = new LlamaChat({ contextSequence: context.getSequence() });
  const figures = { grammars: 0, characters: 0, milliseconds: 0 };
  let calls = 0;

  /** @param {object} schema */
  function grammarOf(schema) {
    const begin = performance.now();
    const text = compileSchema(schema).gbnf();
    const took = performance.now() - begin;
    figures.grammars += 1;
    figures.characters = Math.max(figures.characters, text.length);
    figures.milliseconds = Math.max(figures.milliseconds, took);
    return llama.createGrammar({ grammar: text });
  }

  /** @param {import('stepgate/in-page').Body} body @param {{ signal: AbortSignal }} context */
  async function create({ messages, response_format, temperature, max_tokens }, { signal }) {
    const schema = response_format?.json_schema?.schema;
    const held = grammar && schema ? await grammarOf(schema) : undefined;
    const { response, metadata } = await chat.generateResponse(history(messages), {
      signal, temperature: temperature || TEMPERATURE, seed: seed + (calls += 1), maxTokens: max_tokens ?? LONGEST_REPLY, ...(held ? { grammar: held } : {}),
    });
    return { choices: [{ message: { content: response }, finish_reason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop' }] };
  }

  return {
    model: inPage(create, { longestText }),
    figures,
    async close() {
      await context.dispose();
      await weights.dispose();
      await llama.dispose();
    },
  };
}

/** The messages as node-llama-cpp takes them, with an open turn of the model. */
function history(messages) {
  const items = messages.map(({ role, content: text }) => (role === 'assistant' ? { type: 'model', response: [text] } : { type: role, text }));
  return [...items, { type: 'model', response: [] }];
}
