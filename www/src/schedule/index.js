// @ts-check
import * as glue from '../../wasm-schedule/stepgate_schedule.js';
import { packagedAgent } from '../wasm-agent.js';

/** @type {typeof import('./index.d.ts').schedule} */
export const schedule = packagedAgent(
  'schedule', glue,
  () => new URL('../../wasm-schedule/stepgate_schedule_bg.wasm', import.meta.url),
  () => import('../../wasm-schedule/bytes.js'),
);
