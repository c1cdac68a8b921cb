// @ts-check
/** @import { Lang, ToolContext } from '../index.js' */
import { told } from '../errors.js';
import { assertOption, assertKnown } from '../checks/assert-option.js';
import { inLang } from '../checks/text.js';
import { afterWork } from '../session/worktime.js';
import { WorkspaceError } from './error.js';

/** @type {typeof import('./index.js').workspaceTools} */
export function workspaceTools(workspace, options = {}) {
  assertKnown(options, ['lang', 'timeoutMs'], 'workspaceTools(workspace, options): ');
  const { lang = 'en', timeoutMs = 60_000 } = options;
  assertOption(lang, 'workspaceTools(workspace, options): lang', 'lang');
  assertOption(workspace?.write, 'workspaceTools(workspace).write', 'function');
  /** @param {(args: any, call: { key: string, signal: AbortSignal }) => Promise<string>} work @param {number} [grace] */
  const tool = (work, grace = 0) => (/** @type {any} */ args, /** @type {ToolContext} */ { idempotencyKey: key, signal }) => inTime(typeof timeoutMs === 'function' ? timeoutMs() : timeoutMs, signal, within => work(args, { key, signal: within }), { grace, lang });
  const done = (/** @type {{ path: string }} */ { path }) => `${inLang({ en: 'File written: ', zh: '已写入文件：' }, lang)}${path}`;
  return {
    read_file: { execute: tool(({ path }) => workspace.read(path)) },
    list_files: { execute: tool(async ({ dir, pattern }) => (await workspace.list(dir, pattern)).join('\n')) },
    write_file: {
      idempotent: true, // its key is checked in the transaction that writes
      execute: tool(async ({ path, content, replaces }, call) => done(await workspace.write(path, content, { ...call, ifAbsent: replaces !== true })), GRACE_MS),
      beforeCard: card => unknownOf(workspace, card),
      async status(_, { idempotencyKey }) {
        const written = await workspace.written(idempotencyKey);
        return written ? { done: true, result: done(written) } : { done: false };
      },
    },
  };
}

/**
 * The change that tells a session which files of a card are there with texts that the card does not show: files that the session has never
 * met, and files that were changed since.
 * @param {import('./index.js').Workspace} workspace @param {import('../index.js').Card} card
 */
async function unknownOf(workspace, card) {
  const asked = (card.calls ?? []).filter(({ name }) => name === 'write_file').map(({ preview }) => preview);
  const writes = [...asked, .../** @type {any} */ (card.preview)?.writes ?? []];
  const looked = await Promise.all(writes.map(async (/** @type {{ path: string, replaces: boolean, before: string | null }} */ { path, replaces, before }) => {
    if (replaces && before === null) return []; // the card says already that the text is not known
    const text = await workspace.read(path).catch(({ code }) => (['not_text', 'too_large'].includes(code) ? code : undefined));
    return text === undefined || text === before ? [] : [path]; // a file that cannot be read is there, too
  }));
  const found = looked.flat();
  return found.length ? { found } : undefined;
}

/** Time that an expired write still has to finish or to be rolled back, so that its outcome can be told. */
const GRACE_MS = 1_000;

/**
 * Ends a call that takes too long or is no longer wanted. A write that has begun is then rolled back.
 * @param {number} ms @param {AbortSignal} stopped @param {(signal: AbortSignal) => Promise<string>} work @param {{ grace: number, lang:
 * Lang }} how
 */
async function inTime(ms, stopped, work, { grace, lang }) {
  const abort = new AbortController();
  const callOff = afterWork(ms, () => abort.abort(new WorkspaceError('timeout')));
  const stop = () => abort.abort(new WorkspaceError('cancelled'));
  stopped.addEventListener('abort', stop);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let last;
  const ended = new Promise((_, reject) => abort.signal.addEventListener('abort', () => { last = setTimeout(reject, grace, abort.signal.reason); }));
  try {
    if (stopped.aborted) stop();
    return await Promise.race([work(abort.signal), ended]);
  } catch (error) {
    const { code, text } = told(error, lang);
    const detail = error instanceof WorkspaceError && error.detail ? ` (${error.detail})` : '';
    const { fatal, notDone } = /** @type {any} */ (error);
    throw Object.assign(new Error(text + detail, { cause: error }), { code, fatal: fatal === true, notDone: notDone === true });
  } finally {
    callOff();
    stopped.removeEventListener('abort', stop);
    abort.abort();
    clearTimeout(last);
  }
}
