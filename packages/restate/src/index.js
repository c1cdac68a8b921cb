// @ts-check
export { gateway } from './gateway.js';
export { register } from './ingress.js';
export { sessions } from './sessions.js';
