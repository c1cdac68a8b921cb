// @ts-check
import * as glue from '../../wasm-json/stepgate_json.js';
import { loader } from '../loading.js';
import { JsonError } from './errors.js';
import { Memory } from './memory.js';

/** @type {Memory | undefined} */
let memory;

export const init = loader(
  /** @type {any} */ (glue).default,
  new URL('../../wasm-json/stepgate_json_bg.wasm', import.meta.url),
  () => import('../../wasm-json/bytes.js'),
  exports => { memory = new Memory(exports.memory, new glue.Reader()); },
);

/** The reader and its memory. */
export function loaded() {
  if (!memory) throw new JsonError('not_loaded');
  return memory;
}

export { glue };
