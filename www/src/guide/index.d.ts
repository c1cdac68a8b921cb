import type { WasmAgent } from '../index.js';

/** The agent `guide`, with a WebAssembly file of its own: `open({ agent: guide, … })` loads it. */
export const guide: WasmAgent<'guide'>;
