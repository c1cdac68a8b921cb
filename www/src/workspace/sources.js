// @ts-check
/** @import { SkipReason } from './index.js' */
import { must } from '../checks/assert-option.js';
import { LIMITS } from './limits.js';
import { noiseIn } from './noise.js';

/**
 * A file to import. `refused`: the reason why it cannot be imported.
 * @typedef {{ path: string, size: number, bytes: () => Promise<Uint8Array>, refused?: SkipReason }} Source
 */

/**
 * The files that the user chose, dropped or opened.
 * @param {Iterable<File> | ArrayLike<File> | FileSystemDirectoryHandle} files @param {boolean} [noise] whether to include noise
 * @returns {AsyncIterable<Source> | Iterable<Source>}
 */
export function sourcesOf(files, noise = false) {
  const given = /** @type {any} */ (files);
  if (given?.kind === 'directory') return within(given, '', noise);
  must(typeof given === 'object' && (Symbol.iterator in (given ?? {}) || typeof given?.length === 'number'), 'importFiles(files)', 'a list of files, or a folder');
  return chosen(Array.from(given));
}

/** Files of a chosen folder. Their paths leave out the folder itself. @param {File[]} files @returns {Source[]} */
function chosen(files) {
  return files.map(file => sourceOf(file, (file.webkitRelativePath ?? '').replace(/^[^/]*\//, '') || file.name));
}

/** @param {any} folder a `FileSystemDirectoryHandle` @param {string} path @param {boolean} noise @param {{ left: number }} walk number of entries that may still be examined @returns {AsyncGenerator<Source>} */
async function* within(folder, path, noise, walk = { left: LIMITS.files * 10 }) {
  for await (const [name, entry] of folder.entries()) {
    const place = path + name;
    if ((walk.left -= 1) < 0) return void (yield { ...NOTHING, path: place, refused: 'too_many' });
    if (entry.kind === 'file') yield await opened(entry, place);
    else if (!noise && noiseIn(name)) yield { ...NOTHING, path: `${place}/`, refused: 'noise' };
    else yield* within(entry, `${place}/`, noise, walk);
  }
}

/**
 * Opens a file, which may be gone by now or unreadable for the page.
 * @param {any} entry a `FileSystemFileHandle` @param {string} path @returns {Promise<Source>}
 */
async function opened(entry, path) {
  try {
    return sourceOf(await entry.getFile(), path);
  } catch {
    return { ...NOTHING, path, refused: 'broken' };
  }
}

const NOTHING = { size: 0, bytes: async () => new Uint8Array() };

/** @param {File} file @param {string} path @returns {Source} */
const sourceOf = (file, path) => ({ path, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) });
