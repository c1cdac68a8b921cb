/**
 * Runs a model file by wllama, in a frame of its own that can reach nothing but the demo's server. The page speaks with it by messages:
 * `{ id, load: File[] }`, `{ id, ask: body }`, `{ id, stop: true }`; answers are `{ id, piece }`, `{ id, done: true }` and `{ id, error }`.
 */
import { Wllama } from '@wllama/wllama';

/** Tokens of prompt and reply together. */
const CONTEXT = 8192;

let wllama;
const stops = new Map();

const answer = message => parent.postMessage(message, location.origin);

async function load(files) {
  await wllama?.exit();
  wllama = new Wllama({ default: new URL('wllama.wasm', location.href).href }, { suppressNativeLog: true });
  await wllama.loadModel(files, { n_ctx: CONTEXT, n_parallel: 1 });
  if (!wllama.getLoadedContextInfo().n_vocab) throw new Error('the engine does not know this kind of model');
}

async function ask(id, body) {
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    for await (const piece of await wllama.createChatCompletion({ ...body, abortSignal: stop.signal })) answer({ id, piece });
  } finally {
    stops.delete(id);
  }
}

async function hear({ id, load: files, ask: body, stop }) {
  if (stop) return stops.get(id)?.abort();
  try {
    await (files ? load(files) : ask(id, body));
    answer({ id, done: true });
  } catch (error) {
    answer({ id, error: String(error?.message ?? error) });
  }
}

addEventListener('message', ({ data, origin, source }) => {
  if (source === parent && origin === location.origin) hear(data);
});

answer({ ready: true });
