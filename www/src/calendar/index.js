export { calendarStore } from './indexeddb.js';
export { memoryCalendar } from './memory.js';
export { calendarTools } from './tools.js';
