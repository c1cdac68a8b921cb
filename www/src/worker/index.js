// @ts-check
export { openSession } from './open.js';
export { serve } from './serve.js';
