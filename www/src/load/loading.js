// @ts-check
/** @import { WasmSource } from '../index.js' */
import { StepgateError } from '../stepgate-error.js';

/** Why the WebAssembly could not be loaded: what was found, and the header or option to set. The next `init()` may try again. */
export class LoadError extends StepgateError {
  /** @param {'not_allowed' | 'unreachable' | 'not_found' | 'not_wasm' | 'other_version'} code @param {string} message @param {unknown} [cause] */
  constructor(code, message, cause) {
    super(code, message, { cause });
    this.name = 'LoadError';
  }
}

/**
 * Makes an `init()`: it loads the WebAssembly once, from `source` or else from `file`, and where that fails from bytes that are
 * imported only then. A `source` that fails is an error; the next call may try again.
 * @param {() => Promise<{ default: (options: { module_or_path: any }) => Promise<unknown> }>} glue the module that wasm-bindgen made; it
 * comes while the file does
 * @param {() => URL | undefined} file throws where this module does not know its own address; undefined where the glue knows it
 * @param {() => Promise<{ default: string }>} embedded the file by gzip, in base64
 * @param {(exports: any) => void} loaded called once, with what the WebAssembly exports
 */
export function loader(glue, file, embedded, loaded) {
  /** @type {Promise<void> | undefined} */
  let loading;

  /** @param {WasmSource} [source] @returns {Promise<void>} */
  return source => {
    loading ??= load(source).then(loaded, error => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  /** @param {WasmSource} [source] */
  async function load(source) {
    if (!(source instanceof WebAssembly.Module)) mayCompile();
    glue().catch(() => {}); // begins to come; `instantiate` meets the error
    if (source !== undefined) return from(source);
    try {
      const address = file();
      return await (address ? from(address) : instantiate());
    } catch (error) {
      return from(await embeddedBytes(error));
    }
  }

  /** @param {unknown} [given] */
  async function instantiate(given) {
    return (await glue()).default({ module_or_path: given });
  }

  /** The copy inside the package; without one, why there is none of the file. @param {unknown} error */
  async function embeddedBytes(error) {
    const { default: base64 } = await embedded().catch(() => { throw notFound(error); });
    if (error instanceof LoadError) console.warn(`stepgate: ${error.message} The copy inside the package is used, which is larger.`);
    return unpacked(Uint8Array.from(atob(base64), char => char.charCodeAt(0)));
  }

  /** @param {WasmSource} source */
  async function from(source) {
    const given = await readable(source);
    try {
      return await instantiate(given);
    } catch (cause) {
      if (!isUnfit(cause)) throw cause;
      throw new LoadError('other_version', `The WebAssembly does not fit this JavaScript: ${/** @type {Error} */ (cause).message}. Deploy both from the same version of the package.`, cause);
    }
  }
}

/** @param {Uint8Array<ArrayBuffer>} gzip @returns {Promise<BufferSource>} */
async function unpacked(gzip) {
  if (globalThis.DecompressionStream) return new Response(new Blob([gzip]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const { gunzipSync } = await import('fflate'); // browsers before 2023
  return gunzipSync(gzip);
}

/** The smallest module there is: before anything is fetched, whether a module may be compiled at all. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

function mayCompile() {
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch (cause) {
    throw new LoadError(
      'not_allowed',
      `WebAssembly may not be compiled here. A page needs 'wasm-unsafe-eval' in script-src of its Content-Security-Policy; where nothing may be compiled at all (Cloudflare Workers), give init() a WebAssembly.Module. Nothing was fetched.`,
      cause,
    );
  }
}

/** Source in a form that the glue can instantiate. @param {WasmSource} source @returns {Promise<Response | BufferSource | WebAssembly.Module>} */
async function readable(source) {
  if (typeof source === 'string' || source instanceof URL) return readFile(source) ?? checked(await fetched(source));
  const given = await source;
  return given instanceof Response ? checked(given) : given;
}

/** Node's `fetch` knows no files. `getBuiltinModule` is no import: bundlers for the browser do not stumble over it. @param {string | URL} source */
function readFile(source) {
  const node = source instanceof URL && source.protocol === 'file:' && /** @type {any} */ (globalThis).process;
  return node ? node.getBuiltinModule('node:fs').promises.readFile(source) : undefined;
}

/** @param {string | URL} address */
async function fetched(address) {
  try {
    return await fetch(address);
  } catch (cause) {
    throw new LoadError(
      'unreachable',
      `${address} cannot be fetched: there is no network, its server sends no Access-Control-Allow-Origin for this page, or connect-src of the page's Content-Security-Policy does not allow it.`,
      cause,
    );
  }
}

/** Whether a module imports what this JavaScript does not have. Of a module with imports of another name, browsers tell by a `TypeError`. @param {unknown} error */
const isUnfit = error => error instanceof WebAssembly.LinkError || (error instanceof TypeError && /import/i.test(error.message));

/** Ways to put the file where it is looked for. */
const REMEDY = `Put the .wasm file there (esbuild and Rollup do not copy it), or give its address to init() or to the agent's load(). Vite before version 8 needs optimizeDeps: { exclude: ['stepgate'] } in development.`;

/** The error of a file that is not there, where no copy is embedded. @param {unknown} error */
const notFound = error => (error instanceof LoadError ? error : new LoadError('not_found', `The .wasm file is not where this JavaScript looks for it. ${REMEDY}`, error));

/** A response that holds WebAssembly. @param {Response} response */
async function checked(response) {
  const { ok, status, url } = response;
  const type = response.headers.get('content-type') ?? '';
  if (!ok) throw new LoadError('not_found', `${url || 'The response given to init()'} answered with status ${status}. ${REMEDY}`);
  if (/^application\/wasm\b/.test(type)) return response;
  const bytes = await response.arrayBuffer();
  if (!isWasm(new Uint8Array(bytes))) {
    throw new LoadError('not_wasm', `${url || 'The response given to init()'} is not WebAssembly, but was sent as "${type}": an HTML page in its place means that the server does not have the file. ${REMEDY}`);
  }
  console.warn(`stepgate: ${url} was sent as "${type}". The header "Content-Type: application/wasm" makes it load while it is downloaded.`);
  return bytes;
}

/** @param {Uint8Array} bytes */
const isWasm = bytes => EMPTY_MODULE.slice(0, 4).every((byte, at) => bytes[at] === byte);
