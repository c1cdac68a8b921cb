// @ts-check
import * as glue from '../../wasm-stepper/stepgate_stepper.js';
import { packagedAgent } from '../wasm-agent.js';

/** @type {typeof import('./index.d.ts').stepper} */
export const stepper = packagedAgent(
  'stepper', glue,
  () => new URL('../../wasm-stepper/stepgate_stepper_bg.wasm', import.meta.url),
  () => import('../../wasm-stepper/bytes.js'),
);
