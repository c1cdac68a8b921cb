import { effect } from '@preact/signals-core';
import * as state from '../state.js';

/** For `ref`: focuses an element once, when it is added to the page. @param {Element | undefined} element */
export const focusOnce = element => queueMicrotask(() => /** @type {HTMLElement | undefined} */ (element)?.focus());

/** For `ref`: scrolls an alert into view and focuses it when it is added to the page. @param {Element | undefined} element */
export const focusAlert = element => requestAnimationFrame(() => {
  const alert = /** @type {HTMLElement | undefined} */ (element);
  alert?.scrollIntoView({ block: 'nearest' });
  alert?.focus({ preventScroll: true });
});

/**
 * For `ref`: shows a dialog as a modal when it is added to the page. The browser keeps the focus inside and returns it afterwards.
 * @param {Element | undefined} element
 */
export const modal = element => queueMicrotask(() => {
  const dialog = /** @type {HTMLDialogElement | undefined} */ (element);
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
});

/**
 * Whether the device is used by touch. There a focused text box would open a keyboard over half of the page, so a heading gets the focus.
 */
const touches = matchMedia('(pointer: coarse)');

const WRITES = '#input:not(:disabled), .start > form :is(input:not([type="radio"], [type="checkbox"]), textarea)';
const SHOWS = '.log, .start h1';

/** Element that gets the focus in a new place of the page, or when the focused element has gone. */
const restingPlace = () => (touches.matches ? undefined : visible(WRITES)) ?? visible(SHOWS);

const visible = selector => /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll(selector)].find(element => element.checkVisibility()));

let arrives = false;
let place = '';
let wasLoading = true;

/** Notes each move from one place to another, except from the place at which the page was loaded. */
export function followArrivals() {
  effect(() => {
    const now = `${state.place.value} ${state.sessionId.value ?? ''} ${state.form.value ?? ''}`;
    if (now !== place) arrives = !wasLoading;
    place = now;
    wasLoading = state.place.value === 'loading';
  });
}

const holds = element => element && element !== document.body && element.isConnected && !(/** @type {HTMLButtonElement} */ (element).disabled) && element.checkVisibility();

/** Draws and then makes sure that an element has the focus. @param {() => void} draw */
export function keepFocus(draw) {
  const before = document.activeElement;
  draw();
  // The drawing may have moved the focus itself: a task moved by the keyboard is drawn anew at each place.
  const lost = before !== document.body && before !== null && !holds(before) && !holds(document.activeElement);
  if (!arrives && !lost) return;
  arrives = false;
  if (!document.querySelector('dialog[open]')) restingPlace()?.focus({ preventScroll: lost });
}
