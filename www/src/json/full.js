// The whole reader: the same as index.js, with the exports of schemas. Types and documentation: full.d.ts.
export { JsonError } from './errors.js';
export { init } from './load-full.js';
export { applyPatches } from './patches.js';
export { repairJson } from './repair.js';
export { compileSchema, readReply } from './schema.js';
export { JsonStream } from './stream.js';
