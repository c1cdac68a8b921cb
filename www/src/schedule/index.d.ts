import type { WasmAgent } from '../index.js';

/** The agent `schedule`, with a WebAssembly file of its own: `open({ agent: schedule, … })` loads it. */
export const schedule: WasmAgent<'schedule'>;
