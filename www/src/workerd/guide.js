// @ts-check
import module from '../../wasm-guide/stepgate_guide_bg.wasm?module';
import { compiledAgent } from '../load/wasm-agent.js';

/** @type {typeof import('../guide/index.d.ts').guide} */
export const guide = compiledAgent('guide', () => import('../../wasm-guide/stepgate_guide.js'), module);
