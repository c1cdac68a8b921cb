// @ts-check
import { wasmFile } from '../load/wasm-agent.js';

/** @type {typeof import('../../wasm-engine/stepgate_engine.js')} */
let glue;

/** The engine without agents, which runs the agents that a page defines. */
export const engine = wasmFile(
  async () => (glue = await import('../../wasm-engine/stepgate_engine.js')),
  () => new URL('../../wasm-engine/stepgate_engine_bg.wasm', import.meta.url),
  () => import('../../wasm-engine/bytes.js'),
);

/** Makes an agent known to the engine, which is loaded. @type {(definition: object, call: (name: string, given: string) => string) => void} */
export const provideAgent = (definition, call) => glue.provideAgent(/** @type {any} */ (definition), call);
