// @ts-check
import * as glue from '../../wasm-content/stepgate_content.js';
import { packagedAgent } from '../wasm-agent.js';

/** @type {typeof import('./index.d.ts').content} */
export const content = packagedAgent(
  'content', glue,
  () => new URL('../../wasm-content/stepgate_content_bg.wasm', import.meta.url),
  () => import('../../wasm-content/bytes.js'),
);
