import { effect } from '@preact/signals-core';
import * as state from './state.js';

/** For `ref`: gives an element the focus when it comes into the page, once. @param {Element | undefined} element */
export const focusOnce = element => queueMicrotask(() => /** @type {HTMLElement | undefined} */ (element)?.focus());

/** For `ref`: shows an alert to the user when it comes into the page, wherever on the page it stands. @param {Element | undefined} element */
export const focusAlert = element => requestAnimationFrame(() => {
  const alert = /** @type {HTMLElement | undefined} */ (element);
  alert?.scrollIntoView({ block: 'nearest' });
  alert?.focus({ preventScroll: true });
});

/** For `ref`: shows a dialog as a modal when it comes into the page; the browser keeps the focus inside and gives it back. @param {Element | undefined} element */
export const modal = element => queueMicrotask(() => {
  const dialog = /** @type {HTMLDialogElement | undefined} */ (element);
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
});

/** Where writing would open a keyboard over half of the page, a place is shown by its heading instead. */
const touches = matchMedia('(pointer: coarse)');

const WRITES = '#input:not(:disabled), .start > form :is(input:not([type="radio"], [type="checkbox"]), textarea)';
const SHOWS = '.log, .start h1';

/** The element that gets the focus where the page has come to a new place, or the one that had it is gone. */
const restingPlace = () => (touches.matches ? undefined : visible(WRITES)) ?? visible(SHOWS);

const visible = selector => /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll(selector)].find(element => element.checkVisibility()));

let arrives = false;
let place = '';

/** Notes that the page goes from one place to another, where the first is not the one it was loaded at. */
export function followArrivals() {
  effect(() => {
    const now = `${state.place.value} ${state.sessionId.value ?? ''} ${state.form.value ?? ''}`;
    if (now !== place) arrives = place !== '' && !place.startsWith('loading');
    place = now;
  });
}

const holds = element => element && element !== document.body && element.isConnected && !(/** @type {HTMLButtonElement} */ (element).disabled) && element.checkVisibility();

/** Draws, and sees to it that the focus rests somewhere after it. @param {() => void} draw */
export function keepFocus(draw) {
  const before = document.activeElement;
  draw();
  // What is drawn may have taken the focus itself: a task that is moved by the keyboard is drawn anew at each place.
  const lost = before !== document.body && before !== null && !holds(before) && !holds(document.activeElement);
  if (!arrives && !lost) return;
  arrives = false;
  if (!document.querySelector('dialog[open]')) restingPlace()?.focus({ preventScroll: lost });
}
