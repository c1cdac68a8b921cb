export { core, init } from '../load.js';
