// @ts-check
import { packagedAgent } from '../load/wasm-agent.js';

/** @type {typeof import('./index.d.ts').content} */
export const content = packagedAgent(
  'content',
  () => import('../../wasm-content/stepgate_content.js'),
  () => new URL('../../wasm-content/stepgate_content_bg.wasm', import.meta.url),
  () => import('../../wasm-content/bytes.js'),
);
