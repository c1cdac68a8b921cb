// All of the package but the reader and calendar files, for a page without a bundler: `build.mjs` makes one file of it.
export * from './index.js';
export * from './guide/index.js';
export * from './content/index.js';
export * from './stepper/index.js';
export * from './schedule/index.js';
export * from './calendar/index.js';
export * from './chunks/index.js';
export * from './research/index.js';
export * from './workspace/index.js';
