// @ts-check
/** @import { Lang, ToolContext } from '../index.js' */
import { told } from '../errors.js';
import { mustBe } from '../must.js';
import { WorkspaceError } from './error.js';

/** @type {typeof import('./index.js').workspaceTools} */
export function workspaceTools(workspace, { lang = 'en', timeoutMs = 60_000 } = {}) {
  mustBe(workspace?.write, 'workspaceTools(workspace).write', 'function');
  /** @param {(args: any, call: { key: string, signal: AbortSignal }) => Promise<string>} work */
  const tool = work => (/** @type {any} */ args, /** @type {ToolContext} */ { key, signal }) => inTime(typeof timeoutMs === 'function' ? timeoutMs() : timeoutMs, signal, within => work(args, { key, signal: within }), lang);
  const done = (/** @type {{ path: string }} */ { path }) => `File written: ${path}`;
  return {
    read_file: { run: tool(({ path }) => workspace.read(path)) },
    list_files: { run: tool(async ({ dir, pattern }) => (await workspace.list(dir, pattern)).join('\n')) },
    write_file: {
      idempotent: true, // by its key, in the transaction that writes
      run: tool(async ({ path, content }, call) => done(await workspace.write(path, content, call))),
      async status(_, { key }) {
        const written = await workspace.written(key);
        return written ? { done: true, result: done(written) } : { done: false };
      },
    },
  };
}

/**
 * Ends what takes too long or is not wanted any more; a write that has begun is then taken back.
 * @param {number} ms @param {AbortSignal} stopped @param {(signal: AbortSignal) => Promise<string>} work @param {Lang} lang
 */
async function inTime(ms, stopped, work, lang) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new WorkspaceError('timeout')), ms);
  const stop = () => abort.abort(new WorkspaceError('cancelled'));
  stopped.addEventListener('abort', stop);
  const ended = new Promise((_, reject) => abort.signal.addEventListener('abort', () => reject(abort.signal.reason)));
  try {
    if (stopped.aborted) stop();
    return await Promise.race([work(abort.signal), ended]);
  } catch (error) {
    const { code, text } = told(error, lang);
    const detail = error instanceof WorkspaceError && error.detail ? ` (${error.detail})` : '';
    throw Object.assign(new Error(text + detail, { cause: error }), { code, fatal: /** @type {any} */ (error).fatal === true });
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
    abort.abort();
  }
}
