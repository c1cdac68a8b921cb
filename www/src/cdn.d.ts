/** One file for a page without a bundler: `stepgate`, and its entries calendar, chunks, research and workspace. `init()` loads `stepgate.wasm` beside it. */
export * from './index.js';
export * from './calendar/index.js';
export * from './chunks/index.js';
export * from './research/index.js';
export * from './workspace/index.js';
