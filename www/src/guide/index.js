// @ts-check
import * as glue from '../../wasm-guide/stepgate_guide.js';
import { packagedAgent } from '../wasm-agent.js';

/** @type {typeof import('./index.d.ts').guide} */
export const guide = packagedAgent(
  'guide', glue,
  () => new URL('../../wasm-guide/stepgate_guide_bg.wasm', import.meta.url),
  () => import('../../wasm-guide/bytes.js'),
);
