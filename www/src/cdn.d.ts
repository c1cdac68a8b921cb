/** One file for a page without a bundler: `stepgate`, its four agents, and its entries calendar, chunks, research and workspace. Each agent's wasm stays in the package's folders: `guide` loads `../wasm-guide/stepgate_guide_bg.wasm`, an agent of your own `../wasm-engine/stepgate_engine_bg.wasm`. */
export * from './index.js';
export { guide } from './guide/index.js';
export { content } from './content/index.js';
export { stepper } from './stepper/index.js';
export { schedule } from './schedule/index.js';
export * from './calendar/index.js';
export * from './chunks/index.js';
export * from './research/index.js';
export * from './workspace/index.js';
