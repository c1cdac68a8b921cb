// @ts-check
/** @import { WasmSource, AgentInfo } from './index.js' */
/** @import { Core } from './session.js' */
import * as glue from '../wasm/stepgate.js';
import { AgentError } from './errors.js';

/** @type {any} */
const wasm = glue;

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
  await wasm.default({ module_or_path: await readable(source) });
}

/** Node's `fetch` knows no files; `getBuiltinModule` is no import, so that bundlers for the browser do not stumble over it. @param {WasmSource} source */
async function readable(source) {
  if (!(source instanceof URL) || source.protocol !== 'file:') return source;
  const node = /** @type {any} */ (globalThis).process;
  return node?.getBuiltinModule ? node.getBuiltinModule('node:fs').promises.readFile(source) : source;
}

/** @returns {Core} */
export function core() {
  if (!loaded) throw new AgentError('not_loaded');
  return instance;
}

/** @type {Core} */
const instance = {
  Session: wasm.Session,
  agents: () => /** @type {AgentInfo[]} */ (wasm.agents()),
  generation: 0,
  renew() {
    wasm.__wbg_reset_state();
    instance.generation += 1;
  },
};
