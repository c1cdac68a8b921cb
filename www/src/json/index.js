// The reader of model output on its own. Types and documentation: index.d.ts.
export { JsonError } from './errors.js';
export { init } from './load.js';
export { applyPatches } from './patches.js';
export { repairJson } from './repair.js';
export { compileSchema, readReply } from './schema.js';
export { JsonStream } from './stream.js';
