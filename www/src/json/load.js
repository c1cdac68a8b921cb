// @ts-check
import * as glue from '../../wasm-json/stepgate_json.js';
import { loader } from '../loading.js';
import { uses } from './engine.js';

export const init = loader(
  /** @type {any} */ (glue).default,
  new URL('../../wasm-json/stepgate_json_bg.wasm', import.meta.url),
  () => import('../../wasm-json/bytes.js'),
  uses(glue),
);
