// @ts-check
import { freshId } from '../page/fresh-id.js';
import { memoryTables } from '../tables/memory.js';
import { calendarOver, checkRecords, KEYS } from './store.js';

/** @type {typeof import('./index.js').memoryCalendar} */
export function memoryCalendar(calendar) {
  const store = calendarOver(`memory-${freshId()}`, memoryTables(KEYS));
  if (calendar !== undefined) {
    checkRecords(calendar);
    store.replace(calendar);
  }
  return store;
}
