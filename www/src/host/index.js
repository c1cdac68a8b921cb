export { loadedCore as core } from '../load/wasm-agent.js';
export { hasWrites, perform, toolsOf } from './carry.js';
