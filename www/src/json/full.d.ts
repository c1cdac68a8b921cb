/**
 * As `stepgate/json`, with all of the reader: `init()` loads the larger WebAssembly, which has every preset and option of `repairJson` and
 * the exports of schemas. It serves `stepgate/json` as well: where both are imported, one `init()` of this entry does.
 */
export * from './index.js';
