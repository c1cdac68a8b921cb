// @ts-check
import { packagedAgent } from '../load/wasm-agent.js';

/** @type {typeof import('./index.d.ts').schedule} */
export const schedule = packagedAgent(
  'schedule',
  () => import('../../wasm-schedule/stepgate_schedule.js'),
  () => new URL('../../wasm-schedule/stepgate_schedule_bg.wasm', import.meta.url),
  () => import('../../wasm-schedule/bytes.js'),
);
