/**
 * `stepgate/json` with the exports of schemas: `init()` loads a larger WebAssembly, with which the methods of `CompiledSchema` work. It
 * serves `stepgate/json` as well: a page that imports both needs only one `init()` of this entry.
 */
export * from './index.js';
