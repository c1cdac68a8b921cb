// @ts-check
import module from '../../wasm-content/stepgate_content_bg.wasm?module';
import { compiledAgent } from '../load/wasm-agent.js';

/** @type {typeof import('../content/index.d.ts').content} */
export const content = compiledAgent('content', () => import('../../wasm-content/stepgate_content.js'), module);
