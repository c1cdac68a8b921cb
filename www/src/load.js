// @ts-check
import { wasmFile } from './wasm-agent.js';

/** All agents of the package in one file. */
export const { load: init, core } = wasmFile(
  () => import('../wasm/stepgate.js'),
  () => new URL('../wasm/stepgate_bg.wasm', import.meta.url),
  () => import('../wasm/bytes.js'),
);
