// @ts-check
/** @import { Transaction } from '../tables/types.js' */
/** @import { Change, Compared, FileInfo } from './index.js' */
/** @import { Content } from './content.js' */
import { WorkspaceError } from './error.js';
import { LIMITS } from './limits.js';
import { tree } from './path.js';

/** Most changes that are remembered. Their keys must outlast their images. */
const REMEMBERED = 1_000;

/** Key fields of the tables: files, their contents, changes, contents before a change, and keys of writes. */
export const KEYS = { files: ['path'], contents: ['path'], changes: ['id'], images: ['id', 'path'], keys: ['key'] };

/**
 * @typedef {Transaction<keyof typeof KEYS>} Tx
 * @typedef {Change & { over?: true, undone?: true }} Row  `over`: undone, or too old to undo; `undone`: undone and can be redone: its images hold the change's own files
 * @typedef {{ path: string, content: Content | null, size: number }} Edit  `null`: the file is removed
 */

/**
 * Changes files and keeps their earlier contents.
 * @param {Tx} tx @param {Pick<Change, 'kind' | 'key'>} about @param {Edit[]} edits
 */
export async function change(tx, about, edits) {
  /** @type {Row[]} */
  const rows = await tx.all('changes');
  const id = (rows.at(-1)?.id ?? 0) + 1;
  const at_ms = Date.now();
  const touched = new Set(edits.map(({ path }) => path));
  const lost = rows.filter(row => row.undone && row.paths.some(path => touched.has(path)));
  for (const row of lost) Object.assign(row, await close(tx, row));
  const taken = await Promise.all(edits.map(async edit => {
    const { path } = edit;
    const [file, image] = await Promise.all([tx.get('files', [path]), tx.get('contents', [path])]);
    const size = file?.size ?? 0;
    await Promise.all([tx.put('images', { id, path, content: image?.content ?? null, size }), put(tx, edit, at_ms)]);
    return size;
  }));
  const row = { id, at_ms, ...about, paths: edits.map(({ path }) => path), taken: taken.reduce((sum, bytes) => sum + bytes, 0) };
  await tx.put('changes', row);
  await forget(tx, [...rows, row]);
  return row;
}

/** Writes or removes a file. @param {Tx} tx @param {Edit} edit @param {number} changedMs */
export function put(tx, { path, content, size }, changedMs) {
  return Promise.all(content === null
    ? [tx.delete('files', [path]), tx.delete('contents', [path])]
    : [tx.put('files', { path, size, text: typeof content === 'string', changedMs }), tx.put('contents', { path, content })]);
}

/** Drops the oldest changes: first their images, and much later the changes themselves. @param {Tx} tx @param {Row[]} rows */
async function forget(tx, rows) {
  const open = rows.filter(row => !row.over || row.undone);
  let taken = open.reduce((sum, row) => sum + row.taken, 0);
  while (open.length > 1 && (open.length > LIMITS.changes || taken > LIMITS.taken)) {
    const oldest = /** @type {Row} */ (open.shift());
    taken -= oldest.taken;
    await close(tx, oldest);
  }
  for (const row of rows.slice(0, Math.max(0, rows.length - REMEMBERED))) {
    await tx.delete('changes', [row.id]);
    if (row.key !== undefined) await tx.delete('keys', [row.key]);
  }
}

/** Drops a change's images: it can no longer be undone. @param {Tx} tx @param {Row} row @returns {Promise<Row>} */
async function close(tx, { undone: _, ...row }) {
  /** @type {Row} */
  const closed = { ...row, over: true };
  await Promise.all([...row.paths.map(path => tx.delete('images', [row.id, path])), tx.put('changes', closed)]);
  return closed;
}

/** @param {Tx} tx @returns {Promise<Row[]>} */
export const changes = async tx => (await tx.all('changes')).filter(row => !row.over);

/** The changes that were undone and can be redone. @param {Tx} tx @returns {Promise<Row[]>} */
export const undone = async tx => (await tx.all('changes')).filter(row => row.undone);

/** Undoes the change `id`, by default the newest. @param {Tx} tx @param {number} [id] @returns {Promise<Change | undefined>} */
export async function undo(tx, id) {
  const open = await changes(tx);
  const at = id === undefined ? open.length - 1 : open.findIndex(row => row.id === id);
  if (at < 0) return undefined;
  requireUntouched(open[at], open.slice(at + 1));
  const taken = await swap(tx, open[at]);
  await tx.put('changes', { ...open[at], taken, over: true, undone: true });
  return plain(open[at]);
}

/** Redoes the change `id`, by default the last one undone. @param {Tx} tx @param {number} [id] @returns {Promise<Change | undefined>} */
export async function redo(tx, id) {
  const all = await undone(tx);
  const at = id === undefined ? 0 : all.findIndex(row => row.id === id);
  const row = all[at];
  if (!row) return undefined;
  requireUntouched(row, all.slice(0, at));
  const taken = await swap(tx, row);
  const { undone: _, over: __, ...open } = row;
  await tx.put('changes', { ...open, taken });
  return plain(row);
}

/** A change without the journal's own marks. @param {Row} row @returns {Change} */
const plain = ({ undone: _, over: __, ...change }) => change;

/** Throws if one of the other changes touches a file of this one. @param {Row} row @param {Row[]} others */
function requireUntouched(row, others) {
  const touched = new Set(others.flatMap(({ paths }) => paths));
  const changed = row.paths.find(path => touched.has(path));
  if (changed !== undefined) throw new WorkspaceError('changed_since', { detail: changed });
}

/** Exchanges the files of a change with its images. Gives the number of bytes that the images now take. @param {Tx} tx @param {Row} row */
async function swap(tx, { id, paths }) {
  const images = await Promise.all(paths.map(path => tx.get('images', [id, path])));
  const mine = new Set(paths);
  const others = tree((await tx.keys('files')).filter(path => !mine.has(path)));
  const clash = images.find(({ path, content }) => content !== null && others.clashes(path));
  if (clash) throw new WorkspaceError('changed_since', { detail: clash.path });
  const now = Date.now();
  const sizes = await Promise.all(images.map(async image => {
    const { path } = image;
    const [file, was] = await Promise.all([tx.get('files', [path]), tx.get('contents', [path])]);
    const size = file?.size ?? 0;
    await Promise.all([put(tx, image, now), tx.put('images', { id, path, content: was?.content ?? null, size })]);
    return size;
  }));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @param {Tx} tx @param {number} id @returns {Promise<Compared[] | undefined>} */
export async function compare(tx, id) {
  const open = await changes(tx);
  const row = open.find(one => one.id === id);
  if (!row) return undefined;
  const next = nextChanges(open.slice(open.indexOf(row) + 1));
  return Promise.all(row.paths.map(async path => {
    const later = next.get(path);
    const [before, after] = await Promise.all([
      tx.get('images', [id, path]),
      later ? tx.get('images', [later.id, path]) : tx.get('contents', [path]),
    ]);
    return { path, before: before.content, after: after?.content ?? null };
  }));
}

/** The first of these changes that touches each path. @param {Row[]} rows @returns {Map<string, Row>} */
function nextChanges(rows) {
  const next = new Map();
  for (const row of rows) for (const path of row.paths) if (!next.has(path)) next.set(path, row);
  return next;
}
