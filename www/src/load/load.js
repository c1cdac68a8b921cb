// @ts-check
import { openByName, wasmFile } from './wasm-agent.js';

/** All agents of the package in one file. A bundler leaves it out of a page that does not call `init`. */
export const { load: init, core } = wasmFile(
  () => import('../../wasm/stepgate.js'),
  () => new URL('../../wasm/stepgate_bg.wasm', import.meta.url),
  undefined,
  openByName,
);
