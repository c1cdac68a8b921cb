// @ts-check
import { mustBeName } from '../must.js';
import { indexedDbTables } from '../tables/indexeddb.js';
import { calendarOver, KEYS } from './store.js';

/** @type {typeof import('./index.js').calendarStore} */
export function calendarStore(name) {
  mustBeName(name, 'calendarStore(name)');
  return calendarOver(name, indexedDbTables(`stepgate-calendar:${name}`, KEYS));
}
