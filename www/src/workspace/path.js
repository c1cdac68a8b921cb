// @ts-check
import { WorkspaceError } from './error.js';
import { LIMITS } from './limits.js';

/** The one spelling of a path: see `Workspace`. What turns the direction of text would show it as another. @param {unknown} given */
export function pathOf(given) {
  if (typeof given !== 'string' || given.trim() === '') throw new WorkspaceError('invalid_params', { detail: 'path' });
  const path = given.replaceAll('\\', '/').normalize('NFC');
  const parts = path.split('/').filter(part => part !== '' && part !== '.');
  const leadsOut = path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..');
  // eslint-disable-next-line no-control-regex
  if (leadsOut || !parts.length || /[\0-\x1f\x7f\u202a-\u202e\u2066-\u2069\p{Cs}]/u.test(path) || [...path].length > LIMITS.path) {
    throw new WorkspaceError('invalid_path', { detail: given.slice(0, LIMITS.path) });
  }
  return parts.join('/');
}

/** The same of a folder; the whole workspace is the empty one. @param {unknown} [given] */
export const folderOf = (given = '') => (typeof given === 'string' && /^(\.?\\?|\.\/)$/.test(given.trim()) ? '' : pathOf(given));

/** @param {string} path @param {string} folder */
export const isIn = (path, folder) => folder === '' || path.startsWith(`${folder}/`);

/**
 * A tree of files. No file may stand where another has its folder: such a tree exists on no disk, and could not be unpacked.
 * @param {Iterable<string>} paths
 */
export function tree(paths) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {Set<string>} */
  const folders = new Set();
  const grown = {
    /** @param {string} path */
    clashes: path => folders.has(path) || foldersOf(path).some(folder => files.has(folder)),
    /** @param {string} path */
    add(path) {
      files.add(path);
      foldersOf(path).forEach(folder => folders.add(folder));
    },
  };
  for (const path of paths) grown.add(path);
  return grown;
}

/** The folders a path lies in. @param {string} path */
function foldersOf(path) {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}
