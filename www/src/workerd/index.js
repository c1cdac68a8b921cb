// @ts-check
// Entry for runtimes that compile WebAssembly only beforehand, as modules that are imported: Cloudflare Workers, the edge of Vercel.
import engineModule from '../../wasm-engine/stepgate_engine_bg.wasm?module';
import { engine } from '../own/engine.js';

engine.comesFrom(engineModule);

export * from '../index.js';
