// @ts-check
/** @import { Allowed, EditRefusal } from './index.js' */
import { onlyWords } from '../checks/assert-option.js';

/** English words for the allowed values. @type {{ [K in Allowed['kind']]: (allowed: Extract<Allowed, { kind: K }>) => string }} */
const WORDS = {
  number: ({ least, most }) => `a whole number from ${least} to ${most}`,
  text: ({ least, most }) => (least ? `a text of ${least} to ${most} characters` : `a text of at most ${most} characters`),
  boolean: () => 'true or false',
  choice: ({ values, meant }) => `${values.map(value => JSON.stringify(value)).join(', ')}${meant ? `; did you mean ${meant}?` : ''}`,
  id: () => 'an id',
  about: ({ one, not }) => `${one ? 'the id of a task, such as "m12"' : '"all", or the id of a task class or a task, such as "g3" or "m12"'}${not ? `, but ${JSON.stringify(not)}` : ''}`,
  list: () => 'a list',
  date: ({ least }) => (least ? `a date from ${least}` : 'a date, YYYY-MM-DD'),
  moment: () => 'a date, YYYY-MM-DD, or a time, YYYY-MM-DDTHH:MM',
  monday: () => 'a Monday, YYYY-MM-DD',
  time: () => 'a time, HH:MM',
  later: ({ after }) => `later than ${after}`,
  section: ({ after }) => `a time after ${after} that ends after it begins`,
  clock: ({ least, most }) => `${least} to ${most} sections`,
  times: () => 'at least one time',
  weeks: () => 'a list of weeks',
  members: ({ names, meant }) => onlyWords(names, meant),
};

/** English words for what would be accepted instead, where the code alone says what is wrong. @type {Record<Exclude<EditRefusal, 'invalid'>, string>} */
const INSTEAD = {
  not_found: 'an id in the calendar',
  occupied: 'free sections',
  holds_task: 'times that keep the tasks in it',
  done: 'a task that is not done',
  circle: 'tasks that do not come after this one',
  beyond_clock: 'a clock that has sections for it',
  changed_since: 'the records that the change left, in free sections',
  nothing_to_undo: 'a change',
  nothing_to_redo: 'a change',
};

/** @param {EditRefusal} code @param {Allowed} [allowed] */
export const allowedWords = (code, allowed) => (code === 'invalid' ? words(/** @type {Allowed} */ (allowed)) : INSTEAD[code]);

/** @param {Allowed} allowed */
const words = allowed => WORDS[allowed.kind](/** @type {never} */ (allowed));
