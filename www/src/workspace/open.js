// @ts-check
import { freshId } from '../fresh-id.js';
import { mustBe } from '../must.js';
import { indexedDbTables } from '../tables/indexeddb.js';
import { memoryTables } from '../tables/memory.js';
import { kept } from './content.js';
import { KEYS, put } from './journal.js';
import { pathOf } from './path.js';
import { workspaceOver } from './store.js';

/** @type {typeof import('./index.js').openWorkspace} */
export function openWorkspace(name, options) {
  mustBe(name, 'openWorkspace(name)', 'name');
  return workspaceOver(name, indexedDbTables(`stepgate-workspace:${name}`, KEYS), options);
}

/** @type {typeof import('./index.js').memoryWorkspace} */
export function memoryWorkspace(files = {}, options) {
  mustBe(files, 'memoryWorkspace(files)', 'object');
  const transact = memoryTables(KEYS);
  const now = Date.now();
  const given = Object.entries(files).map(([path, content]) => ({ path: pathOf(path), ...kept(content) }));
  transact('readwrite', tx => Promise.all(given.map(edit => put(tx, edit, now))));
  return workspaceOver(`memory-${freshId()}`, transact, options);
}
