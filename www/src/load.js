// @ts-check
/** @import { WasmSource } from './index.js' */
import * as glue from '../wasm/stepgate.js';
import { coreOf } from './core.js';
import { AgentError } from './errors.js';

/** @type {Promise<void> | undefined} */
let loading;
let loaded = false;

/** @param {WasmSource} [source] @returns {Promise<void>} */
export function init(source) {
  loading ??= load(source).then(() => { loaded = true; }, error => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @param {WasmSource} [source] */
async function load(source) {
  if (source !== undefined) return instantiate(source);
  try {
    await instantiate(new URL('../wasm/stepgate_bg.wasm', import.meta.url));
  } catch {
    const { default: base64 } = await import('../wasm/bytes.js');
    await instantiate(Uint8Array.from(atob(base64), char => char.charCodeAt(0)));
  }
}

/** @param {WasmSource} source */
async function instantiate(source) {
  await /** @type {any} */ (glue).default({ module_or_path: await readable(source) });
}

/** Node's `fetch` knows no files. `getBuiltinModule` is no import: bundlers for the browser do not stumble over it. @param {WasmSource} source */
async function readable(source) {
  const node = source instanceof URL && source.protocol === 'file:' && /** @type {any} */ (globalThis).process;
  return node ? node.getBuiltinModule('node:fs').promises.readFile(source) : source;
}

const loadedCore = coreOf(glue);

/** @returns {import('./session.js').Core} */
export function core() {
  if (!loaded) throw new AgentError('not_loaded');
  return loadedCore;
}
