// @ts-check
/** @type {typeof import('./index.js').LIMITS} */
export const LIMITS = Object.freeze({
  path: 200, text: 256 * 1024, imported: 16 * 1024 * 1024, files: 2_000, total: 64 * 1024 * 1024, changes: 200, taken: 32 * 1024 * 1024,
});
