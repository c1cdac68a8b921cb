import type { WasmAgent } from '../index.js';

/** The agent `content`, with a WebAssembly file of its own: `open({ agent: content, … })` loads it. */
export const content: WasmAgent<'content'>;
