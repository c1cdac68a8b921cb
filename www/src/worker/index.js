// @ts-check
export { open } from './open.js';
export { serve } from './serve.js';
