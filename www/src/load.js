// @ts-check
import * as glue from '../wasm/stepgate.js';
import { coreOf } from './core.js';
import { AgentError } from './errors.js';
import { loader } from './loading.js';

let loaded = false;

export const init = loader(
  /** @type {any} */ (glue).default,
  () => new URL('../wasm/stepgate_bg.wasm', import.meta.url),
  () => import('../wasm/bytes.js'),
  () => { loaded = true; },
);

const loadedCore = coreOf(glue);

/** @returns {import('./session.js').Core} */
export function core() {
  if (!loaded) throw new AgentError('not_loaded');
  return loadedCore;
}
