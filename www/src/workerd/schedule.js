// @ts-check
import module from '../../wasm-schedule/stepgate_schedule_bg.wasm?module';
import { compiledAgent } from '../load/wasm-agent.js';

/** @type {typeof import('../schedule/index.d.ts').schedule} */
export const schedule = compiledAgent('schedule', () => import('../../wasm-schedule/stepgate_schedule.js'), module);
