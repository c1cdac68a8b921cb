// @ts-check
/** @import { Transact } from '../tables/types.js' */
/** @import { Change, FileInfo, Workspace, WorkspaceOptions, Written } from './index.js' */
/** @import { Edit, Tx } from './journal.js' */
import { StoreError } from '../errors.js';
import { assertKnown } from '../checks/assert-option.js';
import { broadcast } from '../tabs/broadcast.js';
import { bytesOf, kept } from './content.js';
import { WorkspaceError } from './error.js';
import { importing } from './import.js';
import { change, changes, compare, KEYS, redo, undo, undone } from './journal.js';
import { LIMITS } from './limits.js';
import { folderOf, isIn, pathOf, tree } from './path.js';
import { patternOf } from './pattern.js';

/** @typedef {keyof typeof KEYS} Table */

/** @param {string} name @param {Transact<Table> & { close(): void }} tables @param {WorkspaceOptions} [options] @returns {Workspace} */
export function workspaceOver(name, tables, options = {}) {
  assertKnown(options, ['readOnly', 'maxBytes'], 'openWorkspace(name, options): ');
  const { readOnly = false, maxBytes = LIMITS.total } = options;
  /** @type {ReturnType<typeof broadcast<{ paths: string[] }>>} */
  const news = broadcast(`stepgate-workspace:${name}`);

  /** @template R @param {(tx: Tx) => Promise<R>} work @returns {Promise<R>} */
  const look = work => tables('readonly', work);

  /**
   * Runs a transaction that changes files, and tells the other tabs which. The work may await nothing but its own requests.
   * @template R @param {(tx: Tx) => Promise<{ answer: R, paths: string[] }>} work @returns {Promise<R>}
   */
  const alter = async work => {
    if (readOnly) throw new WorkspaceError('read_only');
    const { answer, paths } = await tables('readwrite', work).catch(full);
    if (paths.length) news.tell({ paths });
    return answer;
  };

  /** Undoes or redoes a change. The files it restores must fit into the workspace. @param {(tx: Tx) => Promise<Change | undefined>} work */
  const turn = work => alter(async tx => {
    const before = sum(await tx.all('files'));
    const answer = await work(tx);
    const { files, bytes } = sum(await tx.all('files'));
    if (files > Math.max(before.files, LIMITS.files) || bytes > Math.max(before.bytes, maxBytes)) throw new WorkspaceError('quota');
    return { answer, paths: answer?.paths ?? [] };
  });

  /** @param {string} given */
  const readRow = async given => {
    const path = pathOf(given);
    const [file, row] = await look(tx => Promise.all([tx.get('files', [path]), tx.get('contents', [path])]));
    if (!file) throw new WorkspaceError('not_found', { detail: path });
    return { path, size: file.size, content: row.content };
  };

  return {
    name,
    readOnly,
    async read(given) {
      const { path, size, content } = await readRow(given);
      if (size > LIMITS.text) throw new WorkspaceError('too_large', { detail: path });
      if (typeof content !== 'string') throw new WorkspaceError('not_text', { detail: path });
      return content;
    },
    readBytes: async given => bytesOf((await readRow(given)).content),
    async write(given, content, options = {}) {
      assertKnown(options, ['key', 'signal', 'ifAbsent'], 'write(path, content, options): ');
      const { key, signal, ifAbsent = false } = options;
      const edit = { path: pathOf(given), ...checked(content) };
      return alter(async tx => {
        const done = key === undefined ? undefined : await tx.get('keys', [key]);
        if (done) return { answer: { ...done.answer, already_done: true }, paths: [] };
        if (ifAbsent && await tx.get('files', [edit.path])) throw new WorkspaceError('exists', { detail: edit.path });
        const answer = await write(tx, edit, key, maxBytes);
        signal?.throwIfAborted();
        return { answer, paths: [edit.path] };
      });
    },
    written: key => look(async tx => (await tx.get('keys', [key]))?.answer),
    async remove(given) {
      const path = pathOf(given);
      await alter(async tx => {
        const gone = (await tx.keys('files')).filter(file => file === path || isIn(file, path));
        if (!gone.length) throw new WorkspaceError('not_found', { detail: path });
        await change(tx, { kind: 'removed' }, gone.map(file => ({ path: file, content: null, size: 0 })));
        return { answer: undefined, paths: gone };
      });
    },
    async list(dir, pattern = '*') {
      if (typeof pattern !== 'string') throw new WorkspaceError('invalid_params', { detail: 'pattern' });
      const [folder, fits] = [folderOf(dir), patternOf(pattern)];
      const below = folder === '' ? 0 : folder.length + 1;
      const paths = await look(tx => tx.keys('files'));
      return paths.filter(path => isIn(path, folder) && fits(path.slice(below))).sort();
    },
    files: () => look(sorted),
    size: () => look(async tx => sum(await tx.all('files'))),
    changes: () => look(changes),
    compare: id => look(tx => compare(tx, id)),
    undone: () => look(undone),
    undo: id => turn(tx => undo(tx, id)),
    redo: id => turn(tx => redo(tx, id)),
    clear: () => alter(async tx => {
      const paths = await tx.keys('files');
      await Promise.all(/** @type {Table[]} */ (Object.keys(KEYS)).map(table => tx.clear(table)));
      return { answer: undefined, paths };
    }),
    subscribe: news.listen,
    close() {
      news.close();
      tables.close();
    },
    ...importing(look, alter, maxBytes),
  };
}

/** Content of a write in the stored form; throws if it is not allowed. @param {unknown} content */
function checked(content) {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) throw new WorkspaceError('invalid_params', { detail: 'content' });
  const edit = kept(content);
  if (edit.size > LIMITS.text) throw new WorkspaceError('too_large');
  return edit;
}

/** @param {Tx} tx @param {Edit} edit @param {string | undefined} key @param {number} maxBytes @returns {Promise<Written>} */
async function write(tx, edit, key, maxBytes) {
  const { path, size } = edit;
  /** @type {FileInfo[]} */
  const files = await tx.all('files');
  const old = files.find(file => file.path === path);
  if (!old && tree(files.map(file => file.path)).clashes(path)) throw new WorkspaceError('invalid_path', { detail: path });
  if (sum(files).bytes - (old?.size ?? 0) + size > maxBytes) throw new WorkspaceError('quota');
  if (!old && files.length >= LIMITS.files) throw new WorkspaceError('quota', { detail: `${LIMITS.files} files` });
  const row = await change(tx, { kind: 'written', ...(key !== undefined && { key }) }, [edit]);
  const answer = { path, size, created: !old, change: row.id };
  if (key !== undefined) await tx.put('keys', { key, answer });
  return answer;
}

/** @param {FileInfo[]} files */
const sum = files => ({ files: files.length, bytes: files.reduce((bytes, { size }) => bytes + size, 0) });

/** @param {Tx} tx @returns {Promise<FileInfo[]>} */
const sorted = async tx => (await tx.all('files')).sort((a, b) => (a.path < b.path ? -1 : 1));

/** Reports the browser's own storage limit like the workspace's. @param {unknown} error @returns {never} */
function full(error) {
  throw error instanceof StoreError && error.code === 'quota' ? new WorkspaceError('quota', { cause: error }) : error;
}
