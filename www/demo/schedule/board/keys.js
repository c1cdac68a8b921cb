import { weekOf } from '../entries.js';
import * as state from '../state.js';
import { hold, putDown } from './target.js';

/** Days and sections that each arrow key moves by. */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Moves a task by the keyboard: arrows choose a place, Enter takes it, Escape drops it.
 * @param {KeyboardEvent} event @param {import('../entries.js').Entry} entry
 */
export function onKey(event, entry) {
  const held = state.target.value?.keys ? state.target.value : null;
  const step = STEPS[event.key];
  if (!step && !(held && (event.key === 'Enter' || event.key === 'Escape'))) return;
  event.preventDefault();
  event.stopPropagation();
  if (step) return seek(entry, held?.id === entry.id ? held.place : entry, step);
  const place = held?.place;
  if (event.key === 'Enter') putDown();
  else state.letGo();
  if (!state.target.value) focusEntry(entry.id, event.key === 'Enter' ? place : entry);
}

/** @param {import('../entries.js').Entry} entry @param {import('../entries.js').Place} place @param {number[]} step */
function seek(entry, { day, from }, [days, sections]) {
  const to = Math.min(Math.max(day + days, 1), state.term.value.weeks * 7);
  if (state.mode.value === 'day' || weekOf(to) !== state.week.value) state.day.value = to;
  hold(entry, to, from + sections, true);
}

/** Focuses a task at its present place, as soon as that is drawn. @param {string} id @param {{ day: number, from: number }} place */
function focusEntry(id, { day, from }, tries = 20) {
  const found = document.querySelector(`.entry[data-id="${CSS.escape(id)}"][data-day="${day}"][data-from="${from}"]:not([data-change="goes"])`);
  /** @type {HTMLElement | null} */ (found)?.focus();
  if (!found && tries) requestAnimationFrame(() => focusEntry(id, { day, from }, tries - 1));
}
