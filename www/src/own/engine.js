// @ts-check
import * as glue from '../../wasm-engine/stepgate_engine.js';
import { wasmFile } from '../wasm-agent.js';

/** The engine without agents, which runs the agents that a page defines. */
export const engine = wasmFile(
  glue,
  () => new URL('../../wasm-engine/stepgate_engine_bg.wasm', import.meta.url),
  () => import('../../wasm-engine/bytes.js'),
);

/** Makes an agent known to the engine. @type {(definition: object, call: (name: string, given: string) => string) => void} */
export const provideAgent = (definition, call) => glue.provideAgent(/** @type {any} */ (definition), call);
