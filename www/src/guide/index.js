// @ts-check
import { packagedAgent } from '../load/wasm-agent.js';

/** @type {typeof import('./index.d.ts').guide} */
export const guide = packagedAgent(
  'guide',
  () => import('../../wasm-guide/stepgate_guide.js'),
  () => new URL('../../wasm-guide/stepgate_guide_bg.wasm', import.meta.url),
  () => import('../../wasm-guide/bytes.js'),
);
