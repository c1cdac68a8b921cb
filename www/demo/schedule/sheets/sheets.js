import { nothing } from 'lit-html';
import * as page from '../../state.js';
import * as state from '../state.js';
import { classSheet } from './class.js';
import { entrySheet } from './entry.js';
import { eventSheet } from './event.js';
import { close } from './form.js';
import { importSheet } from './import.js';
import { itemSheet } from './item.js';
import { ruleSheet } from './rule.js';
import { termSheet } from './term.js';

const SHEETS = { entry: entrySheet, event: eventSheet, item: itemSheet, class: classSheet, term: termSheet, import: importSheet, rule: ruleSheet };

/** Dialog of the calendar that is open, in the page's frame. @param {(name: string, content: unknown, close: () => void) => unknown} frame */
export function calendarSheet(frame) {
  const open = state.sheet.value;
  if (!open || page.place.value !== 'session') return nothing;
  const content = SHEETS[open.kind](open);
  return content ? frame(open.kind, content, close) : nothing;
}
