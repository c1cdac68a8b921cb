// @ts-check
import load, { Contract, Reader, Stream, kinds } from '../../wasm-json/stepgate_json.js';
import { loader } from '../load/loading.js';
import { uses } from './engine.js';

export const init = loader(
  async () => ({ default: /** @type {any} */ (load) }),
  () => new URL('../../wasm-json/stepgate_json_bg.wasm', import.meta.url),
  () => import('../../wasm-json/bytes.js'),
  uses({ Contract, Reader, Stream, kinds }),
);
