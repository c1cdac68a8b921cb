/**
 * `stepgate/json` with the whole reader: `init()` loads the larger WebAssembly, which has every preset and option of `repairJson` and the
 * exports of schemas. It serves `stepgate/json` as well: a page that imports both needs only one `init()` of this entry.
 */
export * from './index.js';
