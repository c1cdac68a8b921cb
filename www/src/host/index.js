export { core, init } from '../load/load.js';
