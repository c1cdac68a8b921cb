// @ts-check
import { mustBe } from '../must.js';
import { indexedDbTables } from '../tables/indexeddb.js';
import { calendarOver, KEYS } from './store.js';

/** @type {typeof import('./index.js').calendarStore} */
export function calendarStore(name) {
  mustBe(name, 'calendarStore(name)', 'name');
  return calendarOver(name, indexedDbTables(`stepgate-calendar:${name}`, KEYS));
}
