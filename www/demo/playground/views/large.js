import { computed } from '@preact/signals-core';
import { html } from 'lit-html';
import { t } from '../../words/i18n.js';
import { marks } from '../reading/reading.js';
import { segments } from '../segments.js';
import * as state from '../state.js';
import { lineWindow } from '../window.js';
import { mark } from './mark.js';

/** Longest text that is editable. A longer one is shown line by line, because the browser would lay out all of it at every key press. */
export const EDITABLE = 40_000;

/** Longest line in UTF-16 units; longer ones are split. */
const LINE = 160;

/** Greatest distance before a line at which a mark that reaches into it may begin, in UTF-16 units. */
const REACH = 4096;

/** End of the line that begins at `at`: after its line break, or where it is split, but not inside a surrogate pair. */
function endOfLine(text, at) {
  const next = text.slice(at, at + LINE).indexOf('\n');
  if (next >= 0) return at + next + 1;
  const end = Math.min(at + LINE, text.length);
  return end < text.length && /[\uDC00-\uDFFF]/.test(text[end]) ? end - 1 : end;
}

/** Starts of the reply's lines, and the end of the last one. */
const starts = computed(() => {
  const text = state.text.value;
  const starts = [];
  for (let at = 0; at < text.length;) {
    starts.push(at);
    at = endOfLine(text, at);
  }
  return [...starts, text.length];
});

/** Index of the first mark at or after `offset`. @param {number} offset */
function firstFrom(offset) {
  let low = 0;
  for (let high = marks.value.length; low < high;) {
    const middle = (low + high) >> 1;
    if (marks.value[middle].range.offset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The marks within a part of the text. */
const within = (from, to) => marks.value.slice(firstFrom(from - REACH), firstFrom(to)).filter(({ range }) => range.offset + range.length >= from);

function line(index) {
  const text = state.text.value;
  const [from, to] = [starts.value[index], starts.value[index + 1]];
  const isLast = to === text.length;
  return segments(text, within(from, isLast ? to + 1 : to), from, to).map(({ text, index }) => (index === null ? text : mark(index, text)));
}

const lines = lineWindow('large');

/** Whether the reply is too long for a text box. */
export const isLarge = () => state.text.value.length > EDITABLE;

/** Scrolls to the line that contains an offset. @param {number} offset */
export const showInLarge = offset => lines.show(starts.value.findLastIndex(start => start <= offset));

/** A reply that is too long for a text box: all of it can be read, with all its repairs marked. */
export const largeText = () => html`
  ${lines.view(starts.value.length - 1, line, t('play.replyText'))}
  <p class="hint large-hint">${t('play.large')}</p>`;
