// @ts-check
export { arrange, bound, init, relax } from './search.js';
export { arrangeTools } from './tools.js';
