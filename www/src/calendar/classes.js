// @ts-check
/** @import { Calendar, TaskClass, TaskClassInput, TaskItem } from './index.js' */
/** @import { Writes } from './store.js' */
import { unknownIn } from '../checks/assert-option.js';
import { fieldsOf, ITEM_OPTIONS } from './checks.js';
import { ToolError } from './error.js';
import { next } from './tables.js';

const INPUT = ['id', 'task_class', 'items', 'remove_items', 'source'];

/**
 * Changes to the records for writing a task class. What is left out of an existing class stays, its items too. Items are identified by their
 * order: an existing item keeps its place and gets the new content, a new one waits for a place, without an order behind the last. Only
 * `remove_items` deletes, and nothing that has a place.
 * @param {Calendar} calendar @param {TaskClassInput} input @returns {{ writes: Writes, answer: { task_class_id: number, created: boolean } }}
 */
export function upserted(calendar, input) {
  const [unknown, allowed] = unknownIn(input, INPUT) ?? [];
  if (unknown !== undefined) throw new ToolError('invalid_args', `${unknown}: must be ${allowed}`);
  const { id, task_class: { items: own, config = {}, ...fields } = {}, items: given = own ?? [], remove_items = [] } = input;
  const old = id ? calendar.task_classes.find(one => one.id === id) : undefined;
  if (id && !old) throw new ToolError('not_found', `there is no task class ${id}`);
  const task_class_id = old?.id ?? next(calendar, 'task_classes');
  const had = calendar.task_items.filter(item => item.class_id === task_class_id);
  const known = new Map(had.map(item => [item.order, item]));
  let last = Math.max(0, ...[...had, ...given].map(item => item.order ?? 0));
  const items = given.map(item => ({ ...item, order: item.order ?? ++last }));
  const gone = removed(known, remove_items, items);
  let free = next(calendar, 'task_items');
  const task_items = items.map(({ order, content, ...rest }) => {
    const item = known.get(order);
    const own = item ? { ...item, content } : { id: free++, class_id: task_class_id, order, content, status: /** @type {const} */ (1), embedded_time: null };
    const fields = Object.entries({ ...own, ...fieldsOf('item', picked(rest, ITEM_OPTIONS), `items[order ${order}]`) });
    return /** @type {TaskItem} */ (Object.fromEntries(fields.filter(([name, value]) => value !== null || !ITEM_OPTIONS.includes(name))));
  });
  const task_class = /** @type {TaskClass} */ ({ ...BLANK, ...old, ...fields, ...config, id: task_class_id });
  return {
    writes: { put: { task_classes: [task_class], task_items }, delete: { task_items: gone.map(item => [item.id]) } },
    answer: { task_class_id, created: !old },
  };
}

/** Items to delete. @param {Map<number, TaskItem>} known @param {number[]} orders @param {{ order: number }[]} named */
function removed(known, orders, named) {
  const twice = orders.find(order => named.some(item => item.order === order));
  if (twice !== undefined) throw new ToolError('invalid_args', `remove_items: order ${twice} is in items too; allowed: orders that items does not name`);
  const gone = orders.map(order => known.get(order) ?? absent(order, known));
  const placed = gone.filter(item => item.status === 2);
  if (placed.length) throw new ToolError('already_scheduled', placed.map(({ order, content }) => `remove_items: order ${order} "${content}" has a place; unplace it first`).join('; '));
  return gone;
}

/** @param {number} order @param {Map<number, TaskItem>} known @returns {never} */
function absent(order, known) {
  throw new ToolError('not_found', `remove_items: there is no item with the order ${order}; allowed: ${[...known.keys()].join(', ')}`);
}

/** @param {Record<string, any>} given @param {string[]} names */
const picked = (given, names) => Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));

/** Fields of a task class without settings. */
const BLANK = { mode: 'manual', strategy: 'steady', total_slots: 0, allow_filler_course: false, excluded_slots: [], excluded_days_of_week: [] };
