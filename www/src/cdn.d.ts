/** One file for a page without a bundler: `stepgate`, and its entries calendar, chunks, research and workspace. Its wasm stays in the package's folders: `init()` loads `../wasm/stepgate_bg.wasm`, an agent of your own `../wasm-engine/stepgate_engine_bg.wasm`. */
export * from './index.js';
export * from './calendar/index.js';
export * from './chunks/index.js';
export * from './research/index.js';
export * from './workspace/index.js';
