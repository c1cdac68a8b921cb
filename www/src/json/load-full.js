// @ts-check
import * as glue from '../../wasm-json-full/stepgate_json_full.js';
import { loader } from '../loading.js';
import { uses } from './engine.js';

export const init = loader(
  /** @type {any} */ (glue).default,
  new URL('../../wasm-json-full/stepgate_json_full_bg.wasm', import.meta.url),
  () => import('../../wasm-json-full/bytes.js'),
  uses(glue),
);
