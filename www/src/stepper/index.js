// @ts-check
import { packagedAgent } from '../load/wasm-agent.js';

/** @type {typeof import('./index.d.ts').stepper} */
export const stepper = packagedAgent(
  'stepper',
  () => import('../../wasm-stepper/stepgate_stepper.js'),
  () => new URL('../../wasm-stepper/stepgate_stepper_bg.wasm', import.meta.url),
  () => import('../../wasm-stepper/bytes.js'),
);
