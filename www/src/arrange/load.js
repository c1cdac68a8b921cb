// @ts-check
import load, { stepgateVersion } from '../../wasm-arrange/stepgate_arrange.js';
import { LoadError, loader } from '../load/loading.js';

/** Version of what the JavaScript and the WebAssembly say to each other; `crates/wasm-arrange` has the same number. */
const INTERFACE = 1;

/** The compiled file, which a worker gets too. @type {WebAssembly.Module | undefined} */
let compiled;

export const init = loader(
  async () => ({ default: instantiate }),
  () => new URL('../../wasm-arrange/stepgate_arrange_bg.wasm', import.meta.url),
  () => import('../../wasm-arrange/bytes.js'),
  sameVersion,
);

/** The compiled file; after `init()`. */
export const module = () => compiled;

/** @param {{ module_or_path: unknown }} options */
async function instantiate({ module_or_path: given }) {
  const module = await moduleOf(/** @type {any} */ (given));
  const exports = await load({ module_or_path: module });
  compiled = module;
  return exports;
}

/** @param {Response | BufferSource | WebAssembly.Module} given */
function moduleOf(given) {
  if (given instanceof WebAssembly.Module) return given;
  return given instanceof Response ? WebAssembly.compileStreaming(given) : WebAssembly.compile(given);
}

function sameVersion() {
  const version = stepgateVersion();
  if (version === INTERFACE) return;
  throw new LoadError('other_version', `The WebAssembly of stepgate/arrange has interface ${version}, and this JavaScript needs interface ${INTERFACE}. Deploy both from the same version of the package.`);
}
