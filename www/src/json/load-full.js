// @ts-check
import load, { Contract, Reader, Stream, kinds } from '../../wasm-json-full/stepgate_json_full.js';
import { loader } from '../load/loading.js';
import { uses } from './engine.js';

export const init = loader(
  async () => ({ default: /** @type {any} */ (load) }),
  () => new URL('../../wasm-json-full/stepgate_json_full_bg.wasm', import.meta.url),
  () => import('../../wasm-json-full/bytes.js'),
  uses({ Contract, Reader, Stream, kinds }),
);
