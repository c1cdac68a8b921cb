// @ts-check
/** @import { WasmSource } from './index.js' */

/**
 * Makes an `init()`: it loads the WebAssembly once, from `source` or else from `file`, and where that fails from bytes that are
 * imported only then. A `source` that fails is an error; the next call may try again.
 * @param {(options: { module_or_path: unknown }) => Promise<unknown>} instantiate the glue's own
 * @param {URL} file @param {() => Promise<{ default: string }>} embedded the bytes in base64
 * @param {(exports: any) => void} loaded called once, with what the WebAssembly exports
 */
export function loader(instantiate, file, embedded, loaded) {
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
    if (source !== undefined) return from(source);
    try {
      return await from(file);
    } catch {
      const { default: base64 } = await embedded();
      return from(Uint8Array.from(atob(base64), char => char.charCodeAt(0)));
    }
  }

  /** @param {WasmSource} source */
  async function from(source) {
    return instantiate({ module_or_path: await readable(source) });
  }
}

/** Node's `fetch` knows no files. `getBuiltinModule` is no import: bundlers for the browser do not stumble over it. @param {WasmSource} source */
async function readable(source) {
  const node = source instanceof URL && source.protocol === 'file:' && /** @type {any} */ (globalThis).process;
  return node ? node.getBuiltinModule('node:fs').promises.readFile(source) : source;
}
