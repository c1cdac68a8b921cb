import type { WasmAgent } from '../index.js';

/** The agent `stepper`, with a WebAssembly file of its own: `open({ agent: stepper, … })` loads it. */
export const stepper: WasmAgent<'stepper'>;
