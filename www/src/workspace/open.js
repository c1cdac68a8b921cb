// @ts-check
import { freshId } from '../page/fresh-id.js';
import { assertOption } from '../checks/assert-option.js';
import { indexedDbTables } from '../tables/indexeddb.js';
import { memoryTables } from '../tables/memory.js';
import { kept } from './content.js';
import { KEYS, put } from './journal.js';
import { pathOf } from './path.js';
import { workspaceOver } from './store.js';

/** @type {typeof import('./index.js').openWorkspace} */
export function openWorkspace(name, { onLoss, ...options } = {}) {
  assertOption(name, 'openWorkspace(name)', 'name');
  return workspaceOver(name, indexedDbTables(`stepgate-workspace:${name}`, KEYS, onLoss), options);
}

/** @type {typeof import('./index.js').memoryWorkspace} */
export function memoryWorkspace(files = {}, options) {
  assertOption(files, 'memoryWorkspace(files)', 'object');
  const transact = memoryTables(KEYS);
  const now = Date.now();
  const given = Object.entries(files).map(([path, content]) => ({ path: pathOf(path), ...kept(content) }));
  transact('readwrite', tx => Promise.all(given.map(edit => put(tx, edit, now))));
  return workspaceOver(`memory-${freshId()}`, transact, options);
}
