// @ts-check
import { WorkspaceError } from './error.js';
import { LIMITS } from './limits.js';

/**
 * Characters that make a path look like another one: controls, lone surrogates, marks of direction, characters without width, fillers, tags,
 * and joiners beside ASCII (`hidden_characters` in crates/reply has the same list).
 */
const MISLEADING = /[\p{Cc}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])/u;

/** Normal form of a path: see `Workspace`. The `path` arguments of the stepper's tools follow the same rule. @param {unknown} given */
export function pathOf(given) {
  const path = within(given);
  if (path === '') throw isBlank(String(given)) ? new WorkspaceError('invalid_params', { detail: 'path' }) : invalid(String(given));
  return path;
}

/** Normal form of a folder's path; the empty text is the whole workspace. @param {unknown} [given] */
export const folderOf = (given = '') => within(given);

/** @param {unknown} given */
function within(given) {
  if (typeof given !== 'string') throw new WorkspaceError('invalid_params', { detail: 'path' });
  const path = given.replaceAll('\\', '/').normalize('NFC').replace(/^(\.\/)+/, '');
  const parts = path.split('/');
  const leadsOut = path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..');
  if (leadsOut || MISLEADING.test(path) || [...path].length > LIMITS.path) throw invalid(given);
  const names = parts.filter(part => part !== '' && part !== '.');
  return names.every(isBlank) ? '' : names.join('/');
}

/** @param {string} given */
const invalid = given => new WorkspaceError('invalid_path', { detail: given.slice(0, LIMITS.path) });

/** @param {string} name */
const isBlank = name => /^\p{White_Space}*$/u.test(name);

/** @param {string} path @param {string} folder */
export const isIn = (path, folder) => folder === '' || path.startsWith(`${folder}/`);

/**
 * Set of paths that can exist together on a disk: no file has the name of a folder.
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

/** The folders that contain a path. @param {string} path */
function foldersOf(path) {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}
