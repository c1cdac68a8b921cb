export { checkSetting } from './checks.js';
export { edited as checkEdit } from './edits.js';
export { EditError } from './error.js';
export { calendarStore } from './indexeddb.js';
export { memoryCalendar } from './memory.js';
export { calendarTools } from './tools.js';
export { ownTimes, touched } from './times.js';
