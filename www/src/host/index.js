export { loadedCore as core } from '../load/wasm-agent.js';
