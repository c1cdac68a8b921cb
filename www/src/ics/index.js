export { IcsError } from './term.js';
export { fromIcs } from './read.js';
export { toIcs } from './write.js';
