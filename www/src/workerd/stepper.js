// @ts-check
import module from '../../wasm-stepper/stepgate_stepper_bg.wasm?module';
import { compiledAgent } from '../load/wasm-agent.js';

/** @type {typeof import('../stepper/index.d.ts').stepper} */
export const stepper = compiledAgent('stepper', () => import('../../wasm-stepper/stepgate_stepper.js'), module);
